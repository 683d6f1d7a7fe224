/* SPDX-License-Identifier: MIT */
/* The wall clock read without a call, where the thread has a line to follow. */
#ifndef GDN_CLOCK_LINE_H
#define GDN_CLOCK_LINE_H

#include "../random/thread_local.h"
#include "clock.h"
#include "tsc.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#  include <x86intrin.h>

GDN_PRIVATE_BEGIN
extern GDN_THREAD_LOCAL struct gdn_tsc_clock gdn_thread_clock;
/* Where the line has ended. */
guidon_status gdn_clock_stamp_learn(uint64_t *out);
GDN_PRIVATE_END

/* gdn_clock_stamp itself. Without a line the counter is let be: where it is of
 * no use, reading it may also be slow. */
static inline guidon_status gdn_clock_stamp_inline(uint64_t *out)
{
    if (gdn_thread_clock.window > 0 &&
        gdn_tsc_follow(&gdn_thread_clock, out, __rdtsc())) {
        return GUIDON_OK;
    }
    return gdn_clock_stamp_learn(out);
}
#else
static inline guidon_status gdn_clock_stamp_inline(uint64_t *out)
{
    return gdn_clock_stamp(out);
}
#endif

#endif
