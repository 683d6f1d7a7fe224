/* SPDX-License-Identifier: MIT */
/* A lease: threads and processes read timestamps from the counter, and share no
 * write. */
#ifndef GDN_CLOCK_LEASE_H
#define GDN_CLOCK_LEASE_H

#include "../core/private.h"
#include "atomic128.h"
#include "clock.h"
#include "linear_clock.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * Version 7 with layout PRECISE, in the scopes PROCESS and HOST, makes ids with
 * timestamps that rise across all threads. Its 16-byte atomic state {lo, hi}
 * holds the last timestamp and the highest reading of the wall clock. Without a
 * lease, every id is one compare-and-swap (CAS) of that state, for which the
 * threads compete.
 *
 * A lease reserves the timestamps from s to below s + LEN (0.25 ms). As long as
 * the lease lasts, a thread computes its timestamp from the time-stamp counter
 * and writes nothing that other threads read. Two calls at the
 * same time may get the same timestamp; the random bits keep their ids apart.
 *
 * The protocol has two parts: the state {lo, hi}, which says which timestamps a
 * lease holds, and `struct gdn_lease`, which says how to compute them. A
 * sequence lock protects the second part: a thread that writes it makes
 * `sequence` odd. The name of a lease is the counter where it begins, with bit
 * 63 set, so it is above all timestamps.
 *
 *   state        {lo, hi}           a thread may                next state
 *   -----------  -----------------  --------------------------  -----------
 *   UNLEASED     lo: last           make ids above lo: CAS      UNLEASED
 *    hi <= lo        timestamp      begin a lease, if the wall
 *                hi: highest clock  clock reads lo + 1 to
 *                    reading        lo + LEN: CAS `sequence`
 *                                   from even to odd            CALIBRATING
 *
 *   CALIBRATING  as before          its one writer: read the
 *    sequence                       clocks, write gdn_lease,
 *    is odd                         CAS the state to
 *                                   {s, name}, make
 *                                   `sequence` even             LEASED
 *                                   the writer: give up, make
 *                                   `sequence` even             as before
 *                                   others: make ids: CAS; the
 *                                   writer's CAS then fails,
 *                                   and the writer repeats      CALIBRATING
 *
 *   LEASED       lo: s              take s + elapsed ticks *
 *    hi > lo     hi: name           rate from the counter; no
 *                                   write                       LEASED
 *                                   make ids without the lease,
 *                                   such as a batch: CAS, with
 *                                   ids above s + LEN           UNLEASED
 *
 *   EXPIRED      lo: s              make ids above s + LEN: CAS UNLEASED
 *    hi > lo,    hi: name           begin a lease, if the wall
 *    the counter                    clock reads s + LEN + 1 to
 *    is past the                    s + 2 LEN                   CALIBRATING
 *    last tick
 *
 * Example, with LEN 100: the state is {950, 940}, and the wall clock reads
 * 1000. A thread begins a lease: the state becomes {1000, name}. While the
 * counter advances by 99 steps, calls return 1000 to 1099. Then the wall clock
 * reads 1099, and a batch makes 1101 to 1103: the state becomes {1103, 1099}.
 *
 * A call without a lease reads LEASED as "ids ran ahead to s + LEN when the
 * clock read s" (gdn_lease_ended), and plans from that state.
 * docs/decisions/0008-process-scope.md says why ids stay in order;
 * proofs/lease.pml is a model of the protocol.
 *
 * In scope HOST the processes share the state, and each process has a `struct
 * gdn_lease` of its own. Beside the state, the state file has 16 bytes in which
 * a process publishes a lease before it swaps the state (struct
 * gdn_lease_share). The other processes join the lease:
 *
 *   begin  read what is published; read the clocks; CAS it to {counter, rate};
 *          write gdn_lease; CAS the state to {s, name}
 *   join   read the state {s, name}, and what is published; if both have one
 *          name and the wall clock agrees, write gdn_lease
 *
 * A process that publishes leaves the others LEN of time before one of them
 * publishes the next lease. So a process that dies or is stopped in between
 * costs the others one lease. If it goes on later, its CAS of the state fails,
 * or brings a lease that no other process can join.
 * docs/decisions/0019-host-leases.md gives the reasons, and
 * proofs/host_lease.pml is a model.
 */
#define GDN_LEASE_LEN (GDN_TIMESTAMP_PER_MS / 4)

/* In the name of every lease. */
#define GDN_LEASE_NAME (UINT64_C(1) << 63)

/* The state after a lease, if `state` holds one: all its timestamps are used.
 * Only in a damaged state file is there no timestamp LEN above. */
static inline struct gdn_u128 gdn_lease_ended(struct gdn_u128 state)
{
    if (state.hi <= state.lo) {
        return state;
    }
    return (struct gdn_u128){.lo = state.lo <= UINT64_MAX - GDN_LEASE_LEN
                                       ? state.lo + GDN_LEASE_LEN
                                       : UINT64_MAX,
                             .hi = state.lo};
}

/* May a lease begin when the wall clock reads `wall`? The reading must be past
 * the last timestamp by at most LEN: a generator that is used less often gains
 * nothing from a lease. */
static inline bool gdn_lease_may_begin(struct gdn_u128 state, uint64_t wall)
{
    uint64_t last = gdn_lease_ended(state).lo;

    return wall > last && wall - last <= GDN_LEASE_LEN &&
           wall < GDN_LEASE_NAME - GDN_LEASE_LEN;
}

/* May a lease in the state be joined when the wall clock reads `wall`? */
static inline bool gdn_lease_may_join(struct gdn_u128 state, uint64_t wall)
{
    return state.hi > state.lo && wall - state.lo < GDN_LEASE_LEN;
}

/* How to compute a lease's timestamps from the counter. */
struct gdn_lease_clock {
    uint64_t timestamp; /* the first, s */
    uint64_t tsc;       /* the counter at s */
    uint64_t ticks;     /* length of the valid interval */
    uint64_t rate;      /* timestamp steps per tick, * 2^32 */
    uint64_t name;
};

/* The state that holds this lease. */
static inline struct gdn_u128 gdn_lease_state(
    const struct gdn_lease_clock *clock)
{
    return (struct gdn_u128){clock->timestamp, clock->name};
}

/* Extrapolate to the counter value `tsc`; false if the lease does not cover
 * that value. */
static inline bool gdn_lease_extrapolate(uint64_t *out,
                                         const struct gdn_lease_clock *clock,
                                         uint64_t tsc)
{
    /* If tsc < clock->tsc, the difference wraps to a large number. */
    uint64_t ticks = tsc - clock->tsc;

    *out = clock->timestamp + (ticks * clock->rate >> 32);
    return ticks < clock->ticks;
}

/* A reading of the wall clock, and of the counter before and after it. */
struct gdn_lease_reading {
    uint64_t before, wall, after;
};

/*
 * Calibrate a lease that begins at `reading`, which was made after `state` was
 * loaded. The rate is the one of `clock`, which learns from the reading if its
 * valid interval is over. Returns false, and leaves *out as it was, if no lease
 * may begin, the rate is not known yet, or the reading took too long.
 */
bool gdn_lease_calibrate(struct gdn_lease_clock *out,
                         struct gdn_tsc_clock *clock, struct gdn_u128 state,
                         const struct gdn_lease_reading *reading);

/* Does a lease that another process calibrated agree with this process's clocks?
 * It has not expired at `reading`, and is off the wall clock by at most LEN. So
 * neither a damaged state file nor another machine's counter brings ids that
 * are far from the time. */
bool gdn_lease_agrees(const struct gdn_lease_clock *clock,
                      const struct gdn_lease_reading *reading);

/*
 * The clock of the last lease, which threads share beside the state, behind a
 * sequence lock. `sequence` rises by one when a thread begins to write the
 * other members, and again when it is done, so it is odd in between. All zero
 * before the first lease.
 */
struct gdn_lease {
    _Atomic uint64_t sequence, timestamp, tsc, ticks, rate, name;
};

/*
 * How the processes of a host share a lease. A process publishes the counter
 * where its lease begins, plus `key`, and the rate. The key is the same in all
 * processes of a boot, so that a machine with another counter takes no
 * timestamps from it. A counter is published only if it is later than the one
 * before, and never twice.
 */
struct gdn_lease_share {
    struct gdn_atomic128 *published; /* NULL: scope PROCESS */
    uint64_t key;
};

/* A counter of 16 GHz; real ones are slower. A lease thus has at most 2^22
 * ticks, even if a damaged state file brings the rate. */
#define GDN_LEASE_RATE_MIN (UINT64_C(1) << 28)

/* May a lease have this rate? It then has at least one tick. */
static inline bool gdn_lease_rate_is_sound(uint64_t rate)
{
    return rate >= GDN_LEASE_RATE_MIN && rate <= GDN_LEASE_LEN << 32;
}

/* Forget what is published: no process joins it from here on. */
void gdn_lease_withdraw(struct gdn_atomic128 *published);

/* Forget the lease. Only one thread may use it during this call. */
void gdn_lease_clear(struct gdn_lease *lease);

/* Write the clock. The caller has made `sequence` odd; a thread that reads any
 * of these words (acquire) then also reads that `sequence` has changed. */
void gdn_lease_write(struct gdn_lease *lease,
                     const struct gdn_lease_clock *clock);

/* Read the clock; false if a thread is writing it. */
static inline bool gdn_lease_read(struct gdn_lease_clock *out,
                                  const struct gdn_lease *lease)
{
    uint64_t sequence =
        atomic_load_explicit(&lease->sequence, memory_order_acquire);

    out->timestamp =
        atomic_load_explicit(&lease->timestamp, memory_order_acquire);
    out->tsc = atomic_load_explicit(&lease->tsc, memory_order_acquire);
    out->ticks = atomic_load_explicit(&lease->ticks, memory_order_acquire);
    out->rate = atomic_load_explicit(&lease->rate, memory_order_acquire);
    out->name = atomic_load_explicit(&lease->name, memory_order_acquire);
    return sequence % 2 == 0 &&
           atomic_load_explicit(&lease->sequence, memory_order_acquire) ==
               sequence;
}

/*
 * Does the state hold the lease of `clock`, which was read before?
 *
 * One state has this name in `hi`, so the first load decides. The second is for
 * a counter that starts again at zero, which may bring a name twice.
 */
static inline bool gdn_lease_is_held(const struct gdn_lease_clock *clock,
                                     const struct gdn_atomic128 *state)
{
    return atomic_load_explicit(&state->hi, memory_order_acquire) ==
               clock->name &&
           atomic_load_explicit(&state->lo, memory_order_acquire) ==
               clock->timestamp;
}

#if GDN_HAVE_TSC
/* LEASED: take a timestamp of the lease. False if the state holds no lease, or
 * the lease has expired. */
static inline bool gdn_lease_timestamp(uint64_t *out,
                                       const struct gdn_lease *lease,
                                       const struct gdn_atomic128 *state)
{
    struct gdn_lease_clock clock;

    if (!gdn_lease_read(&clock, lease) || !gdn_lease_is_held(&clock, state)) {
        return false;
    }
    _mm_lfence(); /* or the counter may be read before this call began */
    return gdn_lease_extrapolate(out, &clock, __rdtsc());
}

/*
 * Begin a lease, or join one that another thread or process has begun, and take
 * a timestamp of it. False if neither works. The function waits for another
 * thread only for a bounded number of attempts. `clock` belongs to the thread
 * that made `sequence` odd.
 */
bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                     struct gdn_tsc_clock *clock, struct gdn_atomic128 *state,
                     const struct gdn_lease_share *share);
#else
/* Without the counter, no lease ever begins. */
static inline bool gdn_lease_timestamp(uint64_t *out,
                                       const struct gdn_lease *lease,
                                       const struct gdn_atomic128 *state)
{
    (void)out, (void)lease, (void)state;
    return false;
}

static inline bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                                   struct gdn_tsc_clock *clock,
                                   struct gdn_atomic128 *state,
                                   const struct gdn_lease_share *share)
{
    (void)out, (void)lease, (void)clock, (void)state, (void)share;
    return false;
}
#endif

GDN_PRIVATE_END

#endif
