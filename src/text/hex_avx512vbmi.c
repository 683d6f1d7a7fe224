/* SPDX-License-Identifier: MIT */
/*
 * hex_avx512vbmi.c - ids to 8-4-4-4-12 text and back with AVX-512 VBMI
 *
 * Needs   AVX-512 F, BW, DQ, VL and VBMI, and OS-saved ZMM state;
 *         src/cpu/x86.c checks all.
 * Shapes  an id is 16 bytes, a text 36 chars, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes, and the newlines of
 *         lines.
 * Idea    Texts without gaps are one stream of characters, and each store
 *         writes the next 64. A shuffle of all nibbles of four ids gives each
 *         character its nibble, and a second shuffle its digit. Reading
 *         shuffles the 64 digits of two texts together; one table gives their
 *         values and tells whether they are digits. The errors of sixteen texts
 *         are checked at once, before their ids are stored. hex_avx2.c does the
 *         rest: less than a block, a block with an error, and the writing of
 *         texts with gaps.
 * Reference hex_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "hex_x86.h"

#  include <stdint.h>

#  define TARGET                                                               \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))
#  define INLINE TARGET __attribute__((always_inline)) static inline

INLINE __m512i hex_avx512vbmi_load64(const void *at)
{
    return _mm512_loadu_si512(at);
}

#  define VECTOR 64
#  define BLOCK  16 /* ids */

/* ------------------------------------------------------------------ writing */

/*
 * The source of each character of the first four records of `len` bytes,
 * without gaps. '-' and '\n' stand for themselves. A digit is FROM_NIBBLE with
 * the number of its octet among the 64 octets of four ids, and with HIGH if it
 * is the high nibble of that octet.
 */
#  define FROM_NIBBLE 0x80
#  define HIGH        0x40
#  define IS_DASH(at) ((at) == 8 || (at) == 13 || (at) == 18 || (at) == 23)
#  define DIGIT(at)                                                            \
    ((at) - ((at) > 8) - ((at) > 13) - ((at) > 18) - ((at) > 23))
#  define NIBBLE(digit)                                                        \
    (FROM_NIBBLE | ((digit) % 2 == 0 ? HIGH : 0) | (digit) / 2)
#  define CHAR(i, len)                                                         \
    (IS_DASH((i) % (len)) ? '-'                                                \
     : (i) % (len) == GDN_HEX_LEN                                              \
         ? '\n'                                                                \
         : NIBBLE((i) / (len)*32 + DIGIT((i) % (len))))
#  define CHARS4(i, len)                                                       \
    CHAR(i, len), CHAR((i) + 1, len), CHAR((i) + 2, len), CHAR((i) + 3, len)
#  define CHARS16(i, len)                                                      \
    CHARS4(i, len), CHARS4((i) + 4, len), CHARS4((i) + 8, len),                \
        CHARS4((i) + 12, len)
#  define CHARS144(len)                                                        \
    CHARS16(0, len), CHARS16(16, len), CHARS16(32, len), CHARS16(48, len),     \
        CHARS16(64, len), CHARS16(80, len), CHARS16(96, len),                  \
        CHARS16(112, len), CHARS16(128, len)

static const unsigned char hex_text_chars[4 * GDN_HEX_LEN] = {
    CHARS144(GDN_HEX_LEN)};
static const unsigned char hex_line_chars[4 * GDN_HEX_LINE] = {
    CHARS144(GDN_HEX_LINE), CHARS4(144, GDN_HEX_LINE)};

/* 64 characters of four ids. Both shuffles use only the low bits of an index:
 * seven for the octet and its half, four for the digit. */
INLINE __m512i chars_of(__m512i ids, __m512i from)
{
    const __m512i digits = _mm512_broadcast_i32x4(gdn_hex_digits());
    __m512i nibbles =
        _mm512_permutex2var_epi8(ids, from, _mm512_srli_epi16(ids, 4));

    return _mm512_mask_permutexvar_epi8(from, _mm512_movepi8_mask(from),
                                        nibbles, digits);
}

/*
 * Write n records; n is a constant, 4 or BLOCK. Stores begin at i * VECTOR, but
 * the last store ends with the records. A store that begins in record r takes
 * from the four ids from r on, or from the last four.
 */
INLINE void write_block(char *out, const guidon_id *in, size_t n, size_t len,
                        const unsigned char *table)
{
    const size_t size = n * len;

    GDN_UNROLL
    for (size_t i = 0; i < (size + VECTOR - 1) / VECTOR; i++) {
        size_t at = i * VECTOR + VECTOR > size ? size - VECTOR : i * VECTOR;
        size_t first = at / len < n - 4 ? at / len : n - 4;
        __m512i from = hex_avx512vbmi_load64(table + (at - first * len));

        _mm512_storeu_si512(out + at,
                            chars_of(hex_avx512vbmi_load64(in + first), from));
    }
}

/* Return the number of ids that are left, below 4. `len` and `table` are
 * constants. */
INLINE size_t write_blocks(char *out, const guidon_id *in, size_t n, size_t len,
                           const unsigned char *table)
{
    for (; n >= BLOCK; n -= BLOCK, in += BLOCK, out += BLOCK * len) {
        write_block(out, in, BLOCK, len, table);
    }
    for (; n >= 4; n -= 4, in += 4, out += 4 * len) {
        write_block(out, in, 4, len, table);
    }
    return n;
}

/* Without gaps, for gdn_hex_stream. */
TARGET static void hex_avx512vbmi_write_packed(char *out, const guidon_id *in,
                                               size_t n)
{
    size_t left = write_blocks(out, in, n, GDN_HEX_LEN, hex_text_chars);

    gdn_hex_format_many_avx2(out + (n - left) * GDN_HEX_LEN, GDN_HEX_LEN,
                             in + (n - left), left);
}

TARGET static void hex_avx512vbmi_write_lines(char *out, const guidon_id *in,
                                              size_t n)
{
    size_t left = write_blocks(out, in, n, GDN_HEX_LINE, hex_line_chars);

    gdn_hex_format_lines_avx2(out + (n - left) * GDN_HEX_LINE, in + (n - left),
                              left);
}

TARGET void gdn_hex_format_many_avx512vbmi(char *out, size_t stride,
                                           const guidon_id *in, size_t n)
{
    if (stride != GDN_HEX_LEN) {
        gdn_hex_format_many_avx2(out, stride, in, n);
    } else if (n >= GDN_HEX_STREAM) {
        gdn_hex_stream(out, in, n, GDN_HEX_LEN, hex_avx512vbmi_write_packed);
    } else {
        hex_avx512vbmi_write_packed(out, in, n);
    }
}

TARGET void gdn_hex_format_lines_avx512vbmi(char *out, const guidon_id *in,
                                            size_t n)
{
    if (n >= GDN_HEX_STREAM) {
        gdn_hex_stream(out, in, n, GDN_HEX_LINE, hex_avx512vbmi_write_lines);
    } else {
        hex_avx512vbmi_write_lines(out, in, n);
    }
}

/* ------------------------------------------------------------------ reading */

/* The positions of the high and the low digit of each octet. Characters 0-31
 * are the bytes 0-31, and characters 4-35 are the bytes 32-63. */
static const unsigned char hex_halves[32] = {
    0, 2, 4, 6, 9,  11, 14, 16, 19, 21, 24, 26, 28, 30, 60, 62,
    1, 3, 5, 7, 10, 12, 15, 17, 20, 22, 25, 27, 29, 31, 61, 63};

/*
 * The value and the high four bits of a digit, by its low six bits, in which
 * the 22 digits differ. If no digit has these low bits, the entry has high bits
 * that no character with these low bits has.
 */
#  define NONE(i)  (~(i)&0x30)
#  define NONE2(i) NONE(i), NONE((i) + 1)
#  define NONE8(i) NONE2(i), NONE2((i) + 2), NONE2((i) + 4), NONE2((i) + 6)
/* clang-format off */
static const unsigned char hex_values[64] = {
    NONE(0x00), 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f, NONE(0x07), /* A-F */
    NONE8(0x08), NONE8(0x10), NONE8(0x18),
    NONE(0x20), 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, NONE(0x27), /* a-f */
    NONE8(0x28),
    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, /* 0-9 */
    NONE2(0x3a), NONE2(0x3c), NONE2(0x3e),
};
/* clang-format on */

/* Every other byte of two registers. */
#  define EVEN4(i)  (i), (i) + 2, (i) + 4, (i) + 6
#  define EVEN16(i) EVEN4(i), EVEN4((i) + 8), EVEN4((i) + 16), EVEN4((i) + 24)
static const unsigned char hex_evens[VECTOR] = {EVEN16(0), EVEN16(32),
                                                EVEN16(64), EVEN16(96)};

/* The positions in two registers of the digits of a text that begins at byte
 * i. */
#  define FOUR(i) (i), (i) + 1, (i) + 2, (i) + 3
#  define DIGITS_FROM(i)                                                       \
    FOUR(i), FOUR((i) + 4), FOUR((i) + 9), FOUR((i) + 14), FOUR((i) + 19),     \
        FOUR((i) + 24), FOUR((i) + 28), FOUR((i) + 32)
static const unsigned char digits_of_two[VECTOR] = {DIGITS_FROM(0),
                                                    DIGITS_FROM(VECTOR)};

/* The characters of a record that are no digits. */
static const unsigned char hex_marks[VECTOR] = {
    [8] = '-', [13] = '-', [18] = '-', [23] = '-', [GDN_HEX_LEN] = '\n'};

/* The faults of all texts so far: the high four bits of a byte of `digits`, and
 * any bit of `hex_marks` at the position of a mark. */
struct wrong {
    __m512i digits;
    __m512i marks;
};

/* x | (a ^ b), by its truth table. */
INLINE __m512i or_differences(__m512i x, __m512i a, __m512i b)
{
    return _mm512_ternarylogic_epi64(x, a, b, 0xf6);
}

INLINE __m256i hex_avx512vbmi_load32(const void *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

/* One text, in registers of half the width. */
TARGET guidon_status gdn_hex_parse_avx512vbmi(guidon_id *out,
                                              const char text[GDN_HEX_LEN],
                                              size_t *bad_at)
{
    const __mmask32 dashes = 1u << 8 | 1u << 13 | 1u << 18 | 1u << 23;
    __m256i start = hex_avx512vbmi_load32(text);
    __m256i chars =
        _mm256_permutex2var_epi8(start, hex_avx512vbmi_load32(hex_halves),
                                 hex_avx512vbmi_load32(text + 4));
    __m256i value =
        _mm256_permutex2var_epi8(hex_avx512vbmi_load32(hex_values), chars,
                                 hex_avx512vbmi_load32(hex_values + 32));
    __mmask32 wrong =
        _mm256_test_epi8_mask(_mm256_xor_si256(chars, value),
                              hex_avx512vbmi_load32(gdn_hex_x86.high));
    __m128i high = _mm_slli_epi16(_mm256_castsi256_si128(value), 4);
    __m128i low = _mm256_extracti128_si256(value, 1);

    wrong |= _mm256_mask_cmpneq_epi8_mask(
        dashes, start, hex_avx512vbmi_load32(gdn_hex_x86.dash));
    if (wrong) {
        return gdn_hex_parse_error(text, bad_at);
    }
    /* nibble ? low : high, bit by bit. */
    gdn_hex_store16(
        out, _mm_ternarylogic_epi32(GDN_HEX_ALL(nibble), low, high, 0xca));
    return GUIDON_OK;
}

/* Load the bytes of a record, and no other bytes. */
INLINE __m512i load_record(const char *text, size_t len)
{
    return _mm512_maskz_loadu_epi8((UINT64_C(1) << len) - 1, text);
}

/* The octets of two texts, in words. */
INLINE __m512i hex_avx512vbmi_octets_of(const char *text, size_t stride,
                                        size_t len, struct wrong *wrong)
{
    __m512i a = load_record(text, len);
    __m512i b = load_record(text + stride, len);
    __m512i chars =
        _mm512_permutex2var_epi8(a, hex_avx512vbmi_load64(digits_of_two), b);
    __m512i value =
        _mm512_permutexvar_epi8(chars, hex_avx512vbmi_load64(hex_values));

    wrong->digits = or_differences(wrong->digits, chars, value);
    wrong->marks =
        or_differences(wrong->marks, a, hex_avx512vbmi_load64(hex_marks));
    wrong->marks =
        or_differences(wrong->marks, b, hex_avx512vbmi_load64(hex_marks));
    value = _mm512_and_si512(value, _mm512_set1_epi8(15));
    return _mm512_maddubs_epi16(value, _mm512_set1_epi16(0x0110));
}

INLINE bool hex_avx512vbmi_is_right(const struct wrong *wrong, size_t len)
{
    __m512i there = load_record((const char *)hex_marks, len);
    __mmask64 marked = _mm512_test_epi8_mask(there, there);

    return (_mm512_test_epi8_mask(wrong->digits, _mm512_set1_epi8((char)0xf0)) |
            _mm512_mask_test_epi8_mask(marked, wrong->marks, wrong->marks)) ==
           0;
}

/* Read BLOCK ids; or none, and return false. `len` is a constant, GDN_HEX_LINE
 * if a newline must follow each text. */
INLINE bool hex_avx512vbmi_read_block(guidon_id *out, const char *text,
                                      size_t stride, size_t len)
{
    struct wrong wrong = {_mm512_setzero_si512(), _mm512_setzero_si512()};
    __m512i ids[BLOCK / 4];

    GDN_UNROLL
    for (size_t i = 0; i < BLOCK / 4; i++, text += 4 * stride) {
        __m512i a = hex_avx512vbmi_octets_of(text, stride, len, &wrong);
        __m512i b =
            hex_avx512vbmi_octets_of(text + 2 * stride, stride, len, &wrong);

        ids[i] =
            _mm512_permutex2var_epi8(a, hex_avx512vbmi_load64(hex_evens), b);
    }
    if (!hex_avx512vbmi_is_right(&wrong, len)) {
        return false;
    }
    GDN_UNROLL
    for (size_t i = 0; i < BLOCK / 4; i++) {
        _mm512_storeu_si512(out + 4 * i, ids[i]);
    }
    return true;
}

/* Read blocks up to the first block with an error. Return the number of ids, a
 * multiple of BLOCK. */
INLINE size_t read_blocks(guidon_id *out, const char *text, size_t stride,
                          size_t n, size_t len)
{
    size_t done = 0;

    while (n - done >= BLOCK &&
           hex_avx512vbmi_read_block(out + done, text + done * stride, stride,
                                     len)) {
        done += BLOCK;
    }
    return done;
}

TARGET size_t gdn_hex_parse_many_avx512vbmi(guidon_id *out, const char *text,
                                            size_t stride, size_t n)
{
    size_t done = read_blocks(out, text, stride, n, GDN_HEX_LEN);

    return done + gdn_hex_parse_many_avx2(out + done, text + done * stride,
                                          stride, n - done);
}

TARGET size_t gdn_hex_parse_lines_avx512vbmi(guidon_id *out, const char *text,
                                             size_t n)
{
    size_t done = read_blocks(out, text, GDN_HEX_LINE, n, GDN_HEX_LINE);

    return done + gdn_hex_parse_lines_avx2(
                      out + done, text + done * GDN_HEX_LINE, n - done);
}
#else
GDN_EMPTY_FILE;
#endif
