# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(v2)
guidon_test(v4)
guidon_test(v7)
guidon_test(ulid)

# Many ids are put in their places by vectors of two kinds, or one by one.
target_sources(test_v7 PRIVATE support/cpu_without.c)
foreach(feature avx512vbmi avx2)
  add_test(NAME v7_without_${feature} COMMAND test_v7)
  set_tests_properties(v7_without_${feature} PROPERTIES
    ENVIRONMENT GUIDON_CPU_WITHOUT=${feature})
endforeach()
guidon_test(gregorian)
guidon_test(generator)
guidon_test(scope Threads::Threads)

# They read the processor's counter, where it is one to go by; and where not.
if(UNIX)
  guidon_test(wall_steps Threads::Threads)
  target_sources(test_wall_steps PRIVATE support/cpu_without.c)
  add_test(NAME wall_steps_without_tsc COMMAND test_wall_steps)
  set_tests_properties(wall_steps_without_tsc PROPERTIES
    ENVIRONMENT GUIDON_CPU_WITHOUT=tsc)
endif()
