/* SPDX-License-Identifier: MIT */
/* The features of this processor. */
#ifndef GDN_CPU_CPU_H
#define GDN_CPU_CPU_H

#include "../core/private.h"

GDN_PRIVATE_BEGIN

/* Features. Each includes that the system saves the registers for it. */
#define GDN_CPU_AES           (1u << 0) /* x86 AES-NI with SSE4.1; ARM AES */
#define GDN_CPU_VAES512       (1u << 1) /* VAES on ZMM: AVX-512 F, BW, VL */
#define GDN_CPU_INVARIANT_TSC (1u << 2) /* x86: one rate in every power state */
#define GDN_CPU_SSE41         (1u << 3) /* x86: SSSE3 and SSE4.1 */
#define GDN_CPU_AVX2          (1u << 4) /* x86: SSE4.1, AVX2, BMI1, BMI2 */
#define GDN_CPU_AVX512        (1u << 5) /* x86: AVX2, AVX-512 F, BW, DQ, VL */
#define GDN_CPU_AVX512VBMI    (1u << 6) /* x86: AVX-512 and VBMI */
#define GDN_CPU_SHA                                                            \
  (1u << 7)                        /* x86: SHA-NI with SSE4.1; ARM: SHA1
                                           and SHA2 */
#define GDN_CPU_NEON     (1u << 8) /* ARM: every 64-bit processor */
#define GDN_CPU_FEATURES 9         /* their number */

/* The features of the processor as an OR of the above. The first call detects
 * them. Threads: any. */
unsigned gdn_cpu_features(void);

GDN_PRIVATE_END

#endif
