/* SPDX-License-Identifier: MIT */
/* test_radix.c - the radix sort gives the result of qsort, on any number of
 * threads. */
#include "core_test.h"
#include "sort/radix.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

enum { N = 150000 };

static size_t words; /* of an item */

static int compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    for (size_t i = 0; i < words; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return *state ^ *state >> 29;
}

/* Items that differ in these bits of each word. */
static const uint64_t differ[][4] = {
    {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}, /* anywhere */
    {0xff, 0, 0, 0},                                  /* many are equal */
    {0, 0, 0, 0xff},                   /* in the last byte, if it is there */
    {0, 0x3ff00, 0, 0},                /* one part, then several */
    {(uint64_t)1 << 63, 0xffff, 0, 0}, /* two parts */
    {0, 0, 0, 0},                      /* all are equal */
};

static void fill(uint64_t *items, size_t n, const uint64_t bits[4])
{
    uint64_t state = n;

    for (size_t i = 0; i < n * words; i++) {
        items[i] = 0x0123456789abcdef ^ (next_random(&state) & bits[i % words]);
    }
}

static void test_sorts(void **state)
{
    static const size_t counts[] = {0, 1, 33, 65535, 65536, N};
    uint64_t *items = test_malloc(N * 4 * sizeof *items);
    uint64_t *want = test_malloc(N * 4 * sizeof *want);
    struct workers workers;

    (void)state;
    workers_begin(&workers, 4);
    for (words = 2; words <= RADIX_WORDS_MAX; words++) {
        for (size_t i = 0; i < sizeof differ / sizeof *differ * 6; i++) {
            const size_t n = counts[i % 6];

            fill(want, n, differ[i / 6]);
            memcpy(items, want, n * words * sizeof *items);
            qsort(want, n, words * sizeof *want, compare);
            radix_sort(items, n, words, i % 5 == 4 ? NULL : &workers);
            assert_memory_equal(items, want, n * words * sizeof *items);
        }
    }
    assert_int_equal(workers.started, 3);
    workers_end(&workers);
    test_free(want);
    test_free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
