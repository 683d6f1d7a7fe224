# SPDX-License-Identifier: MIT
# A short soak run. `./dev soak` runs the long one.
find_package(Threads REQUIRED)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_executable(soak soak/days.c soak/judge.c soak/kept.c soak/plant.c soak/repeats.c
    soak/soak.c soak/wall.c soak/work.c)
  target_include_directories(soak PRIVATE soak support)
  target_link_libraries(soak PRIVATE guidon::static guidon_flags Threads::Threads)

  # Two rounds of half a million ids. If the run plants a repeated id, it must find
  # that id.
  foreach(plant none block threads processes fork rounds rounds-v4)
    add_test(NAME soak_${plant} COMMAND soak --ids 600000 --round 500000 --fresh
      --folder ${CMAKE_CURRENT_BINARY_DIR}/soak-${plant} --plant ${plant})
    set_tests_properties(soak_${plant} PROPERTIES TIMEOUT 120)
  endforeach()
endif()
