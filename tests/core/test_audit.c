/* SPDX-License-Identifier: MIT */
/* test_audit.c - counts of many ids: by vectors, against a slow model, and
 * merged in every grouping. */
#include "core_test.h"

#include <stdio.h>
#include <string.h>

/* The ids of a row. */
static struct {
    guidon_id ids[512];
    size_t n;
    bool ulid;
} run;

static void read_runs(json_t *row)
{
    size_t i;
    json_t *pair;

    run.n = 0;
    run.ulid = json_is_true(json_object_get(row, "ulid"));
    json_array_foreach(json_object_get(row, "runs"), i, pair)
    {
        json_int_t times = json_integer_value(json_array_get(pair, 1));
        json_t *one = json_pack("{sssO}", "why", "the id of a run", "id",
                                json_array_get(pair, 0));
        guidon_id id = row_id(one, "id");

        while (times-- > 0) {
            assert_in_range(run.n, 0, sizeof run.ids / sizeof *run.ids - 1);
            run.ids[run.n++] = id;
        }
        json_decref(one);
    }
}

static void add(guidon_audit *audit, size_t from, size_t n)
{
    if (run.ulid) {
        guidon_audit_add_ulid_many(audit, run.ids + from, n);
    } else {
        guidon_audit_add_many(audit, run.ids + from, n);
    }
}

static guidon_audit_counts counts_of(const guidon_audit *audit)
{
    guidon_audit_counts counts;

    memset(&counts, 0xa5, sizeof counts);
    guidon_audit_read(&counts, audit);
    assert_true(guidon_audit_check(audit) || counts.ids >> 59 > 0);
    return counts;
}

/* Are the counts equal, apart from order and parts? */
static bool same(guidon_audit_counts a, guidon_audit_counts b)
{
    a.out_of_order = b.out_of_order = 0;
    a.parts = b.parts = 0;
    return a.earliest.seconds == b.earliest.seconds &&
           a.earliest.nanoseconds == b.earliest.nanoseconds &&
           a.latest.seconds == b.latest.seconds &&
           a.latest.nanoseconds == b.latest.nanoseconds && a.ids == b.ids &&
           a.timed == b.timed &&
           memcmp(a.kinds, b.kinds, sizeof a.kinds) == 0 &&
           guidon_equal(&a.weak_v4, &b.weak_v4) &&
           guidon_equal(&a.weak_v7, &b.weak_v7) &&
           memcmp(a.ones_v4, b.ones_v4, sizeof a.ones_v4) == 0 &&
           memcmp(a.ones_v7, b.ones_v7, sizeof a.ones_v7) == 0;
}

/* ------------------------------------------------------------------ vectors */

static void check_time(json_t *row, const char *key, guidon_time time)
{
    json_t *want = json_object_get(row, key);

    if (json_is_null(want)) {
        assert_true(time.seconds == 0 && time.nanoseconds == 0);
        return;
    }
    assert_true(time.seconds == row_i64(want, "seconds"));
    assert_int_equal(time.nanoseconds, row_u64(want, "nanoseconds"));
}

static void check_row(json_t *row)
{
    guidon_audit audit;
    guidon_audit_counts counts;
    guidon_id weak_v4 = row_id(row, "weak_v4");
    guidon_id weak_v7 = row_id(row, "weak_v7");
    json_t *kinds = json_object_get(row, "kinds");

    read_runs(row);
    guidon_audit_init(&audit);
    add(&audit, 0, run.n);
    counts = counts_of(&audit);
    assert_int_equal(counts.ids, run.n);
    for (unsigned kind = 0; kind < 32; kind++) {
        const char *name = guidon_kind_name((guidon_id_kind)kind);
        json_int_t want = json_integer_value(json_object_get(kinds, name));

        assert_row(name, counts.kinds[kind] == (uint64_t)want);
    }
    assert_int_equal(counts.timed, row_u64(row, "timed"));
    check_time(row, "earliest", counts.earliest);
    check_time(row, "latest", counts.latest);
    assert_int_equal(counts.out_of_order, row_u64(row, "out_of_order"));
    assert_int_equal(counts.parts, run.n > 0);
    assert_id_equal(counts.weak_v4, weak_v4);
    assert_id_equal(counts.weak_v7, weak_v7);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(counts.reserved[i], 0);
    }
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("audit.json", "audits", check_row);
}

/* ------------------------------------------------------------------- groups */

/* Audit the ids in three parts, and merge them as (a b) c, a (b c) and c (b a).
 */
static void check_parts(size_t first, size_t second)
{
    const size_t ends[] = {0, first, second, run.n};
    guidon_audit parts[3], left, right, back, whole;
    guidon_audit_counts want, got;

    for (int i = 0; i < 3; i++) {
        guidon_audit_init(&parts[i]);
        add(&parts[i], ends[i], ends[i + 1] - ends[i]);
    }
    guidon_audit_init(&whole);
    add(&whole, 0, run.n);
    left = parts[0];
    guidon_audit_merge(&left, &parts[1]);
    guidon_audit_merge(&left, &parts[2]);
    right = parts[1];
    guidon_audit_merge(&right, &parts[2]);
    back = parts[0];
    guidon_audit_merge(&back, &right);
    right = parts[1];
    guidon_audit_merge(&right, &parts[0]);
    guidon_audit_merge(&parts[2], &right);
    want = counts_of(&whole);
    got = counts_of(&left);
    assert_true(same(want, got));
    assert_int_equal(got.parts,
                     (first > 0) + (second > first) + (run.n > second));
    assert_in_range(got.out_of_order + 2, want.out_of_order,
                    want.out_of_order + 2);
    want = counts_of(&back);
    assert_true(same(want, got) && want.parts == got.parts);
    assert_int_equal(want.out_of_order, got.out_of_order);
    want = counts_of(&parts[2]);
    assert_true(same(want, got) && want.parts == got.parts);
    assert_int_equal(want.out_of_order, got.out_of_order);
}

static void check_groups(json_t *row)
{
    read_runs(row);
    check_parts(0, 0);
    check_parts(run.n, run.n);
    check_parts(0, run.n);
    for (size_t first = 0; first <= run.n; first += 1 + run.n / 9) {
        for (size_t second = first; second <= run.n; second += 1 + run.n / 7) {
            check_parts(first, second);
        }
    }
}

static void test_parts_merge_in_any_group_and_order(void **state)
{
    (void)state;
    vectors_each("audit.json", "audits", check_groups);
}

/* An id after a merge follows the last id of the state's own part. */
static void test_a_state_counts_on_after_a_merge(void **state)
{
    static const guidon_id low = {{1}}, middle = {{2}}, high = {{3}};
    guidon_audit audit = {{0}}, other = {{0}};

    (void)state;
    guidon_audit_add(&audit, &low);
    guidon_audit_add(&other, &high);
    guidon_audit_merge(&audit, &other);
    guidon_audit_add(&audit, &middle);
    assert_int_equal(counts_of(&audit).out_of_order, 0);
    assert_int_equal(counts_of(&audit).parts, 2);
    guidon_audit_add(&other, &middle);
    assert_int_equal(counts_of(&other).out_of_order, 1);
}

/* The ids of a state that merged before its first id are a part too. */
static void test_a_state_begins_its_part_after_a_merge(void **state)
{
    static const guidon_id low = {{1}}, high = {{2}};
    guidon_audit audit = {{0}}, ulids = {{0}}, other = {{0}};

    (void)state;
    guidon_audit_add(&other, &high);
    guidon_audit_merge(&audit, &other);
    assert_int_equal(counts_of(&audit).parts, 1);
    ulids = audit;
    for (int i = 0; i < 2; i++) {
        guidon_audit_add(&audit, &low);
        guidon_audit_add_ulid(&ulids, &low);
        assert_int_equal(counts_of(&audit).parts, 2);
        assert_int_equal(counts_of(&ulids).parts, 2);
        assert_int_equal(counts_of(&audit).out_of_order, 0);
    }
}

/* ---------------------------------------------------------------- the model */

struct model {
    uint64_t ids, kinds[32], timed, out_of_order, ones[2][128];
    guidon_time earliest, latest;
    guidon_id last;
};

static bool is_before(guidon_time a, guidon_time b)
{
    return a.seconds != b.seconds ? a.seconds < b.seconds
                                  : a.nanoseconds < b.nanoseconds;
}

static unsigned model_kind(const guidon_id *id)
{
    if (guidon_is_nil(id)) {
        return GUIDON_KIND_NIL;
    }
    if (guidon_is_max(id)) {
        return GUIDON_KIND_MAX;
    }
    switch (guidon_variant_of(id)) {
    case GUIDON_VARIANT_NCS:
        return GUIDON_KIND_NCS;
    case GUIDON_VARIANT_MICROSOFT:
        return GUIDON_KIND_MICROSOFT;
    case GUIDON_VARIANT_FUTURE:
        return GUIDON_KIND_FUTURE;
    default:
        return guidon_version_of(id);
    }
}

static void model_add(struct model *model, const guidon_id *id, bool ulid)
{
    unsigned kind = ulid ? GUIDON_KIND_ULID : model_kind(id);
    guidon_time time = {(int64_t)(guidon_ulid_ms_of(id) / 1000),
                        (uint32_t)(guidon_ulid_ms_of(id) % 1000) * 1000000};

    model->kinds[kind]++;
    model->out_of_order +=
        model->ids++ > 0 && guidon_compare(id, &model->last) < 0;
    model->last = *id;
    if (ulid || guidon_time_of(&time, id) == GUIDON_OK) {
        if (model->timed == 0 || is_before(time, model->earliest)) {
            model->earliest = time;
        }
        if (model->timed == 0 || is_before(model->latest, time)) {
            model->latest = time;
        }
        model->timed++;
    }
    for (unsigned bit = 0; bit < 128 && (kind == 4 || kind == 7); bit++) {
        model->ones[kind == 7][bit] +=
            (unsigned)id->bytes[bit / 8] >> (7 - bit % 8) & 1u;
    }
}

static void check_model(const struct model *model, const guidon_audit *audit)
{
    guidon_audit_counts counts = counts_of(audit);

    assert_int_equal(counts.ids, model->ids);
    assert_memory_equal(counts.kinds, model->kinds, sizeof counts.kinds);
    assert_int_equal(counts.timed, model->timed);
    assert_int_equal(counts.out_of_order, model->out_of_order);
    assert_memory_equal(counts.ones_v4, model->ones[0], sizeof counts.ones_v4);
    assert_memory_equal(counts.ones_v7, model->ones[1], sizeof counts.ones_v7);
    assert_true(counts.earliest.seconds == model->earliest.seconds &&
                counts.earliest.nanoseconds == model->earliest.nanoseconds);
    assert_true(counts.latest.seconds == model->latest.seconds &&
                counts.latest.nanoseconds == model->latest.nanoseconds);
}

/* Versions 4 and 7 come most, so that their lanes are full several times. */
static guidon_id drawn(uint64_t *seed)
{
    guidon_id id = draw_id(seed);

    switch (draw(seed) % 8) {
    case 0:
        return id;
    case 1:
        return draw(seed) % 2 ? guidon_nil() : guidon_max();
    case 2:
        return shaped(id, (unsigned)(draw(seed) % 16),
                      0x80u | id.bytes[8] >> 2);
    default:
        return shaped(id, draw(seed) % 2 ? 4 : 7, 0x80u | id.bytes[8] >> 2);
    }
}

static void test_random_ids_count_as_by_the_model(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (int round = 0; round < 20; round++) {
        struct model model = {0};
        guidon_audit audit;

        guidon_audit_init(&audit);
        for (int i = 0; i < 150; i++) {
            guidon_id ids[40];
            size_t n = draw(&seed) % 40;
            bool ulid = draw(&seed) % 4 == 0;

            for (size_t j = 0; j < n; j++) {
                ids[j] = drawn(&seed);
                model_add(&model, &ids[j], ulid);
            }
            if (n == 1) {
                ulid ? guidon_audit_add_ulid(&audit, ids)
                     : guidon_audit_add(&audit, ids);
            } else if (ulid) {
                guidon_audit_add_ulid_many(&audit, ids, n);
            } else {
                guidon_audit_add_many(&audit, ids, n);
            }
        }
        check_model(&model, &audit);
    }
}

/* ------------------------------------------------------------- large counts */

/* Count an id many times, by merging copies of a state. */
static void add_times(guidon_audit *audit, const guidon_id *id, uint64_t times)
{
    guidon_audit power = {{0}};

    guidon_audit_add(&power, id);
    for (; times > 0; times >>= 1) {
        guidon_audit copy = power;

        if (times & 1) {
            guidon_audit_merge(audit, &power);
        }
        guidon_audit_merge(&power, &copy);
    }
}

/* n ids of which each bit is one in (n + off) / 2 or (n - off) / 2. */
static bool bits_are_weak(uint64_t n, uint64_t off)
{
    const guidon_id id = shaped((guidon_id){{0x55, 0xaa}}, 4, 0x80);
    guidon_id other = id;
    guidon_audit audit = {{0}};
    guidon_audit_counts counts;

    for (int i = 0; i < 16; i++) {
        other.bytes[i] = (unsigned char)~id.bytes[i];
    }
    other = shaped(other, 4, 0x80u | (other.bytes[8] & 0x3fu));
    add_times(&audit, &id, n - (n - off) / 2);
    add_times(&audit, &other, (n - off) / 2);
    counts = counts_of(&audit);
    assert_true(counts.ids == n && counts.kinds[4] == n);
    for (unsigned i = 0; i < 16; i++) {
        unsigned random = i == 6 ? 0x0f : i == 8 ? 0x3f : 0xff;

        assert_int_equal(counts.weak_v4.bytes[i],
                         guidon_is_nil(&counts.weak_v4) ? 0 : random);
    }
    return !guidon_is_nil(&counts.weak_v4);
}

/* n = k^2, so 8 deviations are off = 8k. */
static void test_eight_deviations_are_weak_at_any_size(void **state)
{
    static const uint64_t roots[] = {
        8,        9,        10,       255,        65535,      65536,
        94906267, 94906268, 16777217, 3000000000, 4294967294, 4294967295};

    (void)state;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        const uint64_t n = roots[i] * roots[i];
        const uint64_t off = 8 * roots[i] + n % 2; /* odd if n is */

        assert_true(bits_are_weak(n, off));
        assert_false(bits_are_weak(n, off - 2));
        assert_false(bits_are_weak(n, n % 2));
        assert_true(bits_are_weak(n, n));
    }
}

/* ------------------------------------------------------------------- states */

static void test_a_state_is_its_bytes(void **state)
{
    guidon_audit audit, zeros;
    unsigned char bytes[sizeof audit];

    (void)state;
    memset(&zeros, 0, sizeof zeros);
    memset(&audit, 0xa5, sizeof audit);
    guidon_audit_init(&audit);
    assert_memory_equal(&audit, &zeros, sizeof audit);
    run.n = 300;
    run.ulid = false;
    for (size_t i = 0; i < run.n; i++) {
        run.ids[i] = drawn(&(uint64_t){i});
    }
    add(&zeros, 0, 290);
    memcpy(bytes, &zeros, sizeof bytes);
    memcpy(&audit, bytes, sizeof bytes);
    add(&zeros, 290, 10);
    add(&audit, 290, 10);
    assert_memory_equal(&audit, &zeros, sizeof audit);
}

/* One word of the state at a time, whatever it means. */
static void test_damaged_bytes_are_no_state(void **state)
{
    enum { WORDS = sizeof(guidon_audit) / sizeof(uint64_t) };
    guidon_audit audit = {{0}}, other = {{0}}, wrong;

    (void)state;
    run.n = 512;
    run.ulid = false;
    for (size_t i = 0; i < run.n; i++) {
        run.ids[i] = drawn(&(uint64_t){i});
    }
    add(&audit, 0, 300);
    add(&other, 300, 212);
    guidon_audit_merge(&audit, &other);
    assert_true(guidon_audit_check(&audit));
    for (size_t i = 0; i < WORDS; i++) {
        wrong = audit;
        wrong.opaque[i] = UINT64_MAX;
        /* The last id, of two words, may be any. */
        assert_int_equal(guidon_audit_check(&wrong), i == 37 || i == 38);
    }
    memset(&wrong, 0, sizeof wrong);
    assert_true(guidon_audit_check(&wrong));
    for (size_t i = 0; i < WORDS; i++) {
        wrong.opaque[i] = 1;
        assert_false(guidon_audit_check(&wrong));
        wrong.opaque[i] = 0;
    }
}

static void test_no_ids_change_nothing(void **state)
{
    guidon_audit audit = {{0}}, before;

    (void)state;
    guidon_audit_add(&audit, &(guidon_id){{1}});
    before = audit;
    guidon_audit_add_many(&audit, NULL, 0);
    guidon_audit_add_ulid_many(&audit, NULL, 0);
    guidon_audit_merge(&audit, &(guidon_audit){{0}});
    assert_memory_equal(&audit, &before, sizeof audit);
}

static void test_names(void **state)
{
    (void)state;
    for (int kind = 0; kind <= GUIDON_KIND_V15; kind++) {
        char name[16];

        snprintf(name, sizeof name, "v%d", kind);
        assert_string_equal(guidon_kind_name((guidon_id_kind)kind), name);
    }
    assert_string_equal(guidon_kind_name(GUIDON_KIND_NIL), "nil");
    assert_string_equal(guidon_kind_name(GUIDON_KIND_MAX), "max");
    assert_string_equal(guidon_kind_name(GUIDON_KIND_NCS), "ncs");
    assert_string_equal(guidon_kind_name(GUIDON_KIND_MICROSOFT), "microsoft");
    assert_string_equal(guidon_kind_name(GUIDON_KIND_FUTURE), "future");
    assert_string_equal(guidon_kind_name(GUIDON_KIND_ULID), "ulid");
    assert_string_equal(guidon_kind_name((guidon_id_kind)GUIDON_ID_KINDS),
                        "unknown");
    assert_string_equal(guidon_kind_name((guidon_id_kind)-1), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_parts_merge_in_any_group_and_order),
        cmocka_unit_test(test_a_state_counts_on_after_a_merge),
        cmocka_unit_test(test_a_state_begins_its_part_after_a_merge),
        cmocka_unit_test(test_random_ids_count_as_by_the_model),
        cmocka_unit_test(test_eight_deviations_are_weak_at_any_size),
        cmocka_unit_test(test_a_state_is_its_bytes),
        cmocka_unit_test(test_damaged_bytes_are_no_state),
        cmocka_unit_test(test_no_ids_change_nothing),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
