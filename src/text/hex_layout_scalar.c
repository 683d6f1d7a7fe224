/* SPDX-License-Identifier: MIT */
/*
 * hex_layout_scalar.c - ids to hex digits among marks and back, on any processor
 *
 * Shapes  an id is 16 bytes, a text layout->len, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    Writing goes through the text, and takes each character from the
 *         digits of the id or from the text of the nil id. Reading goes through
 *         the digits, and then looks at the marks. A bit that no right text can
 *         set means that some character is wrong.
 * Reference this file defines the result.
 */
#include "hex.h"
#include "hex_layout.h"
#include "parse_error.h"

#include <stdbool.h>

static void layout_scalar_write(char *out, const guidon_id *id,
                                const struct gdn_hex_layout *layout)
{
    char digits[32];

    for (size_t i = 0; i < 16; i++) {
        digits[2 * i] = layout->digits[id->bytes[i] >> 4];
        digits[2 * i + 1] = layout->digits[id->bytes[i] & 15];
    }
    for (size_t i = 0; i < layout->len; i++) {
        unsigned digit = layout->digit[i];
        out[i] = digit == GDN_MARK ? layout->nil[i] : digits[digit];
    }
}

void gdn_hex_layout_write_scalar(char *out, size_t stride, const guidon_id *in,
                                 size_t n, const struct gdn_hex_layout *layout)
{
    for (size_t i = 0; i < n; i++) {
        layout_scalar_write(out + i * stride, &in[i], layout);
    }
}

static unsigned layout_value_at(const char *text, size_t at)
{
    return gdn_hex_value[(unsigned char)text[at]];
}

/* 0 if the mark at offset i is right. */
static unsigned mark_difference(const char *text, size_t i,
                                const struct gdn_hex_layout *layout)
{
    return (unsigned char)((text[i] | layout->fold[i]) ^ layout->nil[i]);
}

static bool layout_scalar_read(guidon_id *out, const char *text,
                               const struct gdn_hex_layout *layout)
{
    guidon_id id;
    unsigned digits = 0;
    unsigned marks = 0;

    for (size_t i = 0; i < 16; i++) {
        unsigned high = layout_value_at(text, layout->at[2 * i]);
        unsigned low = layout_value_at(text, layout->at[2 * i + 1]);
        digits |= high | low;
        id.bytes[i] = (unsigned char)(high << 4 | low);
    }
    for (size_t i = 0; i < layout->len; i++) {
        if (layout->digit[i] == GDN_MARK) {
            marks |= mark_difference(text, i, layout);
        }
    }
    if (digits > 15 || marks) {
        return false;
    }
    *out = id;
    return true;
}

size_t gdn_hex_layout_read_scalar(guidon_id *out, const char *text,
                                  size_t stride, size_t n,
                                  const struct gdn_hex_layout *layout)
{
    size_t i = 0;

    while (i < n && layout_scalar_read(&out[i], text + i * stride, layout)) {
        i++;
    }
    return i;
}

/* May this character stand at offset i? */
static bool layout_is_right(const char *text, size_t i,
                            const struct gdn_hex_layout *layout)
{
    return layout->digit[i] == GDN_MARK
               ? mark_difference(text, i, layout) == 0
               : layout_value_at(text, i) != GDN_NO_DIGIT;
}

guidon_status gdn_hex_layout_error(const char *text, size_t *bad_at,
                                   const struct gdn_hex_layout *layout)
{
    size_t i = 0;

    while (i < layout->len && layout_is_right(text, i, layout)) {
        i++;
    }
    return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
}
