# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(at)
guidon_test(v2)
guidon_test(v4)
guidon_test(v7)
guidon_test(ulid)

# Batches of version 7 run with each of two SIMD kernels and without any.
target_sources(test_v7 PRIVATE support/cpu_without.c)
foreach(feature avx512vbmi avx2)
  add_test(NAME v7_without_${feature} COMMAND test_v7)
  set_tests_properties(v7_without_${feature} PROPERTIES
    ENVIRONMENT GUIDON_CPU_WITHOUT=${feature})
endforeach()
guidon_test(clock_rules)
guidon_test(gregorian)
guidon_long_test(gregorian generate)
guidon_test(generator)
guidon_test(options)
guidon_test(prefixed)
guidon_kernel_test(name PkgConfig::libcrypto)
guidon_test(scope Threads::Threads)
if(UNIX)
  guidon_test(expiry Threads::Threads)
  guidon_test(v8_node Threads::Threads)
  guidon_test(v8_prefixed)
  guidon_test(process_generators Threads::Threads)
endif()

# Batches of version 8 with a prefix run with each of the kernels too.
if(UNIX)
  target_sources(test_v8_prefixed PRIVATE support/cpu_without.c)
  foreach(feature avx512vbmi avx2)
    add_test(NAME v8_prefixed_without_${feature} COMMAND test_v8_prefixed)
    set_tests_properties(v8_prefixed_without_${feature} PROPERTIES
      ENVIRONMENT GUIDON_CPU_WITHOUT=${feature})
  endforeach()
endif()

# The short path of guidon_new beside the general steps. The test defines
# clock_gettime.
if(UNIX)
  guidon_test(next_thread)
  guidon_long_test(next_thread generate)
endif()

# No fast path waits for its own stores.
if(CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64
    AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND UNIX AND NOT APPLE
    AND NOT GUIDON_SANITIZE AND NOT GUIDON_COVERAGE)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND AND TARGET guidon_shared)
    add_test(NAME generate_stalls
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/generate/stalls.py
        $<TARGET_FILE:guidon_shared>)
    set_tests_properties(generate_stalls PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endif()

# A batch of one id costs what one id costs.
include(CheckIncludeFile)
check_include_file(valgrind/callgrind.h GUIDON_HAS_CALLGRIND)
if(GUIDON_HAS_CALLGRIND AND NOT GUIDON_SANITIZE AND NOT GUIDON_COVERAGE)
  add_executable(cost generate/cost.c support/cpu_without.c)
  target_link_libraries(cost PRIVATE test_support)
  add_test(NAME generate_cost
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/generate/cost.sh $<TARGET_FILE:cost>)
  set_tests_properties(generate_cost PROPERTIES SKIP_RETURN_CODE 77)
endif()

# Steps of the wall clock, with the processor's time stamp counter and without it.
if(UNIX)
  guidon_test(wall_steps Threads::Threads)
  target_sources(test_wall_steps PRIVATE support/cpu_without.c)
  add_test(NAME wall_steps_without_tsc COMMAND test_wall_steps)
  set_tests_properties(wall_steps_without_tsc PROPERTIES
    ENVIRONMENT GUIDON_CPU_WITHOUT=tsc)
endif()

include(generate/fork.cmake)
