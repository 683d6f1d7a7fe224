/* SPDX-License-Identifier: MIT */
/* Crockford's base 32, 26 letters an id: the kernels, and the choice of one. */
#ifndef GDN_TEXT_BASE32_H
#define GDN_TEXT_BASE32_H

#include "../core/private.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

#define GDN_BASE32_LEN  26
#define GDN_BASE32_LINE 27 /* with the '\n' that ends it */

/* What a byte is worth as a letter, either case; GDN_NO_LETTER for others. */
#define GDN_NO_LETTER 0xffu
extern const unsigned char gdn_base32_value[256];

/* The letters in the order of their values; the last char is NUL. */
extern const char gdn_base32_lower[33];
extern const char gdn_base32_upper[33];

/* -------------------------------------------------------------- the meaning */

/* Write with any 32 letters. */
void gdn_base32_write(char out[26], const guidon_id *id,
                      const char letters[32]);

/* Is the text right? *out is as it was where it is not. */
bool gdn_base32_read(guidon_id *out, const char text[26]);

/* The offset of the first char that is no letter; 26 where all are. */
size_t gdn_base32_bad_at(const char text[26]);

/* Why a text is refused that gdn_base32_read says is not right. A text that is
 * refused without a wrong letter is 2^128 or more. */
guidon_status gdn_base32_refuse(size_t *bad_at, const char text[26]);

/* -------------------------------------------------------------- the kernels */

/*
 * Kernels write the upper-case letters and read either case. All touch the
 * texts' own bytes and the ids' alone; `stride` is 26 or more.
 *
 * Those that read many go up to the first record that is wrong, and answer how
 * many were right: n where all are. Ids from that one on are as they were. A
 * line is right if its 26 letters are and '\n' is the 27th char.
 */
typedef void gdn_base32_format_fn(char out[26], const guidon_id *id);
typedef guidon_status gdn_base32_parse_fn(guidon_id *out, const char text[26],
                                          size_t *bad_at);
typedef void gdn_base32_format_many_fn(char *out, size_t stride,
                                       const guidon_id *in, size_t n);
typedef size_t gdn_base32_parse_many_fn(guidon_id *out, const char *text,
                                        size_t stride, size_t n);
typedef void gdn_base32_format_lines_fn(char *out, const guidon_id *in,
                                        size_t n);
typedef size_t gdn_base32_parse_lines_fn(guidon_id *out, const char *text,
                                         size_t n);

/* One kernel: what it needs is an OR of GDN_CPU_*. */
struct gdn_base32_kernel {
    const char *name;
    unsigned needs;
    gdn_base32_format_fn *format;
    gdn_base32_parse_fn *parse;
    gdn_base32_format_many_fn *format_many;
    gdn_base32_parse_many_fn *parse_many;
    gdn_base32_format_lines_fn *format_lines;
    gdn_base32_parse_lines_fn *parse_lines;
};

/* All kernels of this build, best first; the last needs nothing. */
extern const struct gdn_base32_kernel gdn_base32_kernels[];
extern const size_t gdn_n_base32_kernels;

/* The name of the row that this processor gets. */
const char *gdn_base32_name(void);

/* The best kernel of this processor; until the first call of one, a row whose
 * functions look for it. */
extern _Atomic(const struct gdn_base32_kernel *) gdn_base32_chosen;

static inline const struct gdn_base32_kernel *gdn_base32(void)
{
    return atomic_load_explicit(&gdn_base32_chosen, memory_order_relaxed);
}

/* The functions of a kernel; each is there only on its processor,
 * cpu/arch.h. */
#define GDN_BASE32_DECLARE(kernel)                                             \
  gdn_base32_format_fn gdn_base32_format_##kernel;                             \
  gdn_base32_parse_fn gdn_base32_parse_##kernel;                               \
  gdn_base32_format_many_fn gdn_base32_format_many_##kernel;                   \
  gdn_base32_parse_many_fn gdn_base32_parse_many_##kernel;                     \
  gdn_base32_format_lines_fn gdn_base32_format_lines_##kernel;                 \
  gdn_base32_parse_lines_fn gdn_base32_parse_lines_##kernel

GDN_BASE32_DECLARE(avx512vbmi);
GDN_BASE32_DECLARE(avx2);
GDN_BASE32_DECLARE(sse41);
GDN_BASE32_DECLARE(neon);
GDN_BASE32_DECLARE(scalar);

GDN_PRIVATE_END

#endif
