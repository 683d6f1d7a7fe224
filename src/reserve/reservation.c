/* SPDX-License-Identifier: MIT */
/* reservation.c - begins a reservation: calibrates it, publishes it, and swaps
 * it into the state; or joins one. */
#include "reservation.h"

/* The rate to use at `reading`; 0 if none is known. A clock that is still valid
 * gives only its rate, because the wall clock was just read. */
static uint64_t reservation_rate(struct gdn_tsc_clock *clock,
                                 const struct gdn_reservation_reading *reading)
{
    if (reading->after - clock->tsc >= clock->valid_ticks) {
        (void)gdn_tsc_calibrate(clock, reading->before, reading->wall,
                                reading->after);
    }
    return clock->valid_ticks > 0 ? clock->rate : 0;
}

bool gdn_reservation_calibrate(struct gdn_reservation_clock *out,
                               struct gdn_tsc_clock *clock,
                               struct gdn_u128 state,
                               const struct gdn_reservation_reading *reading)
{
    uint64_t rate = reservation_rate(clock, reading);

    if (!gdn_reservation_may_begin(state, reading->wall) ||
        !gdn_reservation_rate_is_sound(rate) ||
        reading->after - reading->before > GDN_TSC_WIDTH_MAX) {
        return false;
    }
    /* LEN << 32 is below 2^51. ticks * rate is at most LEN << 32, so the last
     * tick gives a timestamp below s + LEN. */
    *out = (struct gdn_reservation_clock){
        .timestamp = reading->wall,
        .tsc = reading->after,
        .ticks = (GDN_RESERVATION_LEN << 32) / rate,
        .rate = rate,
        .name = reading->after | GDN_RESERVATION_NAME};
    return true;
}

void gdn_reservation_write(struct gdn_reservation *reservation,
                           const struct gdn_reservation_clock *clock)
{
    atomic_store_explicit(&reservation->timestamp, clock->timestamp,
                          memory_order_release);
    atomic_store_explicit(&reservation->tsc, clock->tsc, memory_order_release);
    atomic_store_explicit(&reservation->ticks, clock->ticks,
                          memory_order_release);
    atomic_store_explicit(&reservation->rate, clock->rate,
                          memory_order_release);
    atomic_store_explicit(&reservation->name, clock->name,
                          memory_order_release);
}

void gdn_reservation_withdraw(struct gdn_atomic128 *published)
{
    struct gdn_u128 was = gdn_atomic128_load(published);

    while (!gdn_atomic128_cas(published, &was, (struct gdn_u128){0, 0})) {
    }
}

bool gdn_reservation_agrees(const struct gdn_reservation_clock *clock,
                            const struct gdn_reservation_reading *reading)
{
    uint64_t timestamp;

    return gdn_reservation_extrapolate(&timestamp, clock, reading->after) &&
           (timestamp > reading->wall
                ? timestamp - reading->wall
                : reading->wall - timestamp) <= GDN_RESERVATION_LEN;
}

#if GDN_HAVE_TSC

/* Read the wall clock, and the counter around it. False if the clock failed, or
 * if the counter stands still between two readings: such a counter is too
 * coarse to tell one call from the next. */
static bool read_clocks(struct gdn_reservation_reading *out)
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

/* The reservation that the state holds, if it is the one that is published. No
 * counter is published twice: if two loads bring the same, the rate that was
 * loaded in between is of this reservation. If the state changes meanwhile, no
 * timestamp comes of what is found here, because gdn_reservation_is_held looks
 * at the state again. */
static bool reservation_find(struct gdn_reservation_clock *out,
                             const struct gdn_reservation_share *share,
                             const struct gdn_atomic128 *state)
{
    uint64_t name = atomic_load_explicit(&state->hi, memory_order_acquire);
    uint64_t s = atomic_load_explicit(&state->lo, memory_order_acquire);
    uint64_t counter =
        atomic_load_explicit(&share->published->lo, memory_order_acquire);
    uint64_t rate =
        atomic_load_explicit(&share->published->hi, memory_order_acquire);

    if (name <= s || name != (counter | GDN_RESERVATION_NAME) ||
        !gdn_reservation_rate_is_sound(rate) ||
        atomic_load_explicit(&share->published->lo, memory_order_acquire) !=
            counter) {
        return false;
    }
    *out = (struct gdn_reservation_clock){.timestamp = s,
                                          .tsc = counter - share->key,
                                          .ticks = (GDN_RESERVATION_LEN << 32) /
                                                   rate,
                                          .rate = rate,
                                          .name = name};
    return true;
}

/* Join the reservation that another process has begun. The caller has made
 * `sequence` odd. */
static bool reservation_join(struct gdn_reservation *reservation,
                             const struct gdn_reservation_share *share,
                             const struct gdn_atomic128 *state)
{
    struct gdn_reservation_clock found;
    struct gdn_reservation_reading reading;

    if (!share->published || !reservation_find(&found, share, state) ||
        !read_clocks(&reading) || !gdn_reservation_agrees(&found, &reading)) {
        return false;
    }
    gdn_reservation_write(reservation, &found);
    return true;
}

/*
 * Publish the reservation `next` in place of `last`, which was loaded before
 * the clocks were read. False if another process has published one within the
 * length of a reservation: it is about to swap it in, or it has died. A thread
 * that tries again replaces the reservation that it published itself, at *mine.
 */
static bool reservation_publish(struct gdn_reservation_clock *next,
                                struct gdn_u128 last, uint64_t *mine,
                                const struct gdn_reservation_share *share)
{
    const struct gdn_u128 clock = {next->tsc + share->key, next->rate};
    bool is_old =
        last.hi == 0 || last.lo == *mine || clock.lo - last.lo >= next->ticks;

    next->name = clock.lo | GDN_RESERVATION_NAME;
    *mine = clock.lo;
    return is_old && clock.lo != last.lo &&
           gdn_atomic128_cas(share->published, &last, clock);
}

/* -------------------------------------------------------------------- begin */

/* What came of an attempt to begin a reservation. */
enum reservation_attempt {
    RESERVATION_BEGUN,
    RESERVATION_OF_OTHERS, /* another process is at it */
    RESERVATION_NONE
};

/* How often the writer of a reservation tries while other threads swap the
 * state. */
#  define RESERVATION_SWAPS_MAX 8

/* CALIBRATING to RESERVED, for the thread that made `sequence` odd. Other
 * threads read the clock when `sequence` is even again. */
static enum reservation_attempt reservation_swap_in(
    struct gdn_reservation *reservation, struct gdn_tsc_clock *clock,
    struct gdn_atomic128 *state, const struct gdn_reservation_share *share)
{
    uint64_t mine = 0;

    for (unsigned left = RESERVATION_SWAPS_MAX; left > 0; left--) {
        struct gdn_u128 last = gdn_atomic128_load(state);
        struct gdn_u128 published = {0, 0};
        struct gdn_reservation_reading reading;
        struct gdn_reservation_clock next;

        if (share->published) {
            published = gdn_atomic128_load(share->published);
        }
        if (!read_clocks(&reading) ||
            !gdn_reservation_calibrate(&next, clock, last, &reading)) {
            return RESERVATION_NONE;
        }
        if (share->published &&
            !reservation_publish(&next, published, &mine, share)) {
            return RESERVATION_OF_OTHERS;
        }
        gdn_reservation_write(reservation, &next);
        if (gdn_atomic128_cas(state, &last, gdn_reservation_state(&next))) {
            return RESERVATION_BEGUN;
        }
    }
    return RESERVATION_NONE;
}

/* How many attempts to make while another thread or process writes a
 * reservation. One that runs is done within them; one that is stopped is not
 * waited for. */
#  define RESERVATION_ATTEMPTS_MAX 32

bool gdn_reservation_begin(uint64_t *out, struct gdn_reservation *reservation,
                           struct gdn_tsc_clock *clock,
                           struct gdn_atomic128 *state,
                           const struct gdn_reservation_share *share)
{
    for (unsigned left = RESERVATION_ATTEMPTS_MAX; left > 0; left--) {
        uint64_t sequence =
            atomic_load_explicit(&reservation->sequence, memory_order_acquire);

        if (sequence % 2 == 1) {
            _mm_pause();
            continue;
        }
        if (gdn_reservation_timestamp(out, reservation, state)) {
            return true;
        }
        /* No other thread has begun a reservation if `sequence` is still the
         * same. */
        if (atomic_compare_exchange_strong_explicit(
                &reservation->sequence, &sequence, sequence + 1,
                memory_order_acquire, memory_order_relaxed)) {
            enum reservation_attempt attempt =
                reservation_join(reservation, share, state)
                    ? RESERVATION_BEGUN
                    : reservation_swap_in(reservation, clock, state, share);

            atomic_store_explicit(&reservation->sequence, sequence + 2,
                                  memory_order_release);
            if (attempt != RESERVATION_OF_OTHERS) {
                return attempt == RESERVATION_BEGUN &&
                       gdn_reservation_timestamp(out, reservation, state);
            }
            _mm_pause();
        }
    }
    return false;
}

#endif
