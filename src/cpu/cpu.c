/* SPDX-License-Identifier: MIT */
/* cpu.c - what was found of the processor, remembered. */
#include "cpu.h"

#include "detect.h"

#include <stdatomic.h>

/* Tells "found nothing" from "not looked yet"; no feature's bit. */
#define LOOKED (1u << 31)

unsigned gdn_cpu_features(void)
{
    static _Atomic unsigned found;
    unsigned features = atomic_load_explicit(&found, memory_order_relaxed);

    if (features == 0) {
        /* Threads that come here together find the same. */
        features = gdn_cpu_detect() | LOOKED;
        atomic_store_explicit(&found, features, memory_order_relaxed);
    }
    return features & ~LOOKED;
}
