# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)

# These tests trace processes, mount file systems and replace system calls.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(shared)
  guidon_test(shared_bind)
  guidon_test(shared_file Threads::Threads)
  guidon_test(privileged)
  guidon_test(shared_kill)
  guidon_test(shared_saved)
endif()
