# SPDX-License-Identifier: MIT
# Checks of the tree and of what is built from it. Sanitizers change neither
# the tree nor what a user gets, so those builds leave them out.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(house ${CMAKE_CURRENT_SOURCE_DIR}/house)
set(python ${Python3_EXECUTABLE} -B)

add_test(NAME house_checks COMMAND ${python} ${house}/test_checks.py)
add_test(NAME bench_driver
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/bench/tests/test_driver.py)
foreach(check documents recipes rooms spdx words)
  add_test(NAME house_${check}
    COMMAND ${python} ${house}/${check}.py ${PROJECT_SOURCE_DIR})
endforeach()

if(UNIX AND NOT APPLE)
  add_test(NAME house_symbols
    COMMAND ${python} ${house}/symbols.py ${PROJECT_SOURCE_DIR} ${CMAKE_NM}
      ${CMAKE_READELF} $<TARGET_FILE:guidon_shared> $<TARGET_FILE:guidon_static>)
endif()
if(UNIX)
  add_test(NAME house_plain_build
    COMMAND ${house}/plain_build.sh ${PROJECT_SOURCE_DIR} ${CMAKE_NM})
endif()
