/* SPDX-License-Identifier: MIT */
/* test_wall_steps.c - generators on the system's clock, which the test steps,
 * and on the processor's counter. */
#define _POSIX_C_SOURCE 200809L
#include "clock/clock.h"
#include "generate/generator.h"
#include "generate/kinds.h"
#include "generate_test.h"
#include "random/thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define THREADS 4
#define EACH    50000
#define SECONDS 3600 /* length of a step, past the tolerance */

/* The library is linked as an archive, so it calls this function: the system's
 * clock, stepped by this many seconds. */
static _Atomic int64_t stepped_by;
static _Atomic uint64_t readings;

int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    atomic_fetch_add(&readings, 1);
    *out = (struct timespec){0}; /* MemorySanitizer does not see the write */
    if (timespec_get(out, TIME_UTC) != TIME_UTC) {
        return -1;
    }
    out->tv_sec += (time_t)atomic_load(&stepped_by);
    return 0;
}

static guidon_generator *new_reserved(void)
{
    guidon_options options = {.kind = GUIDON_V7, .scope = GUIDON_SCOPE_PROCESS};

    return script_generator(&options);
}

/* 48 bits of milliseconds and 20 bits of fraction, without the first four bits,
 * which are zero until 2527. */
static uint64_t timestamp_of(const guidon_id *id)
{
    uint64_t head = gdn_load_be64(id->bytes);
    uint64_t tail = gdn_load_be64(id->bytes + 8);

    return head >> 16 << GDN_TIMESTAMP_FRACTION_BITS | (head & 0xfff) << 8 |
           (tail >> 54 & 0xff);
}

static uint64_t timestamp_now(void)
{
    uint64_t now;

    assert_int_equal(gdn_clock_timestamp(&now), GUIDON_OK);
    return now;
}

/* --------------------------------------------------------------- far ahead */

static guidon_status next_by(guidon_id *id, guidon_kind kind,
                             guidon_v7_layout layout)
{
    guidon_options options = {.kind = kind, .v7_layout = layout};
    guidon_generator *g;
    guidon_status status;

    if (kind == GUIDON_V8_NODE) {
        options.scope = GUIDON_SCOPE_PROCESS;
        options.node_number_bits = 1;
    }
    g = script_generator(&options);
    status = guidon_next(id, g);

    if (status == GUIDON_OK) { /* and on the fast path, if there is one */
        status = guidon_next(id, g);
    }
    guidon_generator_free(g);
    return status;
}

/* A clock past the last timestamp, in 2527, stops only the kinds that hold
 * timestamps. */
static void test_the_system_s_clock_past_2527(void **state)
{
    static const struct {
        const char *why;
        guidon_kind kind;
        guidon_v7_layout layout;
        guidon_status want;
    } rows[] = {
        {"v1", GUIDON_V1, 0, GUIDON_OK},
        {"v6", GUIDON_V6, 0, GUIDON_OK},
        {"v7 unordered", GUIDON_V7, GUIDON_V7_UNORDERED, GUIDON_OK},
        {"ULID", GUIDON_ULID, 0, GUIDON_OK},
        {"ULID monotonic", GUIDON_ULID_MONOTONIC, 0, GUIDON_OK},
        {"v7", GUIDON_V7, GUIDON_V7_PRECISE, GUIDON_E_CLOCK},
        {"v7 counter", GUIDON_V7, GUIDON_V7_COUNTER, GUIDON_E_CLOCK},
        {"v8 with a node number", GUIDON_V8_NODE, 0, GUIDON_E_CLOCK},
        {"v8 with a prefix", GUIDON_V8_PREFIXED, 0, GUIDON_E_CLOCK},
        {"v4 has no clock", GUIDON_V4, 0, GUIDON_OK},
    };
    const int64_t years = INT64_C(1000) * 365 * 86400;

    (void)state;
    atomic_fetch_add(&stepped_by, years);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_time now;
        guidon_id id;

        assert_int_equal(gdn_clock_now(&now), GUIDON_OK);
        assert_row(rows[i].why,
                   next_by(&id, rows[i].kind, rows[i].layout) == rows[i].want);
        if (rows[i].want == GUIDON_OK && rows[i].kind != GUIDON_V4) {
            guidon_time of = {0, 0};

            if (rows[i].kind == GUIDON_V1 || rows[i].kind == GUIDON_V6) {
                of = guidon_ticks_to_time(ticks_of(&id));
            } else {
                of.seconds = (int64_t)(gdn_load_be64(id.bytes) >> 16) / 1000;
            }
            assert_in_range(of.seconds, now.seconds, now.seconds + 100);
        }
    }
    atomic_fetch_sub(&stepped_by, years);
}

/* ----------------------------------------------------------- is there a
 * reservation? */

static bool holds_reservation(guidon_generator *g)
{
    struct gdn_u128 own_state = gdn_atomic128_load(&g->own_state);

    return own_state.hi > own_state.lo;
}

/* Does the next id come from the reservation? Then the state is unchanged. */
static bool is_by_reservation(guidon_id *id, guidon_generator *g)
{
    struct gdn_u128 before = gdn_atomic128_load(&g->own_state);
    bool held = holds_reservation(g);
    struct gdn_u128 after;

    *id = next_of(g);
    after = gdn_atomic128_load(&g->own_state);
    return held && before.lo == after.lo && before.hi == after.hi;
}

/* Valgrind and emulators read both clocks too slowly to calibrate. */
static bool reads_in_time(void)
{
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t before = __rdtsc();

        (void)timestamp_now();
        _mm_lfence();
        if (__rdtsc() - before <= GDN_TSC_WIDTH_MAX / 2) {
            return true;
        }
    }
#endif
    return false;
}

/* The number of attempts until the test gives up. A machine that runs at all
 * needs far fewer. */
#define TRIES 100000000

/* Make ids until one comes from a reservation. */
static void begin_reservation(guidon_generator *g)
{
    guidon_id id;

    if (!gdn_tsc_is_sound() || !reads_in_time()) {
        guidon_generator_free(g);
        print_message("skipped: no reservation on this machine\n");
        skip();
    }
    for (unsigned i = 0; i < TRIES; i++) {
        if (is_by_reservation(&id, g)) {
            return;
        }
    }
    fail_msg("no reservation began");
}

static void test_who_may_reserve(void **state)
{
    struct script script = script_at(T0, 0);
    const struct {
        const char *why;
        guidon_options options;
        bool may;
    } rows[] = {
        {"precise, among threads", {.kind = GUIDON_V7}, true},
        {"a clock of the caller's",
         {.kind = GUIDON_V7,
          .clock_fn = script_clock,
          .clock_context = &script},
         false},
        {"the kernel's random bytes",
         {.kind = GUIDON_V7, .random = GUIDON_RANDOM_KERNEL},
         false},
        {"another layout",
         {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER},
         false},
        {"another kind", {.kind = GUIDON_ULID}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_options options = rows[i].options;
        guidon_generator *g;

        options.scope = GUIDON_SCOPE_PROCESS;
        g = script_generator(&options);
        assert_row(rows[i].why, (g->kind == &gdn_kind_v7_reserving) ==
                                    (rows[i].may && gdn_tsc_is_sound()));
        guidon_generator_free(g);
        options.scope = GUIDON_SCOPE_THREAD;
        g = script_generator(&options);
        assert_row(rows[i].why, g->kind != &gdn_kind_v7_reserving);
        guidon_generator_free(g);
    }
}

/* --------------------------------------------------------------- one thread */

/* A reservation ends by itself too, so each case repeats until the reservation
 * was gone. */
static void test_a_reservation_and_what_ends_it(void **state)
{
    guidon_generator *g = new_reserved();
    guidon_id ids[6];
    unsigned seen = 0;
    uint64_t sequence;

    (void)state;
    begin_reservation(g);
    sequence = atomic_load(
        &g->reserving.reservation
             .sequence); /* it has risen by two for each reservation */
    assert_in_range(sequence, 2, INT64_MAX);
    assert_int_equal(sequence % 2, 0);
    for (unsigned i = 0; seen < 20 && i < TRIES / 1000; i++) {
        begin_reservation(g);
        ids[0] = next_of(g);
        if (!is_by_reservation(&ids[1], g)) {
            continue;
        }
        seen++;
        assert_int_equal(guidon_next_many(ids + 2, 3, g), GUIDON_OK);
        assert_false(holds_reservation(g));
        ids[5] = next_of(g);
        assert_rising("reservation, batch, swap", GUIDON_V7, ids, 6);
    }
    assert_int_equal(seen, 20);
    assert_int_equal(stats_of(g).rollbacks, 0);
    assert_int_equal(stats_of(g).restarts, 0);
    guidon_generator_free(g);
}

/* Many ids of reservations and between reservations: a reservation never looks
 * like a clock that went back. */
static void test_ids_of_reservations_rise(void **state)
{
    enum { WANTED = 100000 };
    guidon_generator *g = new_reserved();
    guidon_id before, id;
    size_t by_reservation = 0;

    (void)state;
    begin_reservation(g);
    before = next_of(g);
    for (size_t n = 0; by_reservation < WANTED && n < TRIES; n++) {
        by_reservation += is_by_reservation(&id, g);
        assert_true(guidon_compare(&before, &id) < 0);
        before = id;
    }
    assert_int_equal(by_reservation, WANTED);
    assert_int_equal(stats_of(g).rollbacks, 0);
    guidon_generator_free(g);
}

/*
 * A reservation also ends by itself, so the test repeats until one outlives a
 * refill.
 */
static void test_a_refill_ends_no_reservation(void **state)
{
    guidon_generator *g = new_reserved();
    bool outlived = false;

    (void)state;
    for (unsigned i = 0; !outlived && i < TRIES / 1000; i++) {
        guidon_id id;

        begin_reservation(g);
        gdn_thread_mine->stream->left = 7;
        outlived = is_by_reservation(&id, g);
        assert_true(gdn_thread_mine->stream->left > 7);
    }
    assert_true(outlived);
    guidon_generator_free(g);
}

/* If no reservation may begin because ids have run ahead, the clock is read
 * once per id. */
static void test_no_reservation_is_tried_for_in_vain(void **state)
{
    guidon_generator *g = new_reserved();
    uint64_t now = timestamp_now();

    (void)state;
    next_of(g);
    gdn_atomic128_store(
        &g->own_state,
        (struct gdn_u128){now + 500 * GDN_TIMESTAMP_PER_MS, now});
    for (unsigned i = 0; i < 10; i++) {
        uint64_t before = atomic_load(&readings);

        next_of(g);
        assert_int_equal(atomic_load(&readings) - before, 1);
    }
    guidon_generator_free(g);
}

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
/* A generator of one thread extrapolates, and reads no clock within the
 * interval. */
static void test_a_thread_s_generator_extrapolates(void **state)
{
    guidon_options options = {.kind = GUIDON_V7};
    guidon_generator *g = script_generator(&options);
    uint64_t before, now = timestamp_now();

    (void)state;
    next_of(g);
    g->thread_clock = (struct gdn_tsc_clock){
        .valid_ticks = UINT64_MAX, .timestamp = now, .last = now, .wall = now};
    before = atomic_load(&readings);
    for (unsigned i = 0; i < 10; i++) {
        next_of(g);
    }
    assert_int_equal(atomic_load(&readings), before);
    guidon_generator_free(g);
}
#endif

/* In a reservation or not, an id consumes eight bytes of the stream's
 * buffer. */
static void test_an_id_takes_eight_bytes(void **state)
{
    guidon_generator *g = new_reserved();

    (void)state;
    next_of(g);
    for (unsigned i = 0; i < 10000; i++) {
        size_t left = gdn_thread_mine->stream->left;

        next_of(g);
        if (left >= 8) { /* otherwise the buffer was refilled meanwhile */
            assert_int_equal(gdn_thread_mine->stream->left, left - 8);
        }
    }
    guidon_generator_free(g);
}

static guidon_status no_entropy(void *context, void *out, size_t len)
{
    (void)context, (void)out, (void)len;
    return GUIDON_E_ENTROPY;
}

/* R87: a reservation gives timestamps for as long as there are random bytes. */
static void test_no_entropy_under_a_reservation(void **state)
{
    guidon_generator *g = new_reserved();
    struct gdn_stream *stream;
    gdn_entropy_fn *entropy;
    guidon_id before, id;

    (void)state;
    begin_reservation(g);
    before = next_of(g);
    stream = gdn_thread_mine->stream;
    entropy = stream->entropy;
    stream->left = 7;
    stream->budget = 0;
    stream->entropy = no_entropy;
    mark(&id, sizeof id);
    assert_int_equal(guidon_next(&id, g), GUIDON_E_ENTROPY);
    assert_true(is_marked(&id, sizeof id));
    stream->entropy = entropy;
    id = next_of(g);
    assert_true(guidon_compare(&before, &id) < 0);
    guidon_generator_free(g);
}

/* --------------------------------------------------------- a clock's steps */

/* Ids from before the step belong to a reservation that began before it. Their
 * own time says how late the step was noticed. */
static void assert_seen(guidon_generator *g, int64_t seconds)
{
    uint64_t before,
        by = (uint64_t)SECONDS * 1000 << GDN_TIMESTAMP_FRACTION_BITS;
    bool seen = false;

    begin_reservation(g);
    before = timestamp_now();
    atomic_fetch_add(&stepped_by, seconds);
    while (!seen) {
        guidon_id id = next_of(g);
        uint64_t timestamp = timestamp_of(&id);

        seen = seconds > 0 ? timestamp >= before + by / 2
                           : timestamp < before - by / 2;
        assert_true(seen || timestamp <= before + 2 * GDN_RESERVATION_LEN);
    }
}

static void test_steps_of_the_wall_clock_are_seen(void **state)
{
    guidon_generator *g = new_reserved();

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        assert_seen(g, SECONDS);
        assert_int_equal(stats_of(g).restarts, i);
        assert_seen(g, -SECONDS);
        assert_int_equal(stats_of(g).restarts, i + 1);
    }
    assert_int_equal(stats_of(g).rollbacks, 0);
    guidon_generator_free(g);
}

/* Within the tolerance, order holds, the step is counted, and no reservation
 * begins while the clock is back. */
static void test_a_step_back_under_a_reservation(void **state)
{
    guidon_generator *g = new_reserved();
    guidon_id *ids;
    size_t n = 0;

    (void)state;
    begin_reservation(g);
    ids = new_ids(EACH);
    atomic_fetch_sub(&stepped_by, 5);
    while (stats_of(g).rollbacks == 0) {
        ids[0] = next_of(g);
    }
    for (; n < EACH; n++) {
        ids[n] = next_of(g);
        assert_false(holds_reservation(g));
    }
    assert_rising("held back", GUIDON_V7, ids, EACH);
    atomic_fetch_add(&stepped_by, 5);
    begin_reservation(g);
    ids[0] = next_of(g);
    assert_true(guidon_compare(&ids[n - 1], &ids[0]) < 0);
    guidon_generator_free(g);
    free(ids);
}

/* ------------------------------------------------------------- among
 * threads */

/* The highest timestamp that any thread has returned, in one word that is
 * raised without a lock. It tells which calls ended before another began. */
struct worker {
    guidon_generator *g;
    _Atomic uint64_t *highest;
    guidon_id *ids;
    unsigned batches; /* one call in this many makes seven ids; 0: none */
    unsigned failed, not_above;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    size_t n;

    for (size_t i = 0; i + 7 <= EACH; i += n) {
        uint64_t seen =
            atomic_load_explicit(worker->highest, memory_order_acquire);
        guidon_id *made = worker->ids + i;
        uint64_t mine;

        n = worker->batches && i / 7 % worker->batches == 0 ? 7 : 1;
        worker->failed += (n > 1 ? guidon_next_many(made, n, worker->g)
                                 : guidon_next(made, worker->g)) != GUIDON_OK;
        worker->not_above += timestamp_of(made) <= seen;
        mine = timestamp_of(&made[n - 1]);
        while (seen < mine && !atomic_compare_exchange_weak_explicit(
                                  worker->highest, &seen, mine,
                                  memory_order_release, memory_order_relaxed)) {
        }
    }
    return NULL;
}

static void test_order_among_threads_by_reservations(void **state)
{
    static const unsigned batches[] = {0, 1, 9, 1000};
    guidon_id *ids = new_ids(THREADS * EACH);

    (void)state;
    for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++) {
        _Atomic uint64_t highest = 0;
        struct worker workers[THREADS];
        pthread_t threads[THREADS];
        guidon_generator *g = new_reserved();

        for (size_t t = 0; t < THREADS; t++) {
            workers[t] = (struct worker){.g = g,
                                         .highest = &highest,
                                         .ids = ids + t * EACH,
                                         .batches = batches[b]};
            assert_int_equal(
                pthread_create(&threads[t], NULL, work, &workers[t]), 0);
        }
        for (size_t t = 0; t < THREADS; t++) {
            assert_int_equal(pthread_join(threads[t], NULL), 0);
            assert_int_equal(workers[t].failed, 0);
            assert_int_equal(workers[t].not_above, 0);
            assert_rising("reservations", GUIDON_V7, workers[t].ids, EACH - 7);
        }
        assert_int_equal(stats_of(g).rollbacks, 0);
        for (size_t t = 0; t < THREADS;
             t++) { /* the other ids were not requested */
            assert_int_equal(guidon_next_many(ids + (t + 1) * EACH - 7, 7, g),
                             GUIDON_OK);
        }
        assert_unique("reservations", ids, THREADS * EACH);
        guidon_generator_free(g);
    }
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_system_s_clock_past_2527),
        cmocka_unit_test(test_who_may_reserve),
        cmocka_unit_test(test_a_reservation_and_what_ends_it),
        cmocka_unit_test(test_ids_of_reservations_rise),
        cmocka_unit_test(test_a_refill_ends_no_reservation),
        cmocka_unit_test(test_no_reservation_is_tried_for_in_vain),
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
        cmocka_unit_test(test_a_thread_s_generator_extrapolates),
#endif
        cmocka_unit_test(test_an_id_takes_eight_bytes),
        cmocka_unit_test(test_no_entropy_under_a_reservation),
        cmocka_unit_test(test_steps_of_the_wall_clock_are_seen),
        cmocka_unit_test(test_a_step_back_under_a_reservation),
        cmocka_unit_test(test_order_among_threads_by_reservations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
