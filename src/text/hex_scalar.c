/* SPDX-License-Identifier: MIT */
/*
 * hex_scalar.c - ids to 8-4-4-4-12 text and back, on any processor
 *
 * Shapes  an id is 16 bytes, a text 36 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    Writing looks up the two digits of each octet. Reading adds four
 *         numbers for each four digits, from a table for each of the four
 *         places: a digit's value there, and one in a count of digits above
 *         the value. The count shows whether all characters are digits.
 * Reference this file defines the result. gdn_hex_bad_at, which uses the plain
 *         table of values, finds the offset in a text that is refused.
 */
#include "../core/bytes.h"
#include "../core/memory.h"
#include "../cpu/arch.h"
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

/* ------------------------------------------------------------------ writing */

/* If the compiler optimises for size, the tables of digits and of values serve
 * all places: they are 4 kB smaller than the tables by octet and by place. */
#ifdef __OPTIMIZE_SIZE__
static inline void write_octet(char out[2], unsigned char octet)
{
    out[0] = gdn_hex_lower[octet >> 4];
    out[1] = gdn_hex_lower[octet & 15];
}
#else
#  define PAIRS(high)                                                          \
    {high, '0'}, {high, '1'}, {high, '2'}, {high, '3'}, {high, '4'},           \
        {high, '5'}, {high, '6'}, {high, '7'}, {high, '8'}, {high, '9'},       \
        {high, 'a'}, {high, 'b'}, {high, 'c'}, {high, 'd'}, {high, 'e'},       \
    {                                                                          \
      high, 'f'                                                                \
    }

/* The two digits of each octet. */
static const char digit_pairs[256][2] = {
    PAIRS('0'), PAIRS('1'), PAIRS('2'), PAIRS('3'), PAIRS('4'), PAIRS('5'),
    PAIRS('6'), PAIRS('7'), PAIRS('8'), PAIRS('9'), PAIRS('a'), PAIRS('b'),
    PAIRS('c'), PAIRS('d'), PAIRS('e'), PAIRS('f')};

static inline void write_octet(char out[2], unsigned char octet)
{
    memcpy(out, digit_pairs[octet], 2);
}
#endif

void gdn_hex_format_scalar(char out[GDN_HEX_LEN], const guidon_id *id)
{
    GDN_UNROLL
    for (size_t i = 0; i < 16; i++) {
        write_octet(out + digits_at[i], id->bytes[i]);
    }
    GDN_UNROLL
    for (size_t i = 0; i < 4; i++) {
        out[dashes_at[i]] = '-';
    }
}

/* ------------------------------------------------------------------ reading */

#define ONE_DIGIT   (UINT32_C(1) << 28)
#define FOUR_DIGITS (4 * ONE_DIGIT)

/* The offsets of the eight groups of four digits. */
static const unsigned char fours_at[8] = {0, 4, 9, 14, 19, 24, 28, 32};

/* The value of four digits in the lower 16 bits. The bit FOUR_DIGITS is set if
 * all are digits: the count of fewer digits is below it. */
#ifdef __OPTIMIZE_SIZE__
static inline uint32_t four_digits(const char *text)
{
    uint32_t group = 0;
    unsigned all = 0;

    for (size_t i = 0; i < 4; i++) {
        unsigned digit = hex_value_of(text[i]);
        all |= digit;
        group = group << 4 | digit;
    }
    return all < 16 ? FOUR_DIGITS | group : 0;
}
#else
#  define DIGIT(value, shift) (ONE_DIGIT + (UINT32_C(value) << (shift)))

/* The digits of a place whose values are shifted by `shift`. */
#  define PLACE(shift)                                                         \
    {                                                                          \
      ['0'] = DIGIT(0, shift), ['1'] = DIGIT(1, shift),                        \
      ['2'] = DIGIT(2, shift), ['3'] = DIGIT(3, shift),                        \
      ['4'] = DIGIT(4, shift), ['5'] = DIGIT(5, shift),                        \
      ['6'] = DIGIT(6, shift), ['7'] = DIGIT(7, shift),                        \
      ['8'] = DIGIT(8, shift), ['9'] = DIGIT(9, shift),                        \
      ['A'] = DIGIT(10, shift), ['B'] = DIGIT(11, shift),                      \
      ['C'] = DIGIT(12, shift), ['D'] = DIGIT(13, shift),                      \
      ['E'] = DIGIT(14, shift), ['F'] = DIGIT(15, shift),                      \
      ['a'] = DIGIT(10, shift), ['b'] = DIGIT(11, shift),                      \
      ['c'] = DIGIT(12, shift), ['d'] = DIGIT(13, shift),                      \
      ['e'] = DIGIT(14, shift), ['f'] = DIGIT(15, shift)                       \
    }

/* By place and character. Characters that are no digit have 0. */
static const uint32_t digit_in[4][256] = {PLACE(12), PLACE(8), PLACE(4),
                                          PLACE(0)};

static inline uint32_t four_digits(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    return digit_in[0][c[0]] + digit_in[1][c[1]] + digit_in[2][c[2]] +
           digit_in[3][c[3]];
}
#endif

static bool hex_scalar_parse(guidon_id *out, const char text[GDN_HEX_LEN])
{
    uint64_t words[2] = {0, 0};
    uint32_t digits = FOUR_DIGITS;
    unsigned dashes = 0;

    GDN_UNROLL
    for (size_t i = 0; i < 8; i++) {
        uint32_t group = four_digits(text + fours_at[i]);
        digits &= group;
        words[i / 4] = words[i / 4] << 16 | (group & 0xffffu);
    }
    GDN_UNROLL
    for (size_t i = 0; i < 4; i++) {
        dashes |= (unsigned)(text[dashes_at[i]] ^ '-');
    }
    if (!digits || dashes) {
        return false;
    }
    gdn_store_be64(out->bytes, words[0]);
    gdn_store_be64(out->bytes + 8, words[1]);
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
