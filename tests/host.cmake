# SPDX-License-Identifier: MIT
# Scope HOST, by real threads and processes. They need a folder for a file.
find_package(Threads REQUIRED)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(host Threads::Threads)
  guidon_test(host_state)
  set_tests_properties(host host_state PROPERTIES TIMEOUT 120)
endif()
