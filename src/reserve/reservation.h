/* SPDX-License-Identifier: MIT */
/* A reservation: threads and processes read timestamps from the counter, and
 * share no write. */
#ifndef GDN_RESERVE_RESERVATION_H
#define GDN_RESERVE_RESERVATION_H

#include "../clock/atomic128.h"
#include "../clock/clock.h"
#include "../clock/tsc.h"
#include "../core/private.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * Version 7 with layout PRECISE, in the scopes PROCESS and HOST, makes ids with
 * timestamps that rise across all threads. Its 16-byte atomic state {lo, hi}
 * holds the last timestamp and the highest reading of the wall clock. Without a
 * reservation, every id is one compare-and-swap (CAS) of that state, for which
 * the threads compete.
 *
 * A reservation reserves the timestamps from s to below s + LEN (0.25 ms). As
 * long as the reservation lasts, a thread computes its timestamp from the
 * time-stamp counter and writes nothing that other threads read. Two calls at
 * the same time may get the same timestamp; the random bits keep their ids
 * apart.
 *
 * The protocol has two parts: the state {lo, hi}, which says which timestamps a
 * reservation holds, and `struct gdn_reservation`, which says how to compute
 * them. A sequence lock protects the second part: a thread that writes it makes
 * `sequence` odd. The name of a reservation is the counter where it begins,
 * with bit 63 set, so it is above all timestamps.
 *
 *   state        {lo, hi}           a thread may                next state
 *   -----------  -----------------  --------------------------  -----------
 *   UNRESERVED   lo: last           make ids above lo: CAS      UNRESERVED
 *    hi <= lo        timestamp      begin a reservation, if
 *                hi: highest clock  the wall clock reads
 *                    reading        lo + 1 to lo + LEN: CAS
 *                                   `sequence` from even to
 *                                   odd                         CALIBRATING
 *
 *   CALIBRATING  as before          its one writer: read the
 *    sequence                       clocks, write
 *    is odd                         gdn_reservation, CAS the
 *                                   state to {s, name}, make
 *                                   `sequence` even             RESERVED
 *                                   the writer: give up, make
 *                                   `sequence` even             as before
 *                                   others: make ids: CAS; the
 *                                   writer's CAS then fails,
 *                                   and the writer repeats      CALIBRATING
 *
 *   RESERVED     lo: s              take s + elapsed ticks *
 *    hi > lo     hi: name           rate from the counter; no
 *                                   write                       RESERVED
 *                                   make ids without the
 *                                   reservation, such as a
 *                                   batch: CAS, with ids above
 *                                   s + LEN                     UNRESERVED
 *
 *   EXPIRED      lo: s              make ids above s + LEN:     UNRESERVED
 *    hi > lo,    hi: name           CAS
 *    the counter                    begin a reservation, if
 *    is past the                    the wall clock reads
 *    last tick                      s + LEN + 1 to s + 2 LEN    CALIBRATING
 *
 * Example, with LEN 100: the state is {950, 940}, and the wall clock reads
 * 1000. A thread begins a reservation: the state becomes {1000, name}. While
 * the counter advances by 99 steps, calls return 1000 to 1099. Then the wall
 * clock reads 1099, and a batch makes 1101 to 1103: the state becomes {1103,
 * 1099}.
 *
 * A call without a reservation reads RESERVED as "ids ran ahead to s + LEN when
 * the clock read s" (gdn_reservation_ended), and plans from that state.
 * docs/decisions/0008-process-scope.md says why ids stay in order;
 * proofs/reservation.pml is a model of the protocol.
 *
 * In scope HOST the processes share the state, and each process has a `struct
 * gdn_reservation` of its own. Beside the state, the state file has 16 bytes in
 * which a process publishes a reservation before it swaps the state (struct
 * gdn_reservation_share). The other processes join the reservation:
 *
 *   begin  read what is published; read the clocks; CAS it to {counter, rate};
 *          write gdn_reservation; CAS the state to {s, name}
 *   join   read the state {s, name}, and what is published; if both have one
 *          name and the wall clock agrees, write gdn_reservation
 *
 * A process that publishes leaves the others LEN of time before one of them
 * publishes the next reservation. So a process that dies or is stopped in
 * between costs the others one reservation. If it goes on later, its CAS of the
 * state fails, or brings a reservation that no other process can join.
 * docs/decisions/0019-host-reservations.md gives the reasons, and
 * proofs/host_reservation.pml is a model.
 */
#define GDN_RESERVATION_LEN (GDN_TIMESTAMP_PER_MS / 4)

/* In the name of every reservation. */
#define GDN_RESERVATION_NAME (UINT64_C(1) << 63)

/* The state after a reservation, if `state` holds one: all its timestamps are
 * used. Only in a damaged state file is there no timestamp LEN above. */
static inline struct gdn_u128 gdn_reservation_ended(struct gdn_u128 state)
{
    if (state.hi <= state.lo) {
        return state;
    }
    return (struct gdn_u128){.lo = state.lo <= UINT64_MAX - GDN_RESERVATION_LEN
                                       ? state.lo + GDN_RESERVATION_LEN
                                       : UINT64_MAX,
                             .hi = state.lo};
}

/* May a reservation begin when the wall clock reads `wall`? The reading must be
 * past the last timestamp by at most LEN: a generator that is used less often
 * gains nothing from a reservation. */
static inline bool gdn_reservation_may_begin(struct gdn_u128 state,
                                             uint64_t wall)
{
    uint64_t last = gdn_reservation_ended(state).lo;

    return wall > last && wall - last <= GDN_RESERVATION_LEN &&
           wall < GDN_RESERVATION_NAME - GDN_RESERVATION_LEN;
}

/* May a reservation in the state be joined when the wall clock reads `wall`? */
static inline bool gdn_reservation_may_join(struct gdn_u128 state,
                                            uint64_t wall)
{
    return state.hi > state.lo && wall - state.lo < GDN_RESERVATION_LEN;
}

/* How to compute a reservation's timestamps from the counter. */
struct gdn_reservation_clock {
    uint64_t timestamp; /* the first, s */
    uint64_t tsc;       /* the counter at s */
    uint64_t ticks;     /* length of the valid interval */
    uint64_t rate;      /* timestamp steps per tick, * 2^32 */
    uint64_t name;
};

/* The state that holds this reservation. */
static inline struct gdn_u128 gdn_reservation_state(
    const struct gdn_reservation_clock *clock)
{
    return (struct gdn_u128){clock->timestamp, clock->name};
}

/* Extrapolate to the counter value `tsc`; false if the reservation does not
 * cover that value. */
static inline bool gdn_reservation_extrapolate(
    uint64_t *out, const struct gdn_reservation_clock *clock, uint64_t tsc)
{
    /* If tsc < clock->tsc, the difference wraps to a large number. */
    uint64_t ticks = tsc - clock->tsc;

    *out = clock->timestamp + (ticks * clock->rate >> 32);
    return ticks < clock->ticks;
}

/* A reading of the wall clock, and of the counter before and after it. */
struct gdn_reservation_reading {
    uint64_t before, wall, after;
};

/*
 * Calibrate a reservation that begins at `reading`, which was made after
 * `state` was loaded. The rate is the one of `clock`, which learns from the
 * reading if its valid interval is over. Returns false, and leaves *out as it
 * was, if no reservation may begin, the rate is not known yet, or the reading
 * took too long.
 */
bool gdn_reservation_calibrate(struct gdn_reservation_clock *out,
                               struct gdn_tsc_clock *clock,
                               struct gdn_u128 state,
                               const struct gdn_reservation_reading *reading);

/* Does a reservation that another process calibrated agree with this process's
 * clocks? It has not expired at `reading`, and is off the wall clock by at most
 * LEN. So neither a damaged state file nor another machine's counter brings ids
 * that are far from the time. */
bool gdn_reservation_agrees(const struct gdn_reservation_clock *clock,
                            const struct gdn_reservation_reading *reading);

/*
 * The clock of the last reservation, which threads share beside the state,
 * behind a sequence lock. `sequence` rises by one when a thread begins to write
 * the other members, and again when it is done, so it is odd in between. All
 * zero before the first reservation.
 */
struct gdn_reservation {
    _Atomic uint64_t sequence, timestamp, tsc, ticks, rate, name;
};

/*
 * How the processes of a host share a reservation. A process publishes the
 * counter where its reservation begins, plus `key`, and the rate. The key is
 * the same in all processes of a boot, so that a machine with another counter
 * takes no timestamps from it. A counter is published only if it is later than
 * the one before, and never twice.
 */
struct gdn_reservation_share {
    struct gdn_atomic128 *published; /* NULL: scope PROCESS */
    uint64_t key;
};

/* A counter of 16 GHz; real ones are slower. A reservation thus has at most
 * 2^22 ticks, even if a damaged state file brings the rate. */
#define GDN_RESERVATION_RATE_MIN (UINT64_C(1) << 28)

/* May a reservation have this rate? It then has at least one tick. */
static inline bool gdn_reservation_rate_is_sound(uint64_t rate)
{
    return rate >= GDN_RESERVATION_RATE_MIN && rate <= GDN_RESERVATION_LEN
                                                           << 32;
}

/* Forget what is published: no process joins it from here on. */
void gdn_reservation_withdraw(struct gdn_atomic128 *published);

/* Write the clock. The caller has made `sequence` odd; a thread that reads any
 * of these words (acquire) then also reads that `sequence` has changed. */
void gdn_reservation_write(struct gdn_reservation *reservation,
                           const struct gdn_reservation_clock *clock);

/* Read the clock; false if a thread is writing it. */
static inline bool gdn_reservation_read(
    struct gdn_reservation_clock *out,
    const struct gdn_reservation *reservation)
{
    uint64_t sequence =
        atomic_load_explicit(&reservation->sequence, memory_order_acquire);

    out->timestamp =
        atomic_load_explicit(&reservation->timestamp, memory_order_acquire);
    out->tsc = atomic_load_explicit(&reservation->tsc, memory_order_acquire);
    out->ticks =
        atomic_load_explicit(&reservation->ticks, memory_order_acquire);
    out->rate = atomic_load_explicit(&reservation->rate, memory_order_acquire);
    out->name = atomic_load_explicit(&reservation->name, memory_order_acquire);
    return sequence % 2 == 0 &&
           atomic_load_explicit(&reservation->sequence, memory_order_acquire) ==
               sequence;
}

/*
 * Does the state hold the reservation of `clock`, which was read before?
 *
 * One state has this name in `hi`, so the first load decides. The second is for
 * a counter that starts again at zero, which may bring a name twice.
 */
static inline bool gdn_reservation_is_held(
    const struct gdn_reservation_clock *clock,
    const struct gdn_atomic128 *state)
{
    return atomic_load_explicit(&state->hi, memory_order_acquire) ==
               clock->name &&
           atomic_load_explicit(&state->lo, memory_order_acquire) ==
               clock->timestamp;
}

#if GDN_HAVE_TSC
/* RESERVED: take a timestamp of the reservation. False if the state holds no
 * reservation, or the reservation has expired. */
static inline bool gdn_reservation_timestamp(
    uint64_t *out, const struct gdn_reservation *reservation,
    const struct gdn_atomic128 *state)
{
    struct gdn_reservation_clock clock;

    if (!gdn_reservation_read(&clock, reservation) ||
        !gdn_reservation_is_held(&clock, state)) {
        return false;
    }
    _mm_lfence(); /* or the counter may be read before this call began */
    return gdn_reservation_extrapolate(out, &clock, __rdtsc());
}

/*
 * Begin a reservation, or join one that another thread or process has begun,
 * and take a timestamp of it. False if neither works. The function waits for
 * another thread only for a bounded number of attempts. `clock` belongs to the
 * thread that made `sequence` odd.
 */
bool gdn_reservation_begin(uint64_t *out, struct gdn_reservation *reservation,
                           struct gdn_tsc_clock *clock,
                           struct gdn_atomic128 *state,
                           const struct gdn_reservation_share *share);
#else
/* Without the counter, no reservation ever begins. */
static inline bool gdn_reservation_timestamp(
    uint64_t *out, const struct gdn_reservation *reservation,
    const struct gdn_atomic128 *state)
{
    (void)out, (void)reservation, (void)state;
    return false;
}

static inline bool gdn_reservation_begin(
    uint64_t *out, struct gdn_reservation *reservation,
    struct gdn_tsc_clock *clock, struct gdn_atomic128 *state,
    const struct gdn_reservation_share *share)
{
    (void)out, (void)reservation, (void)clock, (void)state, (void)share;
    return false;
}
#endif

GDN_PRIVATE_END

#endif
