# SPDX-License-Identifier: MIT
# The shared library exports exactly the names in tests/repo/symbols.txt, under the
# version GUIDON_MAJOR. The linker fails if a listed name is not defined.
set(symbol_list ${PROJECT_SOURCE_DIR}/tests/repo/symbols.txt)
if(NOT CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
  return() # where names have no versions, GUIDON_API alone decides
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbol_list})
file(STRINGS ${symbol_list} symbols)
list(TRANSFORM symbols REPLACE "(.+)" "    \\1;")
string(REPLACE ";;" ";\n" symbols "${symbols}")

set(major ${PROJECT_VERSION_MAJOR})
set(symbol_map ${CMAKE_CURRENT_BINARY_DIR}/guidon.map)
configure_file(guidon.map.in ${symbol_map} @ONLY)
target_link_options(guidon_shared PRIVATE LINKER:--version-script=${symbol_map}
  LINKER:--no-undefined-version)
# Never unload the library, because the system calls it at the end of each thread.
target_link_options(guidon_shared PRIVATE LINKER:-z,nodelete)
set_property(TARGET guidon_shared APPEND PROPERTY LINK_DEPENDS ${symbol_map})
