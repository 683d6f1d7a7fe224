# SPDX-License-Identifier: MIT
# Tests of SECURITY.md: hostile users cannot misuse the state file, times do not
# depend on secrets, and the shipped files are hardened.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  return()
endif()

guidon_test(shared_attack)

if(GUIDON_SANITIZE)
  return()
endif()
include(CheckIncludeFile)
check_include_file(valgrind/memcheck.h GUIDON_HAS_MEMCHECK)
if(GUIDON_HAS_MEMCHECK)
  add_executable(consttime secure/consttime.c)
  target_link_libraries(consttime PRIVATE test_support)
  add_test(NAME repo_consttime
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/secure/consttime.sh $<TARGET_FILE:consttime>)
  set_tests_properties(repo_consttime PROPERTIES SKIP_RETURN_CODE 77)
endif()

if(GUIDON_HARDEN AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(shipped $<TARGET_FILE:guidon_shared>)
  foreach(target guidon_tool guidon_libuuid)
    if(TARGET ${target})
      list(APPEND shipped $<TARGET_FILE:${target}>)
    endif()
  endforeach()
  add_test(NAME repo_hardened
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/repo/hardened.py
      ${CMAKE_READELF} $<TARGET_FILE:guidon_static> ${shipped})
  set_tests_properties(repo_hardened PROPERTIES
    ENVIRONMENT "CONFIG=$<CONFIG>")
endif()
