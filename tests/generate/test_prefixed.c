/* SPDX-License-Identifier: MIT */
/* test_prefixed.c - ids of version 8 with a prefix, from fields and times. */
#include "generate_test.h"

static guidon_time row_time(json_t *row)
{
    return (guidon_time){.seconds = row_i64(row, "seconds"),
                         .nanoseconds = (uint32_t)row_u64(row, "nanoseconds")};
}

static uint32_t row_prefix(json_t *row)
{
    return (uint32_t)row_u64(row, "prefix");
}

static unsigned row_bits(json_t *row)
{
    return (unsigned)row_u64(row, "prefix_bits");
}

static void check_reads_as(json_t *row, const guidon_id *id)
{
    const char *why = row_text(row, "why");
    const guidon_time want = row_time(row);
    uint32_t prefix = UINT32_MAX;
    guidon_time t = {0, 0};

    assert_row(why, guidon_v8_prefix_of(&t, &prefix, id, row_bits(row)) ==
                        GUIDON_OK);
    assert_row(why, prefix == row_prefix(row));
    assert_row(why, t.seconds == want.seconds);
    assert_row(why, t.nanoseconds == want.nanoseconds);
}

static void check_id(json_t *row)
{
    const guidon_id want = row_id(row, "octets");
    unsigned char random[8];
    guidon_id id;

    assert_int_equal(row_hex(random, 8, row, "random"), 8);
    assert_int_equal(guidon_v8_prefixed_make(&id, row_time(row),
                                             row_prefix(row), row_bits(row),
                                             random),
                     GUIDON_OK);
    assert_id_equal(id, want);
    assert_int_equal(guidon_version_of(&id), 8);
    assert_true(id.bytes[8] >= 0xa0); /* MariaDB stores no 0x80 */
    check_reads_as(row, &id);
}

static void check_fraction(json_t *row)
{
    const guidon_id id = row_id(row, "octets");

    check_reads_as(row, &id);
}

static void check_bounds(json_t *row)
{
    const guidon_id floor = row_id(row, "floor"), ceil = row_id(row, "ceil");
    guidon_id id;

    assert_int_equal(
        guidon_v8_floor(&id, row_time(row), row_prefix(row), row_bits(row)),
        GUIDON_OK);
    assert_id_equal(id, floor);
    check_reads_as(row, &id);
    assert_int_equal(
        guidon_v8_ceil(&id, row_time(row), row_prefix(row), row_bits(row)),
        GUIDON_OK);
    assert_id_equal(id, ceil);
    check_reads_as(row, &id);
    if (row_prefix(row) == (UINT32_C(1) << row_bits(row)) - 1) {
        assert_int_equal(
            guidon_v8_append_floor(&id, row_time(row), row_bits(row)),
            GUIDON_OK);
        assert_id_equal(id, floor);
    }
}

static guidon_status row_status(json_t *row)
{
    return strcmp(row_text(row, "status"), "range") == 0 ? GUIDON_E_RANGE
                                                         : GUIDON_E_ARGUMENT;
}

static void check_refused(json_t *row)
{
    const guidon_time t = row_time(row);
    const guidon_status want = row_status(row);
    const unsigned char random[8] = {0};
    guidon_id id;

    mark(&id, sizeof id);
    assert_int_equal(
        guidon_v8_prefixed_make(&id, t, row_prefix(row), row_bits(row), random),
        want);
    assert_int_equal(guidon_v8_floor(&id, t, row_prefix(row), row_bits(row)),
                     want);
    assert_int_equal(guidon_v8_ceil(&id, t, row_prefix(row), row_bits(row)),
                     want);
    if (row_bits(row) > 28 || t.seconds != 0 || t.nanoseconds != 0) {
        assert_int_equal(guidon_v8_append_floor(&id, t, row_bits(row)), want);
        assert_int_equal(guidon_v8_append_at(&id, t, row_bits(row)), want);
    }
    assert_true(is_marked(&id, sizeof id));
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("prefixed.json", "ids", check_id);
    vectors_each("prefixed.json", "fractions", check_fraction);
    vectors_each("prefixed.json", "bounds", check_bounds);
    vectors_each("prefixed.json", "refused", check_refused);
}

/* The bounds of a time and of the next nanosecond lie side by side, so every id
 * belongs to one nanosecond. */
static void test_bounds_leave_no_id_out(void **state)
{
    const unsigned char ones[8] = {255, 255, 255, 255, 255, 255, 255, 255};

    (void)state;
    for (uint32_t ns = 0; ns < 2100000; ns += 1 + ns % 3) {
        guidon_time t = {T0, ns};
        guidon_id low, high, made, next;
        uint64_t hi, lo, next_lo;

        assert_int_equal(guidon_v8_floor(&low, t, 5, 3), GUIDON_OK);
        assert_int_equal(guidon_v8_ceil(&high, t, 5, 3), GUIDON_OK);
        assert_int_equal(guidon_v8_prefixed_make(&made, t, 5, 3, ones),
                         GUIDON_OK);
        assert_true(guidon_compare(&low, &made) <= 0 &&
                    guidon_compare(&made, &high) <= 0);
        t.nanoseconds++;
        assert_int_equal(guidon_v8_floor(&next, t, 5, 3), GUIDON_OK);
        assert_true(guidon_compare(&high, &next) < 0);
        guidon_to_words(&hi, &lo, &high);
        guidon_to_words(&hi, &next_lo, &next);
        /* 54 random bits are all 1, then all 0 */
        assert_int_equal((lo + 1) << 3, next_lo << 3);
    }
}

static void test_only_ids_of_the_layout_have_a_prefix(void **state)
{
    const guidon_time t = {T0, 0};
    uint32_t prefix = 77;
    guidon_time time = {7, 7};
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_v8_floor(&id, t, 3, 10), GUIDON_OK);
    assert_int_equal(guidon_v8_prefix_of(&time, &prefix, &id, 29),
                     GUIDON_E_RANGE);
    for (unsigned octet_6 = 0; octet_6 < 256; octet_6 += 16) {
        for (unsigned octet_8 = 0; octet_8 < 256; octet_8 += 16) {
            const bool is =
                octet_6 == 0x80 && octet_8 >= 0xa0 && octet_8 < 0xc0;

            prefix = 77;
            time = (guidon_time){7, 7};
            id.bytes[6] = (unsigned char)octet_6;
            id.bytes[8] = (unsigned char)octet_8;
            assert_int_equal(guidon_v8_prefix_of(&time, &prefix, &id, 10),
                             is ? GUIDON_OK : GUIDON_E_VERSION);
            assert_true(is || (prefix == 77 && time.seconds == 7 &&
                               time.nanoseconds == 7));
        }
    }
}

/* ------------------------------------------------------------------- ranges */

static void test_ranges_are_the_bounds_of_each_shard(void **state)
{
    const guidon_time from = {T0, 1}, to = {T0 + 1, 999999};
    guidon_id low[1024], high[1024];

    (void)state;
    for (unsigned bits = 0; bits <= GUIDON_V8_SHARD_BITS_MAX; bits++) {
        mark(low, sizeof low);
        mark(high, sizeof high);
        assert_int_equal(guidon_v8_ranges(low, high, from, to, bits),
                         GUIDON_OK);
        for (uint32_t i = 0; i < 1024; i++) {
            guidon_id want;

            if (i >> bits != 0) {
                assert_true(is_marked(&low[i], sizeof *low));
                assert_true(is_marked(&high[i], sizeof *high));
                continue;
            }
            assert_int_equal(guidon_v8_floor(&want, from, i, bits), GUIDON_OK);
            assert_id_equal(low[i], want);
            assert_int_equal(guidon_v8_ceil(&want, to, i, bits), GUIDON_OK);
            assert_id_equal(high[i], want);
        }
    }
}

static void test_ranges_that_do_not_exist_are_errors(void **state)
{
    const guidon_time good = {T0, 0}, early = {-1, 0}, bad = {0, 1000000000};
    guidon_id low[2], high[2];

    (void)state;
    mark(low, sizeof low);
    mark(high, sizeof high);
    assert_int_equal(guidon_v8_ranges(low, high, good, good, 11),
                     GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_ranges(low, high, early, good, 1),
                     GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_ranges(low, high, good, early, 1),
                     GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_ranges(low, high, bad, good, 1),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_v8_ranges(low, high, good, bad, 1),
                     GUIDON_E_ARGUMENT);
    assert_true(is_marked(low, sizeof low) && is_marked(high, sizeof high));
}

/* ----------------------------------------------------------- of given times */

enum { AT = 1300 }; /* more than two steps, which are more than one block */

static void fill_times(guidon_time times[AT])
{
    for (unsigned i = 0; i < AT; i++) {
        times[i] = (guidon_time){T0 + i % 7, i * 1000};
    }
}

static void check_at(const guidon_id *ids, const guidon_time *times,
                     uint32_t prefix, unsigned bits)
{
    for (unsigned i = 0; i < AT; i++) {
        uint32_t had = 0;
        guidon_time t = {0, 0};

        assert_int_equal(guidon_v8_prefix_of(&t, &had, &ids[i], bits),
                         GUIDON_OK);
        assert_int_equal(had, prefix);
        assert_int_equal(t.seconds, times[i].seconds);
        assert_int_equal(t.nanoseconds, times[i].nanoseconds);
    }
}

static void test_ids_of_given_times(void **state)
{
    guidon_time times[AT];
    guidon_id *ids = new_ids(AT), one;

    (void)state;
    fill_times(times);
    assert_int_equal(guidon_v8_append_at_many(ids, times, AT, 24), GUIDON_OK);
    check_at(ids, times, 0xffffff, 24);
    assert_unique("append", ids, AT);
    assert_int_equal(guidon_v8_sharded_at_many(ids, times, AT, 9, 4),
                     GUIDON_OK);
    check_at(ids, times, 9, 4);
    assert_unique("sharded", ids, AT);
    assert_int_equal(guidon_v8_append_at(&one, times[5], 28), GUIDON_OK);
    assert_int_equal(one.bytes[3] >> 4, 15);
    assert_int_equal(guidon_v8_sharded_at(&one, times[5], 1023, 10), GUIDON_OK);
    assert_int_equal(one.bytes[0], 255);
    free(ids);
}

/* Nothing is written unless all ids can be made. */
static void test_given_times_are_checked_first(void **state)
{
    guidon_time times[AT];
    guidon_id *ids = new_ids(AT);

    (void)state;
    fill_times(times);
    times[AT - 1].seconds = -1;
    mark(ids, AT * sizeof *ids);
    assert_int_equal(guidon_v8_append_at_many(ids, times, AT, 20),
                     GUIDON_E_RANGE);
    times[AT - 1] = (guidon_time){0, 1000000000};
    assert_int_equal(guidon_v8_sharded_at_many(ids, times, AT, 1, 1),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_v8_sharded_at_many(ids, times, 1, 2, 1),
                     GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_sharded_at_many(ids, times, 1, 0, 11),
                     GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_append_at_many(ids, times, 0, 20), GUIDON_OK);
    assert_int_equal(guidon_v8_append_at_many(ids, times, 0, 29),
                     GUIDON_E_RANGE);
    assert_true(is_marked(ids, AT * sizeof *ids));
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_bounds_leave_no_id_out),
        cmocka_unit_test(test_only_ids_of_the_layout_have_a_prefix),
        cmocka_unit_test(test_ranges_are_the_bounds_of_each_shard),
        cmocka_unit_test(test_ranges_that_do_not_exist_are_errors),
        cmocka_unit_test(test_ids_of_given_times),
        cmocka_unit_test(test_given_times_are_checked_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
