/* SPDX-License-Identifier: MIT */
/* The text of one id, read and written inside the caller. */
#ifndef GUIDON_INLINE_H
#define GUIDON_INLINE_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <guidon/text.h>
#include <stddef.h>

/*
 * GUIDON_INLINED is 1 if the functions of this header are code of the caller,
 * and 0 if they call the library. They are code of the caller if gcc, clang or
 * a compatible compiler makes code for x86-64 with SSE4.1, for example with
 * -msse4.1, -mavx2 or -march=x86-64-v2. Define GUIDON_INLINE_OFF to call the
 * library in any case.
 */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__SSSE3__) &&          \
    defined(__SSE4_1__) && !defined(GUIDON_INLINE_OFF)
#  define GUIDON_INLINED 1
#  if defined(__AVX2__)
#    include <immintrin.h>
#  else
#    include <smmintrin.h>
#  endif
#else
#  define GUIDON_INLINED 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * <guidon.h> does not include this header. Include it in the few files that
 * read or write single ids so often that the call of a library is a large part
 * of the time.
 *
 * The results, statuses and offsets are those of the library's functions. The
 * price is code size: each place of use gets up to 380 bytes of code, and each
 * file up to 700 bytes of constants. A newer library does not change this
 * code: compile again after an update of the headers. For many ids, the batch
 * functions are faster than either.
 *
 * These functions allocate nothing, ignore the locale and may be called from
 * any thread. An output must not overlap an input.
 */

/*
 * Write the canonical text of a UUID (36 characters, lower case) or of a ULID
 * (26 characters, upper case), as guidon_uuid_format and guidon_ulid_format do.
 * No NUL is added.
 *
 *   out  out  36 (ULID: 26) characters
 *   id   in   any id
 *
 * Threads any.
 * Source  RFC 9562, section 4; ULID specification, "Canonical String
 *         Representation"
 * Code    include/guidon/inline.h
 */
static inline void guidon_uuid_format_inline(char out[36], const guidon_id *id);
static inline void guidon_ulid_format_inline(char out[26], const guidon_id *id);

/*
 * Read the canonical text of one UUID or one ULID, as guidon_uuid_parse and
 * guidon_ulid_parse do. If the text is wrong, these functions call those, which
 * find the status and the offset.
 *
 *   out     out  unchanged on an error
 *   text    in   `len` bytes
 *   len     in   bytes, of which no more are read
 *   bad_at  out  written only on an error; may be NULL
 *
 * Errors  GUIDON_E_LENGTH  len is not 36 (ULID: 26); *bad_at is len if the text
 *                          is too short, and 36 (26) if it is too long
 *         GUIDON_E_CHAR    *bad_at is the offset of the first wrong character
 *         GUIDON_E_RANGE   ULID only: all characters are right, but the first
 *                          is above '7'; *bad_at is 0
 * Threads any.
 * Source  RFC 9562, section 4; ULID specification
 * Code    include/guidon/inline.h
 */
static inline GUIDON_MUST_CHECK guidon_status guidon_uuid_parse_inline(
    guidon_id *out, const char *text, size_t len, size_t *bad_at);
static inline GUIDON_MUST_CHECK guidon_status guidon_ulid_parse_inline(
    guidon_id *out, const char *text, size_t len, size_t *bad_at);

/*
 * Write an id in any form, as guidon_format does. If the compiler knows the
 * form, and the form is UUID, UUID_UPPER, HEX, HEX_UPPER, BRACES, PARENS, URN
 * or ULID, no function is called. For all other forms, this is a call of guidon_format.
 *
 *   out      out  the text, without NUL
 *   out_cap  in   the size of `out` in bytes; GUIDON_TEXT_MAX fits every text
 *   out_len  out  the number of bytes written; may be NULL
 *   id       in   any id
 *   form     in   a constant such as GUIDON_FORM_HEX
 *
 * Errors  those of guidon_format
 * Threads any.
 * Code    include/guidon/inline.h
 */
static inline GUIDON_MUST_CHECK guidon_status
guidon_format_inline(char *out, size_t out_cap, size_t *out_len,
                     const guidon_id *id, guidon_form form);

/*
 * Read an id in one form, as guidon_parse_as does. No function is called to read
 * a right text of the forms that guidon_format_inline names. If the text is wrong
 * or has another form, this is a call of guidon_parse_as.
 *
 *   out     out  unchanged on an error
 *   text    in   `len` bytes
 *   len     in   bytes, of which no more are read
 *   form    in   a constant such as GUIDON_FORM_HEX; letters are read in either
 *                case, whatever case the form writes
 *   bad_at  out  written only on an error; may be NULL
 *
 * Errors  GUIDON_E_ARGUMENT  no such form
 *         others             those of guidon_parse_as
 * Threads any.
 * Code    include/guidon/inline.h
 */
static inline GUIDON_MUST_CHECK guidon_status
guidon_parse_as_inline(guidon_id *out, const char *text, size_t len,
                       guidon_form form, size_t *bad_at);

#ifdef __cplusplus
}
#endif

#if GUIDON_INLINED
/*
 * The kernels for SSE4.1 and AVX2.
 *
 * Bounds  reads and writes touch exactly the 16, 26 and 36 bytes: pieces of a
 *         text overlap.
 * Idea    as src/text/hex_x86.h and src/text/base32_sse41.c. Tables are arrays,
 *         because the arguments of _mm_setr_epi8 have the sign of char.
 * Reference the library; tests/inline/test_inline.c holds both equal.
 *
 * memcpy of a constant size is one instruction at any alignment, and needs no
 * cast.
 */
static inline __m128i guidon_inline_load(const void *from)
{
    __m128i x;

    __builtin_memcpy(&x, from, sizeof x);
    return x;
}

static inline void guidon_inline_store(void *to, __m128i x)
{
    __builtin_memcpy(to, &x, sizeof x);
}

#  define GUIDON_ZZ 0x80 /* a shuffle gives zero for this index */

/*
 * The two halves of a text are the two lanes of a register of AVX2, or two
 * registers of SSE4.1. Functions for both take a GUIDON_INLINE_V, and call the
 * intrinsics of its width.
 */
#  if defined(__AVX2__)
#    define GUIDON_INLINE_V        __m256i
#    define GUIDON_INLINE_OP(op)   _mm256_##op
#    define GUIDON_INLINE_BITS(op) _mm256_##op##_si256
#  else
#    define GUIDON_INLINE_V        __m128i
#    define GUIDON_INLINE_OP(op)   _mm_##op
#    define GUIDON_INLINE_BITS(op) _mm_##op##_si128
#  endif

static inline GUIDON_INLINE_V guidon_inline_wide(const void *from)
{
    GUIDON_INLINE_V x;

    __builtin_memcpy(&x, from, sizeof x);
    return x;
}

/*
 * Return x, but hide from the compiler that it is constant. Without this, gcc
 * makes a constant that repeats one number anew for each id of a loop, from a
 * general register. That costs more than the call that this header saves.
 */
static inline GUIDON_INLINE_V guidon_inline_kept(GUIDON_INLINE_V x)
{
    __asm__("" : "+x"(x));
    return x;
}

/* The same 16 bits in each word. An argument of 8 bits has the sign of char. */
#  define GUIDON_INLINE_ALL(x)                                                 \
    guidon_inline_kept(GUIDON_INLINE_OP(set1_epi16)(x))

/* The same sixteen bytes in each lane. */
static inline GUIDON_INLINE_V guidon_inline_each(const void *lane)
{
#  if defined(__AVX2__)
    return _mm256_broadcastsi128_si256(guidon_inline_load(lane));
#  else
    return guidon_inline_load(lane);
#  endif
}

#  if defined(__AVX2__)
static inline __m256i guidon_inline_two(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}
#  endif

/* ------------------------------------------------------------ UUIDs as text */

/* The sixteen digits, upper case if `upper` is 1. */
static inline __m128i guidon_inline_digit_set(int upper)
{
    static const unsigned char digits[2][16] = {
        {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd',
         'e', 'f'},
        {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D',
         'E', 'F'},
    };

    return guidon_inline_load(digits[upper]);
}

/* Digits 0-15 of an id; 16-31 if `half` is 1. */
static inline __m128i guidon_inline_digits(__m128i id, int half, int upper)
{
    const __m128i mask = _mm_set1_epi8(0x0f);
    __m128i high = _mm_and_si128(_mm_srli_epi16(id, 4), mask);
    __m128i low = _mm_and_si128(id, mask);

    return _mm_shuffle_epi8(guidon_inline_digit_set(upper),
                            half ? _mm_unpackhi_epi8(high, low)
                                 : _mm_unpacklo_epi8(high, low));
}

/*
 * Characters 0-15, 16-19 and 20-35 have the digits 0-13, 14-16 and 17-31. Each
 * piece is a shuffle of digits that leaves zeros for the '-'. The first piece
 * takes from digits 0-15, the middle from 14-29, and the last from 16-31.
 */
static inline void guidon_inline_write_uuid(char *out, const guidon_id *id,
                                            int upper)
{
    static const unsigned char in_first[16] = {
        0, 1, 2, 3, 4, 5, 6, 7, GUIDON_ZZ, 8, 9, 10, 11, GUIDON_ZZ, 12, 13};
    static const unsigned char in_middle[16] = {0, 1, GUIDON_ZZ, 2};
    static const unsigned char in_last[16] = {
        1, 2, 3, GUIDON_ZZ, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    static const unsigned char first_dashes[16] = {0, 0,   0, 0, 0, 0, 0,
                                                   0, '-', 0, 0, 0, 0, '-'};
    static const unsigned char middle_dashes[16] = {0, 0, '-'};
    static const unsigned char last_dashes[16] = {0, 0, 0, '-'};
    const __m128i x = guidon_inline_load(id->bytes);
    const __m128i d0 = guidon_inline_digits(x, 0, upper);
    const __m128i d16 = guidon_inline_digits(x, 1, upper);
    __m128i first = _mm_shuffle_epi8(d0, guidon_inline_load(in_first));
    __m128i middle = _mm_shuffle_epi8(_mm_alignr_epi8(d16, d0, 14),
                                      guidon_inline_load(in_middle));
    __m128i last = _mm_shuffle_epi8(d16, guidon_inline_load(in_last));
    int word;

    middle = _mm_or_si128(middle, guidon_inline_load(middle_dashes));
    word = _mm_cvtsi128_si32(middle);
    guidon_inline_store(out,
                        _mm_or_si128(first, guidon_inline_load(first_dashes)));
    __builtin_memcpy(out + 16, &word, sizeof word);
    guidon_inline_store(out + 20,
                        _mm_or_si128(last, guidon_inline_load(last_dashes)));
}

/* Write 32 digits. */
static inline void guidon_inline_write_hex(char *out, const guidon_id *id,
                                           int upper)
{
    const __m128i x = guidon_inline_load(id->bytes);

    guidon_inline_store(out, guidon_inline_digits(x, 0, upper));
    guidon_inline_store(out + 16, guidon_inline_digits(x, 1, upper));
}

/*
 * The values of sixteen digits; 16 and above if a character is no digit.
 *
 * Decimal: '0' to '9' become 0xf6 to 0xff by adding 0xc6, 0xf0 to 0xf9 by a
 * saturated subtraction of 6, and 0 to 9 by subtracting 0xf0. All others end at
 * 16 or above. Letters: in upper case and less 'A', they are 0 to 5, and 10 to
 * 15 after a saturated addition of 10. All others are above. So a character
 * that is no digit is large in both results, and the minimum is the value.
 */
static inline GUIDON_INLINE_V guidon_inline_hex_values(GUIDON_INLINE_V c)
{
    GUIDON_INLINE_V decimal = GUIDON_INLINE_OP(subs_epu8)(
        GUIDON_INLINE_OP(add_epi8)(c, GUIDON_INLINE_ALL(~0x3939)),
        GUIDON_INLINE_ALL(0x0606));
    GUIDON_INLINE_V letter = GUIDON_INLINE_OP(sub_epi8)(
        GUIDON_INLINE_BITS(and)(c, GUIDON_INLINE_ALL(~0x2020)),
        GUIDON_INLINE_ALL(0x4141));

    decimal = GUIDON_INLINE_OP(sub_epi8)(decimal, GUIDON_INLINE_ALL(~0x0f0f));
    letter = GUIDON_INLINE_OP(adds_epu8)(letter, GUIDON_INLINE_ALL(0x0a0a));
    return GUIDON_INLINE_OP(min_epu8)(decimal, letter);
}

/*
 * Read 36 characters. Returns 0 and leaves *out unchanged if they are wrong.
 *
 * Digits 2-15 are in characters 2-17, and 16-29 in 18-33. The other pairs of
 * digits are the first word of the text and the last. The dashes are bytes 6
 * and 11 of the first lane, and 0 and 5 of the second.
 */
#  if defined(__AVX2__)
static inline int guidon_inline_read_uuid(guidon_id *out, const char *text)
{
    static const unsigned char digits_at[32] = {
        GUIDON_ZZ, GUIDON_ZZ, 0,  1,  2,  3,  4,  5,  7,         8,        9,
        10,        12,        13, 14, 15, 1,  2,  3,  4,         6,        7,
        8,         9,         10, 11, 12, 13, 14, 15, GUIDON_ZZ, GUIDON_ZZ};
    static const unsigned char at_ends[32] = {
        0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,    0,
        0,    0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    static const unsigned char at_dashes[32] = {
        0,    0, 0, 0, 0, 0,    0xf0, 0, 0, 0, 0, 0xf0, 0, 0, 0, 0,
        0xf0, 0, 0, 0, 0, 0xf0, 0,    0, 0, 0, 0, 0,    0, 0, 0, 0};
    const __m256i c = guidon_inline_wide(text + 2);
    const __m256i ends =
        _mm256_and_si256(guidon_inline_two(guidon_inline_load(text),
                                           guidon_inline_load(text + 20)),
                         guidon_inline_wide(at_ends));
    __m256i values = guidon_inline_hex_values(_mm256_or_si256(
        _mm256_shuffle_epi8(c, guidon_inline_wide(digits_at)), ends));
    __m256i is_dash = _mm256_cmpeq_epi8(c, GUIDON_INLINE_ALL(0x2d2d));
    __m256i wrong = _mm256_or_si256(
        values, _mm256_andnot_si256(is_dash, guidon_inline_wide(at_dashes)));
    __m256i octets;

    if (!_mm256_testz_si256(wrong, GUIDON_INLINE_ALL(~0x0f0f))) {
        return 0;
    }
    octets = _mm256_maddubs_epi16(values, GUIDON_INLINE_ALL(0x0110));
    guidon_inline_store(out->bytes,
                        _mm_packus_epi16(_mm256_castsi256_si128(octets),
                                         _mm256_extracti128_si256(octets, 1)));
    return 1;
}
#  else
static inline int guidon_inline_read_uuid(guidon_id *out, const char *text)
{
    static const unsigned char from_2[16] = {
        GUIDON_ZZ, GUIDON_ZZ, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15};
    static const unsigned char from_18[16] = {
        1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, GUIDON_ZZ, GUIDON_ZZ};
    /* In words 0 and 2 of the second lane, and in the other words of the
     * first. */
    static const unsigned char at_dashes[16] = {0xf0, 0, 0, 0, 0, 0xf0,
                                                0xf0, 0, 0, 0, 0, 0xf0};
    const __m128i weights = GUIDON_INLINE_ALL(0x0110);
    const __m128i c2 = guidon_inline_load(text + 2);
    const __m128i c18 = guidon_inline_load(text + 18);
    __m128i v0 = guidon_inline_hex_values(
        _mm_blend_epi16(_mm_shuffle_epi8(c2, guidon_inline_load(from_2)),
                        guidon_inline_load(text), 0x01));
    __m128i v16 = guidon_inline_hex_values(
        _mm_blend_epi16(_mm_shuffle_epi8(c18, guidon_inline_load(from_18)),
                        guidon_inline_load(text + 20), 0x80));
    __m128i is_dash = _mm_cmpeq_epi8(_mm_blend_epi16(c2, c18, 0x05),
                                     GUIDON_INLINE_ALL(0x2d2d));
    __m128i wrong =
        _mm_or_si128(_mm_or_si128(v0, v16),
                     _mm_andnot_si128(is_dash, guidon_inline_load(at_dashes)));

    if (!_mm_testz_si128(wrong, GUIDON_INLINE_ALL(~0x0f0f))) {
        return 0;
    }
    guidon_inline_store(out->bytes,
                        _mm_packus_epi16(_mm_maddubs_epi16(v0, weights),
                                         _mm_maddubs_epi16(v16, weights)));
    return 1;
}
#  endif

/* Read 32 digits. Returns 0 and leaves *out unchanged if they are wrong. */
static inline int guidon_inline_read_hex(guidon_id *out, const char *text)
{
#  if defined(__AVX2__)
    __m256i values = guidon_inline_hex_values(guidon_inline_wide(text));
    __m256i octets;

    if (!_mm256_testz_si256(values, GUIDON_INLINE_ALL(~0x0f0f))) {
        return 0;
    }
    octets = _mm256_maddubs_epi16(values, GUIDON_INLINE_ALL(0x0110));
    guidon_inline_store(out->bytes,
                        _mm_packus_epi16(_mm256_castsi256_si128(octets),
                                         _mm256_extracti128_si256(octets, 1)));
#  else
    const __m128i weights = GUIDON_INLINE_ALL(0x0110);
    __m128i v0 = guidon_inline_hex_values(guidon_inline_load(text));
    __m128i v16 = guidon_inline_hex_values(guidon_inline_load(text + 16));

    if (!_mm_testz_si128(_mm_or_si128(v0, v16), GUIDON_INLINE_ALL(~0x0f0f))) {
        return 0;
    }
    guidon_inline_store(out->bytes,
                        _mm_packus_epi16(_mm_maddubs_epi16(v0, weights),
                                         _mm_maddubs_epi16(v16, weights)));
#  endif
    return 1;
}

/* ------------------------------------------------------------ ULIDs as text */

/*
 * The letters of an id, sixteen in each lane. Each pair of letters lies within
 * two bytes of the id, which a shuffle makes a word. The two products move each
 * letter to a byte of its own.
 */
static inline GUIDON_INLINE_V guidon_inline_letters(GUIDON_INLINE_V id,
                                                    const void *bytes,
                                                    const void *firsts,
                                                    const void *seconds)
{
    /* The letters of the values from 16 on, and the changes to those of the
     * values below 16. */
    static const unsigned char letters[16] = {'G', 'H', 'J', 'K', 'M', 'N',
                                              'P', 'Q', 'R', 'S', 'T', 'V',
                                              'W', 'X', 'Y', 'Z'};
    static const unsigned char changes[16] = {
        '0' ^ 'G', '1' ^ 'H', '2' ^ 'J', '3' ^ 'K', '4' ^ 'M', '5' ^ 'N',
        '6' ^ 'P', '7' ^ 'Q', '8' ^ 'R', '9' ^ 'S', 'A' ^ 'T', 'B' ^ 'V',
        'C' ^ 'W', 'D' ^ 'X', 'E' ^ 'Y', 'F' ^ 'Z'};
    /* Added to a value, sets the upper bit from 16 on. */
    GUIDON_INLINE_V pairs =
        GUIDON_INLINE_OP(shuffle_epi8)(id, guidon_inline_wide(bytes));
    GUIDON_INLINE_V first =
        GUIDON_INLINE_OP(mulhi_epu16)(pairs, guidon_inline_wide(firsts));
    GUIDON_INLINE_V second =
        GUIDON_INLINE_OP(mullo_epi16)(pairs, guidon_inline_wide(seconds));
    GUIDON_INLINE_V values = GUIDON_INLINE_BITS(or)(
        GUIDON_INLINE_BITS(and)(first, GUIDON_INLINE_ALL(0x001f)),
        GUIDON_INLINE_BITS(and)(second, GUIDON_INLINE_ALL(0x1f00)));
    GUIDON_INLINE_V change = GUIDON_INLINE_OP(shuffle_epi8)(
        guidon_inline_each(changes),
        GUIDON_INLINE_OP(add_epi8)(values, GUIDON_INLINE_ALL(0x7070)));

    return GUIDON_INLINE_BITS(xor)(
        GUIDON_INLINE_OP(shuffle_epi8)(guidon_inline_each(letters), values),
        change);
}

/*
 * Letters 0-15, and 10-25. Letters 2k and 2k + 1 are bits 10k - 2 to 10k + 7 of
 * the id. The two bytes of their word begin at byte (10k - 2) / 8, rounded
 * down, and -2k mod 8 bits of the word are below them.
 */
static inline void guidon_ulid_format_inline(char out[26], const guidon_id *id)
{
    static const unsigned char bytes[32] = {
        0, GUIDON_ZZ, 2, 1, 3, 2, 4,  3, 5,  4,  7,  6,  8,  7,  9,  8,
        7, 6,         8, 7, 9, 8, 10, 9, 12, 11, 13, 12, 14, 13, 15, 14};
    /* 2^(11 - b) and 2^(8 - b), if b bits are below a pair. */
    static const uint16_t firsts[16] = {2048, 32,  128, 512, 2048, 32,
                                        128,  512, 32,  128, 512,  2048,
                                        32,   128, 512, 2048};
    static const uint16_t seconds[16] = {256, 4,  16, 64,  256, 4,  16, 64,
                                         4,   16, 64, 256, 4,   16, 64, 256};
    GUIDON_INLINE_V x = guidon_inline_each(id->bytes);
#  if defined(__AVX2__)
    __m256i text = guidon_inline_letters(x, bytes, firsts, seconds);

    guidon_inline_store(out, _mm256_castsi256_si128(text));
    guidon_inline_store(out + 10, _mm256_extracti128_si256(text, 1));
#  else
    __m128i from_0 = guidon_inline_letters(x, bytes, firsts, seconds);
    __m128i from_10 =
        guidon_inline_letters(x, bytes + 16, firsts + 8, seconds + 8);

    guidon_inline_store(out, from_0);
    guidon_inline_store(out + 10, from_10);
#  endif
}

/* Are the bytes of x below those of y as signed numbers? Said with a type,
 * because the intrinsic of gcc before 8.3 compares unsigned bytes with
 * -funsigned-char. */
static inline GUIDON_INLINE_V guidon_inline_below(GUIDON_INLINE_V x,
                                                  GUIDON_INLINE_V y)
{
    typedef signed char bytes __attribute__((vector_size(sizeof x)));
    bytes a;
    bytes b;

    __builtin_memcpy(&a, &x, sizeof a);
    __builtin_memcpy(&b, &y, sizeof b);
    a = a < b;
    __builtin_memcpy(&x, &a, sizeof x);
    return x;
}

/*
 * The values of sixteen letters; 32 and above if a character is no letter. Each
 * table has the values by the lower four bits of a character, from '0' to 0x7f,
 * and 0xff for no letter: `upper` for the upper bits 5 and 7, with changes to
 * the values for the bits 4 and 6, and for 3. A shuffle gives zero, which is no
 * change, for an index with its upper bit set. As signed numbers, all other
 * characters are below '0'.
 */
static inline GUIDON_INLINE_V guidon_inline_values(GUIDON_INLINE_V c)
{
    static const unsigned char upper[16] = {22,   23,   24,   25,  26, 0xff,
                                            27,   28,   29,   30,  31, 0xff,
                                            0xff, 0xff, 0xff, 0xff};
    static const unsigned char to_4[16] = {
        22 ^ 0xff, 23 ^ 10,   24 ^ 11,   25 ^ 12,   26 ^ 13, 0xff ^ 14,
        27 ^ 15,   28 ^ 16,   29 ^ 17,   30 ^ 0xff, 31 ^ 18, 0xff ^ 19,
        0,         0xff ^ 20, 0xff ^ 21, 0};
    static const unsigned char to_3[16] = {
        22 ^ 0, 23 ^ 1, 24 ^ 2,    25 ^ 3, 26 ^ 4, 0xff ^ 5, 27 ^ 6, 28 ^ 7,
        29 ^ 8, 30 ^ 9, 31 ^ 0xff, 0,      0,      0,        0,      0};
    /* These sums have the upper bit set unless the upper bits of the character
     * are 4 or 6, and unless they are 3. */
    GUIDON_INLINE_V in_4 = GUIDON_INLINE_OP(add_epi8)(
        GUIDON_INLINE_BITS(and)(c, GUIDON_INLINE_ALL(0x1f1f)),
        GUIDON_INLINE_ALL(0x7070));
    GUIDON_INLINE_V in_3 =
        GUIDON_INLINE_OP(adds_epu8)(c, GUIDON_INLINE_ALL(0x4040));
    GUIDON_INLINE_V change = GUIDON_INLINE_BITS(xor)(
        GUIDON_INLINE_OP(shuffle_epi8)(guidon_inline_each(to_4), in_4),
        GUIDON_INLINE_OP(shuffle_epi8)(guidon_inline_each(to_3), in_3));

    change = GUIDON_INLINE_BITS(xor)(
        GUIDON_INLINE_OP(shuffle_epi8)(guidon_inline_each(upper), c), change);
    return GUIDON_INLINE_BITS(or)(
        change, guidon_inline_below(c, GUIDON_INLINE_ALL(0x3030)));
}

/*
 * Join the values of two, four and eight letters, and put the bytes where `to`
 * has their positions. Each eight letters are 40 bits: a quadword has the first
 * four above four zero bits in its lower half, and the others in its upper one.
 * The shift by 48 bits moves the highest four bits of the others to the zeros.
 */
static inline GUIDON_INLINE_V guidon_inline_joined(GUIDON_INLINE_V values,
                                                   GUIDON_INLINE_V to)
{
    static const uint16_t fours[8] = {16384, 16, 1024, 1, 16384, 16, 1024, 1};
    GUIDON_INLINE_V x = GUIDON_INLINE_OP(madd_epi16)(
        GUIDON_INLINE_OP(maddubs_epi16)(values, GUIDON_INLINE_ALL(0x0120)),
        guidon_inline_kept(guidon_inline_each(fours)));

    x = GUIDON_INLINE_BITS(or)(x, GUIDON_INLINE_OP(srli_epi64)(x, 48));
    return GUIDON_INLINE_OP(shuffle_epi8)(x, to);
}

/*
 * Read 26 characters. Returns 0 and leaves *out unchanged if they are wrong.
 *
 * The first lane has letters 0-9 behind six zeros, and the second one 10-25. So
 * the groups of eight letters from letters 2, 10 and 18 on are whole quadwords
 * and five bytes of the id each. Letters 0 and 1 are byte 0; the values before
 * them stay above that byte.
 */
static inline int guidon_inline_read_ulid(guidon_id *out, const char *text)
{
    static const unsigned char id_bytes[32] = {
        4,         10,        9,         8,         13,        12,
        GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ,
        GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ,
        GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, GUIDON_ZZ, 2,         1,
        0,         5,         4,         10,        9,         8,
        13,        12};
    /* The bits of a value that must be zero: five of letter 0, which is at most
     * 7, three of the others, and none before it. */
    static const unsigned char no_value[32] = {
        0,    0,    0,    0,    0,    0,    0xf8, 0xe0, 0xe0, 0xe0, 0xe0,
        0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0,
        0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0};
    const __m128i c0 = _mm_slli_si128(guidon_inline_load(text), 6);
    const __m128i c10 = guidon_inline_load(text + 10);
#  if defined(__AVX2__)
    const __m256i c = guidon_inline_two(c0, c10);
    __m256i v = guidon_inline_values(c);
    __m256i parts;

    if (!_mm256_testz_si256(v, guidon_inline_wide(no_value))) {
        return 0;
    }
    parts = guidon_inline_joined(v, guidon_inline_wide(id_bytes));
    guidon_inline_store(out->bytes,
                        _mm_or_si128(_mm256_castsi256_si128(parts),
                                     _mm256_extracti128_si256(parts, 1)));
    return 1;
#  else
    __m128i v0 = guidon_inline_values(c0);
    __m128i v10 = guidon_inline_values(c10);
    __m128i wrong =
        _mm_or_si128(_mm_and_si128(v0, guidon_inline_load(no_value)),
                     _mm_and_si128(v10, guidon_inline_load(no_value + 16)));

    if (!_mm_testz_si128(wrong, wrong)) {
        return 0;
    }
    guidon_inline_store(
        out->bytes,
        _mm_or_si128(
            guidon_inline_joined(v0, guidon_inline_load(id_bytes)),
            guidon_inline_joined(v10, guidon_inline_load(id_bytes + 16))));
    return 1;
#  endif
}

#  undef GUIDON_INLINE_ALL
#  undef GUIDON_ZZ
#  undef GUIDON_INLINE_V
#  undef GUIDON_INLINE_OP
#  undef GUIDON_INLINE_BITS

/* ------------------------------------------------- functions for one format */

static inline void guidon_uuid_format_inline(char out[36], const guidon_id *id)
{
    guidon_inline_write_uuid(out, id, 0);
}

static inline guidon_status guidon_uuid_parse_inline(guidon_id *out,
                                                     const char *text,
                                                     size_t len, size_t *bad_at)
{
    if (__builtin_expect(
            len == GUIDON_UUID_LEN && guidon_inline_read_uuid(out, text), 1)) {
        return GUIDON_OK;
    }
    return guidon_uuid_parse(out, text, len, bad_at);
}

static inline guidon_status guidon_ulid_parse_inline(guidon_id *out,
                                                     const char *text,
                                                     size_t len, size_t *bad_at)
{
    if (__builtin_expect(
            len == GUIDON_ULID_LEN && guidon_inline_read_ulid(out, text), 1)) {
        return GUIDON_OK;
    }
    return guidon_ulid_parse(out, text, len, bad_at);
}

/* -------------------------------------------------- functions for any format */

/* The compiler keeps the one branch of a known form, but only if it does not
 * judge the size of the function before. */
#  define GUIDON_INLINE_ALWAYS __attribute__((always_inline)) static inline

/* The bytes of a text of a form that is read and written here; 0 for others. */
GUIDON_INLINE_ALWAYS size_t guidon_inline_len(guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_UUID:
    case GUIDON_FORM_UUID_UPPER:
        return GUIDON_UUID_LEN;
    case GUIDON_FORM_HEX:
    case GUIDON_FORM_HEX_UPPER:
        return 32;
    case GUIDON_FORM_BRACES:
    case GUIDON_FORM_PARENS:
        return 38;
    case GUIDON_FORM_URN:
        return 45;
    case GUIDON_FORM_ULID:
        return GUIDON_ULID_LEN;
    default:
        return 0;
    }
}

/* Write a text of such a form. */
GUIDON_INLINE_ALWAYS void guidon_inline_write(char *out, const guidon_id *id,
                                              guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_ULID:
        guidon_ulid_format_inline(out, id);
        break;
    case GUIDON_FORM_HEX:
    case GUIDON_FORM_HEX_UPPER:
        guidon_inline_write_hex(out, id, form == GUIDON_FORM_HEX_UPPER);
        break;
    case GUIDON_FORM_BRACES:
    case GUIDON_FORM_PARENS:
        out[0] = form == GUIDON_FORM_BRACES ? '{' : '(';
        guidon_inline_write_uuid(out + 1, id, form == GUIDON_FORM_BRACES);
        out[37] = form == GUIDON_FORM_BRACES ? '}' : ')';
        break;
    case GUIDON_FORM_URN:
        __builtin_memcpy(out, "urn:uuid:", 9);
        guidon_inline_write_uuid(out + 9, id, 0);
        break;
    default:
        guidon_inline_write_uuid(out, id, form == GUIDON_FORM_UUID_UPPER);
    }
}

/* Does the text begin with "urn:uuid:" in any case? Bit 5 makes letters
 * small. */
static inline int guidon_inline_is_urn(const char *text)
{
    static const char urn[8] = {'u', 'r', 'n', ':', 'u', 'u', 'i', 'd'};
    static const char small[8] = {' ', ' ', ' ', 0, ' ', ' ', ' ', ' '};
    uint64_t want;
    uint64_t fold;
    uint64_t word;

    __builtin_memcpy(&want, urn, sizeof want);
    __builtin_memcpy(&fold, small, sizeof fold);
    __builtin_memcpy(&word, text, sizeof word);
    return (word | fold) == want && text[8] == ':';
}

/* Read a text that has the length of such a form. Returns 0 and leaves *out
 * unchanged if the text is wrong. */
GUIDON_INLINE_ALWAYS int guidon_inline_read(guidon_id *out, const char *text,
                                            guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_ULID:
        return guidon_inline_read_ulid(out, text);
    case GUIDON_FORM_HEX:
    case GUIDON_FORM_HEX_UPPER:
        return guidon_inline_read_hex(out, text);
    case GUIDON_FORM_BRACES:
        return text[0] == '{' && text[37] == '}' &&
               guidon_inline_read_uuid(out, text + 1);
    case GUIDON_FORM_PARENS:
        return text[0] == '(' && text[37] == ')' &&
               guidon_inline_read_uuid(out, text + 1);
    case GUIDON_FORM_URN:
        return guidon_inline_is_urn(text) &&
               guidon_inline_read_uuid(out, text + 9);
    default:
        return guidon_inline_read_uuid(out, text);
    }
}

GUIDON_INLINE_ALWAYS guidon_status guidon_format_inline(char *out,
                                                        size_t out_cap,
                                                        size_t *out_len,
                                                        const guidon_id *id,
                                                        guidon_form form)
{
    size_t len = guidon_inline_len(form);

    if (len == 0 || out_cap < len) {
        return guidon_format(out, out_cap, out_len, id, form);
    }
    guidon_inline_write(out, id, form);
    if (out_len) {
        *out_len = len;
    }
    return GUIDON_OK;
}

GUIDON_INLINE_ALWAYS guidon_status guidon_parse_as_inline(guidon_id *out,
                                                          const char *text,
                                                          size_t len,
                                                          guidon_form form,
                                                          size_t *bad_at)
{
    size_t want = guidon_inline_len(form);

    if (__builtin_expect(
            want && len == want && guidon_inline_read(out, text, form), 1)) {
        return GUIDON_OK;
    }
    return guidon_parse_as(out, text, len, form, bad_at);
}
#  undef GUIDON_INLINE_ALWAYS
#else
static inline void guidon_uuid_format_inline(char out[36], const guidon_id *id)
{
    guidon_uuid_format(out, id);
}

static inline void guidon_ulid_format_inline(char out[26], const guidon_id *id)
{
    guidon_ulid_format(out, id);
}

static inline guidon_status guidon_uuid_parse_inline(guidon_id *out,
                                                     const char *text,
                                                     size_t len, size_t *bad_at)
{
    return guidon_uuid_parse(out, text, len, bad_at);
}

static inline guidon_status guidon_ulid_parse_inline(guidon_id *out,
                                                     const char *text,
                                                     size_t len, size_t *bad_at)
{
    return guidon_ulid_parse(out, text, len, bad_at);
}

static inline guidon_status guidon_format_inline(char *out, size_t out_cap,
                                                 size_t *out_len,
                                                 const guidon_id *id,
                                                 guidon_form form)
{
    return guidon_format(out, out_cap, out_len, id, form);
}

static inline guidon_status guidon_parse_as_inline(guidon_id *out,
                                                   const char *text, size_t len,
                                                   guidon_form form,
                                                   size_t *bad_at)
{
    return guidon_parse_as(out, text, len, form, bad_at);
}
#endif

#endif
