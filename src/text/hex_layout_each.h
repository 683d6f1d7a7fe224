/* SPDX-License-Identifier: MIT */
/* The functions of a kernel of layouts that has canonical and plain digits of its
 * own. */
/*
 * A template, included once by each such kernel, after these:
 *
 *   KERNEL    its name, as in gdn_hex_layout_write_KERNEL
 *   TARGET    the attribute of its functions
 *   INLINE    the same for functions that are always inlined
 *   AT_ONCE   how many texts the next function writes: 1 or 2
 *   layout_KERNEL_write_marked  void (char *out, size_t stride,
 *                               const guidon_id *ids,
 *                               const struct gdn_hex_layout *layout): write
 *                               texts of any layout
 *   layout_KERNEL_read_marked   bool (__m128i *id, const char *text,
 *                               const struct gdn_hex_layout *layout): read a
 *                               text of any layout; false if it is wrong, and
 *                               *id is then undefined
 *
 * Compilers inline both into the functions here.
 */
#include "hex_layout_x86.h"

#define PUBLIC_(name, kernel) gdn_hex_layout_##name##_##kernel
#define PUBLIC(name, kernel)  PUBLIC_(name, kernel)
#define NAME(name)            PUBLIC(name, KERNEL)
#define OWN_(kernel, name)    layout_##kernel##_##name
#define OWN(kernel, name)     OWN_(kernel, name)
#define WRITE_MARKED          OWN(KERNEL, write_marked)
#define READ_MARKED           OWN(KERNEL, read_marked)
#define READ_KIND             OWN(KERNEL, read_kind)
#define READ_ALL              OWN(KERNEL, read_all)

TARGET void NAME(write)(char *out, size_t stride, const guidon_id *in, size_t n,
                        const struct gdn_hex_layout *layout)
{
    switch (layout->kind) {
    case GDN_HEX_CANONICAL:
        for (size_t i = 0; i < n; i++, out += stride) {
            gdn_hex_write_canonical(out, &in[i], layout);
        }
        break;
    case GDN_HEX_PLAIN:
        for (size_t i = 0; i < n; i++, out += stride) {
            gdn_hex_write_plain(out, &in[i], layout);
        }
        break;
    default:
        for (; n >= AT_ONCE; n -= AT_ONCE, in += AT_ONCE) {
            WRITE_MARKED(out, stride, in, layout);
            out += AT_ONCE * stride;
        }
        if (n > 0) {
            gdn_hex_layout_write_marked(out, in, layout);
        }
    }
}

/* Read a text of a layout of this kind, which is a constant. False if the text
 * is wrong; *id is then undefined. */
INLINE bool READ_KIND(__m128i *id, const char *text,
                      const struct gdn_hex_layout *layout,
                      enum gdn_hex_layout_kind kind)
{
    switch (kind) {
    case GDN_HEX_CANONICAL:
        return gdn_hex_canonical_marks(text, layout) &&
               gdn_hex_read(id, text + layout->before);
    case GDN_HEX_PLAIN:
        return gdn_hex_layout_join(id, gdn_hex_load16(text),
                                   gdn_hex_load16(text + 16),
                                   _mm_setzero_si128());
    default:
        return READ_MARKED(id, text, layout);
    }
}

INLINE size_t READ_ALL(guidon_id *out, const char *text, size_t stride,
                       size_t n, const struct gdn_hex_layout *layout,
                       enum gdn_hex_layout_kind kind)
{
    for (size_t i = 0; i < n; i++, text += stride) {
        __m128i id;

        if (!READ_KIND(&id, text, layout, kind)) {
            return i;
        }
        gdn_hex_store16(&out[i], id);
    }
    return n;
}

TARGET size_t NAME(read)(guidon_id *out, const char *text, size_t stride,
                         size_t n, const struct gdn_hex_layout *layout)
{
    switch (layout->kind) {
    case GDN_HEX_CANONICAL:
        return READ_ALL(out, text, stride, n, layout, GDN_HEX_CANONICAL);
    case GDN_HEX_PLAIN:
        return READ_ALL(out, text, stride, n, layout, GDN_HEX_PLAIN);
    default:
        return READ_ALL(out, text, stride, n, layout, GDN_HEX_AMONG_MARKS);
    }
}
