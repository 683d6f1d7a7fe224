/* SPDX-License-Identifier: MIT */
/*
 * base32_scalar.c - one id to 26 letters of Crockford's base 32 and back
 *
 * Needs   nothing.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    an id is a number of 128 bits. With two zero bits in front, these are
 *         26 groups of five bits. Letters 0 and 1 are byte 0, and each four
 *         letters after them are 20 bits. Writing takes letters 0 to 12 from
 *         the upper word without its last bit, letter 13 from that bit and four
 *         bits of the lower word, and letters 14 to 25 from the other 60 bits.
 *         Reading adds four numbers for each four letters, from a table for
 *         each of the four places: a letter's value there, and one in a count
 *         of letters above the value. The count shows whether all characters
 *         are letters.
 * Reference this file defines the result. gdn_base32_bad_at, which uses the
 *         plain table of values, finds the offset in a text that is refused.
 */
#include "base32.h"

#include "../core/bytes.h"
#include "../cpu/arch.h"
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

static unsigned base32_value_of(char c)
{
    return gdn_base32_value[(unsigned char)c];
}

/* ------------------------------------------------------------------ writing */

void gdn_base32_write(char out[26], const guidon_id *id, const char letters[32])
{
    uint64_t upper = gdn_load_be64(id->bytes);
    uint64_t lower = gdn_load_be64(id->bytes + 8);

    GDN_UNROLL
    for (unsigned i = 0; i < 13; i++) {
        out[i] = letters[upper >> (61 - 5 * i) & 31u];
    }
    out[13] = letters[(upper << 4 | lower >> 60) & 31u];
    GDN_UNROLL
    for (unsigned i = 0; i < 12; i++) {
        out[14 + i] = letters[lower >> (55 - 5 * i) & 31u];
    }
}

/* ------------------------------------------------------------------ reading */

#define ONE_LETTER   (UINT32_C(1) << 28)
#define FOUR_LETTERS (4 * ONE_LETTER)

/* If the compiler optimises for size, the table of values serves all places: it
 * is 4 kB smaller than the tables by place.
 *
 * first_byte returns byte 0 of the id from letters 0 and 1. Two letters have
 * ten bits, so the first may use only three of its five; 256 and above if it
 * uses more, or if one is no letter.
 *
 * four_letters returns the value of four letters in the lower 20 bits. The bit
 * FOUR_LETTERS is set if all are letters. */
#ifdef __OPTIMIZE_SIZE__
static inline uint32_t first_byte(const char text[26])
{
    unsigned second = base32_value_of(text[1]);

    return second < 32 ? base32_value_of(text[0]) << 5 | second : 256;
}

static inline uint32_t four_letters(const char *text)
{
    uint32_t group = 0;
    unsigned all = 0;

    for (size_t i = 0; i < 4; i++) {
        unsigned letter = base32_value_of(text[i]);
        all |= letter;
        group = group << 5 | letter;
    }
    return all < 32 ? FOUR_LETTERS | group : 0;
}
#else
#  define LETTER(value, shift) (ONE_LETTER + (UINT32_C(value) << (shift)))

/* The letters of a place whose values are shifted by `shift`. */
/* clang-format off */
#define PLACE(shift)                                                           \
  {                                                                            \
    ['0'] = LETTER(0, shift), ['1'] = LETTER(1, shift),                        \
    ['2'] = LETTER(2, shift), ['3'] = LETTER(3, shift),                        \
    ['4'] = LETTER(4, shift), ['5'] = LETTER(5, shift),                        \
    ['6'] = LETTER(6, shift), ['7'] = LETTER(7, shift),                        \
    ['8'] = LETTER(8, shift), ['9'] = LETTER(9, shift),                        \
    ['A'] = LETTER(10, shift), ['B'] = LETTER(11, shift),                      \
    ['C'] = LETTER(12, shift), ['D'] = LETTER(13, shift),                      \
    ['E'] = LETTER(14, shift), ['F'] = LETTER(15, shift),                      \
    ['G'] = LETTER(16, shift), ['H'] = LETTER(17, shift),                      \
    ['J'] = LETTER(18, shift), ['K'] = LETTER(19, shift),                      \
    ['M'] = LETTER(20, shift), ['N'] = LETTER(21, shift),                      \
    ['P'] = LETTER(22, shift), ['Q'] = LETTER(23, shift),                      \
    ['R'] = LETTER(24, shift), ['S'] = LETTER(25, shift),                      \
    ['T'] = LETTER(26, shift), ['V'] = LETTER(27, shift),                      \
    ['W'] = LETTER(28, shift), ['X'] = LETTER(29, shift),                      \
    ['Y'] = LETTER(30, shift), ['Z'] = LETTER(31, shift),                      \
    ['a'] = LETTER(10, shift), ['b'] = LETTER(11, shift),                      \
    ['c'] = LETTER(12, shift), ['d'] = LETTER(13, shift),                      \
    ['e'] = LETTER(14, shift), ['f'] = LETTER(15, shift),                      \
    ['g'] = LETTER(16, shift), ['h'] = LETTER(17, shift),                      \
    ['j'] = LETTER(18, shift), ['k'] = LETTER(19, shift),                      \
    ['m'] = LETTER(20, shift), ['n'] = LETTER(21, shift),                      \
    ['p'] = LETTER(22, shift), ['q'] = LETTER(23, shift),                      \
    ['r'] = LETTER(24, shift), ['s'] = LETTER(25, shift),                      \
    ['t'] = LETTER(26, shift), ['v'] = LETTER(27, shift),                      \
    ['w'] = LETTER(28, shift), ['x'] = LETTER(29, shift),                      \
    ['y'] = LETTER(30, shift), ['z'] = LETTER(31, shift)                       \
  }
/* clang-format on */

/* By place and character. Characters that are no letter have 0. */
static const uint32_t letter_in[4][256] = {PLACE(15), PLACE(10), PLACE(5),
                                           PLACE(0)};

static inline uint32_t first_byte(const char text[26])
{
    const unsigned char *c = (const unsigned char *)text;

    return letter_in[2][c[0]] + letter_in[3][c[1]] - 2 * ONE_LETTER;
}

/* The count of fewer letters than four is below FOUR_LETTERS. */
static inline uint32_t four_letters(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    return letter_in[0][c[0]] + letter_in[1][c[1]] + letter_in[2][c[2]] +
           letter_in[3][c[3]];
}
#endif

bool gdn_base32_read(guidon_id *out, const char text[26])
{
    uint64_t first = first_byte(text);
    uint32_t letters = FOUR_LETTERS;
    uint64_t bits[6];

    GDN_UNROLL
    for (size_t i = 0; i < 6; i++) {
        uint32_t group = four_letters(text + 2 + 4 * i);
        letters &= group;
        bits[i] = group & 0xfffffu;
    }
    if (!letters || first > 255) {
        return false;
    }
    gdn_store_be64(out->bytes,
                   first << 56 | bits[0] << 36 | bits[1] << 16 | bits[2] >> 4);
    gdn_store_be64(out->bytes + 8,
                   bits[2] << 60 | bits[3] << 40 | bits[4] << 20 | bits[5]);
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
