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
    return guidon_compare_as(a, b, kind->order);
}

static const unsigned char zeros[10] = {0};
static const unsigned char ones[10] = {255, 255, 255, 255, 255,
                                       255, 255, 255, 255, 255};

/* The kind of a name in bounds.json. */
static const struct kind *kind_named(const char *name)
{
    for (unsigned k = 0; k < KINDS; k++) {
        if (strcmp(kinds[k].name, name) == 0) {
            return &kinds[k];
        }
    }
    fail_msg("no kind %s", name);
    return NULL;
}

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

/* ------------------------------------------------- times of a coarser unit */

#define NS_PER_SECOND INT64_C(1000000000)

/* A time that a place counts in a unit: `count` units since 1970. */
struct counted {
    int64_t count;
    int64_t unit_ns;
};

static int64_t unit_named(const char *name)
{
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"ms", 1000000}, {"us", 1000}, {"100ns", 100}, {"ns", 1}};

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(units[i].name, name) == 0) {
            return units[i].ns;
        }
    }
    fail_msg("no unit %s", name);
    return 0;
}

/* A time and the nanoseconds that are added, less than a second. */
static guidon_time time_of_count(struct counted at, int64_t added)
{
    int64_t per_second = NS_PER_SECOND / at.unit_ns;
    int64_t rest = at.count % per_second;
    int64_t seconds = at.count / per_second;
    int64_t ns = rest * at.unit_ns + added;

    while (ns < 0) {
        seconds -= 1;
        ns += NS_PER_SECOND;
    }
    seconds += ns / NS_PER_SECOND;
    return (guidon_time){seconds, (uint32_t)(ns % NS_PER_SECOND)};
}

/* The units of a time, rounded down. */
static int64_t count_of_time(guidon_time t, int64_t unit_ns)
{
    return t.seconds * (NS_PER_SECOND / unit_ns) + t.nanoseconds / unit_ns;
}

/* The time that an id of a kind reads as. */
static guidon_time read_time(const struct kind *kind, const guidon_id *id)
{
    guidon_time t;

    if (kind == &kinds[ULID]) {
        return time_of_ms(guidon_ulid_ms_of(id));
    }
    assert_int_equal(guidon_time_of(&t, id), GUIDON_OK);
    return t;
}

static bool is_before(guidon_time a, guidon_time b)
{
    return a.seconds < b.seconds ||
           (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}

/* The ids from first to last; none if first is not an id of the kind. */
struct id_range {
    guidon_id first, last;
    bool is_empty;
};

/*
 * The ids from the floor of `from` to the ceil of `end`. A time that the kind
 * cannot hold is before or after all its ids.
 */
static struct id_range ids_between(const struct kind *kind, guidon_time from,
                                   guidon_time end)
{
    guidon_time first = kind->time(0), last = kind->time(kind->last);
    struct id_range ids = {bound(kind->floor, first), bound(kind->ceil, last),
                           false};

    if (kind->floor(&ids.first, from)) {
        ids.is_empty = is_before(last, from);
    }
    if (kind->ceil(&ids.last, end)) {
        ids.is_empty = ids.is_empty || is_before(end, first);
    }
    ids.is_empty = ids.is_empty || compare(kind, &ids.first, &ids.last) > 0;
    return ids;
}

/* A range of times, as a row of bounds.json has it. */
struct time_range {
    struct counted lower, upper;
    bool has_lower, has_upper, lower_inclusive, upper_inclusive;
};

static struct id_range ids_of_range(const struct kind *kind,
                                    const struct time_range *r)
{
    struct counted lower = r->lower, upper = r->upper;
    guidon_time from = {INT64_MIN, 0}, end = {INT64_MAX, 0};

    if (r->has_lower) {
        lower.count += !r->lower_inclusive;
        from = time_of_count(lower, (int64_t)kind->unit_ns - 1);
    }
    if (r->has_upper) {
        upper.count += r->upper_inclusive;
        end = time_of_count(upper, -1);
    }
    return ids_between(kind, from, end);
}

static bool range_has(const struct kind *kind, const struct id_range *ids,
                      const guidon_id *id)
{
    return !ids->is_empty && compare(kind, &ids->first, id) <= 0 &&
           compare(kind, id, &ids->last) <= 0;
}

/* The model: is the time of the id in the range? */
static bool time_is_in(const struct kind *kind, const struct time_range *r,
                       const guidon_id *id)
{
    int64_t at = count_of_time(read_time(kind, id), r->lower.unit_ns);
    bool above =
        r->lower_inclusive ? at >= r->lower.count : at > r->lower.count;
    bool below =
        r->upper_inclusive ? at <= r->upper.count : at < r->upper.count;

    return (above || !r->has_lower) && (below || !r->has_upper);
}

static struct counted row_count(json_t *row, const char *key)
{
    return (struct counted){row_i64(row, key),
                            unit_named(row_text(row, "unit"))};
}

static void check_bounds(json_t *row, const struct kind *kind)
{
    struct counted at = row_count(row, "time");
    guidon_time first = time_of_count(at, 0);
    guidon_time last = time_of_count(at, at.unit_ns - 1);
    guidon_time end = kind->time(kind->last);
    guidon_id id = bound(kind->floor, first);
    guidon_id want = row_id(row, "first");

    assert_row(row_text(row, "why"), guidon_equal(&id, &want));
    id = bound(kind->ceil, is_before(end, last) ? end : last);
    want = row_id(row, "last");
    assert_row(row_text(row, "why"), guidon_equal(&id, &want));
}

static void check_bounds_row(json_t *row)
{
    check_bounds(row, kind_named(row_text(row, "kind")));
}

static void check_typeid(json_t *row, const char *id_key, const char *text_key)
{
    guidon_id id = row_id(row, id_key);
    char text[GUIDON_TEXT_MAX];
    size_t len, want_len, prefix_len;
    const char *want = row_bytes(row, text_key, &want_len);
    const char *prefix = row_bytes(row, "prefix", &prefix_len);

    assert_int_equal(
        guidon_typeid_format(text, sizeof text, &len, prefix, prefix_len, &id),
        GUIDON_OK);
    assert_int_equal(len, want_len);
    assert_memory_equal(text, want, len);
}

static void check_typeid_row(json_t *row)
{
    check_bounds(row, &kinds[V7]);
    check_typeid(row, "first", "first_text");
    check_typeid(row, "last", "last_text");
}

static void check_out_of_range_row(json_t *row)
{
    const struct kind *kind = kind_named(row_text(row, "kind"));
    guidon_time t = time_of_count(row_count(row, "time"), 0);
    bool before = is_before(t, kind->time(0));
    guidon_id id;

    assert_int_equal(kind->floor(&id, t), GUIDON_E_RANGE);
    assert_int_equal(kind->ceil(&id, t), GUIDON_E_RANGE);
    assert_string_equal(row_text(row, "side"), before ? "before" : "after");
}

/* The bounds of a time in a unit hold every id whose time in the unit is that
 * time, and no other id. */
static void test_bounds_of_a_unit(void **state)
{
    (void)state;
    vectors_each("bounds.json", "bounds", check_bounds_row);
    vectors_each("bounds.json", "typeids", check_typeid_row);
    vectors_each("bounds.json", "out_of_range", check_out_of_range_row);
}

static struct time_range row_range(json_t *row)
{
    int64_t unit_ns = unit_named(row_text(row, "unit"));
    struct time_range r = {{0, unit_ns}, {0, unit_ns}, false,
                           false,        false,        false};

    r.has_lower = row_has(row, "lower");
    r.has_upper = row_has(row, "upper");
    r.lower_inclusive = row_i64(row, "lower_inclusive") != 0;
    r.upper_inclusive = row_i64(row, "upper_inclusive") != 0;
    if (r.has_lower) {
        r.lower.count = row_i64(row, "lower");
    }
    if (r.has_upper) {
        r.upper.count = row_i64(row, "upper");
    }
    return r;
}

/* The ids of a list of the row are all in the range, or all outside. */
static void check_ids(json_t *row, const char *key, bool inside)
{
    const struct kind *kind = kind_named(row_text(row, "kind"));
    struct time_range range = row_range(row);
    struct id_range ids = ids_of_range(kind, &range);
    json_t *list = json_object_get(row, key), *text;
    size_t i;

    json_array_foreach(list, i, text)
    {
        json_t *one = json_pack("{sO}", "id", text);
        guidon_id id = row_id(one, "id");

        assert_row(row_text(row, "why"), range_has(kind, &ids, &id) == inside);
        assert_row(row_text(row, "why"),
                   time_is_in(kind, &range, &id) == inside);
        json_decref(one);
    }
}

static void check_range_row(json_t *row)
{
    const struct kind *kind = kind_named(row_text(row, "kind"));
    struct time_range range = row_range(row);
    struct id_range ids = ids_of_range(kind, &range);
    guidon_id first = row_id(row, "first"), last = row_id(row, "last");

    assert_row(row_text(row, "why"), !ids.is_empty);
    assert_row(row_text(row, "why"), guidon_equal(&ids.first, &first));
    assert_row(row_text(row, "why"), guidon_equal(&ids.last, &last));
    check_ids(row, "inside", true);
    check_ids(row, "outside", false);
}

static void check_empty_range_row(json_t *row)
{
    struct time_range range = row_range(row);

    assert_row(
        row_text(row, "why"),
        ids_of_range(kind_named(row_text(row, "kind")), &range).is_empty);
    check_ids(row, "outside", false);
}

static void test_ranges_of_the_vectors(void **state)
{
    (void)state;
    vectors_each("bounds.json", "ranges", check_range_row);
    vectors_each("bounds.json", "empty_ranges", check_empty_range_row);
}

/* A range whose bounds are up to three steps from the time of the id. */
static struct time_range range_near(guidon_time t, const struct kind *kind,
                                    int64_t unit_ns, uint64_t *seed)
{
    int64_t at = count_of_time(t, unit_ns);
    int64_t step = 1 + (int64_t)kind->unit_ns / unit_ns;
    int64_t below = (int64_t)(draw(seed) % (uint64_t)(3 * step));
    int64_t above = (int64_t)(draw(seed) % (uint64_t)(3 * step));
    uint64_t flags = draw(seed);
    struct time_range r = {{at - step - 1 + below, unit_ns},
                           {at - step - 1 + above, unit_ns},
                           (flags & 7) != 0,
                           (flags & 56) != 0,
                           (flags & 64) != 0,
                           (flags & 128) != 0};

    return r;
}

/* An id is in the ids of a range if, and only if, its time is in the range. */
static void test_ranges_equal_the_model(void **state)
{
    static const int64_t units[] = {1000000, 1000, 100, 1};
    unsigned inside = 0;
    uint64_t seed = 1;

    (void)state;
    for (unsigned n = 0; n < 100000; n++) {
        const struct kind *kind = &kinds[n % KINDS];
        /* Up to the year 2105, so that nanoseconds fit 64 bits. */
        uint64_t first =
            kind->unit_ns == 100 ? UINT64_C(0x01b21dd213814000) : 0;
        uint64_t span =
            UINT64_C(4260000000) * ((uint64_t)NS_PER_SECOND / kind->unit_ns);
        uint64_t count = first + draw(&seed) % span;
        guidon_id id = made(kind, count, draw_id(&seed).bytes);
        struct time_range range =
            range_near(read_time(kind, &id), kind, units[n / KINDS % 4], &seed);
        struct id_range ids = ids_of_range(kind, &range);
        bool want = time_is_in(kind, &range, &id);

        assert_row(kind->name, range_has(kind, &ids, &id) == want);
        inside += want;
    }
    assert_in_range(inside, 20000, 80000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_hold_their_unit_and_no_other),
        cmocka_unit_test(test_a_span_of_time_is_a_span_of_ids),
        cmocka_unit_test(test_bounds_hold_by_time),
        cmocka_unit_test(test_version_and_variant_are_those_of_the_kind),
        cmocka_unit_test(test_times_of_another_span_are_refused),
        cmocka_unit_test(test_bounds_of_a_unit),
        cmocka_unit_test(test_ranges_of_the_vectors),
        cmocka_unit_test(test_ranges_equal_the_model),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
