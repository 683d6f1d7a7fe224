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
 * bytes. With AVX-512 too, AVX2 formats a single id, because wider registers are
 * no faster at it. */
#define gdn_hex_format_avx512vbmi gdn_hex_format_avx2
GDN_TEXT_DECLARE(hex, avx512vbmi);
GDN_TEXT_DECLARE(hex, avx2);
GDN_TEXT_DECLARE(hex, sse41);
GDN_TEXT_DECLARE(hex, neon);
GDN_TEXT_DECLARE(hex, scalar);

/* The rows that a processor of this build may get, best first. */
extern const struct gdn_text_kernel gdn_hex_kernels[];
extern const size_t gdn_n_hex_kernels;

/* The name of the row that this processor gets. */
const char *gdn_hex_name(void);

/* The functions of this processor; call one by GDN_TEXT(hex, ...). */
GDN_TEXT_PICKED(hex);

/* The offset of the first wrong character; GDN_HEX_LEN if all are right. */
size_t gdn_hex_bad_at(const char text[GDN_HEX_LEN]);

/* Set *bad_at to the first wrong character unless it is NULL, and return
 * GUIDON_E_CHAR. */
guidon_status gdn_hex_parse_error(const char text[GDN_HEX_LEN], size_t *bad_at);

GDN_PRIVATE_END

#endif
