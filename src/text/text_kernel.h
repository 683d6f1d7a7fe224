/* SPDX-License-Identifier: MIT */
/* The table of kernels of a codec: 8-4-4-4-12 text, or base 32. */
#ifndef GDN_TEXT_TEXT_KERNEL_H
#define GDN_TEXT_TEXT_KERNEL_H

#include "../core/private.h"
#include "../cpu/pick.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

/*
 * Write or read one text. A reader that meets a wrong text leaves *out as it
 * was, sets *bad_at unless it is NULL, and returns the error.
 */
typedef void gdn_text_format_fn(char *out, const guidon_id *id);
typedef guidon_status gdn_text_parse_fn(guidon_id *out, const char *text,
                                        size_t *bad_at);

/*
 * Write or read n texts, which begin every `stride` bytes. The stride is at
 * least the length of a text, and the bytes between texts are not touched.
 * Lines follow each other directly, and each ends in '\n'.
 *
 * A reader stops at the first record that is wrong and returns the number of
 * records before it, which is n if all are right. It writes only the ids of
 * those records.
 */
typedef void gdn_text_format_many_fn(char *out, size_t stride,
                                     const guidon_id *in, size_t n);
typedef size_t gdn_text_parse_many_fn(guidon_id *out, const char *text,
                                      size_t stride, size_t n);
typedef void gdn_text_format_lines_fn(char *out, const guidon_id *in, size_t n);
typedef size_t gdn_text_parse_lines_fn(guidon_id *out, const char *text,
                                       size_t n);

/* One row: the fastest function for each operation on processors that have the
 * features of `needs`, an OR of GDN_CPU_*. */
struct gdn_text_kernel {
    const char *name;
    unsigned needs;
    gdn_text_format_fn *format;
    gdn_text_parse_fn *parse;
    gdn_text_format_many_fn *format_many;
    gdn_text_parse_many_fn *parse_many;
    gdn_text_format_lines_fn *format_lines;
    gdn_text_parse_lines_fn *parse_lines;
};

/* The functions of a kernel: gdn_hex_format_avx2 and so on. */
#define GDN_TEXT_DECLARE(codec, kernel)                                        \
  gdn_text_format_fn gdn_##codec##_format_##kernel;                            \
  gdn_text_parse_fn gdn_##codec##_parse_##kernel;                              \
  gdn_text_format_many_fn gdn_##codec##_format_many_##kernel;                  \
  gdn_text_parse_many_fn gdn_##codec##_parse_many_##kernel;                    \
  gdn_text_format_lines_fn gdn_##codec##_format_lines_##kernel;                \
  gdn_text_parse_lines_fn gdn_##codec##_parse_lines_##kernel

/* The row of a kernel, which may take the function for writing one id from
 * the kernel `one`. */
#define GDN_TEXT_ROW(codec, kernel, one, needs)                                \
  {                                                                            \
#    kernel, needs, gdn_##codec##_format_##one, gdn_##codec##_parse_##kernel,  \
        gdn_##codec##_format_many_##kernel, gdn_##codec##_parse_many_##kernel, \
        gdn_##codec##_format_lines_##kernel,                                   \
        gdn_##codec##_parse_lines_##kernel                                     \
  }

#endif
