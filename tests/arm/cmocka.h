/* SPDX-License-Identifier: MIT */
/* The part of cmocka that the tests of kernels use, because there is no library
 * of it for the other processor. The first failure ends the program. */
#ifndef CMOCKA_H
#define CMOCKA_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
};

#define cmocka_unit_test(f) cmocka_unit_test_setup_teardown(f, NULL, NULL)
#define cmocka_unit_test_setup(f, setup)                                       \
  cmocka_unit_test_setup_teardown(f, setup, NULL)
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                    \
  {                                                                            \
#    f, f, setup, teardown                                                     \
  }

static jmp_buf cmocka_skipped;
#define skip()             longjmp(cmocka_skipped, 1)

#define print_message(...) ((void)printf(__VA_ARGS__))
#define print_error(...)   ((void)fprintf(stderr, __VA_ARGS__))
#define fail_msg(...)                                                          \
  (print_error(__VA_ARGS__), print_error("\n%s:%d\n", __FILE__, __LINE__),     \
   exit(1))

#define assert_true(c)  ((c) ? (void)0 : fail_msg("not so: %s", #c))
#define assert_false(c) assert_true(!(c))
#define assert_int_equal(a, b)                                                 \
  assert_true((unsigned long long)(a) == (unsigned long long)(b))
#define assert_int_not_equal(a, b)                                             \
  assert_true((unsigned long long)(a) != (unsigned long long)(b))
#define assert_in_range(x, low, high)                                          \
  assert_true(cmocka_is_within(x, low, high))
#define assert_ptr_equal(a, b)             assert_true((a) == (b))
#define assert_ptr_not_equal(a, b)         assert_true((a) != (b))
#define assert_null(p)                     assert_true((p) == NULL)
#define assert_non_null(p)                 assert_true((p) != NULL)
#define assert_string_equal(a, b)          assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, len)     assert_true(memcmp(a, b, len) == 0)
#define assert_memory_not_equal(a, b, len) assert_true(memcmp(a, b, len) != 0)

#define test_calloc                        calloc
#define test_free                          free

static inline int cmocka_is_within(unsigned long long x, unsigned long long low,
                                   unsigned long long high)
{
    return x >= low && x <= high;
}

/* Run one test with its setup and teardown. False if these fail. */
static inline int cmocka_run_one(const struct CMUnitTest *test, void *state)
{
    printf("%s\n", test->name);
    fflush(stdout);
    if (test->setup && test->setup(&state) != 0) {
        return 0;
    }
    if (setjmp(cmocka_skipped) == 0) {
        test->test(&state);
    } else {
        printf("  skipped\n");
    }
    return !test->teardown || test->teardown(&state) == 0;
}

static inline int cmocka_run(const struct CMUnitTest *tests, size_t n,
                             int (*setup)(void **), int (*teardown)(void **))
{
    void *state = NULL;

    if (setup && setup(&state) != 0) {
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        if (!cmocka_run_one(&tests[i], state)) {
            return 1;
        }
    }
    return teardown ? teardown(&state) : 0;
}

#define cmocka_run_group_tests(tests, setup, teardown)                         \
  cmocka_run(tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)              \
  cmocka_run_group_tests(tests, setup, teardown)

#endif
