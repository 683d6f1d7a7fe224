/* SPDX-License-Identifier: MIT */
/* A cell's stamps let to a counter, so that threads need not meet at the cell.
 */
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
 * A cell of stamps holds the last one given in `lo` and the highest reading of
 * the wall clock, which is never above it, in `hi`. A lease is one more state:
 * {s, s + LEN}, with `hi` above `lo`. While the cell holds it, the stamps from s
 * to below s + LEN belong to the time-stamp counter: a call takes the one of the
 * moment by a line that all threads read, and writes nothing that is shared.
 * Two calls at the same time may get the same stamp.
 *
 * Where it begins, s is what the wall clock just read, and above all that the
 * cell has given. Who makes ids by the cell swaps the lease for a state above
 * all of it. docs/decisions/0008-process-scope.md says why order holds.
 */
#define GDN_LEASE_LEN (GDN_TIMESTAMP_PER_MS / 4)

/* The state of a cell whose lease, if it holds one, has given everything: ids
 * ran ahead to its end when the clock read where it began. */
static inline struct gdn_u128 gdn_lease_ended(struct gdn_u128 cell)
{
    return cell.hi > cell.lo ? (struct gdn_u128){cell.hi, cell.lo} : cell;
}

/* May a lease begin where the clock reads `wall`? It is past what the cell has
 * given, and by no more than a lease: a generator that is used less often takes
 * as long by the cell. */
static inline bool gdn_lease_may_begin(struct gdn_u128 cell, uint64_t wall)
{
    uint64_t last = gdn_lease_ended(cell).lo;

    return wall > last && wall - last <= GDN_LEASE_LEN &&
           wall <= UINT64_MAX - GDN_LEASE_LEN;
}

/* The line of a lease, in the manner of tsc.h. */
struct gdn_lease_clock {
    uint64_t stamp; /* the first: the cell's `lo` */
    uint64_t tsc;   /* where it begins */
    uint64_t ticks; /* for how long it may be followed */
    uint64_t rate;  /* stamps per tick, * 2^32 */
};

/* What the cell holds while the lease lasts. */
static inline struct gdn_u128 gdn_lease_state(
    const struct gdn_lease_clock *line)
{
    return (struct gdn_u128){line->stamp, line->stamp + GDN_LEASE_LEN};
}

/* The stamp at `tsc`. False where the line has ended, or begins later. */
static inline bool gdn_lease_follow(uint64_t *out,
                                    const struct gdn_lease_clock *line,
                                    uint64_t tsc)
{
    uint64_t ticks = tsc - line->tsc; /* before it begins: a large number */

    *out = line->stamp + (ticks * line->rate >> 32);
    return ticks < line->ticks;
}

/* A reading of the wall clock, and of the counter around it. */
struct gdn_lease_reading {
    uint64_t before, wall, after;
};

/*
 * Draw the line of a lease that begins at a reading which was made after `cell`
 * was read; its slope is that of `clock`, which learns from the reading where it
 * has to. False, and *out as it was, where no lease may begin, or the slope is
 * not known yet, or the reading was disturbed.
 */
bool gdn_lease_calibrate(struct gdn_lease_clock *out,
                         struct gdn_tsc_clock *clock, struct gdn_u128 cell,
                         const struct gdn_lease_reading *reading);

/*
 * What threads share beside the cell: the line of the last lease that was
 * drawn. All zero: none was. `turn` is odd while a thread draws one, and rises.
 */
struct gdn_lease {
    _Atomic uint64_t turn, stamp, tsc, ticks, rate;
};

/* No line, and nobody who draws one: for one thread alone. */
void gdn_lease_clear(struct gdn_lease *lease);

/* For the thread whose turn it is: who reads any part of the line then reads,
 * by acquire, that the turn is another. */
void gdn_lease_write(struct gdn_lease *lease,
                     const struct gdn_lease_clock *line);

/* Set *out; false where a thread is drawing it. */
static inline bool gdn_lease_read(struct gdn_lease_clock *out,
                                  const struct gdn_lease *lease)
{
    uint64_t turn = atomic_load_explicit(&lease->turn, memory_order_acquire);

    out->stamp = atomic_load_explicit(&lease->stamp, memory_order_acquire);
    out->tsc = atomic_load_explicit(&lease->tsc, memory_order_acquire);
    out->ticks = atomic_load_explicit(&lease->ticks, memory_order_acquire);
    out->rate = atomic_load_explicit(&lease->rate, memory_order_acquire);
    return turn % 2 == 0 &&
           atomic_load_explicit(&lease->turn, memory_order_acquire) == turn;
}

/*
 * Does the cell hold the lease of a line that was read before? `hi` first: any
 * other state with this `hi` has a reading of the clock there, so that its `lo`
 * is at least as high, and `lo` only rises.
 */
static inline bool gdn_lease_is_held(const struct gdn_lease_clock *line,
                                     const struct gdn_atomic128 *cell)
{
    return atomic_load_explicit(&cell->hi, memory_order_acquire) ==
               line->stamp + GDN_LEASE_LEN &&
           atomic_load_explicit(&cell->lo, memory_order_acquire) == line->stamp;
}

/* May the counter be used on this machine? Else the two below answer false. */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
/* A stamp of the cell's lease; false where there is none, or it has ended. */
static inline bool gdn_lease_timestamp(uint64_t *out,
                                       const struct gdn_lease *lease,
                                       const struct gdn_atomic128 *cell)
{
    struct gdn_lease_clock line;

    if (!gdn_lease_read(&line, lease) || !gdn_lease_is_held(&line, cell)) {
        return false;
    }
    _mm_lfence(); /* or the counter may be read before this call began */
    return gdn_lease_follow(out, &line, __rdtsc());
}

/*
 * The same by a lease that begins now, or that another thread has just begun.
 * False where neither is so; no thread is waited for beyond a few looks. `clock`
 * is for whose turn it is.
 */
bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                     struct gdn_tsc_clock *clock, struct gdn_atomic128 *cell);
#else
static inline bool gdn_lease_timestamp(uint64_t *out,
                                       const struct gdn_lease *lease,
                                       const struct gdn_atomic128 *cell)
{
    (void)out, (void)lease, (void)cell;
    return false;
}

static inline bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                                   struct gdn_tsc_clock *clock,
                                   struct gdn_atomic128 *cell)
{
    (void)out, (void)lease, (void)clock, (void)cell;
    return false;
}
#endif

GDN_PRIVATE_END

#endif
