# SPDX-License-Identifier: MIT
# Tests of failing system calls, and of the stack that calls take. Sanitizers make
# system calls and use stack of their own, so their builds leave these out.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR GUIDON_SANITIZE)
  return()
endif()

set(calls support/calls_of_generators.c support/calls_of_values.c)
guidon_test(faults)
target_sources(test_faults PRIVATE
  ${calls} support/held.c support/tracer.c)
target_compile_definitions(test_faults PRIVATE
  SYMBOLS="${CMAKE_CURRENT_SOURCE_DIR}/repo/symbols.txt")
target_link_options(test_faults PRIVATE
  -Wl,--wrap=calloc,--wrap=free,--wrap=getifaddrs,--wrap=freeifaddrs)
if(GUIDON_LIBUUID)
  add_dependencies(test_faults guidon_libuuid)
  target_sources(test_faults PRIVATE support/calls_of_libuuid.c)
  target_compile_definitions(test_faults PRIVATE
    LIBUUID_MAP="${PROJECT_SOURCE_DIR}/bindings/libuuid/libuuid.map"
    LIBUUID_OURS="$<TARGET_FILE:guidon_libuuid>")
  target_link_libraries(test_faults PRIVATE ${CMAKE_DL_LIBS})
endif()
add_test(NAME faults_without_vdso COMMAND test_faults without_vdso)

find_package(Threads REQUIRED)
guidon_test(stack Threads::Threads)
target_sources(test_stack PRIVATE ${calls})

# The system calls of each moment are those of the document.
guidon_test(sandbox Threads::Threads)
target_compile_definitions(test_sandbox PRIVATE
  SANDBOX="${PROJECT_SOURCE_DIR}/docs/sandbox.md")

# Neither test runs with the one-file build, because both need link options.
get_property(names GLOBAL PROPERTY guidon_tests)
list(REMOVE_ITEM names faults stack)
set_property(GLOBAL PROPERTY guidon_tests ${names})
