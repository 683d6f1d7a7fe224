/* SPDX-License-Identifier: MIT */
/* test_bounds.c - floors and ceils include every id of their time, and no other
 * id.
 */
#include "core_test.h"

typedef guidon_status bound_fn(guidon_id *out, guidon_time t);

/*
 * One of the kinds, with the order in which its bounds hold. `make` makes an id of unit `count` of time from bits
 * that the caller gives. `time` gives the first instant of that unit.
 */
struct kind {
    const char *name;
    guidon_order order;
    bound_fn *floor, *ceil;
    guidon_status (*make)(guidon_id *out, uint64_t count,
                          const unsigned char bits[10]);
    guidon_time (*time)(uint64_t count);
    uint64_t last; /* the last count that its field holds */
    uint32_t unit_ns;
};

enum { V6, V7, ULID, V1, KINDS };

static guidon_status make_v6(guidon_id *out, uint64_t count,
                             const unsigned char bits[10])
{
    uint16_t clock_seq = (uint16_t)((bits[0] & 0x3fu) << 8 | bits[1]);

    return guidon_v6_make(out, count, clock_seq, bits + 2);
}

static guidon_status make_v1(guidon_id *out, uint64_t count,
                             const unsigned char bits[10])
{
    uint16_t clock_seq = (uint16_t)((bits[0] & 0x3fu) << 8 | bits[1]);

    return guidon_v1_make(out, count, clock_seq, bits + 2);
}

static guidon_time time_of_ms(uint64_t ms)
{
    guidon_time t = {(int64_t)(ms / 1000), (uint32_t)(ms % 1000) * 1000000};

    return t;
}

static const struct kind kinds[KINDS] = {
    [V6] = {"v6", GUIDON_ORDER_RFC, guidon_v6_floor, guidon_v6_ceil, make_v6,
            guidon_ticks_to_time, (UINT64_C(1) << 60) - 1, 100},
    [V7] = {"v7", GUIDON_ORDER_RFC, guidon_v7_floor, guidon_v7_ceil,
            guidon_v7_make, time_of_ms, (UINT64_C(1) << 48) - 1, 1000000},
    [ULID] = {"ulid", GUIDON_ORDER_RFC, guidon_ulid_floor, guidon_ulid_ceil,
              guidon_ulid_make, time_of_ms, (UINT64_C(1) << 48) - 1, 1000000},
    [V1] = {"v1", GUIDON_ORDER_MYSQL_SWAP, guidon_v1_floor, guidon_v1_ceil,
            make_v1, guidon_ticks_to_time, (UINT64_C(1) << 60) - 1, 100},
};

static int compare(const struct kind *kind, const guidon_id *a,
                   const guidon_id *b)
{
    return guidon_compare_as(kind->order, a, b);
}

static const unsigned char zeros[10] = {0};
static const unsigned char ones[10] = {255, 255, 255, 255, 255,
                                       255, 255, 255, 255, 255};

static guidon_id bound(bound_fn *of, guidon_time t)
{
    guidon_id id;

    assert_int_equal(of(&id, t), GUIDON_OK);
    return id;
}

static guidon_id made(const struct kind *kind, uint64_t count,
                      const unsigned char bits[10])
{
    guidon_id id;

    assert_int_equal(kind->make(&id, count, bits), GUIDON_OK);
    return id;
}

/* The tightest bounds: the ids with no other bit set, and with every other bit
 * set. */
static void check_unit(const struct kind *kind, uint64_t count)
{
    guidon_time t = kind->time(count);
    guidon_id floor = bound(kind->floor, t);
    guidon_id ceil = bound(kind->ceil, t);
    guidon_id least = made(kind, count, zeros);
    guidon_id most = made(kind, count, ones);

    assert_row(kind->name, guidon_equal(&floor, &least));
    assert_row(kind->name, guidon_equal(&ceil, &most));
    t.nanoseconds += kind->unit_ns - 1;
    guidon_id late_floor = bound(kind->floor, t);
    guidon_id late_ceil = bound(kind->ceil, t);
    assert_row(kind->name, guidon_equal(&late_floor, &floor));
    assert_row(kind->name, guidon_equal(&late_ceil, &ceil));
}

/* Ids of this unit are inside, and ids of the units before and after are
 * outside. */
static void check_brackets(const struct kind *kind, uint64_t count,
                           const unsigned char bits[10])
{
    guidon_time t = kind->time(count);
    guidon_id floor = bound(kind->floor, t);
    guidon_id ceil = bound(kind->ceil, t);
    guidon_id id = made(kind, count, bits);

    assert_row(kind->name, compare(kind, &floor, &id) <= 0);
    assert_row(kind->name, compare(kind, &id, &ceil) <= 0);
    if (count > 0) {
        guidon_id before = made(kind, count - 1, bits);
        assert_row(kind->name, compare(kind, &before, &floor) < 0);
    }
    if (count < kind->last) {
        guidon_id after = made(kind, count + 1, bits);
        assert_row(kind->name, compare(kind, &ceil, &after) < 0);
    }
}

/* Around the limits of every part of the time field, and at random. */
static uint64_t nth_count(const struct kind *kind, unsigned n, uint64_t *seed)
{
    static const unsigned ends[] = {0, 12, 16, 28, 32, 44, 47, 48, 59, 60};
    uint64_t count = draw(seed);

    if (n < 3 * sizeof ends / sizeof ends[0]) {
        count = (UINT64_C(1) << ends[n / 3]) - 1 + n % 3;
    }
    return count & kind->last;
}

static void test_bounds_hold_their_unit_and_no_other(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned k = 0; k < KINDS; k++) {
        for (unsigned n = 0; n < 2000; n++) {
            uint64_t count = nth_count(&kinds[k], n, &seed);
            guidon_id bits = draw_id(&seed);

            check_unit(&kinds[k], count);
            check_brackets(&kinds[k], count, bits.bytes);
            check_brackets(&kinds[k], count, zeros);
            check_brackets(&kinds[k], count, ones);
        }
    }
}

/* A span of time has the ids from the floor of its first instant to the ceil of
 * its last. */
static void test_a_span_of_time_is_a_span_of_ids(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned k = 0; k < KINDS; k++) {
        for (unsigned n = 0; n < 1000; n++) {
            uint64_t a = draw(&seed) & kinds[k].last;
            uint64_t b = draw(&seed) & kinds[k].last;
            uint64_t c = draw(&seed) & kinds[k].last;
            guidon_id bits = draw_id(&seed);
            guidon_id low = bound(kinds[k].floor, kinds[k].time(a < b ? a : b));
            guidon_id high = bound(kinds[k].ceil, kinds[k].time(a < b ? b : a));
            guidon_id id = made(&kinds[k], c, bits.bytes);
            bool within = (a <= c && c <= b) || (b <= c && c <= a);

            assert_row(kinds[k].name,
                       (compare(&kinds[k], &low, &id) <= 0 &&
                        compare(&kinds[k], &id, &high) <= 0) == within);
        }
    }
}

/* The bounds of versions 1, 6 and 7 hold among ids of all versions too, if the
 * ids compare by time. */
static void test_bounds_hold_by_time(void **state)
{
    static const unsigned with_time[] = {V1, V6, V7};
    uint64_t seed = 1;

    (void)state;
    for (unsigned n = 0; n < 3000; n++) {
        const struct kind *kind = &kinds[with_time[n % 3]];
        struct kind by_time = *kind;

        by_time.order = GUIDON_ORDER_TIME;
        check_brackets(&by_time, draw(&seed) & kind->last,
                       draw_id(&seed).bytes);
    }
}

static void test_version_and_variant_are_those_of_the_kind(void **state)
{
    static const guidon_time t = {1645557742, 123456789};
    static const struct {
        unsigned kind, version;
    } rows[] = {{V6, 6}, {V7, 7}, {V1, 1}};

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        guidon_id floor = bound(kinds[rows[i].kind].floor, t);
        guidon_id ceil = bound(kinds[rows[i].kind].ceil, t);

        assert_int_equal(guidon_version_of(&floor), rows[i].version);
        assert_int_equal(guidon_version_of(&ceil), rows[i].version);
    }
}

static void test_times_of_another_span_are_refused(void **state)
{
    static const struct {
        const char *why;
        guidon_time t;
        guidon_status want[V1]; /* V6 and V1, V7, ULID */
    } rows[] = {
        {"the first tick",
         {-12219292800, 0},
         {GUIDON_OK, GUIDON_E_RANGE, GUIDON_E_RANGE}},
        {"a nanosecond before it",
         {-12219292801, 999999999},
         {GUIDON_E_RANGE, GUIDON_E_RANGE, GUIDON_E_RANGE}},
        {"the last nanosecond before 1970",
         {-1, 999999999},
         {GUIDON_OK, GUIDON_E_RANGE, GUIDON_E_RANGE}},
        {"the first of 1970", {0, 0}, {GUIDON_OK, GUIDON_OK, GUIDON_OK}},
        {"the last of 60 bits of ticks",
         {103072857660, 684697599},
         {GUIDON_OK, GUIDON_OK, GUIDON_OK}},
        {"a nanosecond past it",
         {103072857660, 684697600},
         {GUIDON_E_RANGE, GUIDON_OK, GUIDON_OK}},
        {"the last of 48 bits of milliseconds",
         {281474976710, 655999999},
         {GUIDON_E_RANGE, GUIDON_OK, GUIDON_OK}},
        {"a nanosecond past it",
         {281474976710, 656000000},
         {GUIDON_E_RANGE, GUIDON_E_RANGE, GUIDON_E_RANGE}},
        {"the smallest seconds",
         {INT64_MIN, 0},
         {GUIDON_E_RANGE, GUIDON_E_RANGE, GUIDON_E_RANGE}},
        {"the largest seconds",
         {INT64_MAX, 999999999},
         {GUIDON_E_RANGE, GUIDON_E_RANGE, GUIDON_E_RANGE}},
        {"nanoseconds of a second",
         {0, 1000000000},
         {GUIDON_E_ARGUMENT, GUIDON_E_ARGUMENT, GUIDON_E_ARGUMENT}},
        {"both wrong: the argument first",
         {INT64_MAX, UINT32_MAX},
         {GUIDON_E_ARGUMENT, GUIDON_E_ARGUMENT, GUIDON_E_ARGUMENT}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned k = 0; k < KINDS; k++) {
            guidon_status want = rows[i].want[k == V1 ? V6 : k];
            bool fails = want != GUIDON_OK;
            guidon_id id[2];

            mark(id, sizeof id);
            assert_row(rows[i].why, kinds[k].floor(&id[0], rows[i].t) == want);
            assert_row(rows[i].why, kinds[k].ceil(&id[1], rows[i].t) == want);
            assert_row(rows[i].why, is_marked(id, sizeof id) == fails);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_hold_their_unit_and_no_other),
        cmocka_unit_test(test_a_span_of_time_is_a_span_of_ids),
        cmocka_unit_test(test_bounds_hold_by_time),
        cmocka_unit_test(test_version_and_variant_are_those_of_the_kind),
        cmocka_unit_test(test_times_of_another_span_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
