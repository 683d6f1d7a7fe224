# SPDX-License-Identifier: MIT
# Tests of Guidon's libuuid.so.1 beside the system's, and with programs that were
# built for the system's.
if(NOT GUIDON_LIBUUID)
  return()
endif()

set(libuuid ${CMAKE_CURRENT_SOURCE_DIR}/libuuid)
guidon_test(libuuid ${CMAKE_DL_LIBS})
add_dependencies(test_libuuid guidon_libuuid)
target_compile_definitions(test_libuuid PRIVATE
  LIBUUID_OURS="$<TARGET_FILE:guidon_libuuid>")
# The test calls uuid_time by the types of <sys/time.h>; Guidon defines it by types
# of the same layout. A newer clang reports that difference.
if(GUIDON_SANITIZE)
  include(CheckCCompilerFlag)
  check_c_compiler_flag(-fno-sanitize=function GUIDON_HAS_NO_SANITIZE_FUNCTION)
  if(GUIDON_HAS_NO_SANITIZE_FUNCTION)
    # An option of the file follows those of the target, and so prevails.
    set_source_files_properties(libuuid/test_libuuid.c PROPERTIES
      COMPILE_OPTIONS -fno-sanitize=function)
  endif()
endif()

# The tests below run programs without a sanitizer.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_package(Threads REQUIRED)
find_library(SYSTEM_LIBUUID libuuid.so.1)
set(libuuid_python ${Python3_EXECUTABLE} -B)

add_test(NAME libuuid_symbols
  COMMAND ${libuuid_python} ${libuuid}/symbols.py
    $<TARGET_FILE:guidon_libuuid> ${CMAKE_READELF} ${CMAKE_C_COMPILER}
    $<$<BOOL:${SYSTEM_LIBUUID}>:${SYSTEM_LIBUUID}>)
add_test(NAME libuuid_configure
  COMMAND ${libuuid}/configure.sh ${CMAKE_C_COMPILER}
    $<TARGET_FILE:guidon_libuuid> ${PROJECT_SOURCE_DIR}/bindings/libuuid)

# The library as a newer glibc has it: with uuid_time64.
get_target_property(libuuid_sources guidon_libuuid SOURCES)
list(TRANSFORM libuuid_sources PREPEND ${PROJECT_SOURCE_DIR}/bindings/libuuid/)
add_library(libuuid_time64 SHARED ${libuuid_sources})
set_target_properties(libuuid_time64 PROPERTIES
  OUTPUT_NAME uuid
  SOVERSION 1
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/bindings/libuuid/libuuid.map
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/time64)
target_compile_definitions(libuuid_time64 PRIVATE _DEFAULT_SOURCE UUID_TIME64=1)
target_link_options(libuuid_time64 PRIVATE
  -Wl,--version-script,${PROJECT_SOURCE_DIR}/bindings/libuuid/libuuid.map
  -Wl,-z,nodelete)
target_link_libraries(libuuid_time64 PRIVATE
  guidon_shared_objects Threads::Threads guidon_flags)
add_test(NAME libuuid_symbols_time64
  COMMAND ${libuuid_python} ${libuuid}/symbols.py
    $<TARGET_FILE:libuuid_time64> ${CMAKE_READELF} time64)
add_executable(test_libuuid_time64 libuuid/test_libuuid.c)
target_link_libraries(test_libuuid_time64 PRIVATE test_support ${CMAKE_DL_LIBS})
add_dependencies(test_libuuid_time64 libuuid_time64)
target_compile_definitions(test_libuuid_time64 PRIVATE
  LIBUUID_OURS="$<TARGET_FILE:libuuid_time64>")
add_test(NAME libuuid_time64 COMMAND test_libuuid_time64)

add_executable(libuuid_many libuuid/many.c)
target_link_libraries(libuuid_many PRIVATE
  guidon_flags Threads::Threads ${CMAKE_DL_LIBS})
add_test(NAME libuuid_unique
  COMMAND ${libuuid_python} ${libuuid}/unique.py
    $<TARGET_FILE:guidon_libuuid> $<TARGET_FILE:libuuid_many>)
add_test(NAME libuuid_unique_long CONFIGURATIONS long
  COMMAND ${libuuid_python} ${libuuid}/unique.py
    $<TARGET_FILE:guidon_libuuid> $<TARGET_FILE:libuuid_many> long)
set_tests_properties(libuuid_unique_long PROPERTIES
  LABELS libuuid TIMEOUT 1800)

# Real programs. `./dev test long` runs those that need more packages.
set(libuuid_programs ${libuuid_python} ${libuuid}/programs.py
  $<TARGET_FILE:guidon_libuuid>)
add_test(NAME libuuid_programs
  COMMAND ${libuuid_programs} uuidgen uuidparse e2fsprogs mkswap python perl)
add_test(NAME libuuid_programs_long CONFIGURATIONS long
  COMMAND ${libuuid_programs} btrfs postgres)
set_tests_properties(libuuid_programs_long PROPERTIES
  LABELS libuuid TIMEOUT 600)

set(libuuid_run $<TARGET_FILE_DIR:guidon_libuuid>/guidon-libuuid-run)
if(SYSTEM_LIBUUID)
  get_filename_component(folder ${SYSTEM_LIBUUID} DIRECTORY)
  foreach(kind "" -plain)
    add_executable(libuuid_rpath${kind} libuuid/rpath.c)
    target_link_libraries(libuuid_rpath${kind} PRIVATE ${SYSTEM_LIBUUID})
    set_target_properties(libuuid_rpath${kind} PROPERTIES SKIP_BUILD_RPATH ON)
  endforeach()
  target_link_options(libuuid_rpath PRIVATE
    -Wl,--disable-new-dtags,-rpath,${folder})
  add_test(NAME libuuid_run
    COMMAND bash ${libuuid}/run.sh ${libuuid_run} $<TARGET_FILE:guidon_libuuid>
      $<TARGET_FILE:libuuid_rpath>)
  set_tests_properties(libuuid_run PROPERTIES
    REQUIRED_FILES $<TARGET_FILE:libuuid_rpath-plain>)
endif()
add_test(NAME libuuid_readme
  COMMAND ${libuuid}/readme.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER}
    $<TARGET_FILE:guidon_libuuid> ${libuuid_run})
if(GUIDON_INSTALL)
  add_test(NAME libuuid_install
    COMMAND ${libuuid}/install.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR})
endif()
if(TARGET no_entropy)
  add_test(NAME libuuid_no_entropy
    COMMAND bash ${libuuid}/no_entropy.sh $<TARGET_FILE:no_entropy> ${libuuid_run}
      ${PROJECT_SOURCE_DIR})
  set_tests_properties(libuuid_no_entropy PROPERTIES SKIP_RETURN_CODE 77)
endif()
