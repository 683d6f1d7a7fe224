/* SPDX-License-Identifier: MIT */
/* test_at.c - ids of a time that the caller gives: their time, their other bits,
 * and the errors. The rows of tests/vectors/bits.json count the random bits. */
#include "generate_test.h"

struct maker {
    const char *name;
    guidon_status (*one)(guidon_id *out, guidon_time time);
    guidon_status (*many)(guidon_id *out, const guidon_time times[], size_t n);
    unsigned version; /* 0: a ULID */
    bool precise;
};

static const struct maker at_makers[] = {
    {"v7_at", guidon_v7_at, guidon_v7_at_many, 7, false},
    {"v7_at_precise", guidon_v7_at_precise, guidon_v7_at_precise_many, 7, true},
    {"ulid_at", guidon_ulid_at, guidon_ulid_at_many, 0, false},
};

static guidon_time row_time(json_t *row)
{
    return (guidon_time){row_i64(row, "seconds"),
                         (uint32_t)row_u64(row, "nanoseconds")};
}

static unsigned rand_a_of(const guidon_id *id)
{
    return (id->bytes[6] & 0x0fu) << 8 | id->bytes[7];
}

static void assert_at(const struct maker *maker, const guidon_id *id,
                      uint64_t unix_ms)
{
    assert_row(maker->name, guidon_ulid_ms_of(id) == unix_ms);
    if (maker->version) {
        assert_row(maker->name, guidon_version_of(id) == maker->version);
    }
}

static void check_held(json_t *row)
{
    const guidon_time times[2] = {row_time(row), {T0, 0}};
    const uint64_t unix_ms = row_u64(row, "unix_ms");
    guidon_id id, ids[2];

    for (size_t i = 0; i < COUNT(at_makers); i++) {
        const struct maker *maker = &at_makers[i];

        assert_int_equal(maker->one(&id, times[0]), GUIDON_OK);
        assert_at(maker, &id, unix_ms);
        assert_int_equal(maker->many(ids, times, 2), GUIDON_OK);
        assert_at(maker, &ids[0], unix_ms);
        assert_at(maker, &ids[1], (uint64_t)T0 * 1000);
    }
}

static void check_not_held(json_t *row)
{
    const guidon_time times[2] = {{T0, 0}, row_time(row)};
    guidon_id ids[2];

    for (size_t i = 0; i < COUNT(at_makers); i++) {
        memset(ids, 'x', sizeof ids);
        assert_int_equal(at_makers[i].one(ids, times[1]), GUIDON_E_RANGE);
        assert_int_equal(at_makers[i].many(ids, times, 2), GUIDON_E_RANGE);
        assert_true(is_all(ids, sizeof ids, 'x'));
    }
}

static void check_fraction(json_t *row)
{
    const guidon_time time = {T0, (uint32_t)row_u64(row, "nanoseconds")};
    const unsigned rand_a = (unsigned)row_u64(row, "rand_a");
    guidon_id id;

    assert_int_equal(guidon_v7_at_precise(&id, time), GUIDON_OK);
    assert_int_equal(rand_a_of(&id), rand_a);
    assert_int_equal(guidon_v7_at_precise_many(&id, &time, 1), GUIDON_OK);
    assert_int_equal(rand_a_of(&id), rand_a);
}

static void test_the_time_is_the_given_one(void **unused)
{
    (void)unused;
    vectors_each("times.json", "unix_ms", check_held);
    vectors_each("times.json", "unix_ms_range", check_not_held);
    vectors_each("times.json", "fraction", check_fraction);
}

/* More than a step: each id has its own time, and no two have equal bits. */
static void test_many_times_give_as_many_ids(void **unused)
{
    enum { N = 1500 };
    static guidon_time times[N];
    guidon_id *ids = new_ids(N);

    (void)unused;
    for (size_t i = 0; i < N; i++) {
        times[i] =
            (guidon_time){T0 - (int64_t)i, (uint32_t)i * 1000000 % 999999937};
    }
    for (size_t m = 0; m < COUNT(at_makers); m++) {
        assert_int_equal(at_makers[m].many(ids, times, N), GUIDON_OK);
        for (size_t i = 0; i < N; i++) {
            assert_at(&at_makers[m], &ids[i],
                      (uint64_t)times[i].seconds * 1000 +
                          times[i].nanoseconds / 1000000);
            assert_true(i == 0 ||
                        memcmp(ids[i].bytes + 8, ids[i - 1].bytes + 8, 8) != 0);
        }
    }
    free(ids);
}

static void test_none_and_unsound_times(void **unused)
{
    const guidon_time unsound = {T0, 1000000000};
    guidon_id id;

    (void)unused;
    memset(&id, 'x', sizeof id);
    for (size_t i = 0; i < COUNT(at_makers); i++) {
        assert_int_equal(at_makers[i].many(NULL, NULL, 0), GUIDON_OK);
        assert_int_equal(at_makers[i].one(&id, unsound), GUIDON_E_ARGUMENT);
        assert_int_equal(at_makers[i].many(&id, &unsound, 1),
                         GUIDON_E_ARGUMENT);
    }
    assert_true(is_all(&id, sizeof id, 'x'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_time_is_the_given_one),
        cmocka_unit_test(test_many_times_give_as_many_ids),
        cmocka_unit_test(test_none_and_unsound_times),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
