# SPDX-License-Identifier: MIT
# Tests with real processes and with threads that fork.
if(NOT UNIX)
  return()
endif()

find_package(Threads REQUIRED)
target_sources(test_support PRIVATE support/idset.c)
guidon_test(fork Threads::Threads)
guidon_test(fork_state Threads::Threads)
guidon_test(fork_callback)
guidon_test(seccomp Threads::Threads)

# The same with the lock that guards a generator's state if the processor has no
# 16-byte compare-and-swap.
file(GLOB generate_sources ${PROJECT_SOURCE_DIR}/src/generate/*.c)
list(FILTER generate_sources EXCLUDE REGEX sort_keys) # kernels without a lock
add_executable(test_fork_flag generate/test_fork_state.c ${generate_sources})
target_compile_definitions(test_fork_flag PRIVATE
  GDN_ATOMIC128_LOCK_FREE=0 GUIDON_BUILDING)
target_link_libraries(test_fork_flag PRIVATE test_support Threads::Threads)
add_test(NAME fork_flag COMMAND test_fork_flag)

set_tests_properties(fork fork_state fork_callback fork_flag seccomp PROPERTIES TIMEOUT 180)
