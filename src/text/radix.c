/* SPDX-License-Identifier: MIT */
/* radix.c - ids as 22 digits in base 58 or 62: fixed width, big-endian. */
#include "forms.h"
#include "number.h"
#include "parse_error.h"
#include "runs.h"

#define LEN   22 /* base^21 < 2^128 <= base^22, for both bases */
#define HALF  5
#define GROUP 10 /* base^10 < 2^64 <= base^11, for both bases */

/* The digits, most significant first: two, and two groups of ten. */
struct radix {
    const char *letters; /* in order of value */
    uint32_t base;
    uint32_t half;                  /* base^HALF */
    struct gdn_divisor group;       /* base^GROUP */
    const unsigned char value[256]; /* see runs.h */
};

static const struct radix radix_base58 = {
    .letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
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
    .letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    .base = 62,
    .half = 916132832,
    .group = {.value = 839299365868340224,
              .normal = UINT64_C(0xba5ca5392cb04000),
              .reciprocal = UINT64_C(0x5fa8ed2f450272a5),
              .shift = 4},
    .value =
        {['0'] = GDN_RUN10(1), ['A'] = GDN_RUN26(11), ['a'] = GDN_RUN26(37)},
};

/* The functions for a `radix` are inlined into the functions for a form. The
 * base is then a constant, and compilers divide by it with a multiplication. */
#if defined(__GNUC__)
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
    radix_write_digits(out, HALF, (uint32_t)(value / radix->half), radix);
    radix_write_digits(out + HALF, HALF, (uint32_t)(value % radix->half),
                       radix);
}

INLINE size_t radix_write(char *out, const guidon_id *id,
                          const struct radix *radix)
{
    struct gdn_number number = gdn_number_of(id);
    uint64_t low = gdn_number_divide(&number, &radix->group);
    uint64_t middle = gdn_number_divide(&number, &radix->group);

    radix_write_digits(out, LEN - 2 * GROUP, (uint32_t)number.low, radix);
    radix_write_group(out + LEN - 2 * GROUP, middle, radix);
    radix_write_group(out + LEN - GROUP, low, radix);
    return LEN;
}

/* The value of n digits, at most GROUP. Sets a bit of GDN_NO_VALUE in *wrong if
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

/* A wrong character anywhere is reported before a number that is too large. */
INLINE guidon_status radix_read(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at, const struct radix *radix)
{
    struct gdn_number number = {0, 0};
    unsigned wrong = 0;
    uint64_t middle, low;

    if (len != LEN) {
        return gdn_parse_error_length(bad_at, len, LEN);
    }
    number.low = radix_read_digits(text, LEN - 2 * GROUP, &wrong, radix);
    middle = radix_read_digits(text + LEN - 2 * GROUP, GROUP, &wrong, radix);
    low = radix_read_digits(text + LEN - GROUP, GROUP, &wrong, radix);
    if (wrong & GDN_NO_VALUE) {
        return radix_error(text, bad_at, radix);
    }
    if (!gdn_number_append(&number, radix->group.value, middle) ||
        !gdn_number_append(&number, radix->group.value, low)) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_RANGE);
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}

size_t gdn_base58_write(char *out, const guidon_id *id)
{
    return radix_write(out, id, &radix_base58);
}

size_t gdn_base62_write(char *out, const guidon_id *id)
{
    return radix_write(out, id, &radix_base62);
}

guidon_status gdn_base58_read(guidon_id *out, const char *text, size_t len,
                              size_t *bad_at)
{
    return radix_read(out, text, len, bad_at, &radix_base58);
}

guidon_status gdn_base62_read(guidon_id *out, const char *text, size_t len,
                              size_t *bad_at)
{
    return radix_read(out, text, len, bad_at, &radix_base62);
}
