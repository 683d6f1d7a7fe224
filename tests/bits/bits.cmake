# SPDX-License-Identifier: MIT
# The random bits that each way of making ids promises: tests/vectors/bits.json. The
# judge is in Python, because the tests of the bindings call it too. Sanitizers change no
# bit, so their builds leave it out.
if(GUIDON_SANITIZE OR NOT UNIX)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_executable(bits_ids bits/ids.c)
target_link_libraries(bits_ids PRIVATE test_support)
add_test(NAME bits
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/bits/check.py
    ${CMAKE_CURRENT_SOURCE_DIR}/vectors/bits.json library $<TARGET_FILE:bits_ids>)
if(TARGET guidon_tool)
  add_test(NAME cli_bits
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/bits/check.py
      ${CMAKE_CURRENT_SOURCE_DIR}/vectors/bits.json tool $<TARGET_FILE:guidon_tool>)
endif()
