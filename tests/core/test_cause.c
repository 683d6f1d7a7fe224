/* SPDX-License-Identifier: MIT */
/* test_cause.c - the causes of the ids of faulty programs, their repair, and no cause
 * of good ids.
 *
 *   test_cause [IDS]   so many good ids, 1000000 without it */
#include "../../cli/audit/chances.h"
#include "core_test.h"

#include <stdlib.h>

static uint64_t good_ids = 1000000;

static guidon_time time_of_row(json_t *row)
{
    return (guidon_time){row_i64(row, "now"), 0};
}

static guidon_cause cause_of_row(json_t *row)
{
    const char *name = row_text(row, "cause");
    guidon_cause cause = GUIDON_CAUSE_UNKNOWN;

    assert_row(name, guidon_cause_from_name(&cause, name) == GUIDON_OK);
    assert_string_equal(guidon_cause_name(cause), name);
    return cause;
}

/* The time of the repaired id is between the times before and after the making.
 * A second has no finer time. */
static void check_time(json_t *row, const guidon_id *repaired,
                       guidon_cause cause)
{
    const uint64_t unit = cause == GUIDON_CAUSE_SECONDS ? 1000 : 1;
    uint64_t ms;
    guidon_time time;

    assert_int_equal(guidon_time_of(&time, repaired), GUIDON_OK);
    ms = (uint64_t)time.seconds * 1000 + time.nanoseconds / 1000000;
    assert_row(row_text(row, "why"),
               ms / unit >= row_u64(row, "made_from") / unit &&
                   ms <= row_u64(row, "made_to"));
}

static void check_repair(json_t *row, const guidon_id *id, guidon_cause cause)
{
    const char *why = row_text(row, "why");
    const guidon_time now = time_of_row(row);
    guidon_id got = marked_id();
    guidon_id in_place = *id;
    guidon_id want;

    assert_row(why, guidon_cause_reversible(cause) == row_has(row, "repaired"));
    if (!guidon_cause_reversible(cause)) {
        assert_row(why,
                   guidon_repair(&got, id, now, cause) == GUIDON_E_ARGUMENT);
        assert_row(why, is_marked(&got, sizeof got));
        return;
    }
    want = row_id(row, "repaired");
    assert_row(why, guidon_repair(&got, id, now, cause) == GUIDON_OK);
    assert_row(why, guidon_equal(&got, &want));
    assert_row(why,
               guidon_repair(&in_place, &in_place, now, cause) == GUIDON_OK);
    assert_row(why, guidon_equal(&in_place, &want));
    if (row_has(row, "made_from")) {
        check_time(row, &got, cause);
    }
    /* A repaired id is right, and nothing repairs it again. */
    assert_row(why, guidon_causes_of(&want, now) == 0);
    mark(&got, sizeof got);
    assert_row(why, guidon_repair(&got, &want, now, cause) == GUIDON_E_VERSION);
    assert_row(why, is_marked(&got, sizeof got));
}

static void check_row(json_t *row)
{
    const guidon_id id = row_id(row, "octets");
    const guidon_cause cause = cause_of_row(row);
    const guidon_cause_set causes = guidon_causes_of(&id, time_of_row(row));

    assert_row(row_text(row, "why"), (causes & GUIDON_CAUSE_BIT(cause)) != 0);
    check_repair(row, &id, cause);
}

static void test_ids_of_faulty_programs(void **state)
{
    (void)state;
    vectors_each("causes.json", "causes", check_row);
}

/* ----------------------------------------------------------------- good ids */

#define NOW      INT64_C(1795833356) /* 2026-11-28 */
#define FROM     INT64_C(631152000)  /* 1990 */
#define TO_TICKS UINT64_C(10000000)

/* An id that a right generator may make, of a time from 1990 to now. */
static guidon_id good_id(uint64_t *seed)
{
    guidon_id id = draw_id(seed);
    const uint64_t s = FROM + draw(seed) % (uint64_t)(NOW - FROM);
    const uint64_t ticks =
        (s + UINT64_C(12219292800)) * TO_TICKS + draw(seed) % TO_TICKS;
    unsigned char random[16];
    guidon_status status = GUIDON_OK;

    memcpy(random, id.bytes, sizeof random);
    switch (draw(seed) % 8) {
    case 0:
        status = guidon_v1_make(&id, ticks, random[0], random + 10);
        break;
    case 1:
        status = guidon_v6_make(&id, ticks, random[0], random + 10);
        break;
    case 2:
    case 3:
    case 4:
        status = guidon_v7_make(&id, s * 1000 + random[15], random);
        break;
    case 5:
        id.bytes[6] = (unsigned char)(0x50 | (id.bytes[6] & 15));
        id.bytes[8] = (unsigned char)(0x80 | (id.bytes[8] & 63));
        break;
    default:
        guidon_v4_make(&id, random);
        break;
    }
    assert_int_equal(status, GUIDON_OK);
    return id;
}

static void test_no_cause_of_good_ids(void **state)
{
    const guidon_time now = {NOW, 0};
    uint64_t seed = 20261128;

    (void)state;
    for (uint64_t i = 0; i < good_ids; i++) {
        const guidon_id id = good_id(&seed);

        assert_int_equal(guidon_causes_of(&id, now), 0);
    }
}

/* The bounds that `guidon audit` expects of ids of random bits. */
static void test_causes_of_random_bits_are_rare(void **state)
{
    const guidon_time late = {INT64_C(4102444800), 0}; /* 2100 */
    double counts[GUIDON_CAUSES] = {0};
    uint64_t seed = 7;

    (void)state;
    for (unsigned i = 0; i < 1000000; i++) {
        const guidon_id id = draw_id(&seed);
        const guidon_cause_set causes = guidon_causes_of(&id, late);

        for (unsigned cause = 0; cause < GUIDON_CAUSES; cause++) {
            counts[cause] += causes >> cause & 1u;
        }
    }
    for (unsigned cause = 1; cause < GUIDON_CAUSES; cause++) {
        assert_row(guidon_cause_name((guidon_cause)cause),
                   counts[cause] <= cause_chances[cause] * counts[0]);
    }
}

/* -------------------------------------------------------------------- edges */

static void test_the_minute_after_now(void **state)
{
    const guidon_time now = {1700000000, 999000000};
    const uint64_t last = UINT64_C(1700000060999);
    static const unsigned char random[10] = {1, 2, 3};
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_v7_make(&id, last, random), GUIDON_OK);
    assert_int_equal(guidon_causes_of(&id, now), 0);
    assert_int_equal(guidon_v7_make(&id, last + 1, random), GUIDON_OK);
    assert_true(guidon_causes_of(&id, now) & 1u);
    assert_int_equal(guidon_v7_make(&id, UINT64_C(631152000000), random),
                     GUIDON_OK);
    assert_int_equal(guidon_causes_of(&id, now), 0);
    assert_int_equal(guidon_v7_make(&id, UINT64_C(631151999999), random),
                     GUIDON_OK);
    assert_true(guidon_causes_of(&id, now) & 1u);
}

static void test_any_time_of_now(void **state)
{
    static const int64_t seconds[] = {INT64_MIN, -1, 0, INT64_C(1) << 40,
                                      INT64_MAX};
    uint64_t seed = 3;

    (void)state;
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        const guidon_time now = {seconds[i], 999999999};

        for (unsigned j = 0; j < 1000; j++) {
            const guidon_id id = draw_id(&seed);

            for (unsigned cause = 1; cause < GUIDON_CAUSES; cause++) {
                const guidon_cause_set causes = guidon_causes_of(&id, now);
                guidon_id out;
                guidon_status status =
                    guidon_repair(&out, &id, now, (guidon_cause)cause);

                assert_int_equal(status,
                                 !guidon_cause_reversible((guidon_cause)cause)
                                     ? GUIDON_E_ARGUMENT
                                 : causes >> cause & 1u ? GUIDON_OK
                                                        : GUIDON_E_VERSION);
            }
        }
    }
}

static void test_nil_and_max_have_no_cause(void **state)
{
    const guidon_time now = {NOW, 0};
    const guidon_id nil = guidon_nil();
    const guidon_id max = guidon_max();

    (void)state;
    assert_int_equal(guidon_causes_of(&nil, now), 0);
    assert_int_equal(guidon_causes_of(&max, now), 0);
}

static void test_values_that_are_no_cause(void **state)
{
    const guidon_time now = {NOW, 0};
    const guidon_time unsound = {NOW, 1000000000};
    const guidon_id nil = guidon_nil();
    guidon_cause cause = GUIDON_CAUSE_SECONDS;
    guidon_id out;

    (void)state;
    assert_string_equal(guidon_cause_name((guidon_cause)GUIDON_CAUSES),
                        "unknown");
    assert_false(guidon_cause_reversible((guidon_cause)GUIDON_CAUSES));
    assert_false(guidon_cause_reversible(GUIDON_CAUSE_UNKNOWN));
    assert_int_equal(
        guidon_repair(&out, &nil, now, (guidon_cause)GUIDON_CAUSES),
        GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_repair(&out, &nil, unsound, GUIDON_CAUSE_SECONDS),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_cause_from_name(&cause, "unknown"),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_cause_from_name(&cause, "second"),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(cause, GUIDON_CAUSE_SECONDS);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_of_faulty_programs),
        cmocka_unit_test(test_no_cause_of_good_ids),
        cmocka_unit_test(test_causes_of_random_bits_are_rare),
        cmocka_unit_test(test_the_minute_after_now),
        cmocka_unit_test(test_any_time_of_now),
        cmocka_unit_test(test_nil_and_max_have_no_cause),
        cmocka_unit_test(test_values_that_are_no_cause),
    };

    if (argc > 1) {
        good_ids = strtoull(argv[1], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
