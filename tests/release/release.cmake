# SPDX-License-Identifier: MIT
# ./dev release, whose parts are small here. Sanitizers change nothing of it.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME release_command
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/release/test_release.py)
set_tests_properties(release_command PROPERTIES SKIP_RETURN_CODE 77)
# ./dev test release DIR, on releases that are small here.
add_test(NAME release_users
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/release/test_users.py)
