# SPDX-License-Identifier: MIT
# The memory of the page's module, compiled for this machine with sanitizers.
if(NOT UNIX OR GUIDON_SANITIZE)
  return()
endif()

add_test(NAME page_blocks
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/page/run.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(page_blocks PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
