/* SPDX-License-Identifier: MIT */
/*
 * hex_scalar.c - one id to 8-4-4-4-12 text and back
 *
 * Shapes  an id is 16 bytes, a text 36 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those.
 * Idea    octet i is the two digits at digits_at[i]. Reading ORs together what
 *         every digit is worth and how every '-' differs from one; a bit that
 *         no right text can set means that something, somewhere, is wrong.
 * Twin    none: this is the meaning.
 */
#include "kernels.h"

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

static unsigned value_of(char c)
{
    return gdn_hex_value[(unsigned char)c];
}

void gdn_hex_format_scalar(char out[36], const guidon_id *id)
{
    for (size_t i = 0; i < 16; i++) {
        out[digits_at[i]] = gdn_hex_lower[id->bytes[i] >> 4];
        out[digits_at[i] + 1] = gdn_hex_lower[id->bytes[i] & 15u];
    }
    for (size_t i = 0; i < 4; i++) {
        out[dashes_at[i]] = '-';
    }
}

bool gdn_hex_parse_scalar(guidon_id *out, const char text[36])
{
    guidon_id id;
    unsigned digits = 0;
    unsigned dashes = 0;

    for (size_t i = 0; i < 16; i++) {
        unsigned high = value_of(text[digits_at[i]]);
        unsigned low = value_of(text[digits_at[i] + 1]);
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

/* Is the character at offset i one that belongs there? */
static bool is_right(char c, size_t i)
{
    for (size_t k = 0; k < 4; k++) {
        if (i == dashes_at[k]) {
            return c == '-';
        }
    }
    return value_of(c) != GDN_NO_DIGIT;
}

size_t gdn_hex_bad_at(const char text[36])
{
    size_t i = 0;

    while (i < 36 && is_right(text[i], i)) {
        i++;
    }
    return i;
}
