/* SPDX-License-Identifier: MIT */
/* Hexadecimal digits, and the kernels of 8-4-4-4-12 text. */
#ifndef GDN_TEXT_HEX_H
#define GDN_TEXT_HEX_H

#include "text_kernel.h"

GDN_PRIVATE_BEGIN

/* The value of each byte as a digit of either case; GDN_NO_DIGIT for other
 * bytes.
 */
#define GDN_NO_DIGIT 0xffu
extern const unsigned char gdn_hex_value[256];

/* The digits in the order of their values, and a NUL. */
extern const char gdn_hex_lower[17];
extern const char gdn_hex_upper[17];

/* The bytes of a text, and of a text with its newline. */
#define GDN_HEX_LEN  36
#define GDN_HEX_LINE 37

/* The kernels. Each exists on its architecture only, see cpu/arch.h. The
 * strides of many texts are at least GDN_HEX_LEN, lines have GDN_HEX_LINE
 * bytes. */
GDN_TEXT_DECLARE(hex, avx512vbmi); /* it has no gdn_hex_format_ */
GDN_TEXT_DECLARE(hex, avx2);
GDN_TEXT_DECLARE(hex, sse41);
GDN_TEXT_DECLARE(hex, neon);
GDN_TEXT_DECLARE(hex, scalar);

/* The first row of the table. With AVX-512 the row formats a single id by AVX2,
 * because wider registers are no faster at it. */
#if GDN_ARCH_X86_64
#  define GDN_HEX_BEST GDN_TEXT_ROW(hex, avx512vbmi, avx2, GDN_CPU_AVX512VBMI)
#elif GDN_ARCH_ARM64
#  define GDN_HEX_BEST GDN_TEXT_ROW(hex, neon, neon, GDN_CPU_NEON)
#else
#  define GDN_HEX_BEST GDN_TEXT_ROW(hex, scalar, scalar, 0)
#endif

/* The rows that a processor of this build may get, best first. */
extern const struct gdn_text_kernel gdn_hex_kernels[];
extern const size_t gdn_n_hex_kernels;
extern struct gdn_pick gdn_hex_pick;

/* The name of the row that this processor gets. */
const char *gdn_hex_name(void);

/* That row, or the resolver before the first call. Threads: any. */
static inline const struct gdn_text_kernel *gdn_hex(void)
{
    static const struct gdn_text_kernel best = GDN_HEX_BEST;

    return GDN_CPU_ALWAYS(best.needs) ? &best : gdn_picked(&gdn_hex_pick);
}

/* The offset of the first wrong character; GDN_HEX_LEN if all are right. */
size_t gdn_hex_bad_at(const char text[GDN_HEX_LEN]);

/* Set *bad_at to the first wrong character unless it is NULL, and return
 * GUIDON_E_CHAR. */
guidon_status gdn_hex_parse_error(const char text[GDN_HEX_LEN], size_t *bad_at);

GDN_PRIVATE_END

#endif
