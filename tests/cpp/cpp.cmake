# SPDX-License-Identifier: MIT
# Tests of <guidon.hpp>: one program for each C++ standard with the build's compiler,
# one with the newest standard library that some compiler here has, and code that
# must not compile. Each program is one source for the compiler, because the
# standard library's headers take most of the time.
set(cpp_standards 17 20 23)
if(GUIDON_SANITIZE)
  # The newest standard that clang 14 has with libstdc++.
  set(cpp_standards 20)
endif()

foreach(standard ${cpp_standards})
  if(NOT CMAKE_CXX_COMPILER)
    guidon_missing_test(cpp_${standard} g++)
    continue()
  elseif(NOT GUIDON_FOUND_doctest_doctest_h)
    guidon_missing_test(cpp_${standard} doctest-dev)
    continue()
  endif()
  set(program test_cpp_${standard})
  add_executable(${program} cpp/main.cpp cpp/format.cpp cpp/generate.cpp
    cpp/hostile.cpp cpp/keys.cpp cpp/lines.cpp cpp/query.cpp cpp/scan.cpp cpp/text.cpp
    cpp/time.cpp cpp/typeid.cpp cpp/value.cpp)
  set_target_properties(${program} PROPERTIES UNITY_BUILD ON
    UNITY_BUILD_BATCH_SIZE 0 CXX_STANDARD ${standard} CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(${program} PRIVATE -Wconversion)
  if(GUIDON_SANITIZE MATCHES "undefined")
    # Not part of "undefined" in every compiler.
    target_compile_options(${program} PRIVATE -fsanitize=float-cast-overflow)
  endif()
  if(GUIDON_SANITIZE OR standard GREATER 17)
    # The C++17 program of release shows what an optimiser does with the header. With
    # sanitizers, an optimiser takes three times as long and hides faults.
    target_compile_options(${program} PRIVATE -O0)
  elseif(CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(${program} PRIVATE -O2)
  endif()
  target_link_libraries(${program} PRIVATE guidon::static guidon_flags)
  add_test(NAME cpp_${standard} COMMAND ${program})
endforeach()

if(GUIDON_SANITIZE OR NOT TARGET test_cpp_17)
  return()
endif()
add_test(NAME cpp_newest
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cpp/newest.sh ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:guidon_static>)
set_tests_properties(cpp_newest PROPERTIES SKIP_RETURN_CODE 77)
foreach(compiler g++ clang++)
  find_program(CPP_${compiler} ${compiler})
  if(CPP_${compiler})
    add_test(NAME cpp_refused_${compiler}
      COMMAND python3 -B ${CMAKE_CURRENT_SOURCE_DIR}/cpp/refused.py ${compiler}
        ${PROJECT_SOURCE_DIR}/include 17 20)
  endif()
endforeach()
