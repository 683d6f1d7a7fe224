/* SPDX-License-Identifier: MIT */
/* radix.c - ids as numbers in a large base: fixed width, big-endian. */
#include "forms.h"
#include "number.h"
#include "parse_error.h"
#include "runs.h"

/*
 * A base. The digits of a number are, most significant first, a head and two
 * groups, and a group is two halves:
 *
 *   base^(len - 1) < 2^128 <= base^len
 *   base^half_len < 2^32 and base^(2 half_len) < 2^64
 *   2^128 <= base^(4 half_len) 2^32, so that the head has 32 bits too
 */
struct radix {
    const char *letters; /* in order of value */
    size_t len;
    size_t half_len;
    uint32_t base;
    uint32_t half;                  /* base^half_len */
    struct gdn_divisor group;       /* base^(2 half_len) */
    const unsigned char value[256]; /* see runs.h */
};

#define SMALL_LETTERS  "abcdefghijklmnopqrstuvwxyz"
#define LARGE_LETTERS  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DECIMAL_DIGITS "0123456789"

static const struct radix radix_base36 = {
    .letters = DECIMAL_DIGITS SMALL_LETTERS,
    .len = 25,
    .half_len = 6,
    .base = 36,
    .half = 2176782336,
    .group = {.value = UINT64_C(4738381338321616896),
              .normal = UINT64_C(0x83843971c2000000),
              .reciprocal = UINT64_C(0xf24f62335024a295),
              .shift = 1},
    .value =
        {['0'] = GDN_RUN10(1), ['A'] = GDN_RUN26(11), ['a'] = GDN_RUN26(11)},
};

/* The alphabet of the Python package shortuuid: without 0, 1, I, O and l. */
static const struct radix radix_base57 = {
    .letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    .len = 22,
    .half_len = 5,
    .base = 57,
    .half = 601692057,
    .group = {.value = UINT64_C(362033331456891249),
              .normal = UINT64_C(0xa0c66cb2cadb2e20),
              .reciprocal = UINT64_C(0x97a014f8e3be55f1),
              .shift = 5},
    .value = {['2'] = GDN_RUN8(1),
              ['A'] = GDN_RUN8(9),
              ['J'] = GDN_RUN5(17),
              ['P'] = GDN_RUN11(22),
              ['a'] = GDN_RUN11(33),
              ['m'] = GDN_RUN14(44)},
};

static const struct radix radix_base58 = {
    .letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    .len = 22,
    .half_len = 5,
    .base = 58,
    .half = 656356768,
    .group = {.value = 430804206899405824,
              .normal = UINT64_C(0xbf50c498ff748000),
              .reciprocal = UINT64_C(0x568df8b76cbf212c),
              .shift = 5},
    .value = {['1'] = GDN_RUN9(1),
              ['A'] = GDN_RUN8(10),
              ['J'] = GDN_RUN5(18),
              ['P'] = GDN_RUN11(23),
              ['a'] = GDN_RUN11(34),
              ['m'] = GDN_RUN14(45)},
};

static const struct radix radix_base62 = {
    .letters = DECIMAL_DIGITS LARGE_LETTERS SMALL_LETTERS,
    .len = 22,
    .half_len = 5,
    .base = 62,
    .half = 916132832,
    .group = {.value = 839299365868340224,
              .normal = UINT64_C(0xba5ca5392cb04000),
              .reciprocal = UINT64_C(0x5fa8ed2f450272a5),
              .shift = 4},
    .value =
        {['0'] = GDN_RUN10(1), ['A'] = GDN_RUN26(11), ['a'] = GDN_RUN26(37)},
};

/* Source RFC 1924, section 4.2 */
static const struct radix radix_base85 = {
    .letters =
        DECIMAL_DIGITS LARGE_LETTERS SMALL_LETTERS "!#$%&()*+-;<=>?@^_`{|}~",
    .len = 20,
    .half_len = 4,
    .base = 85,
    .half = 52200625,
    .group = {.value = UINT64_C(2724905250390625),
              .normal = UINT64_C(0x9ae49717f0261000),
              .reciprocal = UINT64_C(0xa71aec8d1813d532),
              .shift = 12},
    .value = {['0'] = GDN_RUN10(1),
              ['A'] = GDN_RUN26(11),
              ['a'] = GDN_RUN26(37),
              ['!'] = 63,
              ['#'] = GDN_RUN4(64),
              ['('] = GDN_RUN4(68),
              ['-'] = 72,
              [';'] = GDN_RUN4(73),
              ['?'] = GDN_RUN2(77),
              ['^'] = GDN_RUN3(79),
              ['{'] = GDN_RUN4(82)},
};

/* The functions for a `radix` are inlined into the functions for a form. The
 * base is then a constant, and compilers divide by it with a multiplication. If
 * the compiler optimises for size, the forms share the functions. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#  define INLINE __attribute__((always_inline)) static inline
#else
#  define INLINE static inline
#endif

/* Write the last n digits of a value. */
INLINE void radix_write_digits(char *out, size_t n, uint32_t value,
                               const struct radix *radix)
{
    for (size_t i = n; i-- > 0;) {
        out[i] = radix->letters[value % radix->base];
        value /= radix->base;
    }
}

INLINE void radix_write_group(char *out, uint64_t value,
                              const struct radix *radix)
{
    radix_write_digits(out, radix->half_len, (uint32_t)(value / radix->half),
                       radix);
    radix_write_digits(out + radix->half_len, radix->half_len,
                       (uint32_t)(value % radix->half), radix);
}

/* Write a number with `head` digits before the two groups. */
INLINE void radix_write_number(char *out, struct gdn_number number, size_t head,
                               const struct radix *radix)
{
    const size_t group = 2 * radix->half_len;
    uint64_t low = gdn_number_divide(&number, &radix->group);
    uint64_t middle = gdn_number_divide(&number, &radix->group);

    radix_write_digits(out, head, (uint32_t)number.low, radix);
    radix_write_group(out + head, middle, radix);
    radix_write_group(out + head + group, low, radix);
}

INLINE size_t radix_write(char *out, const guidon_id *id,
                          const struct radix *radix)
{
    radix_write_number(out, gdn_number_of(id), radix->len - 4 * radix->half_len,
                       radix);
    return radix->len;
}

/* The value of n digits, at most two halves. Sets a bit of GDN_NO_VALUE in *wrong if
 * one is no digit; the value is then undefined. */
INLINE uint64_t radix_read_digits(const char *text, size_t n, unsigned *wrong,
                                  const struct radix *radix)
{
    uint64_t value = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned digit = GDN_VALUE_OF(radix->value, text[i]);
        *wrong |= digit;
        value = value * radix->base + digit;
    }
    return value;
}

/* The error of a text that has a character which is no digit. */
static guidon_status radix_error(const char *text, size_t *bad_at,
                                 const struct radix *radix)
{
    size_t i = 0;

    while (radix->value[(unsigned char)text[i]]) {
        i++;
    }
    return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
}

/* Read a number with `head` digits before the two groups. Returns false if the
 * number is 2^128 or more. Sets *wrong as radix_read_digits does; the number is
 * then undefined. */
INLINE bool radix_read_number(struct gdn_number *number, const char *text,
                              size_t head, unsigned *wrong,
                              const struct radix *radix)
{
    const size_t group = 2 * radix->half_len;
    uint64_t middle, low;

    number->high = 0;
    number->low = radix_read_digits(text, head, wrong, radix);
    middle = radix_read_digits(text + head, group, wrong, radix);
    low = radix_read_digits(text + head + group, group, wrong, radix);
    return gdn_number_append(number, radix->group.value, middle) &&
           gdn_number_append(number, radix->group.value, low);
}

/* A wrong character anywhere is reported before a number that is too large. */
INLINE guidon_status radix_read(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at, const struct radix *radix)
{
    struct gdn_number number;
    unsigned wrong = 0;
    bool fits;

    if (len != radix->len) {
        return gdn_parse_error_length(bad_at, len, radix->len);
    }
    fits = radix_read_number(&number, text, radix->len - 4 * radix->half_len,
                             &wrong, radix);
    if (wrong & GDN_NO_VALUE) {
        return radix_error(text, bad_at, radix);
    }
    if (!fits) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_RANGE);
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}

/* The writer and the reader of a form. */
#define RADIX_FORM(name, radix)                                                \
  size_t gdn_##name##_write(char *out, const guidon_id *id)                    \
  {                                                                            \
    return radix_write(out, id, &(radix));                                     \
  }                                                                            \
  guidon_status gdn_##name##_read(guidon_id *out, const char *text,            \
                                  size_t len, size_t *bad_at)                  \
  {                                                                            \
    return radix_read(out, text, len, bad_at, &(radix));                       \
  }

RADIX_FORM(base36, radix_base36)
RADIX_FORM(shortuuid, radix_base57)
RADIX_FORM(base58, radix_base58)
RADIX_FORM(base62, radix_base62)
RADIX_FORM(base85, radix_base85)

/* --------------------------------------------- base 58 without a form */

void gdn_base58_write_21(char out[21], const struct gdn_number *number)
{
    radix_write_number(out, *number, 1, &radix_base58);
}

bool gdn_base58_read_21(struct gdn_number *number, const char text[21],
                        size_t *bad_at)
{
    unsigned wrong = 0;

    radix_read_number(number, text, 1, &wrong, &radix_base58);
    if (wrong & GDN_NO_VALUE) {
        radix_error(text, bad_at, &radix_base58);
        return false;
    }
    return true;
}
