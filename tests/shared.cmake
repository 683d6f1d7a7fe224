# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(cell Threads::Threads)

# The same with the flag that stands in where the processor has no such swap.
add_executable(test_cell_flag test_cell.c)
target_compile_definitions(test_cell_flag PRIVATE GDN_CELL_LOCKLESS=0)
target_link_libraries(test_cell_flag PRIVATE test_support Threads::Threads)
add_test(NAME cell_flag COMMAND test_cell_flag)

# They trace processes, mount, and stand between the library and Linux.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(shared)
  guidon_test(shared_file)
  guidon_test(shared_kill)
  guidon_test(shared_saved)
endif()
