/* SPDX-License-Identifier: MIT */
/* test_short_length.c - how many digits tell ids apart, against fractions */
#include "core_test.h"

#include <guidon.h>
#include <math.h>
#include <string.h>

static guidon_kind kind_of_row(json_t *row)
{
    const char *kind = row_text(row, "kind");

    return strcmp(kind, "v4") == 0   ? GUIDON_V4
           : strcmp(kind, "v7") == 0 ? GUIDON_V7
                                     : GUIDON_ULID;
}

static void check_length(json_t *row)
{
    const double p = json_number_value(json_object_get(row, "p"));

    assert_row(row_text(row, "why"),
               guidon_short_length(row_u64(row, "ids"), p, kind_of_row(row)) ==
                   row_u64(row, "digits"));
}

static void test_lengths(void **state)
{
    (void)state;
    vectors_each("find.json", "lengths", check_length);
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
