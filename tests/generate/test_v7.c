/* SPDX-License-Identifier: MIT */
/* test_v7.c - version 7, in its five layouts. */
#include "cpu/arch.h"
#include "cpu/cpu.h"
#include "generate/kinds.h"
#include "generate/sort_keys.h"
#include "script.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define T0           1645557742 /* 2022-02-22T19:22:22Z */
#define MS           INT64_C(1000000)
#define SEC          (1000 * MS)

static const guidon_v7_layout ordered[] = {
    GUIDON_V7_PRECISE, GUIDON_V7_COUNTER, GUIDON_V7_INCREMENT, GUIDON_V7_TRACE};
#define N_ORDERED (sizeof ordered / sizeof ordered[0])
static const guidon_scope scopes[] = {GUIDON_SCOPE_THREAD,
                                      GUIDON_SCOPE_PROCESS};

static guidon_generator *of_layout(struct script *script,
                                   guidon_v7_layout layout)
{
    guidon_options options = script_options(script, GUIDON_V7);

    options.v7_layout = layout;
    return script_generator(&options);
}

static guidon_id next_of(guidon_generator *g)
{
    guidon_id id;

    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    assert_int_equal(guidon_version_of(&id), 7);
    return id;
}

/* The 48 + 12 + 8 ordered bits of an id, in units of 2^-20 ms. */
static uint64_t sort_key_of(const guidon_id *id)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    return hi >> 16 << 20 | (hi & 0xfff) << 8 | (lo >> 54 & 0xff);
}

static uint64_t ms_of(const guidon_id *id)
{
    return guidon_ulid_ms_of(id);
}

static void assert_rising(const guidon_id *ids, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (guidon_compare(&ids[i - 1], &ids[i]) >= 0) {
            fail_msg("id %zu is not above the one before", i);
        }
    }
}

static void test_70000_in_a_frozen_clock_rise(void **state)
{
    enum { N = 70000 };
    guidon_id *ids = malloc(N * sizeof *ids);

    (void)state;
    assert_non_null(ids);
    for (size_t l = 0; l < N_ORDERED; l++) {
        for (size_t s = 0; s < 2; s++) {
            struct script script = script_at(T0, 500 * MS);
            guidon_options options = script_options(&script, GUIDON_V7);
            guidon_generator *g;

            options.v7_layout = ordered[l];
            options.scope = scopes[s];
            g = script_generator(&options);
            for (size_t i = 0; i < N; i++) {
                assert_int_equal(guidon_next(&ids[i], g), GUIDON_OK);
            }
            assert_rising(ids, N);
            assert_int_equal(ms_of(&ids[N - 1]), T0 * 1000ULL + 500);
            guidon_generator_free(g);
        }
    }
    free(ids);
}

static void test_a_million_in_one_batch_rise(void **state)
{
    enum { N = 1000000 };
    guidon_id *ids = malloc(N * sizeof *ids);

    (void)state;
    assert_non_null(ids);
    for (size_t l = 0; l < N_ORDERED; l++) {
        struct script script = script_at(T0, 0);
        guidon_generator *g;

        script.tick_ns = 3000; /* the counters need more than one millisecond */
        g = of_layout(&script, ordered[l]);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        assert_rising(ids, N);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_precise_holds_the_fraction(void **state)
{
    static const struct {
        const char *why;
        uint32_t ns;
        uint64_t twelve;
    } rows[] = {
        {"RFC 9562 6.2: 0.4567 ms is 1870", 456700, 1870},
        {"the last nanosecond", 999999, 4095},
        {"trap 2: not nanoseconds >> 8", 255, 1},
        {"none", 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct script script = script_at(T0, rows[i].ns);
        guidon_generator *g = of_layout(&script, GUIDON_V7_PRECISE);
        guidon_id id = next_of(g);

        if ((sort_key_of(&id) >> 8 & 0xfff) != rows[i].twelve) {
            fail_msg("%s", rows[i].why);
        }
        assert_int_equal(ms_of(&id), T0 * 1000ULL);
        guidon_generator_free(g);
    }
}

static void test_all_other_bits_are_random(void **state)
{
    static const guidon_v7_layout layouts[] = {
        GUIDON_V7_PRECISE, GUIDON_V7_COUNTER, GUIDON_V7_INCREMENT,
        GUIDON_V7_UNORDERED, GUIDON_V7_TRACE};
    static const char *const of_zeros[] = {
        "017f22e279b070008000000000000000", "017f22e279b070008000000000000000",
        "017f22e279b070008000000000000000", "017f22e279b070008000000000000000",
        "017f22e279b070008000000000000000"};
    /* A counter is seeded with its top bit clear (R70). */
    static const char *const of_ones[] = {
        "017f22e279b07000803fffffffffffff", "017f22e279b077ffbfffffffffffffff",
        "017f22e279b077ffbfffffffffffffff", "017f22e279b07fffbfffffffffffffff",
        "017f22e279b0700080ffffffffffffff"};

    (void)state;
    for (size_t i = 0; i < COUNT(layouts); i++) {
        for (int fill = 0; fill <= 0xff; fill += 0xff) {
            struct script script = script_at(T0, 0);
            guidon_generator *g = of_layout(&script, layouts[i]);
            char text[32];
            guidon_id id;

            script.fill = fill;
            id = next_of(g);
            assert_int_equal(
                guidon_format(text, sizeof text, NULL, &id, GUIDON_FORM_HEX),
                GUIDON_OK);
            assert_memory_equal(text, fill ? of_ones[i] : of_zeros[i], 32);
            guidon_generator_free(g);
        }
    }
}

/* The 18 bits of the fraction of an id of the trace layout. */
static uint64_t trace_fraction_of(const guidon_id *id)
{
    return (sort_key_of(id) & 0xfffff) >> 2;
}

static void test_trace_ids_are_timestamps_in_steps_of_four(void **state)
{
    static const uint32_t ns[] = {0, 1, 3, 4, 255, 456700, 999995, 999999};

    (void)state;
    for (size_t i = 0; i < COUNT(ns); i++) {
        struct script script = script_at(T0, ns[i]);
        guidon_generator *g = of_layout(&script, GUIDON_V7_TRACE);
        const uint64_t first = ((uint64_t)ns[i] << 18) / 1000000;
        guidon_id last = next_of(g);

        assert_int_equal(ms_of(&last), T0 * 1000ULL);
        assert_int_equal(trace_fraction_of(&last), first);
        for (uint64_t n = 1; n < 300; n++) {
            const guidon_id id = next_of(g);

            assert_int_equal(ms_of(&id) << 18 | trace_fraction_of(&id),
                             (T0 * 1000ULL << 18) + first + n);
            assert_memory_not_equal(id.bytes + 9, last.bytes + 9, 7);
            last = id;
        }
        guidon_generator_free(g);
    }
}

/* Both layouts are timestamps of one state, so a program may change the layout, and two
 * programs on a host may differ in it. */
static void test_trace_and_precise_ids_share_an_order(void **state)
{
    static _Alignas(
        GUIDON_STATE_MEMORY) unsigned char memory[GUIDON_STATE_MEMORY];
    struct script script = script_at(T0, 7);
    guidon_options options = script_options(&script, GUIDON_V7);
    guidon_generator *precise, *trace;
    guidon_id last = {{0}}, ids[3];

    (void)state;
    options.scope = GUIDON_SCOPE_HOST;
    options.state_memory = memory;
    if (guidon_generator_new(&precise, &options) == GUIDON_E_ARGUMENT) {
        skip(); /* scope HOST needs an operating system */
    }
    guidon_generator_free(precise);
    precise = script_generator(&options);
    options.v7_layout = GUIDON_V7_TRACE;
    trace = script_generator(&options);
    for (unsigned i = 0; i < 1000; i++) {
        const bool of_trace = (i * 7 / 3) % 2;
        guidon_generator *g = of_trace ? trace : precise;

        ids[0] = next_of(g);
        assert_int_equal(guidon_next_many(ids + 1, 2, g), GUIDON_OK);
        for (size_t k = 0; k < 3; k++) {
            assert_true(memcmp(&ids[k], &last, sizeof last) > 0);
            last = ids[k];
        }
        script.now.nanoseconds += i % 50 == 0;
    }
    guidon_generator_free(trace);
    guidon_generator_free(precise);
}

static void test_the_counter_counts(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_generator *g = of_layout(&script, GUIDON_V7_COUNTER);
    guidon_id last = next_of(g);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        guidon_id id = next_of(g);

        assert_int_equal(sort_key_of(&id), sort_key_of(&last) + 1);
        last = id;
    }
    guidon_generator_free(g);
}

static void test_the_increment_is_random_and_never_0(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_generator *g = of_layout(&script, GUIDON_V7_INCREMENT);
    guidon_id last = next_of(g);
    unsigned seen[5] = {0};

    (void)state;
    for (int i = 0; i < 1000; i++) {
        guidon_id id = next_of(g);
        uint64_t step = sort_key_of(&id) - sort_key_of(&last);

        assert_in_range(step, 1, 4);
        seen[step]++;
        last = id;
    }
    for (int step = 1; step <= 4; step++) {
        assert_true(seen[step] > 0);
    }
    script.fill = 0; /* a counter of zeros rises too */
    last = next_of(g);
    for (int i = 0; i < 10; i++) {
        guidon_id id = next_of(g);

        assert_int_equal(sort_key_of(&id), sort_key_of(&last) + 1);
        last = id;
    }
    guidon_generator_free(g);
}

/* The same within a batch: each of the four steps follows each. */
static void test_each_id_of_a_batch_has_an_increment_of_its_own(void **state)
{
    enum { N = 1000 }; /* ids of several calls of write() */
    struct script script = script_at(T0, 0);
    guidon_generator *g = of_layout(&script, GUIDON_V7_INCREMENT);
    unsigned seen[5][5] = {{0}};
    guidon_id ids[N];

    (void)state;
    assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
    for (int i = 2; i < N; i++) {
        uint64_t before = sort_key_of(&ids[i - 1]) - sort_key_of(&ids[i - 2]);
        uint64_t step = sort_key_of(&ids[i]) - sort_key_of(&ids[i - 1]);

        assert_in_range(step, 1, 4);
        seen[before][step]++;
    }
    for (int pair = 0; pair < 16; pair++) {
        assert_in_range(seen[1 + pair / 4][1 + pair % 4], N / 32, N / 8);
    }
    guidon_generator_free(g);
}

static void test_a_full_counter_waits_or_fails(void **state)
{
    static const guidon_v7_layout layouts[] = {GUIDON_V7_COUNTER,
                                               GUIDON_V7_INCREMENT};
    enum { LEAST = 1 << 17, ROOM = 1 << 20 };
    guidon_id *ids = malloc(ROOM * sizeof *ids);

    (void)state;
    assert_non_null(ids);
    for (size_t l = 0; l < 2; l++) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, GUIDON_V7);
        guidon_id last, after;
        guidon_generator *g;
        guidon_stats stats;
        size_t n = 0;

        options.v7_layout = layouts[l];
        options.overflow = GUIDON_OVERFLOW_FAIL;
        g = script_generator(&options);
        while (guidon_next(&ids[n], g) == GUIDON_OK) {
            n++;
        }
        assert_in_range(n, LEAST, ROOM - 1);
        assert_int_equal(guidon_next(&last, g), GUIDON_E_OVERFLOW);
        assert_int_equal(ms_of(&ids[n - 1]), T0 * 1000ULL);
        script_move(&script,
                    -9 * SEC); /* held: no more ids in this millisecond */
        assert_int_equal(guidon_next(&last, g), GUIDON_E_OVERFLOW);
        script_move(&script, 9 * SEC + MS);
        after = next_of(g); /* the next millisecond works */
        assert_int_equal(ms_of(&after), T0 * 1000ULL + 1);
        guidon_generator_free(g);

        script = script_at(T0, 0);
        options.overflow = GUIDON_OVERFLOW_WAIT;
        g = script_generator(&options);
        for (size_t i = 0; i < n; i++) {
            ids[i] = next_of(g);
        }
        script.tick_ns = 100; /* from here on only readings move the clock */
        assert_int_equal(guidon_next_many(ids, ROOM, g), GUIDON_OK);
        assert_rising(ids, ROOM);
        guidon_generator_stats(&stats, g);
        assert_in_range(stats.waits, 1, ROOM);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_a_batch_runs_no_further_ahead_than_its_ids(void **state)
{
    enum { N = 4096 };
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V7);
    guidon_generator *g;
    guidon_id ids[N];

    (void)state;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    g = script_generator(&options);
    /* The clock stands, and an id takes a nanosecond: the last is 4 us
     * ahead. */
    assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
    assert_int_equal(sort_key_of(&ids[N - 1]) - sort_key_of(&ids[0]), N - 1);
    guidon_generator_free(g);
}

/* The plan alone, because to run a second ahead takes 10^9 ids. */
static void test_a_second_ahead_and_no_more(void **state)
{
    static const struct gdn_rules rules = {.tolerance = 10};
    const uint64_t now = (uint64_t)T0 * 1000 << 20;
    const uint64_t second = UINT64_C(1000) << 20;
    static const struct {
        const char *why;
        uint64_t below; /* how far the last id is below the limit */
        size_t n;
        enum gdn_verdict want;
        size_t granted;
    } rows[] = {
        {"the last one", 1, 1, GDN_PLAN_OK, 1},
        {"a batch is cut to what is left", 5, 100, GDN_PLAN_OK, 5},
        {"none is left", 0, 1, GDN_PLAN_EXHAUSTED_WAIT, 0},
    };
    const struct gdn_u128 end = {.lo = UINT64_MAX, .hi = UINT64_MAX};
    struct gdn_plan none = {.n = 0};

    (void)state;
    /* There is no sort key above the last one. */
    assert_int_equal(gdn_kind_v7.plan(&none, &end, UINT64_MAX, 1, &rules),
                     GDN_PLAN_EXHAUSTED_WAIT);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gdn_u128 last = {.lo = now + second - rows[i].below, .hi = now};
        struct gdn_plan plan = {.n = 0};

        if (gdn_kind_v7.plan(&plan, &last, now, rows[i].n, &rules) !=
            rows[i].want) {
            fail_msg("%s", rows[i].why);
        }
        if (rows[i].want == GDN_PLAN_OK) {
            assert_int_equal(plan.n, rows[i].granted);
            assert_int_equal(plan.next.lo, last.lo + rows[i].granted);
        }
    }
}

/* ----------------------------------------------------------- a coarse clock */

/* The clock of `script` ticks in `ns`, and the options say so. */
static guidon_options of_ticks(struct script *script, uint64_t ns)
{
    guidon_options options = script_options(script, GUIDON_V7);

    options.clock_resolution_ns = ns;
    return options;
}

/* Each bit of the first `bits` bits of the records is one in about half of the
 * records: five standard deviations. */
static void assert_balanced(const char *why, const uint64_t *records, size_t n,
                            unsigned bits)
{
    for (unsigned bit = 0; bit < bits; bit++) {
        size_t ones = 0;

        for (size_t i = 0; i < n; i++) {
            ones += records[i] >> bit & 1;
        }
        const int64_t off = 2 * (int64_t)ones - (int64_t)n;

        if (off * off > 25 * (int64_t)n) {
            fail_msg("%s: bit %u is one in %zu of %zu ids", why, bit, ones, n);
        }
    }
}

static int compare_ids(const void *a, const void *b)
{
    return guidon_compare(a, b);
}

/* One id in each tick: the bits below the tick are as random as the tail, and
 * the time is that of the tick. */
static void test_a_coarse_clock_leaves_random_bits(void **state)
{
    enum { N = 10000 };
    static const struct {
        const char *why;
        uint64_t ns;
        unsigned bits; /* low bits that every half of a tick has equally */
        uint64_t span; /* timestamps in a tick */
    } rows[] = {
        {"1 s", SEC, 30, UINT64_C(1000) << 20},
        {"15.625 ms", 15625000, 18, 16384000},
        {"1.5 ms", 1500000, 18, 1572864},
        {"1 ms", MS, 20, 1 << 20},
        {"100 us", 100000, 12, 104857},
        {"1 us", 1000, 10, 1048},
        {"100 ns", 100, 3, 104},
    };
    static uint64_t low[N], late[N], tails[N];
    static guidon_id ids[N];

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        for (size_t s = 0; s < COUNT(scopes); s++) {
            struct script script = script_at(T0, 0);
            guidon_options options = of_ticks(&script, rows[r].ns);
            guidon_generator *g;

            options.scope = scopes[s];
            g = script_generator(&options);
            for (size_t i = 0; i < N; i++) {
                uint64_t reading, offset, hi;

                assert_int_equal(gdn_timestamp_of(&reading, script.now),
                                 GUIDON_OK);
                ids[i] = next_of(g);
                offset = sort_key_of(&ids[i]) - reading;
                assert_true(offset < rows[r].span);
                low[i] = offset;
                late[i] = offset >= rows[r].span / 2;
                guidon_to_words(&hi, &tails[i], &ids[i]);
                script_move(&script, (int64_t)rows[r].ns);
            }
            assert_rising(ids, N);
            assert_balanced(rows[r].why, low, N, rows[r].bits);
            assert_balanced(rows[r].why, late, N, 1);
            assert_balanced(rows[r].why, tails, N, 54);
            guidon_generator_free(g);
        }
    }
}

/* Two machines that start together with a clock of milliseconds: no two of
 * their ids begin with the same 68 bits. */
static void test_a_coarse_clock_tells_machines_apart(void **state)
{
    enum { N = 10000 };
    static guidon_id ids[2 * N];
    unsigned same = 0;

    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct script script = script_at(T0, 0);
        guidon_options options = of_ticks(&script, MS);
        guidon_generator *g;

        script.seed = 1 + m;
        g = script_generator(&options);
        for (size_t i = 0; i < N; i++) {
            ids[N * m + i] = next_of(g);
            script_move(&script, MS);
        }
        guidon_generator_free(g);
    }
    qsort(ids, COUNT(ids), sizeof ids[0], compare_ids);
    for (size_t i = 1; i < COUNT(ids); i++) {
        same += sort_key_of(&ids[i - 1]) == sort_key_of(&ids[i]);
    }
    assert_in_range(same, 0, 2); /* 0.01 on average */
}

static void test_ids_of_one_tick_count_on(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = of_ticks(&script, MS);
    guidon_generator *g = script_generator(&options);
    guidon_id batch[300];
    uint64_t first;

    (void)state;
    for (size_t tick = 0; tick < 100; tick++) {
        guidon_id id = next_of(g);

        first = sort_key_of(&id);
        assert_int_equal(ms_of(&id), T0 * 1000ULL + tick);
        assert_int_equal(guidon_next_many(batch, COUNT(batch), g), GUIDON_OK);
        for (size_t i = 0; i < COUNT(batch); i++) {
            assert_int_equal(sort_key_of(&batch[i]), first + 1 + i);
        }
        id = next_of(g);
        assert_int_equal(sort_key_of(&id), first + 1 + COUNT(batch));
        script_move(&script, MS);
    }
    guidon_generator_free(g);
}

/* A clock of milliseconds that reads fractions: they do not count. */
static void test_fractions_of_a_tick_do_not_count(void **state)
{
    enum { N = 2000 };
    struct script script = script_at(T0, 0);
    guidon_options options = of_ticks(&script, MS);
    guidon_generator *g = script_generator(&options);
    uint64_t last = 0;

    (void)state;
    for (uint64_t i = 0; i < N; i++) {
        const guidon_id id = next_of(g);

        assert_int_equal(ms_of(&id), T0 * 1000ULL + i / 4);
        if (i % 4 != 0) {
            assert_int_equal(sort_key_of(&id), last + 1);
        }
        last = sort_key_of(&id);
        script_move(&script, MS / 4);
    }
    guidon_generator_free(g);
}

/* A batch may be the first call of a tick. */
static void test_a_batch_begins_a_tick_at_random(void **state)
{
    enum { N = 10000 };
    static uint64_t starts[N];
    struct script script = script_at(T0, 0);
    guidon_options options = of_ticks(&script, MS);
    guidon_generator *g = script_generator(&options);

    (void)state;
    for (size_t i = 0; i < N; i++) {
        guidon_id ids[3];

        assert_int_equal(guidon_next_many(ids, 3, g), GUIDON_OK);
        starts[i] = sort_key_of(&ids[0]) & 0xfffff;
        assert_int_equal(sort_key_of(&ids[2]) - sort_key_of(&ids[0]), 2);
        script_move(&script, MS);
    }
    assert_balanced("batches", starts, N, 20);
    guidon_generator_free(g);
}

/* Random bytes of ones start at the tick's last timestamp, so the next ids run
 * into the next tick. The first id of that tick begins above them. */
static void test_a_tick_that_overflows_runs_ahead(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = of_ticks(&script, MS);
    guidon_generator *g;
    guidon_id ids[1000], after;
    guidon_stats stats;

    (void)state;
    script.fill = 0xff;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    options.rollback = GUIDON_ROLLBACK_FAIL;
    g = script_generator(&options);
    ids[0] = next_of(g);
    assert_int_equal(sort_key_of(&ids[0]), ((T0 * 1000ULL + 1) << 20) - 1);
    for (size_t i = 1; i < COUNT(ids); i++) {
        ids[i] = next_of(g);
    }
    assert_rising(ids, COUNT(ids));
    assert_int_equal(ms_of(&ids[1]), T0 * 1000ULL + 1);
    script_move(&script, MS);
    script.fill = -1;
    after = next_of(g);
    assert_true(guidon_compare(&ids[COUNT(ids) - 1], &after) < 0);
    assert_int_equal(ms_of(&after), T0 * 1000ULL + 1);
    assert_true(sort_key_of(&after) - sort_key_of(&ids[COUNT(ids) - 1]) > 1);
    guidon_generator_stats(&stats, g);
    assert_int_equal(stats.rollbacks + stats.restarts + stats.waits, 0);
    guidon_generator_free(g);
}

/* After a step back within the tolerance the ids count on. After a restart they
 * begin at random. */
static void test_a_coarse_clock_that_steps_back(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = of_ticks(&script, MS);
    guidon_generator *g = script_generator(&options);
    guidon_id first = next_of(g), held, restarted;

    (void)state;
    script_move(&script, -SEC);
    held = next_of(g);
    assert_int_equal(sort_key_of(&held), sort_key_of(&first) + 1);
    script_move(&script, -3600 * SEC);
    restarted = next_of(g);
    assert_int_equal(ms_of(&restarted), (T0 - 3601) * 1000ULL);
    assert_true((sort_key_of(&restarted) & 0xfffff) != 0);
    guidon_generator_free(g);
}

/* The plan alone, as for a clock of nanoseconds: a second after the tick. */
static void test_a_coarse_clock_bounds_the_lead(void **state)
{
    struct script script = script_at(T0, 0);
    const guidon_options options = of_ticks(&script, MS);
    const struct gdn_kind *kind = gdn_kind_of(&options, false);
    const struct gdn_rules rules = {.tolerance = 10, .clock_span = 1 << 20};
    const uint64_t now = (uint64_t)T0 * 1000 << 20;
    const uint64_t limit = now + (UINT64_C(1001) << 20) - 1;
    static const unsigned char ones[GDN_SEED_LEN] = {
        255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255};
    struct gdn_u128 last = {.lo = limit - 5, .hi = now};
    struct gdn_plan plan = {.n = 0};

    (void)state;
    assert_int_equal(kind->plan(&plan, &last, now, 100, &rules), GDN_PLAN_OK);
    assert_int_equal(plan.n, 5);
    assert_false(plan.needs_seed);
    last.lo = limit;
    plan = (struct gdn_plan){.n = 0};
    assert_int_equal(kind->plan(&plan, &last, now, 1, &rules),
                     GDN_PLAN_EXHAUSTED_WAIT);

    /* The last tick of all: the batch ends at the last timestamp. */
    last = (struct gdn_u128){.lo = 0, .hi = 0};
    plan = (struct gdn_plan){.n = 0};
    assert_int_equal(kind->plan(&plan, &last, UINT64_MAX - 1000, 100, &rules),
                     GDN_PLAN_OK);
    assert_true(plan.needs_seed);
    kind->seed(&plan, ones, &rules);
    assert_true(plan.n >= 1);
    assert_int_equal(plan.next.lo, plan.first.lo + plan.n - 1);
    assert_true(plan.next.lo >= plan.first.lo);
}

static void test_resolutions_that_no_clock_has(void **state)
{
    static const struct {
        uint64_t ns;
        guidon_status want;
    } rows[] = {
        {0, GUIDON_OK},
        {1, GUIDON_OK},
        {SEC, GUIDON_OK},
        {SEC + 1, GUIDON_E_ARGUMENT},
        {UINT64_MAX, GUIDON_E_ARGUMENT},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct script script = script_at(T0, 0);
        const guidon_options options = of_ticks(&script, rows[i].ns);
        guidon_generator *g = NULL;

        assert_int_equal(guidon_generator_new(&g, &options), rows[i].want);
        guidon_generator_free(g);
    }
}

#if GDN_ARCH_X86_64
static const struct sort_keys_kernel {
    const char *name;
    unsigned needs;
    gdn_sort_keys_fn *write;
} sort_keys_kernels[] = {
    {"sort_keys_avx512vbmi", GDN_CPU_AVX512VBMI, gdn_sort_keys_avx512vbmi},
    {"sort_keys_avx2", GDN_CPU_AVX2, gdn_sort_keys_avx2},
};

/* Every count of ids, so every rest after the vectors. Carries from the eight
 * bits of rand_b into rand_a, and from rand_a into the milliseconds. All steps
 * of the layouts, and steps that carry after a few ids. */
static void compare_with_scalar(const struct sort_keys_kernel *kernel)
{
    static const uint64_t keys[] = {0,
                                    0xfa,
                                    0xffff0,
                                    0xffffe,
                                    UINT64_C(0xfffffffffff00),
                                    UINT64_C(0x0123456789abcdef),
                                    (uint64_t)T0 * 1000 << 20,
                                    UINT64_MAX - 400};
    static const uint64_t steps[] = {1, 2, 3, 4, 31, 85, 255, 256, 4097};
    enum { N = 70 };
    unsigned char random[8 * N + 1];
    guidon_id want[N + 1], got[N + 1];
    unsigned char *at_end;

    for (size_t i = 0; i < sizeof random; i++) {
        random[i] = (unsigned char)(i * 151 + 0xff);
    }
    for (size_t k = 0; k < COUNT(keys); k++) {
        for (size_t n = 0; n <= N; n++) {
            for (size_t s = 0; s < COUNT(steps); s++) {
                memset(want, 0x55, sizeof want);
                memset(got, 0x55, sizeof got);
                gdn_sort_keys_scalar(want, keys[k], steps[s], random + 1, n);
                kernel->write(got, keys[k], steps[s], random + 1, n);
                if (memcmp(got, want, sizeof want) != 0) {
                    fail_msg("%s: %zu ids", kernel->name, n);
                }
                /* The same with the random bytes at the end of the ids. */
                memset(got, 0x55, sizeof got);
                at_end = (unsigned char *)(got + n) - 8 * n;
                memcpy(at_end, random + 1, 8 * n);
                kernel->write(got, keys[k], steps[s], at_end, n);
                if (memcmp(got, want, sizeof want) != 0) {
                    fail_msg("%s: %zu ids in place", kernel->name, n);
                }
            }
        }
    }
}

static void test_many_sort_keys_are_written_as_one_by_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sort_keys_kernels); i++) {
        const struct sort_keys_kernel *kernel = &sort_keys_kernels[i];

        if ((kernel->needs & gdn_cpu_features()) == kernel->needs) {
            compare_with_scalar(kernel);
        } else {
            print_message("%s: skipped, not on this processor\n", kernel->name);
        }
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_70000_in_a_frozen_clock_rise),
        cmocka_unit_test(test_a_million_in_one_batch_rise),
        cmocka_unit_test(test_precise_holds_the_fraction),
        cmocka_unit_test(test_all_other_bits_are_random),
        cmocka_unit_test(test_trace_ids_are_timestamps_in_steps_of_four),
        cmocka_unit_test(test_trace_and_precise_ids_share_an_order),
        cmocka_unit_test(test_the_counter_counts),
        cmocka_unit_test(test_the_increment_is_random_and_never_0),
        cmocka_unit_test(test_each_id_of_a_batch_has_an_increment_of_its_own),
        cmocka_unit_test(test_a_full_counter_waits_or_fails),
        cmocka_unit_test(test_a_batch_runs_no_further_ahead_than_its_ids),
        cmocka_unit_test(test_a_second_ahead_and_no_more),
        cmocka_unit_test(test_a_coarse_clock_leaves_random_bits),
        cmocka_unit_test(test_a_coarse_clock_tells_machines_apart),
        cmocka_unit_test(test_ids_of_one_tick_count_on),
        cmocka_unit_test(test_fractions_of_a_tick_do_not_count),
        cmocka_unit_test(test_a_batch_begins_a_tick_at_random),
        cmocka_unit_test(test_a_tick_that_overflows_runs_ahead),
        cmocka_unit_test(test_a_coarse_clock_that_steps_back),
        cmocka_unit_test(test_a_coarse_clock_bounds_the_lead),
        cmocka_unit_test(test_resolutions_that_no_clock_has),
#if GDN_ARCH_X86_64
        cmocka_unit_test(test_many_sort_keys_are_written_as_one_by_one),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
