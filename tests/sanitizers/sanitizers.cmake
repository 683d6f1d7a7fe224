# SPDX-License-Identifier: MIT
# Tests of the builds with sanitizers: they run every test that they can add something
# to, and the faults that show what they find still fit their sources.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(sanitizers ${CMAKE_CURRENT_SOURCE_DIR}/sanitizers)
add_test(NAME sanitizers_planted
  COMMAND ${Python3_EXECUTABLE} -B ${sanitizers}/planted.py --check)
add_test(NAME sanitizers_left_out
  COMMAND ${Python3_EXECUTABLE} -B ${sanitizers}/left_out.py ${PROJECT_SOURCE_DIR}
    ${PROJECT_BINARY_DIR} ${CMAKE_COMMAND})
set_tests_properties(sanitizers_left_out PROPERTIES SKIP_RETURN_CODE 77)
