/* SPDX-License-Identifier: MIT */
/* Crockford's base 32, 26 letters for an id: the scalar functions and the
 * kernels.
 */
#ifndef GDN_TEXT_BASE32_H
#define GDN_TEXT_BASE32_H

#include "text_kernel.h"

#include <stdbool.h>

GDN_PRIVATE_BEGIN

#define GDN_BASE32_LEN  26
#define GDN_BASE32_LINE 27 /* with the '\n' that ends it */

/* The value of each byte as a letter of either case; GDN_NO_LETTER for other
 * bytes. */
#define GDN_NO_LETTER 0xffu
extern const unsigned char gdn_base32_value[256];

/* The letters in the order of their values, and a NUL. */
extern const char gdn_base32_lower[33];
extern const char gdn_base32_upper[33];

/* ------------------------------------------------------- reference
 * functions */

/* Write an id with any 32 letters. */
void gdn_base32_write(char out[26], const guidon_id *id,
                      const char letters[32]);

/* Read a text. False if it is wrong; *out is then unchanged. */
bool gdn_base32_read(guidon_id *out, const char text[26]);

/* The offset of the first character that is no letter; 26 if all are
 * letters. */
size_t gdn_base32_bad_at(const char text[26]);

/* The error of a text that gdn_base32_read rejects: the offset of the wrong
 * letter, or 0 and GUIDON_E_RANGE for 2^128 or more. */
guidon_status gdn_base32_parse_error(size_t *bad_at, const char text[26]);

/* -------------------------------------------------------------- the kernels */

/*
 * Kernels write upper-case letters and read either case. They touch only the
 * bytes of the texts and of the ids. A line is right if its 26 letters are
 * right and '\n' is its 27th character. Each kernel exists on its architecture
 * only, see cpu/arch.h.
 */
GDN_TEXT_DECLARE(base32, avx512vbmi);
GDN_TEXT_DECLARE(base32, avx2);
GDN_TEXT_DECLARE(base32, sse41);
GDN_TEXT_DECLARE(base32, neon);
GDN_TEXT_DECLARE(base32, scalar);

/* The rows that a processor of this build may get, best first. */
extern const struct gdn_text_kernel gdn_base32_kernels[];
extern const size_t gdn_n_base32_kernels;

/* The name of the row that this processor gets. */
const char *gdn_base32_name(void);

/* The functions of this processor; call one by GDN_TEXT(base32, ...). */
GDN_TEXT_PICKED(base32);

GDN_PRIVATE_END

#endif
