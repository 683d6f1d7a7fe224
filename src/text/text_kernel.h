/* SPDX-License-Identifier: MIT */
/* The kernels of a codec: 8-4-4-4-12 text, or base 32. */
#ifndef GDN_TEXT_TEXT_KERNEL_H
#define GDN_TEXT_TEXT_KERNEL_H

#include "../core/private.h"
#include "../cpu/pick.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <stdatomic.h>
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

/*
 * A row of a codec's table: the fastest function for each operation on processors
 * that have the features of `needs`, an OR of GDN_CPU_*. Only what names and
 * compares kernels reads the table: it holds all functions, so a linker that leaves
 * out what a program does not call could leave out none of them.
 */
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

/* The row of a kernel. */
#define GDN_TEXT_ROW(codec, kernel, needs)                                     \
  {                                                                            \
#    kernel, needs, gdn_##codec##_format_##kernel,                             \
        gdn_##codec##_parse_##kernel, gdn_##codec##_format_many_##kernel,      \
        gdn_##codec##_parse_many_##kernel,                                     \
        gdn_##codec##_format_lines_##kernel,                                   \
        gdn_##codec##_parse_lines_##kernel                                     \
  }

/*
 * The function for one operation on processors with these features, and what the
 * best kernel needs. No table: a resolver of the dynamic linker may read none
 * (cpu/ifunc.h), and the linker keeps the kernels of this operation only.
 */
#if GDN_ARCH_X86_64
#  define GDN_TEXT_BEST_NEEDS GDN_CPU_AVX512VBMI
#  define GDN_TEXT_BEST(codec, operation, features)                            \
    ((features)&GDN_CPU_AVX512VBMI ? gdn_##codec##_##operation##_avx512vbmi    \
     : (features)&GDN_CPU_AVX2     ? gdn_##codec##_##operation##_avx2          \
     : (features)&GDN_CPU_SSE41    ? gdn_##codec##_##operation##_sse41         \
                                   : gdn_##codec##_##operation##_scalar)
#elif GDN_ARCH_ARM64
#  define GDN_TEXT_BEST_NEEDS GDN_CPU_NEON
#  define GDN_TEXT_BEST(codec, operation, features)                            \
    gdn_##codec##_##operation##_neon
#else
#  define GDN_TEXT_BEST_NEEDS 0
#  define GDN_TEXT_BEST(codec, operation, features)                            \
    gdn_##codec##_##operation##_scalar
#endif

/* A codec's functions for this processor, one for each operation. Until its first
 * call, each is one that finds the function and then calls it (text_resolver.h). */
#define GDN_TEXT_PICKED(codec)                                                 \
  extern _Atomic(gdn_text_format_fn *) gdn_##codec##_format_picked;            \
  extern _Atomic(gdn_text_parse_fn *) gdn_##codec##_parse_picked;              \
  extern _Atomic(gdn_text_format_many_fn *) gdn_##codec##_format_many_picked;  \
  extern _Atomic(gdn_text_parse_many_fn *) gdn_##codec##_parse_many_picked;    \
  extern _Atomic(gdn_text_format_lines_fn *)                                   \
      gdn_##codec##_format_lines_picked;                                       \
  extern _Atomic(gdn_text_parse_lines_fn *) gdn_##codec##_parse_lines_picked

/* The function to call for an operation. If every processor of this build has the
 * best kernel, the call is a direct one. Threads: any. */
#define GDN_TEXT(codec, operation)                                             \
  (GDN_CPU_ALWAYS(GDN_TEXT_BEST_NEEDS)                                         \
       ? GDN_TEXT_BEST(codec, operation, GDN_TEXT_BEST_NEEDS)                  \
       : atomic_load_explicit(&gdn_##codec##_##operation##_picked,             \
                              memory_order_relaxed))

#endif
