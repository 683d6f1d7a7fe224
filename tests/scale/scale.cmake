# SPDX-License-Identifier: MIT
# The simulations of docs/scale.md: ids over shards, and the order of a fleet.
# Sanitizers change no figure and take ten times as long, so their builds leave the
# simulations out.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(program shards order)
  add_executable(scale_${program} scale/${program}.c)
  target_include_directories(scale_${program} PRIVATE support)
  target_link_libraries(scale_${program} PRIVATE guidon::static guidon_flags m)
  target_compile_options(scale_${program} PRIVATE $<$<CONFIG:Release>:-O2>)
  add_test(NAME scale_${program}
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/scale/check.py
      $<TARGET_FILE:scale_${program}> ${PROJECT_SOURCE_DIR}/docs/scale.md)
endforeach()
