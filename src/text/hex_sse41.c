/* SPDX-License-Identifier: MIT */
/*
 * hex_sse41.c - ids to 8-4-4-4-12 text and back with SSSE3 and SSE4.1
 *
 * Needs   SSSE3 and SSE4.1; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text 36 chars, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes, and the newlines of
 *         lines.
 * Idea    as hex_x86.h, one id after another.
 * Reference hex_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "hex_x86.h"

#  define TARGET __attribute__((target("ssse3,sse4.1")))

TARGET void gdn_hex_format_sse41(char out[GDN_HEX_LEN], const guidon_id *id)
{
    gdn_hex_write(out, id);
}

TARGET guidon_status gdn_hex_parse_sse41(guidon_id *out,
                                         const char text[GDN_HEX_LEN],
                                         size_t *bad_at)
{
    __m128i id;

    if (!gdn_hex_read(&id, text)) {
        return gdn_hex_parse_error(text, bad_at);
    }
    gdn_hex_store16(out, id);
    return GUIDON_OK;
}

TARGET void gdn_hex_format_many_sse41(char *out, size_t stride,
                                      const guidon_id *in, size_t n)
{
    for (size_t i = 0; i < n; i++, out += stride) {
        gdn_hex_write(out, &in[i]);
    }
}

TARGET size_t gdn_hex_parse_many_sse41(guidon_id *out, const char *text,
                                       size_t stride, size_t n)
{
    for (size_t i = 0; i < n; i++, text += stride) {
        __m128i id;

        if (!gdn_hex_read(&id, text)) {
            return i;
        }
        gdn_hex_store16(&out[i], id);
    }
    return n;
}

TARGET void gdn_hex_format_lines_sse41(char *out, const guidon_id *in, size_t n)
{
    for (size_t i = 0; i < n; i++, out += GDN_HEX_LINE) {
        gdn_hex_write(out, &in[i]);
        out[GDN_HEX_LEN] = '\n';
    }
}

TARGET size_t gdn_hex_parse_lines_sse41(guidon_id *out, const char *text,
                                        size_t n)
{
    for (size_t i = 0; i < n; i++, text += GDN_HEX_LINE) {
        __m128i id;

        if (!gdn_hex_read(&id, text) || text[GDN_HEX_LEN] != '\n') {
            return i;
        }
        gdn_hex_store16(&out[i], id);
    }
    return n;
}
#else
GDN_EMPTY_FILE;
#endif
