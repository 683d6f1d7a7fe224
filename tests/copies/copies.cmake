# SPDX-License-Identifier: MIT
# Several copies of the library in one process, in shared objects that are loaded, and
# unloaded again.
if(NOT UNIX)
  return()
endif()

find_package(Threads REQUIRED)
set(copies "")
foreach(name a b linked)
  set(kind static)
  if(name STREQUAL "linked")
    set(kind shared)
  endif()
  # No visibility option: the library has to hide its names by itself.
  add_library(copy_${name} MODULE copies/plugin.c)
  target_link_libraries(copy_${name} PRIVATE guidon::${kind} guidon_flags)
  if(GUIDON_SANITIZE) # the objects of the static library export their names there
    target_link_options(copy_${name} PRIVATE LINKER:--exclude-libs,ALL)
  endif()
  list(APPEND copies $<TARGET_FILE:copy_${name}>)
endforeach()
string(REPLACE ";" ":" copies "${copies}")

# guidon_copies_test(NAME): a test that loads these shared objects. It does not link
# the library itself.
function(guidon_copies_test name)
  add_executable(test_${name} copies/test_${name}.c)
  target_include_directories(test_${name} PRIVATE support
    ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(test_${name} PRIVATE PkgConfig::cmocka PkgConfig::jansson
    Threads::Threads ${CMAKE_DL_LIBS} guidon_flags)
  add_dependencies(test_${name} copy_a copy_b copy_linked)
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "COPIES=${copies}" TIMEOUT 180
    REQUIRED_FILES "$<TARGET_FILE:copy_a>;$<TARGET_FILE:copy_b>;$<TARGET_FILE:copy_linked>")
endfunction()

guidon_copies_test(copies)
guidon_copies_test(unload)
target_compile_definitions(test_unload PRIVATE
  LIBRARY_MAJOR="${PROJECT_VERSION_MAJOR}")
