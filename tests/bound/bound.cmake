# SPDX-License-Identifier: MIT
# The functions of the shared library that the dynamic linker binds to a kernel.
if(NOT GUIDON_IFUNC_USED)
  return()
endif()

# The resolvers choose the kernels that all other builds choose.
add_executable(test_text_ifunc bound/test_text_ifunc.c support/cpu_without.c)
target_link_libraries(test_text_ifunc PRIVATE test_support)
foreach(without none avx512vbmi avx512 avx2 all)
  add_test(NAME text_ifunc_without_${without} COMMAND test_text_ifunc)
  if(NOT without STREQUAL "none")
    set_tests_properties(text_ifunc_without_${without} PROPERTIES
      ENVIRONMENT GUIDON_CPU_WITHOUT=${without})
  endif()
endforeach()

# The four symbols are of the type IFUNC.
add_test(NAME bound_symbols COMMAND ${CMAKE_NM} -D $<TARGET_FILE:guidon_shared>)
set_tests_properties(bound_symbols PROPERTIES PASS_REGULAR_EXPRESSION
  " i guidon_ulid_format@.* i guidon_ulid_parse@.* i guidon_uuid_format@.* i guidon_uuid_parse@")

# guidon_bound_program(NAME OPTION...): a program that links the shared library.
function(guidon_bound_program name)
  add_executable(${name} bound/test_bound.c)
  target_compile_definitions(${name} PRIVATE LINKED)
  target_include_directories(${name} PRIVATE support)
  target_link_libraries(${name} PRIVATE guidon::shared ${CMAKE_DL_LIBS} guidon_flags)
  target_link_options(${name} PRIVATE ${ARGN})
  add_test(NAME ${name} COMMAND ${name})
endfunction()

guidon_bound_program(bound_now LINKER:-z,now)
guidon_bound_program(bound_lazy LINKER:-z,lazy)
# Such a program takes the addresses of functions from its own PLT.
guidon_bound_program(bound_no_pie -no-pie)
target_compile_options(bound_no_pie PRIVATE -fno-pie)

# A program that does not link the library.
add_executable(bound_load bound/test_bound.c)
target_include_directories(bound_load PRIVATE support ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(bound_load PRIVATE ${CMAKE_DL_LIBS} guidon_flags)
foreach(way lazy now)
  add_test(NAME bound_load_${way}
    COMMAND bound_load ${way} $<TARGET_FILE:guidon_shared>)
endforeach()
add_test(NAME bound_preload COMMAND bound_load preloaded)
set_tests_properties(bound_preload PROPERTIES
  ENVIRONMENT LD_PRELOAD=$<TARGET_FILE:guidon_shared>)

find_program(GUIDON_VALGRIND valgrind)
if(GUIDON_VALGRIND)
  add_test(NAME bound_valgrind
    COMMAND ${GUIDON_VALGRIND} -q --error-exitcode=99 $<TARGET_FILE:bound_now>)
endif()
