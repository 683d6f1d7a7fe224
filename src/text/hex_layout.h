/* SPDX-License-Identifier: MIT */
/* Layouts: where the hex digits of an id and the marks between them stand. */
#ifndef GDN_TEXT_HEX_LAYOUT_H
#define GDN_TEXT_HEX_LAYOUT_H

#include "../core/private.h"
#include "../cpu/arch.h"
#include "../cpu/pick.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

/*
 * The layout of a text of 32 to GDN_HEX_LAYOUT_MAX bytes that is hex digits
 * among marks, such as the braces and hyphens of BRACES. The digits of an id
 * are numbered 0 to 31: octet i has the digits 2i and 2i + 1.
 *
 * `digit` and `nil` have an entry for each offset in the text, and `at` has one
 * for each digit. A digit that the text leaves out, as NCS does, has in `at`
 * the offset of another one. Readers take the value of that one.
 *
 * Kernels look at 16 bytes of a text at once, the last of them from len - 16
 * on. So no access ends after `len`.
 *
 * Two common kinds of layout have kernels of their own. `kind` says so, and
 * repeats what the other members say.
 */
#define GDN_HEX_LAYOUT_MAX 81
#define GDN_MARK           0xffu
enum gdn_hex_layout_kind {
    GDN_HEX_AMONG_MARKS, /* all layouts */
    GDN_HEX_PLAIN,       /* the 32 digits in their order, and no mark */
    GDN_HEX_CANONICAL    /* 8-4-4-4-12 text, after `before` marks, of which
                            there are at most 16, and before at most one mark */
};
struct gdn_hex_layout {
    size_t len;
    enum gdn_hex_layout_kind kind;
    size_t before;      /* GDN_HEX_CANONICAL: marks before the first digit */
    const char *digits; /* gdn_hex_lower or gdn_hex_upper, to write with */
    char nil[GDN_HEX_LAYOUT_MAX + 1];        /* the text of the nil id */
    unsigned char digit[GDN_HEX_LAYOUT_MAX]; /* the digit here, or GDN_MARK */
    unsigned char at[32];                    /* the offsets of the digits */
    char fold[GDN_HEX_LAYOUT_MAX]; /* 0x20 at a mark that is a lower-case
                                      letter and is read in either case */
};

/* Write or read n texts, one every `stride` bytes, as gdn_text_format_many_fn
 * and gdn_text_parse_many_fn of text_kernel.h do. */
typedef void gdn_hex_layout_write_fn(char *out, size_t stride,
                                     const guidon_id *in, size_t n,
                                     const struct gdn_hex_layout *layout);
typedef size_t gdn_hex_layout_read_fn(guidon_id *out, const char *text,
                                      size_t stride, size_t n,
                                      const struct gdn_hex_layout *layout);

struct gdn_hex_layout_kernel {
    const char *name;
    unsigned needs; /* an OR of GDN_CPU_* */
    gdn_hex_layout_write_fn *write;
    gdn_hex_layout_read_fn *read;
};

GDN_PRIVATE_BEGIN

/* The kernels. Each exists on its architecture only, see cpu/arch.h. */
gdn_hex_layout_write_fn gdn_hex_layout_write_avx2, gdn_hex_layout_write_sse41,
    gdn_hex_layout_write_neon, gdn_hex_layout_write_scalar;
gdn_hex_layout_read_fn gdn_hex_layout_read_avx2, gdn_hex_layout_read_sse41,
    gdn_hex_layout_read_neon, gdn_hex_layout_read_scalar;

/* The rows that a processor of this build may get, best first. */
extern const struct gdn_hex_layout_kernel gdn_hex_layout_kernels[];
extern const size_t gdn_n_hex_layout_kernels;
extern struct gdn_pick gdn_hex_layout_pick;

/* What the first row needs. */
#if GDN_ARCH_X86_64
#  define GDN_HEX_LAYOUT_NEEDS GDN_CPU_AVX2
#elif GDN_ARCH_ARM64
#  define GDN_HEX_LAYOUT_NEEDS GDN_CPU_NEON
#else
#  define GDN_HEX_LAYOUT_NEEDS 0
#endif

/* The row that this processor gets. Threads: any. */
static inline const struct gdn_hex_layout_kernel *gdn_hex_layout(void)
{
    return GDN_CPU_ALWAYS(GDN_HEX_LAYOUT_NEEDS)
               ? &gdn_hex_layout_kernels[0]
               : gdn_pick(&gdn_hex_layout_pick);
}

/* Read one text. The errors are those of gdn_reader in forms.h. */
guidon_status gdn_hex_layout_parse(guidon_id *out, const char *text, size_t len,
                                   size_t *bad_at,
                                   const struct gdn_hex_layout *layout);

/* Set *bad_at to the first wrong character of a wrong text unless it is NULL,
 * and return GUIDON_E_CHAR. */
guidon_status gdn_hex_layout_error(const char *text, size_t *bad_at,
                                   const struct gdn_hex_layout *layout);

GDN_PRIVATE_END

#endif
