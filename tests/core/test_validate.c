/* SPDX-License-Identifier: MIT */
/* test_validate.c - well formed, assigned, and not from the future. */
#include "core_test.h"

/* X10: without a time, one octet and one nibble decide. */
static void test_versions_and_variants(void **state)
{
    uint64_t seed = 1;
    guidon_id id = draw_id(&seed);

    (void)state;
    for (unsigned v = 0; v < VARIANT_ENDS; v++) {
        for (unsigned version = 0; version < 16; version++) {
            guidon_id one = shaped(id, version, variant_ends[v].octet_8);
            bool assigned = variant_ends[v].variant == GUIDON_VARIANT_RFC &&
                            version >= 1 && version <= 8;

            assert_int_equal(guidon_validate(&one, NULL, NULL),
                             assigned ? GUIDON_OK : GUIDON_E_VERSION);
        }
    }
}

/* R50, R51: nil and max are valid at any time, although they are outside the
 * RFC variant. An id that differs in one bit is not valid. */
static void test_nil_and_max_are_valid(void **state)
{
    const guidon_time past = {INT64_MIN, 0};
    guidon_id nil = guidon_nil();
    guidon_id max = guidon_max();

    (void)state;
    assert_int_equal(guidon_validate(&nil, NULL, NULL), GUIDON_OK);
    assert_int_equal(guidon_validate(&nil, &past, NULL), GUIDON_OK);
    assert_int_equal(guidon_validate(&max, NULL, NULL), GUIDON_OK);
    assert_int_equal(guidon_validate(&max, &past, NULL), GUIDON_OK);
    nil.bytes[15] = 1;
    max.bytes[0] = 0xfe;
    assert_int_equal(guidon_validate(&nil, NULL, NULL), GUIDON_E_VERSION);
    assert_int_equal(guidon_validate(&max, NULL, NULL), GUIDON_E_VERSION);
}

/* An id of each version that has a time, at 2022-02-22T19:22:22Z, and one of
 * version 1 before 1970. */
static guidon_id v1, v6, v7, early;

static int make_ids(void **state)
{
    static const unsigned char bits[10] = {255, 255, 255, 255, 255,
                                           255, 255, 255, 255, 255};
    const uint64_t ticks = UINT64_C(0x1ec9414c232ab00);

    (void)state;
    return guidon_v1_make(&v1, ticks, 0x3fff, bits) ||
           guidon_v6_make(&v6, ticks, 0x3fff, bits) ||
           guidon_v7_make(&v7, UINT64_C(1645557742000), bits) ||
           guidon_v1_make(&early, UINT64_C(122192928000000000) - 15000000, 0,
                          bits);
}

/* The second of v1, v6 and v7; `early` is at -1.5 s. */
#define AT INT64_C(1645557742)

static void test_times_after_now_and_slack(void **state)
{
    static const struct {
        const char *why;
        const guidon_id *id;
        guidon_time now, slack;
        guidon_status want;
    } rows[] = {
        {"v1, now", &v1, {AT, 0}, {0, 0}, GUIDON_OK},
        {"v6, now", &v6, {AT, 0}, {0, 0}, GUIDON_OK},
        {"v7, now, rand_a is no time", &v7, {AT, 0}, {0, 0}, GUIDON_OK},
        {"v1, 1 ns to come", &v1, {AT - 1, 999999999}, {0, 0}, GUIDON_E_FUTURE},
        {"v6, 1 ns to come", &v6, {AT - 1, 999999999}, {0, 0}, GUIDON_E_FUTURE},
        {"v7, 1 ns to come", &v7, {AT - 1, 999999999}, {0, 0}, GUIDON_E_FUTURE},
        {"long past", &v1, {AT + 1000000000, 0}, {0, 0}, GUIDON_OK},
        {"the same second, later", &v1, {AT, 999999999}, {0, 0}, GUIDON_OK},
        {"slack reaches it", &v1, {AT - 10, 0}, {10, 0}, GUIDON_OK},
        {"slack is 1 ns short",
         &v1,
         {AT - 10, 0},
         {9, 999999999},
         GUIDON_E_FUTURE},
        {"nanoseconds carry: reached",
         &v7,
         {AT - 10, 600000000},
         {9, 400000000},
         GUIDON_OK},
        {"nanoseconds carry: 1 ns short",
         &v7,
         {AT - 10, 600000000},
         {9, 399999999},
         GUIDON_E_FUTURE},
        {"before 1970, now", &early, {-2, 500000000}, {0, 0}, GUIDON_OK},
        {"before 1970, 1 ns to come",
         &early,
         {-2, 499999999},
         {0, 0},
         GUIDON_E_FUTURE},
        {"before 1970, carry",
         &early,
         {-3, 600000000},
         {0, 900000000},
         GUIDON_OK},
        {"before 1970, carry, 1 ns short",
         &early,
         {-3, 600000000},
         {0, 899999999},
         GUIDON_E_FUTURE},
        {"now so early that all is to come",
         &early,
         {INT64_MIN, 0},
         {0, 0},
         GUIDON_E_FUTURE},
        {"the sum stays within 64 bits",
         &v1,
         {INT64_MIN, 0},
         {INT64_MAX, 999999999},
         GUIDON_E_FUTURE},
        {"the sum saturates", &v1, {1, 0}, {INT64_MAX, 0}, GUIDON_OK},
        {"both largest",
         &v1,
         {INT64_MAX, 999999999},
         {INT64_MAX, 999999999},
         GUIDON_OK},
        {"the carry alone saturates",
         &v1,
         {INT64_MAX, 999999999},
         {0, 1},
         GUIDON_OK},
        {"the carry and the slack saturate",
         &v1,
         {INT64_MAX - 5, 999999999},
         {5, 1},
         GUIDON_OK},
        {"the largest slack from 1970, with a carry",
         &v1,
         {0, 999999999},
         {INT64_MAX, 1},
         GUIDON_OK},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_row(rows[i].why,
                   guidon_validate(rows[i].id, &rows[i].now, &rows[i].slack) ==
                       rows[i].want);
    }
}

/* Trap 45: the check of time is off by default, and no slack means slack 0. */
static void test_time_is_looked_at_only_with_now(void **state)
{
    const guidon_time now = {AT - 1, 999999999};
    const guidon_time slack = {0, 0};

    (void)state;
    assert_int_equal(guidon_validate(&v7, NULL, NULL), GUIDON_OK);
    assert_int_equal(guidon_validate(&v7, NULL, &slack), GUIDON_OK);
    assert_int_equal(guidon_validate(&v7, &now, NULL), GUIDON_E_FUTURE);
    assert_int_equal(guidon_validate(&v7, &now, &slack), GUIDON_E_FUTURE);
}

/* Trap 45: bits that are a hash, random, custom, or only a part of a time are
 * never read as a time. */
static void test_no_other_version_is_asked_for_its_time(void **state)
{
    const guidon_time past = {INT64_MIN, 0};

    (void)state;
    for (unsigned version = 1; version <= 8; version++) {
        guidon_id id = shaped(guidon_max(), version, 0xbf);
        bool timed = version == 1 || version == 6 || version == 7;

        assert_int_equal(guidon_validate(&id, &past, NULL),
                         timed ? GUIDON_E_FUTURE : GUIDON_OK);
    }
}

static void test_unsound_times_are_the_callers_mistake(void **state)
{
    static const guidon_time good = {AT, 0};
    static const struct {
        const char *why;
        guidon_time t;
        bool as_slack; /* else as now */
    } rows[] = {
        {"now: nanoseconds of a second", {AT, 1000000000}, false},
        {"now: any nanoseconds", {AT, UINT32_MAX}, false},
        {"slack: nanoseconds of a second", {0, 1000000000}, true},
        {"slack: any nanoseconds", {0, UINT32_MAX}, true},
        {"slack a nanosecond below 0", {-1, 999999999}, true},
        {"slack far below 0", {INT64_MIN, 0}, true},
    };
    guidon_id nil = guidon_nil();
    guidon_id unused = shaped(v1, 0, 0x80);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const guidon_time *now = rows[i].as_slack ? &good : &rows[i].t;
        const guidon_time *slack = rows[i].as_slack ? &rows[i].t : NULL;

        assert_row(rows[i].why,
                   guidon_validate(&v1, now, slack) == GUIDON_E_ARGUMENT);
        /* For any id, so that the mistake is found at once. */
        assert_row(rows[i].why,
                   guidon_validate(&nil, now, slack) == GUIDON_E_ARGUMENT);
        assert_row(rows[i].why,
                   guidon_validate(&unused, now, slack) == GUIDON_E_ARGUMENT);
        /* Slack is checked even without a time. */
        assert_row(rows[i].why,
                   !rows[i].as_slack ||
                       guidon_validate(&v1, NULL, slack) == GUIDON_E_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions_and_variants),
        cmocka_unit_test(test_nil_and_max_are_valid),
        cmocka_unit_test(test_times_after_now_and_slack),
        cmocka_unit_test(test_time_is_looked_at_only_with_now),
        cmocka_unit_test(test_no_other_version_is_asked_for_its_time),
        cmocka_unit_test(test_unsound_times_are_the_callers_mistake),
    };

    return cmocka_run_group_tests(tests, make_ids, NULL);
}
