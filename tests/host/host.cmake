# SPDX-License-Identifier: MIT
guidon_test(entropy)
guidon_test(vmclock)

# Tests of scope HOST with real threads and processes. They need a directory for the
# state file.
find_package(Threads REQUIRED)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  guidon_test(host Threads::Threads)
  guidon_test(host_state)
  guidon_test(host_events)
  guidon_test(host_copy)
  guidon_test(host_reservation)
  set_tests_properties(host host_state host_events host_copy host_reservation PROPERTIES
    TIMEOUT 120)
  set_tests_properties(host_reservation PROPERTIES SKIP_RETURN_CODE 77)

  if(GUIDON_SANITIZE) # `./dev test long` runs the build release
    return()
  endif()
  # On request: the same with a million ids for each of eight processes.
  add_executable(test_host_long host/test_host.c)
  target_compile_definitions(test_host_long PRIVATE IDS=8000000)
  target_link_libraries(test_host_long PRIVATE test_support Threads::Threads)
  add_test(NAME host_long CONFIGURATIONS long COMMAND test_host_long)
  # On request: more than ten million ids of copied files.
  add_executable(test_host_copy_long host/test_host_copy.c)
  target_compile_definitions(test_host_copy_long PRIVATE IDS=45000)
  target_link_libraries(test_host_copy_long PRIVATE test_support)
  add_test(NAME host_copy_long CONFIGURATIONS long COMMAND test_host_copy_long)
  # On request: two processes hand over ten million times.
  add_executable(test_host_reservation_long
    host/test_host_reservation.c)
  target_compile_definitions(test_host_reservation_long PRIVATE BATONS=10000000)
  target_link_libraries(test_host_reservation_long PRIVATE test_support)
  add_test(NAME host_reservation_long CONFIGURATIONS long COMMAND test_host_reservation_long)
  set_tests_properties(host_reservation_long PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties(host_long host_copy_long host_reservation_long PROPERTIES LABELS host TIMEOUT 1800)
endif()
