# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(timestamp)
guidon_test(tsc)
guidon_test(counter)
guidon_test(clock Threads::Threads)
guidon_test(node)
guidon_test(atomic128 Threads::Threads)

# The same with the lock that replaces a 16-byte compare-and-swap if the processor
# has none.
add_executable(test_atomic128_flag clock/test_atomic128.c)
target_compile_definitions(test_atomic128_flag PRIVATE GDN_ATOMIC128_LOCK_FREE=0)
target_link_libraries(test_atomic128_flag PRIVATE test_support Threads::Threads)
add_test(NAME atomic128_flag COMMAND test_atomic128_flag)
