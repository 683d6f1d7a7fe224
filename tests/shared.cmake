# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(atomic128 Threads::Threads)

# The same with the lock that replaces a 16-byte compare-and-swap if the processor
# has none.
add_executable(test_atomic128_flag test_atomic128.c)
target_compile_definitions(test_atomic128_flag PRIVATE GDN_ATOMIC128_LOCK_FREE=0)
target_link_libraries(test_atomic128_flag PRIVATE test_support Threads::Threads)
add_test(NAME atomic128_flag COMMAND test_atomic128_flag)

# These tests trace processes, mount file systems and replace system calls.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(shared)
  guidon_test(shared_bind)
  guidon_test(shared_file Threads::Threads)
  guidon_test(privileged)
  guidon_test(shared_kill)
  guidon_test(shared_saved)
endif()
