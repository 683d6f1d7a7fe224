/* SPDX-License-Identifier: MIT */
/* How far the readings of the clock that options choose lie apart. */
#ifndef GDN_GENERATE_CLOCK_SPAN_H
#define GDN_GENERATE_CLOCK_SPAN_H

#include "../clock/clock.h"
#include "../clock/timestamp.h"
#include "../core/private.h"
#include "../core/ticks.h"
#include <guidon/generate.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The nanoseconds in a tick of the clock that the options choose. A small module
 * (kinds.h) has no clock but its host's, whose ticks the compiler knows: then it
 * leaves out the steps of finer clocks. */
static inline uint64_t gdn_clock_ns(const guidon_options *options)
{
#if defined GDN_SMALL_MODULE && GUIDON_HOST_CLOCK_NS > 1
    (void)options;
    return GUIDON_HOST_CLOCK_NS;
#else
    return options->clock_resolution_ns > 0 ? options->clock_resolution_ns
           : options->clock_fn              ? 1
                                            : gdn_clock_resolution();
#endif
}

_Static_assert(GUIDON_HOST_CLOCK_NS >= 0 &&
                   GUIDON_HOST_CLOCK_NS <= GDN_NS_PER_SECOND,
               "a resolution in nanoseconds, up to a second");

/* The timestamps in a tick: two ticks of the clock are at least so far apart.
 * 1 for a clock that reads nanoseconds. Fits 32 bits up to a second. */
static inline uint32_t gdn_clock_span(const guidon_options *options)
{
    return (uint32_t)((gdn_clock_ns(options) << GDN_TIMESTAMP_FRACTION_BITS) /
                      GDN_NS_PER_MS);
}

GDN_PRIVATE_END

#endif
