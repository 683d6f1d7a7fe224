/* SPDX-License-Identifier: MIT */
/* test_reservation.c - the protocol of reservations, with scripted threads,
 * clocks and steps. */
#define _POSIX_C_SOURCE 200809L
#include "core_test.h"
#include "generate/kinds.h"
#include "reserve/reservation.h"

#include <pthread.h>
#include <time.h>

#define US           (GDN_TIMESTAMP_PER_MS / 1000)
#define LEN          GDN_RESERVATION_LEN
#define HOUR         (3600 * 1000 * GDN_TIMESTAMP_PER_MS)
#define WALL_NOW     (UINT64_C(1645557742000) << GDN_TIMESTAMP_FRACTION_BITS)
#define RATE         UINT64_C(1732283000) /* 0.4 * 2^32: a counter of 2.6 GHz */
#define TSC_NOW      UINT64_C(987654321987)
#define WIDTH        60 /* ticks that a reading of the wall clock takes */

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* A clock that knows its rate and is valid for ever. */
static struct gdn_tsc_clock knowing(uint64_t rate)
{
    return (struct gdn_tsc_clock){.valid_ticks = UINT64_MAX, .rate = rate};
}

static struct gdn_reservation_reading reading_of(uint64_t wall, uint64_t tsc)
{
    return (struct gdn_reservation_reading){tsc - WIDTH, wall, tsc};
}

static bool calibrate_at(struct gdn_reservation_clock *out, uint64_t rate,
                         struct gdn_u128 own_state, uint64_t wall, uint64_t tsc)
{
    struct gdn_tsc_clock clock = knowing(rate);
    struct gdn_reservation_reading reading = reading_of(wall, tsc);

    return gdn_reservation_calibrate(out, &clock, own_state, &reading);
}

/* -------------------------------------------------------------- calibrating */

static void test_where_a_reservation_begins(void **state)
{
    static const struct {
        const char *why;
        struct gdn_u128 state;
        bool begins;
    } rows[] = {
        {"the clock is past the last id", {WALL_NOW - 1, WALL_NOW - 1}, true},
        {"the last id is of now", {WALL_NOW, WALL_NOW}, false},
        {"ids ran ahead", {WALL_NOW + 700, WALL_NOW - 9}, false},
        {"a clock that went back", {WALL_NOW + 9, WALL_NOW + 9}, false},
        {"a reservation that is past",
         {WALL_NOW - LEN - 9, WALL_NOW - 9},
         true},
        {"one that ends now", {WALL_NOW - LEN, WALL_NOW}, false},
        {"one that has hardly begun",
         {WALL_NOW - 9, WALL_NOW - 9 + LEN},
         false},
        {"nothing was made", {0, 0}, false},
        {"used a reservation ago", {WALL_NOW - LEN, WALL_NOW - LEN}, true},
        {"not used since", {WALL_NOW - LEN - 1, WALL_NOW - LEN - 1}, false},
        {"the last timestamp was given", {UINT64_MAX, UINT64_MAX}, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gdn_reservation_clock reserved = {.timestamp = 1};

        assert_row(rows[i].why,
                   calibrate_at(&reserved, RATE, rows[i].state, WALL_NOW,
                                TSC_NOW) == rows[i].begins);
        assert_row(rows[i].why,
                   reserved.timestamp == (rows[i].begins ? WALL_NOW : 1));
        assert_row(rows[i].why, reserved.tsc == (rows[i].begins ? TSC_NOW : 0));
    }
}

static void test_readings_that_begin_no_reservation(void **state)
{
    const struct gdn_u128 own_state = {WALL_NOW - 1, WALL_NOW - 1};
    const struct gdn_u128 end = {GDN_RESERVATION_NAME - LEN - 2, WALL_NOW};
    struct gdn_tsc_clock clock = knowing(RATE);
    struct gdn_reservation_reading reading = reading_of(WALL_NOW, TSC_NOW);
    struct gdn_reservation_clock reserved;

    (void)state;
    assert_true(calibrate_at(&reserved, RATE, end,
                             GDN_RESERVATION_NAME - LEN - 1, TSC_NOW));
    assert_false(calibrate_at(&reserved, RATE, end, GDN_RESERVATION_NAME - LEN,
                              TSC_NOW));
    assert_false(calibrate_at(&reserved, 0, own_state, WALL_NOW, TSC_NOW));
    assert_false(
        calibrate_at(&reserved, UINT64_MAX, own_state, WALL_NOW, TSC_NOW));
    reading.before = TSC_NOW - GDN_TSC_WIDTH_MAX;
    assert_true(
        gdn_reservation_calibrate(&reserved, &clock, own_state, &reading));
    reading.before--;
    assert_false(
        gdn_reservation_calibrate(&reserved, &clock, own_state, &reading));
}

/* Two spans of 1 ms give the rate. The clock is calibrated again 1 ms after the
 * reading that gave it. */
static void test_a_reservation_s_rate_is_learned(void **state)
{
    const uint64_t ms = GDN_TIMESTAMP_PER_MS;
    const uint64_t ticks = (ms << 32) / RATE;
    struct gdn_tsc_clock clock = {.valid_ticks = 0};
    struct gdn_reservation_clock reserved;

    (void)state;
    for (uint64_t quarters = 0; quarters <= 16; quarters++) {
        uint64_t wall = WALL_NOW + quarters * (ms / 4 + 1);
        struct gdn_reservation_reading reading =
            reading_of(wall, TSC_NOW + quarters * (ticks / 4 + 3));

        assert_int_equal(gdn_reservation_calibrate(
                             &reserved, &clock,
                             (struct gdn_u128){wall - 1, wall - 1}, &reading),
                         quarters >= 8);
        if (quarters >= 8) {
            assert_in_range(reserved.rate, RATE - RATE / 10000,
                            RATE + RATE / 10000);
            assert_true(reading.after - clock.tsc < clock.valid_ticks);
        }
    }
}

/*
 * A rate serves to the end of its valid interval; then the clock is calibrated.
 */
static void test_a_reservation_s_rate_has_its_interval(void **state)
{
    const struct gdn_u128 own_state = {WALL_NOW - 1, WALL_NOW - 1};

    (void)state;
    for (uint64_t past = 0; past < 2; past++) {
        struct gdn_tsc_clock clock = {
            .tsc = TSC_NOW - 5000, .valid_ticks = 5001 - past, .rate = RATE};
        struct gdn_reservation_reading reading = reading_of(WALL_NOW, TSC_NOW);
        struct gdn_reservation_clock reserved;

        assert_int_equal(
            gdn_reservation_calibrate(&reserved, &clock, own_state, &reading),
            !past);
        assert_int_equal(clock.wall, past ? WALL_NOW : 0);
    }
}

/* Timestamps never fall, stay below the reservation's end, and match a clock of
 * the same rate except for the resolution of one tick. */
static void assert_follows(uint64_t rate)
{
    struct gdn_u128 own_state = {WALL_NOW - 1, WALL_NOW - 1};
    struct gdn_reservation_clock reserved;
    uint64_t before = 0;
    uint64_t timestamp, step;

    assert_true(
        calibrate_at(&reserved, rate, own_state, WALL_NOW, UINT64_MAX - 9));
    step = 1 + reserved.ticks / 5000;
    assert_false(
        gdn_reservation_extrapolate(&timestamp, &reserved, reserved.tsc - 1));
    assert_false(gdn_reservation_extrapolate(&timestamp, &reserved,
                                             reserved.tsc + reserved.ticks));
    for (uint64_t t = 0; t < reserved.ticks; t += step) {
        assert_true(gdn_reservation_extrapolate(&timestamp, &reserved,
                                                reserved.tsc + t));
        assert_true(timestamp >= before &&
                    timestamp == WALL_NOW + (t * rate >> 32));
        before = timestamp;
    }
    assert_true(gdn_reservation_extrapolate(&timestamp, &reserved,
                                            reserved.tsc + reserved.ticks - 1));
    assert_true(timestamp < WALL_NOW + LEN);
    assert_true(timestamp + 2 + 2 * (rate >> 32) >= WALL_NOW + LEN);
}

static void test_a_reservation_at_every_rate(void **state)
{
    /* Counters of 1 MHz to 6 GHz, and one tick per timestamp step. */
    static const uint64_t rates[] = {UINT64_C(1048576) << 22,
                                     UINT64_C(4503599627), UINT64_C(1) << 32,
                                     RATE, UINT64_C(750599937)};

    (void)state;
    for (size_t i = 0; i < COUNT(rates); i++) {
        assert_follows(rates[i]);
    }
}

/* --------------------------------------------------------- reading and
 * ending */

static void test_which_states_hold_a_reservation(void **state)
{
    const uint64_t s = WALL_NOW, name = GDN_RESERVATION_NAME | TSC_NOW;
    const struct {
        const char *why;
        struct gdn_u128 state;
        bool holds;
    } rows[] = {
        {"the reservation", {s, name}, true},
        {"an id of its first timestamp", {s, s}, false},
        {"an id above it", {s + LEN + 1, s}, false},
        {"a reading where it ends", {s + LEN, s + LEN}, false},
        {"the next", {s + LEN + 1, name + 9}, false},
        {"one of another process, of the same time", {s, name + 1}, false},
        {"one of the same name, of another time", {s + 1, name}, false},
        {"nothing", {0, 0}, false},
    };
    const struct gdn_reservation_clock reserved = {
        .timestamp = s, .tsc = TSC_NOW, .ticks = 1, .name = name};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gdn_atomic128 own_state;

        gdn_atomic128_store(&own_state, rows[i].state);
        assert_row(rows[i].why, gdn_reservation_is_held(
                                    &reserved, &own_state) == rows[i].holds);
    }
}

static void test_without_a_clock_no_reservation_is_held(void **state)
{
    struct gdn_reservation reservation = {.sequence = 0};
    struct gdn_reservation_clock reserved = {WALL_NOW, TSC_NOW, 5, 6,
                                             UINT64_MAX};
    struct gdn_tsc_clock clock = knowing(RATE);
    const struct gdn_reservation_share none = {.published = NULL};
    struct gdn_atomic128 own_state;
    uint64_t timestamp;

    (void)state;
    gdn_atomic128_store(&own_state, (struct gdn_u128){0, 0});
    assert_false(
        gdn_reservation_timestamp(&timestamp, &reservation, &own_state));
    gdn_reservation_write(&reservation, &reserved);
    assert_false(
        gdn_reservation_timestamp(&timestamp, &reservation, &own_state));
    assert_true(gdn_reservation_read(&reserved, &reservation));
    reservation.sequence = 1; /* a thread is writing, and was stopped */
    gdn_atomic128_store(&own_state, gdn_reservation_state(&reserved));
    assert_false(gdn_reservation_read(&reserved, &reservation));
    assert_false(
        gdn_reservation_timestamp(&timestamp, &reservation, &own_state));
    assert_false(gdn_reservation_begin(&timestamp, &reservation, &clock,
                                       &own_state, &none));
    assert_int_equal(reservation.sequence, 1);
    reservation = (struct gdn_reservation){0}; /* as in a forked child */
    assert_true(gdn_reservation_read(&reserved, &reservation));
    assert_int_equal(reserved.ticks, 0);
}

#if defined(__x86_64__) && defined(__linux__)
/* What happens while the wall clock is read: the reading fails, or other
 * threads swap the state, so that the thread that begins a reservation meets
 * another state. */
static struct {
    bool scripted, fails;
    unsigned readings;
    struct gdn_atomic128 *state;
    const struct gdn_reservation
        *reservation; /* its sequence number is checked meanwhile */
} met;

/* The library is linked as an archive, so it calls this function. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    *out = (struct timespec){WALL_NOW / GDN_TIMESTAMP_PER_MS / 1000, 0};
    if (!met.scripted) {
        return timespec_get(out, TIME_UTC) == TIME_UTC ? 0 : -1;
    }
    met.readings++;
    assert_int_equal(met.reservation->sequence, 1);
    if (met.state) {
        gdn_atomic128_store(
            met.state, (struct gdn_u128){.lo = WALL_NOW - 100 + met.readings,
                                         .hi = WALL_NOW - 100});
    }
    return met.fails ? -1 : 0;
}

/* An attempt that failed has ended, and the state is as others left it. Returns
 * how often the clock was read. */
static unsigned assert_no_reservation_begins(bool fails, bool is_moved)
{
    struct gdn_reservation reservation = {.sequence = 0};
    struct gdn_tsc_clock clock = knowing(RATE);
    struct gdn_atomic128 own_state;
    const struct gdn_reservation_share none = {.published = NULL};
    uint64_t timestamp = 1;

    gdn_atomic128_store(&own_state,
                        (struct gdn_u128){WALL_NOW - 100, WALL_NOW - 100});
    met.scripted = true;
    met.fails = fails;
    met.state = is_moved ? &own_state : NULL;
    met.reservation = &reservation;
    met.readings = 0;
    assert_false(gdn_reservation_begin(&timestamp, &reservation, &clock,
                                       &own_state, &none));
    met.scripted = false;
    assert_int_equal(reservation.sequence, 2);
    assert_int_equal(gdn_atomic128_load(&own_state).hi, WALL_NOW - 100);
    assert_int_equal(gdn_atomic128_load(&own_state).lo,
                     WALL_NOW - 100 + (is_moved ? met.readings : 0));
    assert_int_equal(timestamp, 1);
    return met.readings;
}

static void test_an_attempt_that_fails(void **state)
{
    (void)state;
    assert_int_equal(assert_no_reservation_begins(true, false), 1);
    /*
     * Others swap each time: the thread gives up soon, or after a slow reading.
     */
    for (unsigned i = 0; i < 1000; i++) {
        assert_in_range(assert_no_reservation_begins(false, true), 1, 8);
    }
}
#endif

/* One thread writes these until the other has read enough. */
struct reservations {
    _Alignas(64) unsigned char before
        [48]; /* so the reservation is in two cache reservations */
    struct gdn_reservation reservation;
    _Atomic uint64_t refused; /* attempts while a thread was writing */
};
#define LINES   50000000
#define REFUSED 20000

static void *write_reservations(void *argument)
{
    struct reservations *reservations = argument;

    for (uint64_t i = 1;
         i <= LINES && (i < LINES / 50 || reservations->refused < REFUSED);
         i++) {
        struct gdn_reservation_clock reserved = {i, 2 * i, 3 * i, 4 * i, 5 * i};

        atomic_store_explicit(&reservations->reservation.sequence, 2 * i - 1,
                              memory_order_relaxed);
        gdn_reservation_write(&reservations->reservation, &reserved);
        atomic_store_explicit(&reservations->reservation.sequence, 2 * i,
                              memory_order_release);
    }
    atomic_store(&reservations->refused, UINT64_MAX / 2);
    return NULL;
}

/* A reading during a write is of one reservation, or is rejected. */
static void test_a_reservation_is_read_whole(void **state)
{
    static struct reservations reservations;
    struct gdn_reservation_clock reserved = {.timestamp = 0};
    uint64_t last = 0;
    pthread_t thread;

    (void)state;
    assert_int_equal(
        pthread_create(&thread, NULL, write_reservations, &reservations), 0);
    while (atomic_load(&reservations.refused) < UINT64_MAX / 2) {
        if (!gdn_reservation_read(&reserved, &reservations.reservation)) {
            atomic_fetch_add(&reservations.refused, 1);
            continue;
        }
        assert_true(reserved.timestamp >= last);
        assert_int_equal(reserved.tsc, 2 * reserved.timestamp);
        assert_int_equal(reserved.ticks, 3 * reserved.timestamp);
        assert_int_equal(reserved.rate, 4 * reserved.timestamp);
        assert_int_equal(reserved.name, 5 * reserved.timestamp);
        last = reserved.timestamp;
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* The plan for a clock reading if the state holds a reservation. */
static void test_plans_above_a_reservation(void **state)
{
    const uint64_t s = WALL_NOW;
    const uint64_t tolerance = 10 * GDN_TIMESTAMP_PER_MS;
    const struct {
        const char *why;
        guidon_rollback rollback;
        uint64_t now;
        enum gdn_verdict want;
        unsigned events;
        uint64_t first;
    } rows[] = {
        {"within it", GUIDON_ROLLBACK_FAIL, s + 9, GDN_PLAN_OK, 0, s + LEN + 1},
        {"at its end", GUIDON_ROLLBACK_FAIL, s + LEN, GDN_PLAN_OK, 0,
         s + LEN + 1},
        {"past it", GUIDON_ROLLBACK_FAIL, s + LEN + 9, GDN_PLAN_OK, 0,
         s + LEN + 9},
        {"where it began", GUIDON_ROLLBACK_FAIL, s, GDN_PLAN_OK, 0,
         s + LEN + 1},
        {"before that", GUIDON_ROLLBACK_FAIL, s - 1, GDN_PLAN_OK,
         GDN_EVENT_ROLLBACK, s + LEN + 1},
        {"past the tolerance", GUIDON_ROLLBACK_FAIL, s - tolerance - 1,
         GDN_PLAN_CLOCK_BACK, 0, 0},
        {"to wait for", GUIDON_ROLLBACK_WAIT, s - tolerance - 1,
         GDN_PLAN_CLOCK_BACK, 0, 0},
        {"to begin anew at", GUIDON_ROLLBACK_RESTART, s - tolerance - 1,
         GDN_PLAN_OK, GDN_EVENT_RESTART, s - tolerance - 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gdn_rules rules = {.tolerance = tolerance,
                                  .rollback = rows[i].rollback};
        struct gdn_u128 reservation = {s, s + LEN};
        struct gdn_plan plan = {.n = 0};

        assert_row(rows[i].why,
                   gdn_kind_v7_reserving.plan(&plan, &reservation, rows[i].now,
                                              1, &rules) == rows[i].want);
        if (rows[i].want == GDN_PLAN_OK) {
            assert_row(rows[i].why, plan.first.lo == rows[i].first);
            assert_row(rows[i].why, plan.events == rows[i].events);
            assert_row(rows[i].why, plan.next.lo >= plan.next.hi);
        }
    }
}

/* ------------------------------------------------------- any order of steps */

/*
 * Callers whose steps come in any order. Each step is one access to shared
 * memory, as in gdn_kind_v7_reserving: a call takes its timestamp from the
 * reservation, begins a reservation, or swaps the state. A call that began
 * after another had ended must give a higher timestamp. If the wall clock was
 * not stepped, no call may find that it was.
 */
enum at {
    AT_START, /* not in a call */
    AT_HELD,
    AT_COUNTER,
    AT_LOAD,
    AT_CLOCK,
    AT_SWAP,
    AT_SEQUENCE,
    AT_LOOK, /* from here on it holds the sequence lock */
    AT_BEFORE,
    AT_WALL,
    AT_AFTER,
    AT_RESERVATION,
};

struct caller {
    enum at at;
    struct gdn_reservation_clock clock;
    struct gdn_reservation_reading reading;
    struct gdn_u128 last;
    struct gdn_plan plan;
    size_t n;
    uint64_t sequence;
    uint64_t floor;  /* the highest timestamp when the call began */
    unsigned asleep; /* steps for which it does nothing */
};

#define CALLERS 5
struct world {
    struct gdn_atomic128 state;
    struct gdn_reservation reservation;
    struct caller callers[CALLERS];
    uint64_t tsc, wall, seed, rate;
    uint64_t highest; /* timestamp of a call that has ended */
    size_t by_reservation, by_swap, begun, reservations_ended;
    unsigned events;
};

static void end_call(struct world *w, struct caller *c, uint64_t first,
                     uint64_t last)
{
    assert_true(first > c->floor);
    if (last > w->highest) {
        w->highest = last;
    }
    c->at = AT_START;
}

static void read_clock(struct world *w, struct caller *c)
{
    static const struct gdn_rules rules = {.tolerance = UINT64_MAX};

    if (c->n == 1 && gdn_reservation_may_begin(c->last, w->wall)) {
        c->at = AT_SEQUENCE;
        return;
    }
    c->plan = (struct gdn_plan){.n = 0};
    c->at = gdn_kind_v7_reserving.plan(&c->plan, &c->last, w->wall, c->n,
                                       &rules) == GDN_PLAN_OK
                ? AT_SWAP
                : AT_LOAD;
}

static void swap_call(struct world *w, struct caller *c)
{
    bool was_reservation = c->last.hi > c->last.lo;

    if (gdn_atomic128_cas(&w->state, &c->last, c->plan.next)) {
        w->by_swap++;
        w->reservations_ended += was_reservation;
        w->events |= c->plan.events;
        end_call(w, c, c->plan.first.lo, c->plan.next.lo);
        return;
    }
    c->at = AT_CLOCK; /* `last` is the true state now */
}

/* Release the sequence lock and continue at `at`. */
static void leave_sequence(struct world *w, struct caller *c, enum at at)
{
    w->reservation.sequence = c->sequence + 1;
    c->at = at;
}

static void take_sequence(struct world *w, struct caller *c)
{
    c->sequence = w->reservation.sequence + 1;
    if (w->reservation.sequence % 2 ==
        1) { /* tries again, or has no attempts left */
        c->at = draw(&w->seed) % 4 ? AT_SEQUENCE : AT_LOAD;
        c->n = c->at == AT_SEQUENCE ? 1 : 2; /* begins no reservation */
        return;
    }
    if (gdn_reservation_read(&c->clock, &w->reservation) &&
        gdn_reservation_is_held(&c->clock, &w->state)) {
        c->at = AT_COUNTER;
        return;
    }
    w->reservation.sequence = c->sequence;
    c->at = AT_LOOK;
}

static void calibrate_reservation(struct world *w, struct caller *c)
{
    /* For a clock that is not perfect. */
    struct gdn_tsc_clock clock =
        knowing(w->rate - w->rate / 2048 + draw(&w->seed) % (w->rate / 1024));

    c->reading.after = w->tsc;
    if (gdn_reservation_calibrate(&c->clock, &clock, c->last, &c->reading)) {
        gdn_reservation_write(&w->reservation, &c->clock);
        c->at = AT_RESERVATION;
    } else {
        c->n = 2;
        leave_sequence(w, c, AT_LOAD);
    }
}

static void begin_by_swap(struct world *w, struct caller *c)
{
    if (gdn_atomic128_cas(&w->state, &c->last,
                          gdn_reservation_state(&c->clock))) {
        w->begun++;
        leave_sequence(w, c, AT_COUNTER);
    } else {
        c->at = AT_LOOK;
    }
}

static void follow_reservation(struct world *w, struct caller *c)
{
    uint64_t timestamp;

    if (gdn_reservation_extrapolate(&timestamp, &c->clock, w->tsc)) {
        w->by_reservation++;
        end_call(w, c, timestamp, timestamp);
    } else {
        c->at = AT_LOAD;
    }
}

static void take_step(struct world *w, struct caller *c)
{
    switch (c->at) {
    case AT_START:
        c->floor = w->highest;
        c->n = draw(&w->seed) % 16 ? 1 : 2 + draw(&w->seed) % 300;
        c->at = c->n == 1 && gdn_reservation_read(&c->clock, &w->reservation)
                    ? AT_HELD
                    : AT_LOAD;
        break;
    case AT_HELD:
        c->at = gdn_reservation_is_held(&c->clock, &w->state) ? AT_COUNTER
                                                              : AT_LOAD;
        break;
    case AT_COUNTER:
        follow_reservation(w, c);
        break;
    case AT_LOAD:
        c->last = gdn_atomic128_load(&w->state);
        c->at = AT_CLOCK;
        break;
    case AT_CLOCK:
        read_clock(w, c);
        break;
    case AT_SWAP:
        swap_call(w, c);
        break;
    case AT_SEQUENCE:
        take_sequence(w, c);
        break;
    case AT_LOOK:
        c->last = gdn_atomic128_load(&w->state);
        c->at = AT_BEFORE;
        break;
    case AT_BEFORE:
        c->reading.before = w->tsc;
        c->at = AT_WALL;
        break;
    case AT_WALL:
        c->reading.wall = w->wall;
        c->at = AT_AFTER;
        break;
    case AT_AFTER:
        calibrate_reservation(w, c);
        break;
    case AT_RESERVATION:
        begin_by_swap(w, c);
        break;
    }
}

/* Time passes by at least one timestamp step, and rarely by much. */
static void pass_time(struct world *w)
{
    uint64_t ticks = 3 + draw(&w->seed) % (draw(&w->seed) % 99 ? 60 : 90000);

    w->tsc += ticks;
    w->wall += ticks * w->rate >> 32;
}

static void run_world(struct world *w, unsigned steps, uint64_t step_by)
{
    w->rate = RATE;
    w->tsc = TSC_NOW;
    w->wall = w->highest = WALL_NOW;
    gdn_atomic128_store(&w->state, (struct gdn_u128){WALL_NOW, WALL_NOW});
    for (unsigned i = 0; i < steps; i++) {
        struct caller *c = &w->callers[draw(&w->seed) % CALLERS];

        pass_time(w);
        if (step_by > 0 && draw(&w->seed) % 5000 == 0) {
            w->wall += draw(&w->seed) % (2 * step_by) - step_by;
        }
        if (c->asleep > 0) {
            c->asleep--;
            continue;
        }
        take_step(w, c);
        c->asleep =
            draw(&w->seed) % 500 ? 0 : (unsigned)(draw(&w->seed) % 3000);
    }
}

static void test_order_holds_whoever_steps_next(void **state)
{
    /* How far the wall clock is stepped, back or forward. */
    static const uint64_t steps[] = {0, 2 * US, LEN / 16, LEN, 100 * LEN};

    (void)state;
    for (size_t i = 0; i < COUNT(steps); i++) {
        struct world all = {.seed = 0};

        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct world w = {.seed = seed};

            run_world(&w, 100000, steps[i]);
            all.by_reservation += w.by_reservation;
            all.by_swap += w.by_swap;
            all.begun += w.begun;
            all.reservations_ended += w.reservations_ended;
            all.events |= w.events;
        }
        /* Everything that may happen did happen. */
        assert_true(all.by_reservation > 1000 && all.by_swap > 1000);
        assert_true(all.begun > 50 && all.reservations_ended > 50);
        assert_true(steps[i] > 0 || all.events == 0);
        assert_true(steps[i] < LEN || all.events == GDN_EVENT_ROLLBACK);
    }
}

/* A thread is stopped for ever at each step while it holds the sequence lock.
 * The other threads continue by swapping the state. */
static void test_a_thread_stopped_with_the_sequence_lock(void **state)
{
    (void)state;
    for (int at = AT_LOOK; at <= AT_RESERVATION; at++) {
        struct world w = {.seed = 5};
        struct caller *lost = NULL;
        size_t made;

        run_world(&w, 50000, 0);
        for (unsigned i = 0; !lost; i = (i + 1) % CALLERS) {
            pass_time(&w);
            take_step(&w, &w.callers[i]);
            lost = w.callers[i].at == (enum at)at ? &w.callers[i] : NULL;
        }
        made = w.by_swap;
        for (unsigned i = 0; i < 50000; i++) {
            struct caller *c = &w.callers[draw(&w.seed) % CALLERS];

            pass_time(&w);
            if (c != lost) {
                take_step(&w, c);
            }
        }
        assert_true(w.by_swap > made + 2000);
    }
}

/* -------------------------------------------------- how soon a step is seen */

/*
 * A whole call of a single thread, fifty ticks after the last; its timestamp.
 */
static uint64_t call_of(struct world *w, struct caller *c)
{
    do {
        w->tsc += 50;
        w->wall += 50 * w->rate >> 32;
        take_step(w, c);
    } while (c->at != AT_START);
    return w->highest;
}

/* The wall clock is stepped once within each reservation. Timestamps from
 * before the step end within the length of one reservation. */
static void assert_step_is_seen(bool back, uint64_t after)
{
    struct world w = {.seed = 9, .rate = RATE, .tsc = TSC_NOW};
    struct caller *c = &w.callers[0];
    uint64_t stepped, timestamp;

    w.wall = w.highest = WALL_NOW;
    gdn_atomic128_store(&w.state, (struct gdn_u128){WALL_NOW, WALL_NOW});
    while (w.begun < 3 || w.wall - WALL_NOW < 5 * LEN + after) {
        call_of(&w, c);
    }
    stepped = w.wall;
    w.wall += back ? -HOUR : HOUR;
    do {
        timestamp = call_of(&w, c);
        assert_true(timestamp <= stepped + LEN + US ||
                    timestamp >= stepped + HOUR);
    } while (back ? w.events == 0 : timestamp < stepped + HOUR);
    assert_int_equal(w.events, back ? GDN_EVENT_ROLLBACK : 0);
    assert_true(w.tsc - TSC_NOW < (10 * LEN << 32) / RATE);
}

static void test_a_step_is_seen_within_a_reservation(void **state)
{
    (void)state;
    assert_int_equal(LEN, GDN_TIMESTAMP_PER_MS / 4); /* docs/guarantees.md */
    for (uint64_t after = 0; after <= LEN; after += LEN / 64) {
        assert_step_is_seen(false, after);
        assert_step_is_seen(true, after);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_where_a_reservation_begins),
        cmocka_unit_test(test_readings_that_begin_no_reservation),
        cmocka_unit_test(test_a_reservation_s_rate_is_learned),
        cmocka_unit_test(test_a_reservation_s_rate_has_its_interval),
        cmocka_unit_test(test_a_reservation_at_every_rate),
        cmocka_unit_test(test_which_states_hold_a_reservation),
        cmocka_unit_test(test_without_a_clock_no_reservation_is_held),
#if defined(__x86_64__) && defined(__linux__)
        cmocka_unit_test(test_an_attempt_that_fails),
#endif
        cmocka_unit_test(test_a_reservation_is_read_whole),
        cmocka_unit_test(test_plans_above_a_reservation),
        cmocka_unit_test(test_order_holds_whoever_steps_next),
        cmocka_unit_test(test_a_thread_stopped_with_the_sequence_lock),
        cmocka_unit_test(test_a_step_is_seen_within_a_reservation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
