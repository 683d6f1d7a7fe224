# SPDX-License-Identifier: MIT
# Tests of <guidon/inline.h>: the tests of the library's functions, and a comparison
# with these, are compiled once and linked with the inline functions in C and in C++,
# for several compiler options.
set(functions uuid_format uuid_parse ulid_format ulid_parse)
foreach(file text/test_strict inline/test_inline)
  string(REGEX REPLACE ".*/test_" "" name ${file})
  add_library(inline_${name} OBJECT ${file}.c)
  target_link_libraries(inline_${name} PRIVATE test_support)
endforeach()
foreach(function ${functions})
  # This test calls the inline function instead.
  target_compile_definitions(inline_strict PRIVATE
    guidon_${function}=inline_${function})
endforeach()

set(strict -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
  -Wcast-align -Wcast-qual -Wundef)

# guidon_inline_test(NAME LANGUAGE INLINED OPTION...): run the tests with the functions
# of LANGUAGE, c or cpp, and these options. INLINED is 1 if the functions have no call.
function(guidon_inline_test name language inlined)
  set(calls inline_calls_${language}_${name})
  add_library(${calls} OBJECT inline/calls.${language})
  target_compile_definitions(${calls} PRIVATE INLINED=${inlined})
  target_link_libraries(${calls} PRIVATE guidon::static guidon_flags)
  target_compile_options(${calls} PRIVATE ${strict} $<$<CONFIG:Release>:-O2> ${ARGN})
  if(language STREQUAL "cpp")
    set_target_properties(${calls} PROPERTIES CXX_STANDARD 11
      CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_compile_options(${calls} PRIVATE -Wold-style-cast)
  endif()
  foreach(test strict inline)
    set(program test_inline_${test}_${language}_${name})
    add_executable(${program} $<TARGET_OBJECTS:inline_${test}>
      $<TARGET_OBJECTS:${calls}>)
    set_target_properties(${program} PROPERTIES LINKER_LANGUAGE C)
    target_link_libraries(${program} PRIVATE test_support)
    if("-mavx2" IN_LIST ARGN)
      target_sources(${program} PRIVATE inline/needs_avx2.c)
    endif()
    add_test(NAME inline_${test}_${language}_${name} COMMAND ${program})
    set_tests_properties(inline_${test}_${language}_${name} PROPERTIES
      SKIP_RETURN_CODE 77)
  endforeach()
  add_test(NAME inline_${language}_${name}_long CONFIGURATIONS long
    COMMAND test_inline_inline_${language}_${name} long)
  set_tests_properties(inline_${language}_${name}_long PROPERTIES
    LABELS kernels TIMEOUT 3600 SKIP_RETURN_CODE 77)
endfunction()

if(GUIDON_SANITIZE)
  # Each kind of code once. The other options and the C++ compiler change no access to
  # memory.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    guidon_inline_test(none c 0 -mno-sse4.1)
    guidon_inline_test(sse41 c 1 -mssse3 -msse4.1 -mno-avx)
    guidon_inline_test(avx2 c 1 -mavx2)
  else()
    guidon_inline_test(off c 0 -DGUIDON_INLINE_OFF)
  endif()
  return()
endif()

foreach(language c cpp)
  if(language STREQUAL "cpp" AND NOT CMAKE_CXX_COMPILER)
    foreach(test strict inline)
      guidon_missing_test(inline_${test}_cpp_off g++)
    endforeach()
    continue()
  endif()
  guidon_inline_test(off ${language} 0 -DGUIDON_INLINE_OFF)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    guidon_inline_test(none ${language} 0 -mno-sse4.1)
    guidon_inline_test(sse41 ${language} 1 -mssse3 -msse4.1 -mno-avx)
    guidon_inline_test(avx ${language} 1 -mavx -mno-avx2)
    guidon_inline_test(avx2 ${language} 1 -mavx2)
    # Options that must not matter.
    guidon_inline_test(sse41_odd ${language} 1 -msse4.1 -mno-avx -O0
      -funsigned-char -ffast-math)
    guidon_inline_test(avx2_odd ${language} 1 -mavx2 -O0 -funsigned-char
      -ffast-math)
  endif()
endforeach()
