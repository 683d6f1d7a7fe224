/* SPDX-License-Identifier: MIT */
/* linear_clock.c - may the counter be used here, and calibrates it if so. */
#include "linear_clock.h"

#if GDN_HAVE_TSC

#  include "../cpu/cpu.h"
#  include <stdatomic.h>

/* The first call finds the answer. Threads that ask at the same time find the
 * same answer. */
bool gdn_tsc_is_sound(void)
{
    enum { TSC_UNKNOWN, TSC_UNSOUND, TSC_SOUND };
    static atomic_int answer = TSC_UNKNOWN;
    int known = atomic_load_explicit(&answer, memory_order_relaxed);

    if (known == TSC_UNKNOWN) {
        known = gdn_cpu_features() & GDN_CPU_INVARIANT_TSC &&
                        gdn_tsc_is_kernel_clock()
                    ? TSC_SOUND
                    : TSC_UNSOUND;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known == TSC_SOUND;
}

guidon_status gdn_clock_timestamp_calibrate(uint64_t *out,
                                            struct gdn_tsc_clock *clock)
{
    uint64_t before, wall, after;
    guidon_status status;

    if (!gdn_tsc_is_sound()) {
        return gdn_clock_timestamp(out);
    }
    before = __rdtsc();
    status = gdn_clock_timestamp(&wall);
    if (status != GUIDON_OK) {
        return status;
    }
    _mm_lfence(); /* or the counter may be read before the clock */
    after = __rdtsc();
    *out = gdn_tsc_calibrate(clock, before, wall, after);
    return GUIDON_OK;
}

const char *gdn_clock_timestamp_name(void)
{
    return gdn_tsc_is_sound() ? "the time-stamp counter, set by clock_gettime"
                              : "clock_gettime";
}

#else

bool gdn_tsc_is_sound(void)
{
    return false;
}

const char *gdn_clock_timestamp_name(void)
{
    return GDN_HOST_NONE ? "guidon_host_now" : "the system's clock";
}

#endif
