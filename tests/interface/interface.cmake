# SPDX-License-Identifier: MIT
# The public headers follow the rules of docs/reference/rules.md. Sanitizers change no
# header.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME interface
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/interface/run.py)
set_tests_properties(interface PROPERTIES SKIP_RETURN_CODE 77)
