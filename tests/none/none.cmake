# SPDX-License-Identifier: MIT
# Tests of the library without an operating system (<guidon/host.h>): natively, where
# sanitizers see it, and as WebAssembly.
if(NOT UNIX)
  return()
endif()

if(GUIDON_SANITIZE)
  # Only the folders whose code knows the host are compiled again, and not their kernels.
  # All other objects come from the library, so its tests need no second run.
  file(GLOB none_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/host/*.c
    ${PROJECT_SOURCE_DIR}/src/clock/*.c ${PROJECT_SOURCE_DIR}/src/reserve/*.c
    ${PROJECT_SOURCE_DIR}/src/shared/*.c ${PROJECT_SOURCE_DIR}/src/lease/*.c
    ${PROJECT_SOURCE_DIR}/src/generate/*.c ${PROJECT_SOURCE_DIR}/src/random/*.c)
  list(FILTER none_sources EXCLUDE REGEX "_(avx2|avx512vbmi|aesni|vaes512|arm)\\.c$")
  add_executable(test_none none/test_none.c ${none_sources})
  target_compile_definitions(test_none PRIVATE GUIDON_HOST_NONE=1
    GUIDON_HOST_CLOCK_NS=1000000 GUIDON_BUILDING)
  target_link_libraries(test_none PRIVATE test_support)
  add_test(NAME none COMMAND test_none)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(none ${CMAKE_CURRENT_BINARY_DIR}/none)
set(amalgamate ${PROJECT_SOURCE_DIR}/packaging/amalgamate.py)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/*.[ch] ${PROJECT_SOURCE_DIR}/include/*.h)
add_custom_command(OUTPUT ${none}/guidon.c ${none}/guidon.h
  COMMAND ${Python3_EXECUTABLE} -B ${amalgamate} ${PROJECT_SOURCE_DIR} ${none}
  DEPENDS ${amalgamate} ${sources} ${PROJECT_SOURCE_DIR}/packaging/sources.txt
  COMMENT "Writing the library as one file, for no operating system")
add_library(none_objects OBJECT ${none}/guidon.c)
target_compile_definitions(none_objects PRIVATE GUIDON_HOST_NONE=1
  GUIDON_HOST_CLOCK_NS=1000000)
target_link_libraries(none_objects PRIVATE guidon_flags)

# Some code is written twice, for speed and for size. Its tests see that for size here.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(none_objects PRIVATE -Os)
endif()

# none_test(NAME FILES...): links the files with this build instead of the library.
function(none_test name)
  add_executable(test_${name} ${ARGN} $<TARGET_OBJECTS:none_objects>)
  target_link_libraries(test_${name} PRIVATE test_support)
  add_test(NAME ${name} COMMAND test_${name})
endfunction()

none_test(none none/test_none.c)
target_compile_definitions(test_none PRIVATE GUIDON_HOST_NONE=1)
# Tests that read vectors, or that give a generator its clock and its random bits.
foreach(name audit bounds convert der fields forms guid keys make recognise
    duplicate_counts status strict ticks timestamp typeid ulid ulid_alphabet v7 validate value)
  none_test(none_${name} $<FILTER:$<TARGET_OBJECTS:test_${name}>,EXCLUDE,cpu_without>
    none/posix_host.c)
endforeach()

add_test(NAME none_wasm
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/none/run.sh ${PROJECT_SOURCE_DIR} ${none})
set_tests_properties(none_wasm PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600
  REQUIRED_FILES "${none}/guidon.c;${none}/guidon.h")
