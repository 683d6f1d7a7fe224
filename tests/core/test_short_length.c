/* SPDX-License-Identifier: MIT */
/* test_short_length.c - how many digits tell ids apart, against whole numbers */
#include "core_test.h"

#include <guidon.h>
#include <math.h>

/* Computed with the fractions of Python: the least d for which n (n - 1) / 2 is at
 * most (1 - p) * 16^d, in the random bits at the end of the kind. */
static void test_lengths(void **state)
{
    static const struct {
        uint64_t n;
        double p;
        guidon_kind kind;
        unsigned want;
    } rows[] = {
        {0u, 0.0, GUIDON_V7, 1},
        {0u, 0.0, GUIDON_ULID, 1},
        {0u, 0.5, GUIDON_V7, 1},
        {0u, 0.5, GUIDON_ULID, 1},
        {0u, 0.999, GUIDON_V7, 1},
        {0u, 0.999, GUIDON_ULID, 1},
        {1u, 0.0, GUIDON_V4, 1},
        {1u, 0.0, GUIDON_V7, 1},
        {1u, 0.0, GUIDON_ULID, 1},
        {1u, 0.5, GUIDON_V4, 1},
        {1u, 0.5, GUIDON_V7, 1},
        {1u, 0.5, GUIDON_ULID, 1},
        {1u, 0.999, GUIDON_V4, 1},
        {1u, 0.999, GUIDON_V7, 1},
        {1u, 0.999, GUIDON_ULID, 1},
        {2u, 0.0, GUIDON_V4, 1},
        {2u, 0.0, GUIDON_V7, 1},
        {2u, 0.0, GUIDON_ULID, 1},
        {2u, 0.5, GUIDON_V4, 1},
        {2u, 0.5, GUIDON_V7, 1},
        {2u, 0.5, GUIDON_ULID, 1},
        {2u, 0.999, GUIDON_V4, 3},
        {2u, 0.999, GUIDON_V7, 3},
        {2u, 0.999, GUIDON_ULID, 3},
        {5u, 0.0, GUIDON_V7, 1},
        {5u, 0.0, GUIDON_ULID, 1},
        {5u, 0.5, GUIDON_V7, 2},
        {5u, 0.5, GUIDON_ULID, 2},
        {5u, 0.999, GUIDON_V7, 4},
        {5u, 0.999, GUIDON_ULID, 4},
        {6u, 0.0, GUIDON_V4, 1},
        {6u, 0.0, GUIDON_V7, 1},
        {6u, 0.0, GUIDON_ULID, 1},
        {6u, 0.5, GUIDON_V4, 2},
        {6u, 0.5, GUIDON_V7, 2},
        {6u, 0.5, GUIDON_ULID, 2},
        {6u, 0.999, GUIDON_V4, 4},
        {6u, 0.999, GUIDON_V7, 4},
        {6u, 0.999, GUIDON_ULID, 4},
        {1000u, 0.0, GUIDON_V4, 5},
        {1000u, 0.0, GUIDON_V7, 5},
        {1000u, 0.0, GUIDON_ULID, 5},
        {1000u, 0.5, GUIDON_V4, 5},
        {1000u, 0.5, GUIDON_V7, 5},
        {1000u, 0.5, GUIDON_ULID, 5},
        {1000u, 0.999, GUIDON_V4, 8},
        {1000u, 0.999, GUIDON_V7, 8},
        {1000u, 0.999, GUIDON_ULID, 8},
        {100000u, 0.0, GUIDON_V4, 9},
        {100000u, 0.0, GUIDON_V7, 9},
        {100000u, 0.0, GUIDON_ULID, 9},
        {100000u, 0.5, GUIDON_V4, 9},
        {100000u, 0.5, GUIDON_V7, 9},
        {100000u, 0.5, GUIDON_ULID, 9},
        {100000u, 0.999, GUIDON_V4, 11},
        {100000u, 0.999, GUIDON_V7, 11},
        {100000u, 0.999, GUIDON_ULID, 11},
        {1000000u, 0.0, GUIDON_V4, 10},
        {1000000u, 0.0, GUIDON_V7, 10},
        {1000000u, 0.0, GUIDON_ULID, 10},
        {1000000u, 0.5, GUIDON_V4, 10},
        {1000000u, 0.5, GUIDON_V7, 10},
        {1000000u, 0.5, GUIDON_ULID, 10},
        {1000000u, 0.999, GUIDON_V4, 13},
        {1000000u, 0.999, GUIDON_V7, 13},
        {1000000u, 0.999, GUIDON_ULID, 13},
        {1000000000u, 0.0, GUIDON_V4, 15},
        {1000000000u, 0.0, GUIDON_V7, 32},
        {1000000000u, 0.0, GUIDON_ULID, 15},
        {1000000000u, 0.5, GUIDON_V4, 15},
        {1000000000u, 0.5, GUIDON_V7, 32},
        {1000000000u, 0.5, GUIDON_ULID, 15},
        {1000000000u, 0.999, GUIDON_V4, 32},
        {1000000000u, 0.999, GUIDON_V7, 32},
        {1000000000u, 0.999, GUIDON_ULID, 18},
        {UINT64_C(1099511627776), 0.0, GUIDON_V4, 32},
        {UINT64_C(1099511627776), 0.0, GUIDON_V7, 32},
        {UINT64_C(1099511627776), 0.0, GUIDON_ULID, 20},
        {UINT64_C(1099511627776), 0.5, GUIDON_V4, 32},
        {UINT64_C(1099511627776), 0.5, GUIDON_V7, 32},
        {UINT64_C(1099511627776), 0.5, GUIDON_ULID, 20},
        {UINT64_C(1099511627776), 0.999, GUIDON_V4, 32},
        {UINT64_C(1099511627776), 0.999, GUIDON_V7, 32},
        {UINT64_C(1099511627776), 0.999, GUIDON_ULID, 32},
        {UINT64_C(9223372036854775808), 0.0, GUIDON_V7, 32},
        {UINT64_C(9223372036854775808), 0.0, GUIDON_ULID, 32},
        {UINT64_C(9223372036854775808), 0.5, GUIDON_V7, 32},
        {UINT64_C(9223372036854775808), 0.5, GUIDON_ULID, 32},
        {UINT64_C(9223372036854775808), 0.999, GUIDON_V7, 32},
        {UINT64_C(9223372036854775808), 0.999, GUIDON_ULID, 32},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(
            guidon_short_length(rows[i].n, rows[i].p, rows[i].kind),
            rows[i].want);
    }
}

static void test_what_has_no_answer(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V2, GUIDON_V6,
                                        GUIDON_ULID_MONOTONIC, GUIDON_V8_NODE};
    static const double chances[] = {1, -0.1, 2, NAN, INFINITY};

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        assert_int_equal(guidon_short_length(1000, 0.9, kinds[i]), 0);
    }
    for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++) {
        assert_int_equal(guidon_short_length(1000, chances[i], GUIDON_V4), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_what_has_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
