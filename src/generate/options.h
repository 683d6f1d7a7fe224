/* SPDX-License-Identifier: MIT */
/* A generator set up from its options. */
#ifndef GDN_GENERATE_OPTIONS_H
#define GDN_GENERATE_OPTIONS_H

#include "../core/ticks.h"
#include "generator.h"

GDN_PRIVATE_BEGIN

/* Turn `g`, in the caller's memory, into a generator. Errors as
 * guidon_generator_new; on an error the memory is unchanged. */
guidon_status gdn_generator_setup(guidon_generator *g,
                                  const guidon_options *options);

/* The nanoseconds in a tick of the clock that the options choose. */
static inline uint64_t gdn_clock_ns(const guidon_options *options)
{
    return options->clock_resolution_ns > 0 ? options->clock_resolution_ns
           : options->clock_fn              ? 1
                                            : gdn_clock_resolution();
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
