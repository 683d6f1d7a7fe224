/* SPDX-License-Identifier: MIT */
/* clocks.c - the clocks and the randomness of this machine */
#include "clocks.h"

#include <guidon.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

int64_t clocks_monotonic_ns(void)
{
    uint64_t ns = 0;

    if (guidon_monotonic_now(&ns) != GUIDON_OK) {
        fputs("guidon-node: this system has no monotonic clock\n", stderr);
        exit(2);
    }
    return (int64_t)ns;
}

int64_t clocks_wall_ms(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        fputs("guidon-node: this system has no clock\n", stderr);
        exit(2);
    }
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / NS_PER_MS;
}

void clocks_random(void *out, size_t len)
{
    if (getentropy(out, len) != 0) {
        fputs("guidon-node: the kernel gives no random bytes\n", stderr);
        exit(2);
    }
}

uint32_t clocks_random_below(uint32_t n)
{
    uint64_t bits;

    clocks_random(&bits, sizeof bits);
    return (uint32_t)(bits % n);
}
