# SPDX-License-Identifier: MIT
# Tests of the library as users get it: installed, embedded, and as one file. Users
# get no sanitizers, so those builds leave these tests out.
if(GUIDON_SANITIZE OR NOT UNIX)
  return()
endif()

set(install ${CMAKE_CURRENT_SOURCE_DIR}/install)
# guidon_whole_test(NAME COMMAND...): a test, and NAME_long, the same with the last argument
# "whole": every combination of what NAME combines only in pairs.
function(guidon_whole_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  add_test(NAME ${name}_long CONFIGURATIONS long COMMAND ${ARGN} whole)
  set_tests_properties(${name}_long PROPERTIES TIMEOUT 1800)
endfunction()

guidon_whole_test(install_embedded
  ${install}/embed.sh ${PROJECT_SOURCE_DIR} ${CMAKE_COMMAND})
if(GUIDON_INSTALL AND BUILD_SHARED_LIBS AND NOT APPLE)
  add_test(NAME install_installed
    COMMAND ${install}/installed.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
      ${CMAKE_COMMAND})
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(one_file ${CMAKE_CURRENT_BINARY_DIR}/one_file)
set(amalgamate ${PROJECT_SOURCE_DIR}/packaging/amalgamate.py)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/*.[ch] ${PROJECT_SOURCE_DIR}/include/*.h)
add_custom_command(OUTPUT ${one_file}/guidon.c ${one_file}/guidon.h
    ${one_file}/guidon-inline.h
  COMMAND ${Python3_EXECUTABLE} -B ${amalgamate} ${PROJECT_SOURCE_DIR}
    ${one_file}
  DEPENDS ${amalgamate} ${sources} ${PROJECT_SOURCE_DIR}/packaging/sources.txt
  COMMENT "Writing the library as one file")
guidon_whole_test(install_inline ${install}/inline.sh ${PROJECT_SOURCE_DIR})
add_test(NAME install_enums
  COMMAND ${install}/enums.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:guidon_static>)
add_test(NAME install_amalgamate
  COMMAND ${Python3_EXECUTABLE} -B ${install}/test_amalgamate.py)
add_test(NAME install_one_file
  COMMAND ${install}/one_file.sh ${PROJECT_SOURCE_DIR} ${one_file} ${CMAKE_NM})
add_test(NAME install_size COMMAND ${install}/size.sh ${PROJECT_SOURCE_DIR} ${one_file})
set_tests_properties(install_size PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300
  REQUIRED_FILES "${one_file}/guidon.c;${one_file}/guidon.h")
guidon_whole_test(install_private
  ${install}/private.sh ${PROJECT_SOURCE_DIR} ${one_file} ${CMAKE_NM}
    $<TARGET_FILE:test_copies> $<TARGET_FILE:copy_linked>)

# The same file with the flags of programs that embed it.
set(row_gcc odd)
set(row_clang native)
foreach(compiler gcc clang)
  set(flags ${install}/flags.sh ${PROJECT_SOURCE_DIR} ${one_file} ${compiler})
  add_test(NAME install_flags_${compiler} COMMAND ${flags} ${row_${compiler}})
  add_test(NAME install_flags_${compiler}_long CONFIGURATIONS long COMMAND ${flags})
  foreach(suffix "" _long)
    set_tests_properties(install_flags_${compiler}${suffix} PROPERTIES
      SKIP_RETURN_CODE 77 TIMEOUT 600
      REQUIRED_FILES "${one_file}/guidon.c;${one_file}/guidon.h")
  endforeach()
endforeach()
set_tests_properties(install_one_file install_private install_private_long PROPERTIES
  REQUIRED_FILES "${one_file}/guidon.c;${one_file}/guidon.h;${one_file}/guidon-inline.h")

# Every test of the library runs again with the one-file build. The private names
# that a test uses are the same there. A second definition of a name does not link.
add_library(one_file_objects OBJECT ${one_file}/guidon.c)
target_compile_options(one_file_objects PRIVATE $<$<CONFIG:Release>:-O2>)
target_link_libraries(one_file_objects PRIVATE guidon_flags)
get_property(names GLOBAL PROPERTY guidon_tests)
list(REMOVE_ITEM names cpu_without statistics scanner workers)
foreach(name ${names})
  get_target_property(source test_${name} SOURCES)
  list(GET source 0 source)
  file(STRINGS ${source} own REGEX
    "^#include .*\\.c\"|^[a-z].*[ *]gdn_[a-z0-9_]+\\(")
  if(own)
    continue() # it has a part of the library in a form of its own
  endif()
  get_target_property(libraries test_${name} LINK_LIBRARIES)
  # The one-file build has no way to take processor features away.
  add_executable(one_file_${name}
    $<FILTER:$<TARGET_OBJECTS:test_${name}>,EXCLUDE,cpu_without>)
  set_target_properties(one_file_${name} PROPERTIES LINKER_LANGUAGE C)
  target_link_libraries(one_file_${name} PRIVATE
    $<TARGET_OBJECTS:one_file_objects> ${libraries})
  # Tests that take seconds run on request.
  set(when "")
  if(name MATCHES "^(fork|host|scope)$")
    set(when CONFIGURATIONS long)
    set(suffix _long)
  else()
    set(suffix "")
  endif()
  add_test(NAME one_file_${name}${suffix} ${when} COMMAND one_file_${name})
  set_tests_properties(one_file_${name}${suffix} PROPERTIES TIMEOUT 180)
endforeach()
