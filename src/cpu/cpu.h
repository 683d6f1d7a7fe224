/* SPDX-License-Identifier: MIT */
/* What this processor can do, found once. */
#ifndef GDN_CPU_CPU_H
#define GDN_CPU_CPU_H

#include "../core/private.h"

GDN_PRIVATE_BEGIN

/* Features, each with the registers that it needs saved by the system. */
#define GDN_CPU_AES           (1u << 0) /* x86 AES-NI with SSE4.1; ARM AES */
#define GDN_CPU_VAES512       (1u << 1) /* VAES on ZMM: AVX-512 F, BW, VL */
#define GDN_CPU_INVARIANT_TSC (1u << 2) /* x86: one rate in every state */

/*
 * The features of the processor that this process runs on, as an OR of the
 * above. The first call finds them; any thread may make it.
 */
unsigned gdn_cpu_features(void);

GDN_PRIVATE_END

#endif
