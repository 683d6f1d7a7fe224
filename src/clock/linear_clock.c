/* SPDX-License-Identifier: MIT */
/* linear_clock.c - may the counter be used here, and calibrates it if so. */
#if defined(__x86_64__) && defined(__linux__)
#  define _POSIX_C_SOURCE 200809L
#endif
#include "linear_clock.h"

#if GDN_HAVE_TSC

#  include "../cpu/cpu.h"
#  include <errno.h>
#  include <fcntl.h>
#  include <stdatomic.h>
#  include <string.h>
#  include <unistd.h>

/* The kernel uses this counter as its clock only if it has found the counter to
 * be the same on every processor. */
static bool kernel_uses_tsc(void)
{
    static const char source[] =
        "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    char name[8];
    int saved = errno;
    int file = open(source, O_RDONLY | O_CLOEXEC);
    bool is_tsc = false;

    if (file >= 0) {
        is_tsc =
            read(file, name, sizeof name) == 4 && memcmp(name, "tsc\n", 4) == 0;
        close(file);
    }
    errno = saved;
    return is_tsc;
}

/* The first call finds the answer. Threads that ask at the same time find the
 * same answer. */
bool gdn_tsc_is_sound(void)
{
    enum { TSC_UNKNOWN, TSC_UNSOUND, TSC_SOUND };
    static atomic_int answer = TSC_UNKNOWN;
    int known = atomic_load_explicit(&answer, memory_order_relaxed);

    if (known == TSC_UNKNOWN) {
        known = gdn_cpu_features() & GDN_CPU_INVARIANT_TSC && kernel_uses_tsc()
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
    return "the system's clock";
}

#endif
