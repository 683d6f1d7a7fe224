/* SPDX-License-Identifier: MIT */
/*
 * base32_scalar.c - one id to 26 letters of Crockford's base 32 and back
 *
 * Needs   nothing.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    an id is a number of 128 bits. With two zero bits in front, these are
 *         26 groups of five bits. Letters 0 to 12 are the upper word without
 *         its last bit. Letter 13 is that bit and four bits of the lower word.
 *         Letters 14 to 25 are the other 60 bits. Reading ORs the values of all
 *         letters; a bit above the fifth means that some letter is wrong.
 * Reference this file defines the result.
 */
#include "base32.h"

#include "../core/bytes.h"
#include "parse_error.h"

/* clang-format off */
#define XX GDN_NO_LETTER
_Alignas(64) const unsigned char gdn_base32_value[256] = {
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
     0,  1,  2,  3,  4,  5,  6,  7,  8,  9, XX, XX, XX, XX, XX, XX, /* 0-9 */
    XX, 10, 11, 12, 13, 14, 15, 16, 17, XX, 18, 19, XX, 20, 21, XX, /* A-N */
    22, 23, 24, 25, 26, XX, 27, 28, 29, 30, 31, XX, XX, XX, XX, XX, /* P-Z */
    XX, 10, 11, 12, 13, 14, 15, 16, 17, XX, 18, 19, XX, 20, 21, XX, /* a-n */
    22, 23, 24, 25, 26, XX, 27, 28, 29, 30, 31, XX, XX, XX, XX, XX, /* p-z */
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

const char gdn_base32_lower[33] = "0123456789abcdefghjkmnpqrstvwxyz";
const char gdn_base32_upper[33] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* 26 letters have 130 bits, so the first letter may use only three of its
 * five. */
#define FIRST_MAX 7u

static unsigned base32_value_of(char c)
{
    return gdn_base32_value[(unsigned char)c];
}

void gdn_base32_write(char out[26], const guidon_id *id, const char letters[32])
{
    uint64_t upper = gdn_load_be64(id->bytes);
    uint64_t lower = gdn_load_be64(id->bytes + 8);

    for (unsigned i = 0; i < 13; i++) {
        out[i] = letters[upper >> (61 - 5 * i) & 31u];
    }
    out[13] = letters[(upper << 4 | lower >> 60) & 31u];
    for (unsigned i = 0; i < 12; i++) {
        out[14 + i] = letters[lower >> (55 - 5 * i) & 31u];
    }
}

bool gdn_base32_read(guidon_id *out, const char text[26])
{
    unsigned middle = base32_value_of(text[13]);
    unsigned letters = middle;
    uint64_t upper = 0;
    uint64_t lower = 0;

    for (size_t i = 0; i < 13; i++) {
        unsigned value = base32_value_of(text[i]);
        letters |= value;
        upper = upper << 5 | value;
    }
    for (size_t i = 14; i < 26; i++) {
        unsigned value = base32_value_of(text[i]);
        letters |= value;
        lower = lower << 5 | value;
    }
    if (letters > 31 || base32_value_of(text[0]) > FIRST_MAX) {
        return false;
    }
    gdn_store_be64(out->bytes, upper << 1 | middle >> 4);
    gdn_store_be64(out->bytes + 8, (uint64_t)middle << 60 | lower);
    return true;
}

size_t gdn_base32_bad_at(const char text[26])
{
    size_t i = 0;

    while (i < 26 && base32_value_of(text[i]) != GDN_NO_LETTER) {
        i++;
    }
    return i;
}

guidon_status gdn_base32_parse_error(size_t *bad_at, const char text[26])
{
    size_t at = gdn_base32_bad_at(text);

    if (at < GDN_BASE32_LEN) {
        return gdn_parse_error(bad_at, at, GUIDON_E_CHAR);
    }
    return gdn_parse_error(bad_at, 0, GUIDON_E_RANGE);
}

/* -------------------------------------------------------------- as a kernel */

static inline void base32_scalar_write_id(char out[26], const guidon_id *id)
{
    gdn_base32_write(out, id, gdn_base32_upper);
}

static inline bool base32_scalar_read_id(guidon_id *out, const char text[26])
{
    return gdn_base32_read(out, text);
}

#define KERNEL scalar
#define TARGET
#include "base32_each.h"
