/* SPDX-License-Identifier: MIT */
/* Hex digits, and the kernels of 8-4-4-4-12 text with the choice of one. */
#ifndef GDN_TEXT_HEX_H
#define GDN_TEXT_HEX_H

#include "../core/private.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <stdatomic.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/* What a byte is worth as a digit, either case; GDN_NO_DIGIT for all others. */
#define GDN_NO_DIGIT 0xffu
extern const unsigned char gdn_hex_value[256];

/* The digits in the order of their values; the last char is NUL. */
extern const char gdn_hex_lower[17];
extern const char gdn_hex_upper[17];

/* Of a text, and of one with a newline after it. */
#define GDN_HEX_LEN  36
#define GDN_HEX_LINE 37

/*
 * One text, written or read. Reading leaves *out as it was where the text is
 * wrong, and then answers with gdn_hex_refuse(text, bad_at).
 */
typedef void gdn_hex_format_fn(char out[GDN_HEX_LEN], const guidon_id *id);
typedef guidon_status gdn_hex_parse_fn(guidon_id *out,
                                       const char text[GDN_HEX_LEN],
                                       size_t *bad_at);

/*
 * n texts. The first two are `stride` bytes apart, at least GDN_HEX_LEN, and no
 * byte between them is touched. Lines are GDN_HEX_LINE apart and end in '\n'.
 * Reading answers how many were right before the first that is not, and writes
 * no more ids than those.
 */
typedef void gdn_hex_format_many_fn(char *out, size_t stride,
                                    const guidon_id *in, size_t n);
typedef size_t gdn_hex_parse_many_fn(guidon_id *out, const char *text,
                                     size_t stride, size_t n);
typedef void gdn_hex_format_lines_fn(char *out, const guidon_id *in, size_t n);
typedef size_t gdn_hex_parse_lines_fn(guidon_id *out, const char *text,
                                      size_t n);

/* A row of kernels: what they need is an OR of GDN_CPU_*. A row may hold what
 * another one has, where more features make it no faster. */
struct gdn_hex_kernel {
    const char *name;
    unsigned needs;
    gdn_hex_format_fn *format;
    gdn_hex_parse_fn *parse;
    gdn_hex_format_many_fn *format_many;
    gdn_hex_parse_many_fn *parse_many;
    gdn_hex_format_lines_fn *format_lines;
    gdn_hex_parse_lines_fn *parse_lines;
};

/* All rows of this build, best first; the last needs nothing. */
extern const struct gdn_hex_kernel gdn_hex_kernels[];
extern const size_t gdn_n_hex_kernels;

/* The name of the row that this processor gets. */
const char *gdn_hex_name(void);

/* The best row of this processor, or at first one that looks for it. */
extern const struct gdn_hex_kernel *_Atomic gdn_hex_chosen;

/* What to call. Threads: any */
static inline const struct gdn_hex_kernel *gdn_hex(void)
{
    return atomic_load_explicit(&gdn_hex_chosen, memory_order_relaxed);
}

/* The offset of the first wrong character; GDN_HEX_LEN where none is. */
size_t gdn_hex_bad_at(const char text[GDN_HEX_LEN]);

/* Says where a text is wrong: sets *bad_at, unless it is NULL, and answers
 * GUIDON_E_CHAR. */
guidon_status gdn_hex_refuse(const char text[GDN_HEX_LEN], size_t *bad_at);

/* The kernels; all but the scalar ones are there only on their processor,
 * cpu/arch.h. */
gdn_hex_format_fn gdn_hex_format_scalar, gdn_hex_format_sse41,
    gdn_hex_format_avx2, gdn_hex_format_neon;
gdn_hex_parse_fn gdn_hex_parse_scalar, gdn_hex_parse_sse41, gdn_hex_parse_avx2,
    gdn_hex_parse_vbmi, gdn_hex_parse_neon;
gdn_hex_format_many_fn gdn_hex_format_many_scalar, gdn_hex_format_many_sse41,
    gdn_hex_format_many_avx2, gdn_hex_format_many_vbmi,
    gdn_hex_format_many_neon;
gdn_hex_parse_many_fn gdn_hex_parse_many_scalar, gdn_hex_parse_many_sse41,
    gdn_hex_parse_many_avx2, gdn_hex_parse_many_vbmi, gdn_hex_parse_many_neon;
gdn_hex_format_lines_fn gdn_hex_format_lines_scalar, gdn_hex_format_lines_sse41,
    gdn_hex_format_lines_avx2, gdn_hex_format_lines_vbmi,
    gdn_hex_format_lines_neon;
gdn_hex_parse_lines_fn gdn_hex_parse_lines_scalar, gdn_hex_parse_lines_sse41,
    gdn_hex_parse_lines_avx2, gdn_hex_parse_lines_vbmi,
    gdn_hex_parse_lines_neon;

GDN_PRIVATE_END

#endif
