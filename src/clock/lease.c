/* SPDX-License-Identifier: MIT */
/* lease.c - begins a lease: calibrates it, publishes it, and swaps it into the
 * state; or joins one. */
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

    if (!gdn_lease_may_begin(state, reading->wall) ||
        !gdn_lease_rate_is_sound(rate) ||
        reading->after - reading->before > GDN_TSC_WIDTH_MAX) {
        return false;
    }
    /* LEN << 32 is below 2^51. ticks * rate is at most LEN << 32, so the last
     * tick gives a timestamp below s + LEN. */
    *out = (struct gdn_lease_clock){.timestamp = reading->wall,
                                    .tsc = reading->after,
                                    .ticks = (GDN_LEASE_LEN << 32) / rate,
                                    .rate = rate,
                                    .name = reading->after | GDN_LEASE_NAME};
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
    atomic_store_explicit(&lease->name, clock->name, memory_order_release);
}

void gdn_lease_clear(struct gdn_lease *lease)
{
    gdn_lease_write(lease, &(struct gdn_lease_clock){.ticks = 0});
    atomic_store_explicit(&lease->sequence, 0, memory_order_release);
}

void gdn_lease_withdraw(struct gdn_atomic128 *published)
{
    struct gdn_u128 was = gdn_atomic128_load(published);

    while (!gdn_atomic128_cas(published, &was, (struct gdn_u128){0, 0})) {
    }
}

bool gdn_lease_agrees(const struct gdn_lease_clock *clock,
                      const struct gdn_lease_reading *reading)
{
    uint64_t timestamp;

    return gdn_lease_extrapolate(&timestamp, clock, reading->after) &&
           (timestamp > reading->wall
                ? timestamp - reading->wall
                : reading->wall - timestamp) <= GDN_LEASE_LEN;
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

/* ----------------------------------------------------- joining and publishing
 */

/* The lease that the state holds, if it is the one that is published. No counter
 * is published twice: if two loads bring the same, the rate that was loaded in
 * between is of this lease. If the state changes meanwhile, no timestamp comes
 * of what is found here, because gdn_lease_is_held looks at the state again. */
static bool lease_find(struct gdn_lease_clock *out,
                       const struct gdn_lease_share *share,
                       const struct gdn_atomic128 *state)
{
    uint64_t name = atomic_load_explicit(&state->hi, memory_order_acquire);
    uint64_t s = atomic_load_explicit(&state->lo, memory_order_acquire);
    uint64_t counter =
        atomic_load_explicit(&share->published->lo, memory_order_acquire);
    uint64_t rate =
        atomic_load_explicit(&share->published->hi, memory_order_acquire);

    if (name <= s || name != (counter | GDN_LEASE_NAME) ||
        !gdn_lease_rate_is_sound(rate) ||
        atomic_load_explicit(&share->published->lo, memory_order_acquire) !=
            counter) {
        return false;
    }
    *out = (struct gdn_lease_clock){.timestamp = s,
                                    .tsc = counter - share->key,
                                    .ticks = (GDN_LEASE_LEN << 32) / rate,
                                    .rate = rate,
                                    .name = name};
    return true;
}

/* Join the lease that another process has begun. The caller has made `sequence`
 * odd. */
static bool lease_join(struct gdn_lease *lease,
                       const struct gdn_lease_share *share,
                       const struct gdn_atomic128 *state)
{
    struct gdn_lease_clock found;
    struct gdn_lease_reading reading;

    if (!share->published || !lease_find(&found, share, state) ||
        !read_clocks(&reading) || !gdn_lease_agrees(&found, &reading)) {
        return false;
    }
    gdn_lease_write(lease, &found);
    return true;
}

/*
 * Publish the lease `next` in place of `last`, which was loaded before the
 * clocks were read. False if another process has published one within the
 * length of a lease: it is about to swap it in, or it has died. A thread that
 * tries again replaces the lease that it published itself, at *mine.
 */
static bool lease_publish(struct gdn_lease_clock *next, struct gdn_u128 last,
                          uint64_t *mine, const struct gdn_lease_share *share)
{
    const struct gdn_u128 clock = {next->tsc + share->key, next->rate};
    bool is_old =
        last.hi == 0 || last.lo == *mine || clock.lo - last.lo >= next->ticks;

    next->name = clock.lo | GDN_LEASE_NAME;
    *mine = clock.lo;
    return is_old && clock.lo != last.lo &&
           gdn_atomic128_cas(share->published, &last, clock);
}

/* -------------------------------------------------------------------- begin */

/* What came of an attempt to begin a lease. */
enum lease_attempt {
    LEASE_BEGUN,
    LEASE_OF_OTHERS, /* another process is at it */
    LEASE_NONE
};

/* How often the writer of a lease tries while other threads swap the state. */
#  define LEASE_SWAPS_MAX 8

/* CALIBRATING to LEASED, for the thread that made `sequence` odd. Other threads
 * read the clock when `sequence` is even again. */
static enum lease_attempt lease_swap_in(struct gdn_lease *lease,
                                        struct gdn_tsc_clock *clock,
                                        struct gdn_atomic128 *state,
                                        const struct gdn_lease_share *share)
{
    uint64_t mine = 0;

    for (unsigned left = LEASE_SWAPS_MAX; left > 0; left--) {
        struct gdn_u128 last = gdn_atomic128_load(state);
        struct gdn_u128 published = {0, 0};
        struct gdn_lease_reading reading;
        struct gdn_lease_clock next;

        if (share->published) {
            published = gdn_atomic128_load(share->published);
        }
        if (!read_clocks(&reading) ||
            !gdn_lease_calibrate(&next, clock, last, &reading)) {
            return LEASE_NONE;
        }
        if (share->published &&
            !lease_publish(&next, published, &mine, share)) {
            return LEASE_OF_OTHERS;
        }
        gdn_lease_write(lease, &next);
        if (gdn_atomic128_cas(state, &last, gdn_lease_state(&next))) {
            return LEASE_BEGUN;
        }
    }
    return LEASE_NONE;
}

/* How many attempts to make while another thread or process writes a lease. One
 * that runs is done within them; one that is stopped is not waited for. */
#  define LEASE_ATTEMPTS_MAX 32

bool gdn_lease_begin(uint64_t *out, struct gdn_lease *lease,
                     struct gdn_tsc_clock *clock, struct gdn_atomic128 *state,
                     const struct gdn_lease_share *share)
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
            enum lease_attempt attempt =
                lease_join(lease, share, state)
                    ? LEASE_BEGUN
                    : lease_swap_in(lease, clock, state, share);

            atomic_store_explicit(&lease->sequence, sequence + 2,
                                  memory_order_release);
            if (attempt != LEASE_OF_OTHERS) {
                return attempt == LEASE_BEGUN &&
                       gdn_lease_timestamp(out, lease, state);
            }
            _mm_pause();
        }
    }
    return false;
}

#endif
