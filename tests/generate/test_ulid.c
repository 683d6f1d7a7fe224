/* SPDX-License-Identifier: MIT */
/* test_ulid.c - ULIDs, with random bits in each or in monotonic order. */
#include "generate/kinds.h"
#include "generate_test.h"

#define TOLERANCE_MAX                                                          \
  INT64_C(0xffffffff) /* ms, the most that the option can hold */

/* A script whose next random bytes begin with bytes of the test's own. */
struct given {
    struct script script;
    unsigned char bytes[16];
};

static guidon_status given_random(void *context, void *out, size_t len)
{
    struct given *given = context;

    given->script.draws++;
    memset(out, 0, len);
    memcpy(out, given->bytes, len < 16 ? len : 16);
    return GUIDON_OK;
}

static guidon_generator *given_generator(struct given *given,
                                         const guidon_options *options)
{
    guidon_options with_bytes = *options;

    with_bytes.random_fn = given_random;
    with_bytes.random_context = given;
    return script_generator(&with_bytes);
}

/* A generator whose first id, at the clock's time, is `first`. */
static guidon_generator *begins_at(struct given *given, const guidon_id *first,
                                   guidon_options options)
{
    uint64_t ms = guidon_ulid_ms_of(first);

    given->script =
        script_at((int64_t)(ms / 1000), (uint32_t)(ms % 1000) * (uint32_t)MS);
    memset(given->bytes, 0,
           sizeof given->bytes); /* the bytes of a random step */
    memcpy(given->bytes, first->bytes + 6, 10);
    options.clock_fn = script_clock;
    options.clock_context = &given->script;
    return given_generator(given, &options);
}

static guidon_id ulid(const char *text)
{
    guidon_id id;

    assert_int_equal(
        guidon_parse_as(&id, text, strlen(text), GUIDON_FORM_ULID, NULL),
        GUIDON_OK);
    return id;
}

static const guidon_options monotonic = {.kind = GUIDON_ULID_MONOTONIC,
                                         .random = GUIDON_RANDOM_CALLBACK};

/* ------------------------------------------------------------------- plain */

static void test_plain_is_time_and_80_fresh_bits(void **state)
{
    struct script script = script_at(1469922850, 259999999);
    guidon_options options = script_options(&script, GUIDON_ULID);
    guidon_generator *g = script_generator(&options);
    guidon_id id, other;

    (void)state;
    script.fill = 0xff; /* none of the bits is a version or a variant (U12) */
    id = next_of(g);
    assert_id_equal(id, ulid("01ARZ3NDEKZZZZZZZZZZZZZZZZ"));
    script.fill =
        0; /* lower in the same millisecond, because not monotonic (U5) */
    id = next_of(g);
    assert_id_equal(id, ulid("01ARZ3NDEK0000000000000000"));
    script.fill = -1;
    id = next_of(g);
    other = next_of(g);
    assert_int_not_equal(guidon_compare(&id, &other), 0);
    script_move(&script, -HOUR); /* there is no order, so any clock will do */
    id = next_of(g);
    assert_int_equal(guidon_ulid_ms_of(&id), 1469922850259 - 3600000);
    guidon_generator_free(g);
}

/* --------------------------------------------------------------- monotonic */

/* The reference continues however far back the clock is. Guidon continues
 * within the tolerance, 49 days at most, so the two early times of the
 * reference stay within it. */
static void test_the_reference_run(void **state)
{
    json_t *file = vectors_load("ulid.json");
    json_t *rows = vectors_rows(file, "monotonic");
    guidon_id first = ulid(row_text(json_array_get(rows, 0), "ulid"));
    uint64_t first_ms = guidon_ulid_ms_of(&first);
    struct given given;
    guidon_options options = monotonic;
    guidon_generator *g;
    json_t *row;
    size_t i;

    (void)state;
    options.rollback_tolerance_ms = (uint32_t)TOLERANCE_MAX;
    options.rollback = GUIDON_ROLLBACK_FAIL;
    g = begins_at(&given, &first, options);
    json_array_foreach(rows, i, row)
    {
        guidon_id id;

        if (row_u64(row, "clock_ms") < first_ms && i == 2) {
            script_move(&given.script, -TOLERANCE_MAX * MS);
        }
        id = next_of(g);
        assert_id_equal(id, ulid(row_text(row, "ulid")));
    }
    assert_int_equal(given.script.draws, 1); /* for the first id only */
    assert_int_equal(stats_of(g).rollbacks, 2);
    guidon_generator_free(g);
    json_decref(file);
}

static void test_each_increment_or_its_refusal(void **state)
{
    json_t *file = vectors_load("ulid.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "increments"), i, row)
    {
        const char *next = json_string_value(json_object_get(row, "next"));
        guidon_id first = ulid(row_text(row, "ulid"));
        struct given given;
        guidon_generator *g = begins_at(&given, &first, monotonic);
        guidon_id id = next_of(g);

        assert_id_equal(id, first);
        if (next) {
            id = next_of(g);
            assert_id_equal(id, ulid(next));
        } else {
            mark(&id, sizeof id);
            assert_int_equal(guidon_next(&id, g), GUIDON_E_OVERFLOW);
            assert_true(is_marked(&id, sizeof id));
        }
        guidon_generator_free(g);
    }
    json_decref(file);
}

static void test_a_full_millisecond_stays_full(void **state)
{
    static const char *const run[] = {"01BX5ZZKBKZZZZZZZZZZZZZZZX",
                                      "01BX5ZZKBKZZZZZZZZZZZZZZZY",
                                      "01BX5ZZKBKZZZZZZZZZZZZZZZZ"};

    (void)state;
    for (size_t s = 0; s < COUNT(scopes); s++) {
        guidon_id first = ulid(run[0]), id, next;
        guidon_options options = monotonic;
        struct given given;
        guidon_generator *g;

        options.scope = scopes[s];
        options.overflow =
            GUIDON_OVERFLOW_WAIT; /* the call fails all the same */
        g = begins_at(&given, &first, options);
        for (size_t i = 0; i < COUNT(run); i++) {
            id = next_of(g);
            assert_id_equal(id, ulid(run[i]));
        }
        for (int asked = 0; asked < 3; asked++) {
            assert_int_equal(guidon_next(&next, g), GUIDON_E_OVERFLOW);
        }
        script_move(&given.script, -MS); /* an earlier time is the same */
        assert_int_equal(guidon_next(&next, g), GUIDON_E_OVERFLOW);
        script_move(&given.script, 2 * MS);
        memset(given.bytes, 0x11, sizeof given.bytes);
        next = next_of(g);
        assert_int_equal(guidon_ulid_ms_of(&next),
                         guidon_ulid_ms_of(&first) + 1);
        assert_true(is_all(next.bytes + 6, 10, 0x11));
        guidon_generator_free(g);
    }
}

static void test_a_later_millisecond_begins_at_random(void **state)
{
    guidon_id first = ulid("01BX5ZZKBKACTAV9WEVGEMMVRY"), id;
    struct given given;
    guidon_generator *g = begins_at(&given, &first, monotonic);

    (void)state;
    (void)next_of(g);
    for (unsigned char ms = 1; ms < 5; ms++) {
        script_move(&given.script, MS);
        memset(given.bytes, 0xf0 - ms, sizeof given.bytes);
        id = next_of(g);
        assert_int_equal(guidon_ulid_ms_of(&id),
                         guidon_ulid_ms_of(&first) + ms);
        assert_true(is_all(id.bytes + 6, 10, (unsigned char)(0xf0 - ms)));
    }
    assert_int_equal(given.script.readings, 5);
    guidon_generator_free(g);
}

static void test_a_batch_that_overflows_gives_none(void **state)
{
    guidon_id first = ulid("01BX5ZZKBKZZZZZZZZZZZZZZZX");
    guidon_id ids[4], nothing[4];
    struct given given;
    guidon_generator *g = begins_at(&given, &first, monotonic);

    (void)state;
    mark(nothing, sizeof nothing);
    memset(ids, 0, sizeof ids);
    /* The sequence would start three below the end: X, Y, Z and no fourth
     * id. */
    assert_int_equal(guidon_next_many(ids, 4, g), GUIDON_E_OVERFLOW);
    assert_true(is_all(ids, sizeof ids, 0));
    assert_int_equal(guidon_next_many(ids, 3, g), GUIDON_OK);
    assert_id_equal(ids[0], first);
    assert_id_equal(ids[2], ulid("01BX5ZZKBKZZZZZZZZZZZZZZZZ"));
    guidon_generator_free(g);

    g = begins_at(&given, &first, monotonic); /* within a sequence */
    (void)next_of(g);
    mark(ids, sizeof ids);
    assert_int_equal(guidon_next_many(ids, 3, g), GUIDON_E_OVERFLOW);
    assert_memory_equal(ids, nothing, sizeof ids);
    assert_int_equal(guidon_next_many(ids, 2, g), GUIDON_OK);
    assert_id_equal(ids[0], ulid("01BX5ZZKBKZZZZZZZZZZZZZZZY"));
    guidon_generator_free(g);
}

/* The last 80 bits of b minus those of a, if the difference fits 64 bits. */
static uint64_t step_between(const guidon_id *a, const guidon_id *b)
{
    uint64_t hi_a, lo_a, hi_b, lo_b;

    guidon_to_words(&hi_a, &lo_a, a);
    guidon_to_words(&hi_b, &lo_b, b);
    assert_int_equal(hi_b - hi_a, lo_b < lo_a ? 1 : 0);
    return lo_b - lo_a;
}

static void test_the_step_is_random(void **state)
{
    static const struct {
        const char *why;
        int fill;
        uint64_t least, most;
    } rows[] = {
        {"zeros do not stand still", 0, 1, 1},
        {"ones are the longest step", 0xff, UINT64_C(1) << 32,
         UINT64_C(1) << 32},
        {"any", -1, 1, UINT64_C(1) << 32},
    };
    enum { N = 1000 };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, GUIDON_ULID_MONOTONIC);
        guidon_generator *g;
        guidon_id last, id;
        uint64_t all = 0;

        options.ulid_step = GUIDON_ULID_STEP_RANDOM;
        g = script_generator(&options);
        last = next_of(g);
        script.fill = rows[i].fill;
        for (int made = 0; made < N; made++) {
            uint64_t step;

            id = next_of(g);
            step = step_between(&last, &id);
            assert_row(rows[i].why,
                       step >= rows[i].least && step <= rows[i].most);
            all |= step - 1;
            last = id;
        }
        /* Every bit of the step is used. */
        assert_row(rows[i].why, rows[i].fill >= 0 || all == UINT32_MAX);
        guidon_generator_free(g);
    }
}

/* Who sees two neighbours of a batch does not learn the step to the next id. */
static void test_each_id_of_a_batch_has_a_step_of_its_own(void **state)
{
    enum { N = 1000 }; /* ids of several calls of write() */
    static const size_t batches[] = {N, 256, 2, 1};
    guidon_id ids[N];

    (void)state;
    for (size_t b = 0; b < COUNT(batches); b++) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, GUIDON_ULID_MONOTONIC);
        guidon_generator *g;
        uint64_t all = 0, low = UINT32_MAX, high = 0;

        options.ulid_step = GUIDON_ULID_STEP_RANDOM;
        g = script_generator(&options);
        for (size_t made = 0; made < N;) {
            size_t n = N - made < batches[b] ? N - made : batches[b];

            assert_int_equal(guidon_next_many(ids + made, n, g), GUIDON_OK);
            made += n;
        }
        for (size_t i = 2; i < N; i++) {
            uint64_t before = step_between(&ids[i - 2], &ids[i - 1]) - 1;
            uint64_t step = step_between(&ids[i - 1], &ids[i]) - 1;

            assert_true(step <= UINT32_MAX && step != before);
            all |= step ^ before;
            low = step < low ? step : low;
            high = step > high ? step : high;
        }
        assert_true(all == UINT32_MAX); /* each bit changes */
        assert_true(low < UINT32_MAX / 64 && high > UINT32_MAX / 64 * 63);
        guidon_generator_free(g);
    }
}

static void test_a_carry_crosses_the_words(void **state)
{
    guidon_id first = ulid("01BX5ZZKBKACTAV9WEVGEMMVRY"), id;
    guidon_options options = monotonic;
    struct given given;
    guidon_generator *g;

    (void)state;
    memset(first.bytes + 8, 0xff, 8);
    for (int step = 0; step <= 1; step++) {
        options.ulid_step = (guidon_ulid_step)step;
        g = begins_at(&given, &first, options);
        assert_id_equal(next_of(g), first);
        id = next_of(g);
        assert_int_equal(id.bytes[7], first.bytes[7] + 1);
        assert_true(is_all(id.bytes + 8, 4, 0));
        guidon_generator_free(g);
    }
}

/* Wherever the carry falls in a batch, each id is one above the id before. */
static void test_a_batch_carries_across_the_words(void **state)
{
    enum { N = 20 };
    guidon_id first = ulid("01BX5ZZKBKACTAV9WEVGEMMVRY"), ids[N];

    (void)state;
    memset(first.bytes + 8, 0xff, 8);
    for (unsigned char below = 0; below <= N; below++) {
        guidon_options options = monotonic;
        struct given given;
        guidon_generator *g;

        first.bytes[15] = 0xff - below;
        g = begins_at(&given, &first, options);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        assert_id_equal(ids[0], first);
        for (size_t i = 1; i < N; i++) {
            guidon_id above = ids[i - 1];

            assert_int_equal(guidon_ulid_increment(&above), GUIDON_OK);
            assert_id_equal(ids[i], above);
        }
        guidon_generator_free(g);
    }
}

/* The table of the kind whose steps are random. */
static const struct gdn_kind *random_steps(void)
{
    static const guidon_options options = {
        .kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM};

    return gdn_kind_of(&options, false);
}

/* A random step is at most 2^32. If there may be no room for it, no id is made,
 * whatever the random bytes would be. */
static void test_a_random_step_needs_its_room(void **state)
{
    static const struct {
        const char *why;
        uint64_t hi, room;
        size_t n;
        enum gdn_verdict want;
    } rows[] = {
        {"room for one", 0x5ffff, UINT64_C(1) << 32, 1, GDN_PLAN_OK},
        {"less", 0x5ffff, (UINT64_C(1) << 32) - 1, 1, GDN_PLAN_EXHAUSTED_FAIL},
        {"room for three", 0x5ffff, UINT64_C(3) << 32, 3, GDN_PLAN_OK},
        {"less than for three", 0x5ffff, (UINT64_C(3) << 32) - 1, 3,
         GDN_PLAN_EXHAUSTED_FAIL},
        {"a word more", 0x5fffe, 0, 3, GDN_PLAN_OK},
    };
    static const struct gdn_rules rules = {.ulid_step =
                                               GUIDON_ULID_STEP_RANDOM};
    unsigned char random[3 * 4]; /* the longest steps */

    (void)state;
    memset(random, 0xff, sizeof random);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gdn_u128 last = {.hi = rows[i].hi, .lo = ~rows[i].room};
        struct gdn_plan plan = {.n = 0};

        assert_row(rows[i].why, random_steps()->plan(&plan, &last, 5, rows[i].n,
                                                     &rules) == rows[i].want);
        if (rows[i].want == GDN_PLAN_OK) {
            assert_false(plan.needs_seed);
            random_steps()->add_steps(&plan, random);
            assert_row(rows[i].why, plan.n == rows[i].n);
            assert_row(rows[i].why, plan.next.hi == 0x5ffff);
            assert_row(rows[i].why,
                       plan.next.lo == last.lo + ((uint64_t)plan.n << 32));
        }
    }
}

/* Ids that the state does not know may lie just above it. A random skip passes
 * over them, but stays below the next millisecond. */
static void test_a_random_skip_continues_above(void **state)
{
    static const struct {
        const char *why;
        uint64_t hi, lo; /* of the last id; its millisecond is 5 */
        unsigned char random;
        guidon_ulid_step step;
        enum gdn_verdict want;
        uint64_t want_hi, want_lo;
    } rows[] = {
        {"a skip of zero", 0x50000, 9, 0, GUIDON_ULID_STEP_ONE, GDN_PLAN_OK,
         0x50000, 10},
        {"a skip", 0x50000, 9, 0x11, GUIDON_ULID_STEP_ONE, GDN_PLAN_OK, 0x50000,
         UINT64_C(0x1111111111111111) + 10},
        {"with a random step", 0x50000, 9, 0x11, GUIDON_ULID_STEP_RANDOM,
         GDN_PLAN_OK, 0x50000,
         UINT64_C(0x1111111111111111) + UINT64_C(0x11111112) + 9},
        {"a carry", 0x50000, UINT64_MAX - 1, 0xff, GUIDON_ULID_STEP_ONE,
         GDN_PLAN_OK, 0x50001, UINT64_MAX - 1},
        {"two carries", 0x5fffd, UINT64_MAX, 0xff, GUIDON_ULID_STEP_RANDOM,
         GDN_PLAN_OK, 0x5ffff, UINT64_C(0xfffffffe)},
        {"it might leave the millisecond", 0x5fffe, 0, 0, GUIDON_ULID_STEP_ONE,
         GDN_PLAN_EXHAUSTED_FAIL, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gdn_rules rules = {.tolerance = 10, .ulid_step = rows[i].step};
        struct gdn_u128 last = {.hi = rows[i].hi, .lo = rows[i].lo};
        struct gdn_plan plan = {.random_skip = true};
        unsigned char random[GDN_SEED_LEN];
        const struct gdn_kind *kind = rows[i].step == GUIDON_ULID_STEP_RANDOM
                                          ? random_steps()
                                          : &gdn_kind_ulid_monotonic;

        memset(random, rows[i].random, sizeof random);
        if (kind->plan(&plan, &last, 5, 1, &rules) != rows[i].want) {
            fail_msg("%s", rows[i].why);
        }
        if (rows[i].want == GDN_PLAN_OK) {
            assert_true(plan.needs_seed);
            kind->seed(&plan, random, &rules);
            if (kind->add_steps) {
                kind->add_steps(&plan, random);
            }
            if (plan.first.hi != rows[i].want_hi ||
                plan.first.lo != rows[i].want_lo) {
                fail_msg("%s", rows[i].why);
            }
        }
    }
}

static struct gdn_u128 after_clone(struct gdn_u128 state, unsigned char by)
{
    const unsigned char random[8] = {[7] = by};

    gdn_kind_ulid_monotonic.after_clone(&state, random);
    return state;
}

/* A state skips without a plan. Past the end of the millisecond it stays at the
 * end, from which no id is made. */
static void test_a_state_skips_after_a_clone(void **state)
{
    struct gdn_u128 none = {0, 0}, near = {.hi = 0x5fffe, .lo = 3};
    struct gdn_u128 last = {.hi = 0x50000, .lo = UINT64_MAX};

    (void)state;
    assert_int_equal(after_clone(none, 7).lo, 0);
    assert_int_equal(after_clone(last, 7).hi, 0x50001);
    assert_int_equal(after_clone(last, 7).lo, 6);
    assert_int_equal(after_clone(near, 7).hi, 0x5ffff);
    assert_true(after_clone(near, 7).lo == UINT64_MAX);
}

/* The state of an id in the first millisecond of 1970 with sixteen random bits
 * of 0 is no empty state: the next id lies above it. */
static void test_a_state_may_be_zero_but_for_its_low_half(void **state)
{
    static const struct gdn_rules rules = {.tolerance = 10};
    const struct gdn_u128 last = {.lo = 5, .hi = 0};
    struct gdn_u128 skipped = after_clone(last, 7);
    struct gdn_plan plan = {.n = 0};

    (void)state;
    assert_true(skipped.hi == 0 && skipped.lo > last.lo);
    assert_int_equal(gdn_kind_ulid_monotonic.plan(&plan, &last, 0, 1, &rules),
                     GDN_PLAN_OK);
    assert_false(plan.needs_seed);
    assert_int_equal(plan.next.hi, 0);
    assert_int_equal(plan.next.lo, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_is_time_and_80_fresh_bits),
        cmocka_unit_test(test_the_reference_run),
        cmocka_unit_test(test_each_increment_or_its_refusal),
        cmocka_unit_test(test_a_full_millisecond_stays_full),
        cmocka_unit_test(test_a_later_millisecond_begins_at_random),
        cmocka_unit_test(test_a_batch_that_overflows_gives_none),
        cmocka_unit_test(test_the_step_is_random),
        cmocka_unit_test(test_each_id_of_a_batch_has_a_step_of_its_own),
        cmocka_unit_test(test_a_carry_crosses_the_words),
        cmocka_unit_test(test_a_batch_carries_across_the_words),
        cmocka_unit_test(test_a_random_step_needs_its_room),
        cmocka_unit_test(test_a_random_skip_continues_above),
        cmocka_unit_test(test_a_state_skips_after_a_clone),
        cmocka_unit_test(test_a_state_may_be_zero_but_for_its_low_half),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
