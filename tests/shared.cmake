# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(atomic128 Threads::Threads)

# The same with the flag that stands in where the processor has no such swap.
add_executable(test_atomic128_flag test_atomic128.c)
target_compile_definitions(test_atomic128_flag PRIVATE GDN_ATOMIC128_LOCK_FREE=0)
target_link_libraries(test_atomic128_flag PRIVATE test_support Threads::Threads)
add_test(NAME atomic128_flag COMMAND test_atomic128_flag)

# They trace processes, mount, and stand between the library and Linux.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(shared)
  guidon_test(shared_file)
  guidon_test(shared_kill)
  guidon_test(shared_saved)
endif()
