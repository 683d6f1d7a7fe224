/* SPDX-License-Identifier: MIT */
/* lease.c - a cell's stamps let to a counter: where a lease begins. */
#include "lease.h"

/* Of a line that is not at its end, the rate alone is used: the wall clock was
 * just read. */
static uint64_t rate_at(struct gdn_tsc_clock *clock,
                        const struct gdn_lease_reading *reading)
{
    if (reading->after - clock->tsc >= clock->window) {
        (void)gdn_tsc_calibrate(clock, reading->before, reading->wall,
                                reading->after);
    }
    return clock->window > 0 ? clock->rate : 0;
}

bool gdn_lease_calibrate(struct gdn_lease_clock *out,
                         struct gdn_tsc_clock *clock, struct gdn_u128 cell,
                         const struct gdn_lease_reading *reading)
{
    uint64_t rate = rate_at(clock, reading);
    uint64_t ticks;

    if (!gdn_lease_may_begin(cell, reading->wall) || rate == 0 ||
        reading->after - reading->before > GDN_TSC_WIDTH_MAX) {
        return false;
    }
    /* Below 2^51; and ticks * rate is at most LEN * 2^32, so that the last tick
     * gives a stamp below s + LEN. */
    ticks = (GDN_LEASE_LEN << 32) / rate;
    if (ticks == 0) {
        return false;
    }
    *out = (struct gdn_lease_clock){.stamp = reading->wall,
                                    .tsc = reading->after,
                                    .ticks = ticks,
                                    .rate = rate};
    return true;
}

void gdn_lease_write(struct gdn_lease *lease,
                     const struct gdn_lease_clock *line)
{
    atomic_store_explicit(&lease->stamp, line->stamp, memory_order_release);
    atomic_store_explicit(&lease->tsc, line->tsc, memory_order_release);
    atomic_store_explicit(&lease->ticks, line->ticks, memory_order_release);
    atomic_store_explicit(&lease->rate, line->rate, memory_order_release);
}

void gdn_lease_clear(struct gdn_lease *lease)
{
    gdn_lease_write(lease, &(struct gdn_lease_clock){.ticks = 0});
    atomic_store_explicit(&lease->turn, 0, memory_order_release);
}

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)

/* A counter that stands still between two readings is too coarse to tell one
 * call from the next: such a reading passes for a disturbed one. */
static bool read_both(struct gdn_lease_reading *out)
{
    out->before = __rdtsc();
    if (gdn_clock_timestamp(&out->wall) != GUIDON_OK) {
        return false;
    }
    _mm_lfence(); /* or the counter may be read before the clock */
    out->after = __rdtsc();
    return __rdtsc() != out->after;
}

/* How often others may swap while a lease is drawn. */
#  define SWAPS_MET 8

/* For the thread whose turn it is: others read the line when the turn is over.
 */
static bool swap_in(struct gdn_lease *lease, struct gdn_tsc_clock *clock,
                    struct gdn_atomic128 *cell)
{
    for (unsigned left = SWAPS_MET; left > 0; left--) {
        struct gdn_u128 last = gdn_atomic128_load(cell);
        struct gdn_lease_reading reading;
        struct gdn_lease_clock line;

        if (!read_both(&reading) ||
            !gdn_lease_calibrate(&line, clock, last, &reading)) {
            return false;
        }
        gdn_lease_write(lease, &line);
        if (gdn_atomic128_cas(cell, &last, gdn_lease_state(&line))) {
            return true;
        }
    }
    return false;
}

/* How often to look whether another thread is done: one that runs is so soon,
 * and one that does not is not waited for. */
#  define PATIENCE 32

bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                     struct gdn_tsc_clock *clock, struct gdn_atomic128 *cell)
{
    for (unsigned left = PATIENCE; left > 0; left--) {
        uint64_t turn =
            atomic_load_explicit(&lease->turn, memory_order_acquire);

        if (turn % 2 == 1) {
            _mm_pause();
            continue;
        }
        if (gdn_lease_timestamp(out, lease, cell)) {
            return true;
        }
        /* Nobody has drawn one since: the turn is the same. */
        if (atomic_compare_exchange_strong_explicit(
                &lease->turn, &turn, turn + 1, memory_order_acquire,
                memory_order_relaxed)) {
            bool begun = swap_in(lease, clock, cell);

            atomic_store_explicit(&lease->turn, turn + 2, memory_order_release);
            return begun && gdn_lease_timestamp(out, lease, cell);
        }
    }
    return false;
}

#endif
