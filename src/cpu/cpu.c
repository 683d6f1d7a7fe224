/* SPDX-License-Identifier: MIT */
/* cpu.c - the features of the processor, detected once. */
#include "cpu.h"

#include "detect.h"

#include <stdatomic.h>

/* Distinguishes "no features" from "not detected yet". No feature has this
 * bit. */
#define LOOKED (1u << 31)

unsigned gdn_cpu_features(void)
{
    static _Atomic unsigned found;
    unsigned features = atomic_load_explicit(&found, memory_order_relaxed);

    if (features == 0) {
        /* Two threads that detect features at the same time get the same
         * result. */
        features = gdn_cpu_detect() | LOOKED;
        atomic_store_explicit(&found, features, memory_order_relaxed);
    }
    return features & ~LOOKED;
}
