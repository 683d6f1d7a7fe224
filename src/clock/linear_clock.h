/* SPDX-License-Identifier: MIT */
/* The wall clock read without a call, where there is a line to follow. */
#ifndef GDN_CLOCK_LINEAR_CLOCK_H
#define GDN_CLOCK_LINEAR_CLOCK_H

#include "clock.h"
#include "tsc.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#  include <x86intrin.h>

GDN_PRIVATE_BEGIN
/* Where the line has ended, or there is none. */
guidon_status gdn_clock_timestamp_calibrate(uint64_t *out,
                                            struct gdn_tsc_clock *line);
GDN_PRIVATE_END

/*
 * The wall clock as a stamp, from the processor's time-stamp counter where the
 * kernel keeps its own time by it and it is invariant. It is for who alone
 * follows `line`, all zero at first: then readings never go back unless the wall
 * clock does. Readings of two lines may differ by their errors (tsc.h) and, for
 * a millisecond after the wall clock was stepped, by the step.
 *
 * Errors  as gdn_clock_now and gdn_timestamp_of
 */
static inline guidon_status gdn_clock_timestamp_fast(uint64_t *out,
                                                     struct gdn_tsc_clock *line)
{
    /* Without a line the counter is let be: where it is of no use, reading it
     * may also be slow. */
    if (line->window > 0 && gdn_tsc_follow(line, out, __rdtsc())) {
        return GUIDON_OK;
    }
    return gdn_clock_timestamp_calibrate(out, line);
}
#else
static inline guidon_status gdn_clock_timestamp_fast(uint64_t *out,
                                                     struct gdn_tsc_clock *line)
{
    (void)line;
    return gdn_clock_timestamp(out);
}
#endif

#endif
