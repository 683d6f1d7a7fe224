/* SPDX-License-Identifier: MIT */
/* lease.c - begins a lease: calibrates it, and swaps it into the state. */
#include "lease.h"

/* The rate to use at `reading`; 0 if none is known. A clock that is still valid
 * gives only its rate, because the wall clock was just read. */
static uint64_t lease_rate(struct gdn_tsc_clock *clock,
                           const struct gdn_lease_reading *reading)
{
    if (reading->after - clock->tsc >= clock->valid_ticks) {
        (void)gdn_tsc_calibrate(clock, reading->before, reading->wall,
                                reading->after);
    }
    return clock->valid_ticks > 0 ? clock->rate : 0;
}

bool gdn_lease_calibrate(struct gdn_lease_clock *out,
                         struct gdn_tsc_clock *clock, struct gdn_u128 state,
                         const struct gdn_lease_reading *reading)
{
    uint64_t rate = lease_rate(clock, reading);
    uint64_t ticks;

    if (!gdn_lease_may_begin(state, reading->wall) || rate == 0 ||
        reading->after - reading->before > GDN_TSC_WIDTH_MAX) {
        return false;
    }
    /* LEN << 32 is below 2^51. ticks * rate is at most LEN << 32, so the last
     * tick gives a timestamp below s + LEN. */
    ticks = (GDN_LEASE_LEN << 32) / rate;
    if (ticks == 0) {
        return false;
    }
    *out = (struct gdn_lease_clock){.timestamp = reading->wall,
                                    .tsc = reading->after,
                                    .ticks = ticks,
                                    .rate = rate};
    return true;
}

void gdn_lease_write(struct gdn_lease *lease,
                     const struct gdn_lease_clock *clock)
{
    atomic_store_explicit(&lease->timestamp, clock->timestamp,
                          memory_order_release);
    atomic_store_explicit(&lease->tsc, clock->tsc, memory_order_release);
    atomic_store_explicit(&lease->ticks, clock->ticks, memory_order_release);
    atomic_store_explicit(&lease->rate, clock->rate, memory_order_release);
}

void gdn_lease_clear(struct gdn_lease *lease)
{
    gdn_lease_write(lease, &(struct gdn_lease_clock){.ticks = 0});
    atomic_store_explicit(&lease->sequence, 0, memory_order_release);
}

#if GDN_HAVE_TSC

/* Read the wall clock, and the counter around it. False if the clock failed, or
 * if the counter stands still between two readings: such a counter is too
 * coarse to tell one call from the next. */
static bool read_clocks(struct gdn_lease_reading *out)
{
    out->before = __rdtsc();
    if (gdn_clock_timestamp(&out->wall) != GUIDON_OK) {
        return false;
    }
    _mm_lfence(); /* or the counter may be read before the clock */
    out->after = __rdtsc();
    return __rdtsc() != out->after;
}

/* How often the writer of a lease tries while other threads swap the state. */
#  define LEASE_SWAPS_MAX 8

/* CALIBRATING to LEASED, for the thread that made `sequence` odd. Other threads
 * read the clock when `sequence` is even again. */
static bool lease_swap_in(struct gdn_lease *lease, struct gdn_tsc_clock *clock,
                          struct gdn_atomic128 *state)
{
    for (unsigned left = LEASE_SWAPS_MAX; left > 0; left--) {
        struct gdn_u128 last = gdn_atomic128_load(state);
        struct gdn_lease_reading reading;
        struct gdn_lease_clock next;

        if (!read_clocks(&reading) ||
            !gdn_lease_calibrate(&next, clock, last, &reading)) {
            return false;
        }
        gdn_lease_write(lease, &next);
        if (gdn_atomic128_cas(state, &last, gdn_lease_state(&next))) {
            return true;
        }
    }
    return false;
}

/* How many attempts to make while another thread writes a lease. A thread that
 * runs is done within them; a thread that is stopped is not waited for. */
#  define LEASE_ATTEMPTS_MAX 32

bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                     struct gdn_tsc_clock *clock, struct gdn_atomic128 *state)
{
    for (unsigned left = LEASE_ATTEMPTS_MAX; left > 0; left--) {
        uint64_t sequence =
            atomic_load_explicit(&lease->sequence, memory_order_acquire);

        if (sequence % 2 == 1) {
            _mm_pause();
            continue;
        }
        if (gdn_lease_timestamp(out, lease, state)) {
            return true;
        }
        /* No other thread has begun a lease if `sequence` is still the same. */
        if (atomic_compare_exchange_strong_explicit(
                &lease->sequence, &sequence, sequence + 1, memory_order_acquire,
                memory_order_relaxed)) {
            bool begun = lease_swap_in(lease, clock, state);

            atomic_store_explicit(&lease->sequence, sequence + 2,
                                  memory_order_release);
            return begun && gdn_lease_timestamp(out, lease, state);
        }
    }
    return false;
}

#endif
