/* SPDX-License-Identifier: MIT */
/*
 * hex_scalar.c - ids to 8-4-4-4-12 text and back, on any processor
 *
 * Shapes  an id is 16 bytes, a text 36 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    Writing makes eight digits at a time, one in each byte of a word.
 *         Reading takes octet i from the two digits at digits_at[i]. It ORs the
 *         values of all digits, and the differences of all '-' from '-'. A bit
 *         that no right text can set means that some character is wrong.
 * Reference this file defines the result.
 */
#include "../core/bytes.h"
#include "hex.h"

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
#define XX GDN_NO_DIGIT
const unsigned char gdn_hex_value[256] = {
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
     0,  1,  2,  3,  4,  5,  6,  7,  8,  9, XX, XX, XX, XX, XX, XX, /* 0-9 */
    XX, 10, 11, 12, 13, 14, 15, XX, XX, XX, XX, XX, XX, XX, XX, XX, /* A-F */
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, 10, 11, 12, 13, 14, 15, XX, XX, XX, XX, XX, XX, XX, XX, XX, /* a-f */
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX
};
#undef XX
/* clang-format on */

const char gdn_hex_lower[17] = "0123456789abcdef";
const char gdn_hex_upper[17] = "0123456789ABCDEF";

static const unsigned char digits_at[16] = {0,  2,  4,  6,  9,  11, 14, 16,
                                            19, 21, 24, 26, 28, 30, 32, 34};
static const unsigned char dashes_at[4] = {8, 13, 18, 23};

static unsigned hex_value_of(char c)
{
    return gdn_hex_value[(unsigned char)c];
}

/* x in every byte of a word. */
#define BYTES(x) (UINT64_C(0x0101010101010101) * (x))

/* Four octets as eight digits, the first in the highest byte. */
static uint64_t digits_of(uint32_t octets)
{
    uint64_t x = octets;
    uint64_t letters;

    /* Move each nibble to a byte of its own, in steps of halves. */
    x = (x << 16 | x) & UINT64_C(0x0000ffff0000ffff);
    x = (x << 8 | x) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x << 4 | x) & BYTES(0x0f);
    /* Adding six carries into bit 4 if the nibble is ten or more. */
    letters = (x + BYTES(6)) >> 4 & BYTES(1);
    return x + BYTES('0') + letters * ('a' - '0' - 10);
}

void gdn_hex_format_scalar(char out[GDN_HEX_LEN], const guidon_id *id)
{
    unsigned char *text = (unsigned char *)out;
    uint64_t digits[4];

    for (size_t i = 0; i < 4; i++) {
        digits[i] = digits_of(gdn_load_be32(id->bytes + 4 * i));
    }
    for (size_t i = 0; i < 4; i++) {
        text[dashes_at[i]] = '-';
    }
    gdn_store_be64(text, digits[0]);
    gdn_store_be32(text + 9, (uint32_t)(digits[1] >> 32));
    gdn_store_be32(text + 14, (uint32_t)digits[1]);
    gdn_store_be32(text + 19, (uint32_t)(digits[2] >> 32));
    gdn_store_be32(text + 24, (uint32_t)digits[2]);
    gdn_store_be64(text + 28, digits[3]);
}

static bool hex_scalar_parse(guidon_id *out, const char text[GDN_HEX_LEN])
{
    guidon_id id;
    unsigned digits = 0;
    unsigned dashes = 0;

    for (size_t i = 0; i < 16; i++) {
        unsigned high = hex_value_of(text[digits_at[i]]);
        unsigned low = hex_value_of(text[digits_at[i] + 1]);
        digits |= high | low;
        id.bytes[i] = (unsigned char)(high << 4 | low);
    }
    for (size_t i = 0; i < 4; i++) {
        dashes |= (unsigned)(text[dashes_at[i]] ^ '-');
    }
    if (digits > 15 || dashes) {
        return false;
    }
    *out = id;
    return true;
}

guidon_status gdn_hex_parse_scalar(guidon_id *out, const char text[GDN_HEX_LEN],
                                   size_t *bad_at)
{
    return hex_scalar_parse(out, text) ? GUIDON_OK
                                       : gdn_hex_parse_error(text, bad_at);
}

void gdn_hex_format_many_scalar(char *out, size_t stride, const guidon_id *in,
                                size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gdn_hex_format_scalar(out + i * stride, &in[i]);
    }
}

size_t gdn_hex_parse_many_scalar(guidon_id *out, const char *text,
                                 size_t stride, size_t n)
{
    size_t i = 0;

    while (i < n && hex_scalar_parse(&out[i], text + i * stride)) {
        i++;
    }
    return i;
}

void gdn_hex_format_lines_scalar(char *out, const guidon_id *in, size_t n)
{
    for (size_t i = 0; i < n; i++, out += GDN_HEX_LINE) {
        gdn_hex_format_scalar(out, &in[i]);
        out[GDN_HEX_LEN] = '\n';
    }
}

size_t gdn_hex_parse_lines_scalar(guidon_id *out, const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && text[GDN_HEX_LEN] == '\n' &&
           hex_scalar_parse(&out[i], text)) {
        i++;
        text += GDN_HEX_LINE;
    }
    return i;
}

/* May character c stand at offset i? */
static bool hex_is_right(char c, size_t i)
{
    const uint64_t dashes = UINT64_C(1) << 8 | UINT64_C(1) << 13 |
                            UINT64_C(1) << 18 | UINT64_C(1) << 23;

    return dashes >> i & 1u ? c == '-' : hex_value_of(c) != GDN_NO_DIGIT;
}

size_t gdn_hex_bad_at(const char text[GDN_HEX_LEN])
{
    size_t i = 0;

    while (i < GDN_HEX_LEN && hex_is_right(text[i], i)) {
        i++;
    }
    return i;
}

guidon_status gdn_hex_parse_error(const char text[GDN_HEX_LEN], size_t *bad_at)
{
    if (bad_at) {
        *bad_at = gdn_hex_bad_at(text);
    }
    return GUIDON_E_CHAR;
}
