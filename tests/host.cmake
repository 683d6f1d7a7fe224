# SPDX-License-Identifier: MIT
# Tests of scope HOST with real threads and processes. They need a directory for the
# state file.
find_package(Threads REQUIRED)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(host Threads::Threads)
  guidon_test(host_state)
  guidon_test(host_events)
  guidon_test(host_copy)
  set_tests_properties(host host_state host_events host_copy PROPERTIES TIMEOUT 120)

  # On request: the same with a million ids for each of eight processes.
  add_executable(test_host_long test_host.c)
  target_compile_definitions(test_host_long PRIVATE IDS=8000000)
  target_link_libraries(test_host_long PRIVATE test_support Threads::Threads)
  add_test(NAME host_long CONFIGURATIONS long COMMAND test_host_long)
  # On request: more than ten million ids of copied files.
  add_executable(test_host_copy_long test_host_copy.c)
  target_compile_definitions(test_host_copy_long PRIVATE IDS=45000)
  target_link_libraries(test_host_copy_long PRIVATE test_support)
  add_test(NAME host_copy_long CONFIGURATIONS long COMMAND test_host_copy_long)
  set_tests_properties(host_long host_copy_long PROPERTIES LABELS host TIMEOUT 1800)
endif()
