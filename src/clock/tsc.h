/* SPDX-License-Identifier: MIT */
/* The wall clock between two readings of it, by a processor's counter. */
#ifndef GDN_CLOCK_TSC_H
#define GDN_CLOCK_TSC_H

#include "../core/private.h"
#include <stdbool.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * A line: from the last reading of the wall clock, as steep as between that and
 * the reading before. It may be followed for a window of one millisecond; then
 * the wall clock has to be read again.
 *
 * It is drawn only where the last two spans, of a millisecond to four seconds
 * each, ran at the same rate to 1/1024. A wall clock that was stepped, a
 * counter that jumped and a machine that slept make them differ: until two
 * spans agree again, every stamp is a reading.
 *
 * With e the error of one reading, at most 512 ticks, a line is off by less
 * than 3 e and by what the wall clock's rate differs from its mean over the
 * last span (500 ppm: 0.5 us). No stamp is below the last reading, or a window
 * or more above it. So a step of the wall clock is seen after one window at the
 * latest; one back by less than a window may be waited out instead, for less
 * than another window.
 *
 * All zero before the first reading. One thread at a time.
 */
struct gdn_tsc_clock {
    uint64_t tsc;    /* the line begins here, */
    uint64_t stamp;  /* at this reading of the wall clock */
    uint64_t rate;   /* stamps per tick of the counter, * 2^32 */
    uint64_t window; /* ticks for which the line holds; 0 for none */
    uint64_t wall;   /* the last reading of the wall clock, of whatever error */
    uint64_t last;   /* the last stamp given */
};

/*
 * The stamp at `tsc`, on the line. False, and *out as it was, where the wall
 * clock has to be read: the line has ended, or begins later.
 */
static inline bool gdn_tsc_follow(struct gdn_tsc_clock *clock, uint64_t *out,
                                  uint64_t tsc)
{
    /* A counter before the line's beginning wraps to a large number. */
    uint64_t ticks = tsc - clock->tsc;
    uint64_t stamp;

    if (ticks >= clock->window) {
        return false;
    }
    stamp = clock->stamp + (ticks * clock->rate >> 32);
    if (stamp > clock->last) {
        clock->last = stamp;
    }
    *out = clock->last;
    return true;
}

/* Ticks between the counter's readings around one of the wall clock, at most:
 * an undisturbed one takes a tenth of it. */
#define GDN_TSC_WIDTH_MAX 1024u

/*
 * Take in the stamp `wall`, read when the counter was between `before` and
 * `after`. Returns the stamp to give: `wall`, or the last one given where that
 * is later and the wall clock has not gone back.
 */
uint64_t gdn_tsc_calibrate(struct gdn_tsc_clock *clock, uint64_t before,
                           uint64_t wall, uint64_t after);

/* Does this machine's kernel keep its own time by the time-stamp counter, and is
 * that invariant? */
bool gdn_tsc_is_sound(void);

GDN_PRIVATE_END

#endif
