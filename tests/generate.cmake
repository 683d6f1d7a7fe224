# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(v2)
guidon_test(v4)
guidon_test(v7)
guidon_test(ulid)

# Many ids are put in their places by vectors, or one by one.
target_sources(test_v7 PRIVATE support/cpu_without.c)
add_test(NAME v7_without_avx2 COMMAND test_v7)
set_tests_properties(v7_without_avx2 PROPERTIES
  ENVIRONMENT GUIDON_CPU_WITHOUT=avx2)
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
