/* SPDX-License-Identifier: MIT */
/* test_next_thread.c - the short path of guidon_new and the general steps make
 * the same ids. */
/*
 * Usage: test_next_thread [long]
 *
 * Each step chooses a state, a clock reading and random bytes. It calls
 * guidon_new, puts everything back, and lets the general steps make the id. The
 * status, the id, the state, the statistics, the thread's clock and the random
 * buffer must be equal. The choices are random, but the same in every run.
 */
#define _DEFAULT_SOURCE
#include "clock/tsc.h"
#include "core/layout.h"
#include "generate/generator.h"
#include "generate/kinds.h"
#include "random.h"
#include "vectors.h"

#include <stdlib.h>
#include <time.h>

static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6, GUIDON_V7,
                                    GUIDON_ULID, GUIDON_ULID_MONOTONIC};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static size_t steps = 1000000; /* of all kinds together */

/* ---------------------------------------------------------------- stand-ins */

static struct timespec wall;

int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    *out = wall;
    return 0;
}

/* Takes the place of a kind's next_fast, which the general steps ask first: it
 * makes no id, and counts the ids that the short path left to them. */
static size_t left_to_steps;

static bool no_fast(guidon_id *out, guidon_generator *g,
                    struct gdn_stream *stream)
{
    (void)out;
    (void)g;
    (void)stream;
    left_to_steps++;
    return false;
}

/* ------------------------------------------------------------------ choices */

static uint64_t seed = 1;

static bool one_in(uint64_t n)
{
    return draw(&seed) % n == 0;
}

/* A number of a random length: 0 is as likely as 1, and 2 to 3, 4 to 7 ... */
static uint64_t any_length(void)
{
    uint64_t length = draw(&seed) % 65;

    return length == 0 ? 0 : draw(&seed) >> (64 - length);
}

/* `from`, moved up or down by a number of at most `bits` bits. */
static uint64_t moved(uint64_t from, unsigned bits)
{
    uint64_t by = any_length() >> (64 - bits);

    by = one_in(4) ? by & 3 : by;
    return one_in(2) ? from + by : from - by;
}

/* A reading near `before`, near one of the ends, or anywhere. */
static uint64_t any_timestamp(uint64_t before)
{
    switch (draw(&seed) % 16) {
    case 0:
        return any_length();
    case 1:
        return UINT64_MAX - any_length();
    case 2:
        return UINT64_C(1645557742000) << 20; /* 2022-02-22 */
    default:
        return moved(before, 40);
    }
}

static void set_clock(guidon_generator *g, uint64_t timestamp)
{
    uint64_t ms = gdn_ms_of_timestamp(timestamp);
    uint64_t fraction = timestamp & (GDN_TIMESTAMP_PER_MS - 1);

    wall.tv_sec = (time_t)(ms / 1000);
    wall.tv_nsec = (long)(ms % 1000 * 1000000 + (fraction * 1000000 >> 20));
    g->thread_clock = (struct gdn_tsc_clock){
        .valid_ticks = one_in(32) ? 0 : UINT64_MAX,
        .timestamp = timestamp,
        .last = one_in(8) ? moved(timestamp, 20) : timestamp,
        .wall = timestamp,
    };
}

/* A state near the reading: its time, how far the highest reading is below
 * that, and the bits that the kind keeps besides. */
static struct gdn_u128 any_state(guidon_kind kind, uint64_t timestamp)
{
    uint64_t ticks = moved(gdn_ticks_of_timestamp(timestamp), 40);
    uint64_t ms = moved(gdn_ms_of_timestamp(timestamp), 20);
    uint64_t gap = one_in(2) ? 0 : any_length() >> 20;
    uint64_t key = moved(timestamp, 40);

    if (one_in(64)) {
        return (struct gdn_u128){0, 0};
    }
    switch (kind) {
    case GUIDON_V1:
    case GUIDON_V6:
        ticks = one_in(64) ? GDN_TICKS_MAX - (gap & 1) : ticks & GDN_TICKS_MAX;
        gap = gap < ticks ? gap : ticks;
        return (struct gdn_u128){ticks, (one_in(8) ? 0 : UINT64_C(1) << 63) |
                                            gap << 17 |
                                            (draw(&seed) & 0x1ffff)};
    case GUIDON_V7:
        key = one_in(64) ? UINT64_MAX - (gap & 1) : key;
        return (struct gdn_u128){key, key - (gap < key ? gap : key)};
    default:
        return (struct gdn_u128){
            one_in(4) ? UINT64_MAX - (gap & 1) : draw(&seed),
            ms << 16 | (one_in(4) ? 0xffff - (gap & 1) : gap & 0xffff)};
    }
}

/* Tolerances and what follows a larger step back; nothing waits. */
static void set_rules(guidon_generator *g)
{
    g->rules.tolerance = any_length();
    g->rules.rollback =
        one_in(2) ? GUIDON_ROLLBACK_RESTART : GUIDON_ROLLBACK_FAIL;
    g->rules.overflow = GUIDON_OVERFLOW_FAIL;
}

/* ------------------------------------------------------------------- a step */

#define LEFT  512 /* in the buffer, so that no step refills it */
#define BYTES 64  /* more than a step consumes */

static unsigned char *head_of(struct gdn_stream *stream)
{
    return stream->buffer + GDN_STREAM_BUFFER - stream->left;
}

/* What an id is made from, and what must be equal after it is made. */
struct site {
    struct gdn_u128 state;
    struct gdn_tsc_clock clock;
    guidon_stats stats;
    size_t left;
    unsigned char bytes[BYTES]; /* of the buffer */
    guidon_id id;
    guidon_status status;
};

static struct site site_of(const guidon_generator *g, struct gdn_stream *stream,
                           const unsigned char *bytes)
{
    struct site site = {.state = gdn_atomic128_load(&g->own_state),
                        .clock = g->thread_clock,
                        .left = stream->left,
                        .id = marked_id()};

    guidon_generator_stats(&site.stats, g);
    memcpy(site.bytes, bytes, BYTES);
    return site;
}

static void put_back(guidon_generator *g, struct gdn_stream *stream,
                     const struct site *site)
{
    gdn_atomic128_store(&g->own_state, site->state);
    g->thread_clock = site->clock;
    atomic_store(&g->rollbacks, site->stats.rollbacks);
    atomic_store(&g->restarts, site->stats.restarts);
    atomic_store(&g->waits, site->stats.waits);
    stream->left = site->left;
    memcpy(head_of(stream), site->bytes, BYTES);
}

static bool same_stats(const guidon_stats *a, const guidon_stats *b)
{
    return a->rollbacks == b->rollbacks && a->restarts == b->restarts &&
           a->waits == b->waits && a->forks == b->forks;
}

#define assert_same(step, condition)                                           \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fail_msg("step %zu, kind %d: %s", step, (int)kind, #condition);          \
    }                                                                          \
  } while (0)

static void assert_same_site(size_t step, guidon_kind kind,
                             const struct site *a, const struct site *b)
{
    assert_same(step, a->status == b->status);
    assert_same(step, memcmp(&a->id, &b->id, sizeof a->id) == 0);
    assert_same(step, a->state.lo == b->state.lo && a->state.hi == b->state.hi);
    assert_same(step, same_stats(&a->stats, &b->stats));
    assert_same(step, a->clock.last == b->clock.last);
    assert_same(step, a->left == b->left);
    assert_same(step, memcmp(a->bytes, b->bytes, BYTES) == 0);
}

/* The bytes that an id consumed are wiped. */
static void assert_wiped(size_t step, guidon_kind kind,
                         const struct site *before, const struct site *after)
{
    static const unsigned char zeros[BYTES];
    size_t len = before->left - after->left;

    assert_same(step, len <= BYTES);
    assert_same(step, memcmp(after->bytes, zeros, len) == 0);
}

/* The short path makes each id that needs neither a reading of the wall clock
 * nor a seed, and that counts no event. */
static void assert_short(size_t step, guidon_kind kind, size_t random_len,
                         const struct site *before, const struct site *after)
{
    bool is_simple = after->status == GUIDON_OK &&
                     before->clock.valid_ticks > 0 &&
                     before->left - after->left == random_len &&
                     same_stats(&before->stats, &after->stats);

    assert_same(step, (left_to_steps == 0) == (GDN_HAVE_TSC && is_simple));
}

static void run_step(size_t step, guidon_kind kind, guidon_generator *g,
                     struct gdn_stream *stream)
{
    const unsigned char *bytes = head_of(stream);
    struct site before = site_of(g, stream, bytes), ours, steps_made;
    guidon_id id = before.id;
    guidon_status status;

    left_to_steps = 0;
    status = guidon_new(&id, kind);
    ours = site_of(g, stream, bytes);
    ours.id = id;
    ours.status = status;

    put_back(g, stream, &before);
    g->fast_ok = false;
    id = before.id;
    status = guidon_next(&id, g);
    g->fast_ok = true;
    steps_made = site_of(g, stream, bytes);
    steps_made.id = id;
    steps_made.status = status;

    assert_same_site(step, kind, &ours, &steps_made);
    assert_wiped(step, kind, &before, &ours);
    assert_short(step, kind, g->kind->random_len, &before, &ours);
}

/* -------------------------------------------------------------------- tests */

/* The calling thread's generator of a kind, with no_fast in its table. */
static guidon_generator *generator_of(guidon_kind kind, struct gdn_kind *table)
{
    guidon_generator *g;
    guidon_id id;

    assert_int_equal(guidon_new(&id, kind), GUIDON_OK);
    g = (guidon_generator *)gdn_thread_storage(gdn_thread_mine) +
        gdn_kind_index(kind);
    assert_ptr_equal(g->thread, gdn_thread_mine);
    assert_true(g->fast_ok);
    *table = *g->kind;
    table->next_fast = no_fast;
    g->kind = table;
    return g;
}

static void test_short_path_and_steps_agree(void **state)
{
    static struct gdn_kind tables[KINDS]; /* the generators keep them */
    guidon_generator *generators[KINDS];
    uint64_t timestamp = UINT64_C(1645557742000) << 20;
    struct gdn_stream *stream;
    uint64_t bytes[BYTES / 8];

    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        generators[k] = generator_of(kinds[k], &tables[k]);
    }
    stream = gdn_thread_mine->stream;
    for (size_t step = 0; step < steps; step++) {
        size_t k = draw(&seed) % KINDS;
        guidon_generator *g = generators[k];

        timestamp = any_timestamp(timestamp);
        set_clock(g, timestamp);
        set_rules(g);
        if (g->kind->has_state && one_in(2)) { /* else the last step's */
            gdn_atomic128_store(&g->own_state, any_state(kinds[k], timestamp));
        }
        for (size_t i = 0; i < BYTES / 8; i++) {
            bytes[i] = draw(&seed);
        }
        stream->left = LEFT;
        memcpy(head_of(stream), bytes, BYTES);
        run_step(step, kinds[k], g, stream);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_path_and_steps_agree),
    };

    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        steps = 100000000;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
