# SPDX-License-Identifier: MIT
# The page's own libc, compiled for this machine with sanitizers.
if(NOT UNIX OR GUIDON_SANITIZE)
  return()
endif()

add_test(NAME page_libc
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/page/run.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(page_libc PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
