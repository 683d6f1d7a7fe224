/* SPDX-License-Identifier: MIT */
/* decimal.c - ids as decimal numbers: INT, OID, URN_OID and INT64X2. */
#include "../core/bytes.h"
#include "../core/memory.h"
#include "ascii.h"
#include "forms.h"
#include "number.h"
#include "parse_error.h"

/* 2^128 - 1 is 340282366920938463463374607431768211455: a digit and two groups
 * of the most digits that 64 bits hold. */
#define DIGITS_MAX 39
#define GROUP      19

/* 10^GROUP */
static const struct gdn_divisor decimal_group = {
    .value = UINT64_C(10000000000000000000),
    .normal = UINT64_C(10000000000000000000),
    .reciprocal = UINT64_C(0xd83c94fb6d2ac34a),
    .shift = 0,
};

/* ------------------------------------------------------------------ writing */

/* 00 to 99. */
static const char decimal_pairs[] = "00010203040506070809"
                                    "10111213141516171819"
                                    "20212223242526272829"
                                    "30313233343536373839"
                                    "40414243444546474849"
                                    "50515253545556575859"
                                    "60616263646566676869"
                                    "70717273747576777879"
                                    "80818283848586878889"
                                    "90919293949596979899";

static inline void decimal_write_2(char *out, uint32_t value)
{
    memcpy(out, decimal_pairs + (size_t)2 * value, 2);
}

static inline void decimal_write_8(char *out, uint32_t value)
{
    uint32_t high = value / 10000;
    uint32_t low = value % 10000;

    decimal_write_2(out, high / 100);
    decimal_write_2(out + 2, high % 100);
    decimal_write_2(out + 4, low / 100);
    decimal_write_2(out + 6, low % 100);
}

/* Write GROUP digits: 3, 8 and 8. */
static void decimal_write_group(char *out, uint64_t value)
{
    uint64_t high = value / 100000000;
    uint32_t top = (uint32_t)(high / 100000000);

    out[0] = (char)('0' + top / 100);
    decimal_write_2(out + 1, top % 100);
    decimal_write_8(out + 3, (uint32_t)(high % 100000000));
    decimal_write_8(out + 11, (uint32_t)(value % 100000000));
}

static size_t write_after(char *out, const char *prefix, const guidon_id *id)
{
    struct gdn_number number = gdn_number_of(id);
    char digits[DIGITS_MAX];
    size_t first = 0;
    size_t len = strlen(prefix);

    decimal_write_group(digits + 1 + GROUP,
                        gdn_number_divide(&number, &decimal_group));
    decimal_write_group(digits + 1, gdn_number_divide(&number, &decimal_group));
    digits[0] = (char)('0' + number.low);
    while (first < DIGITS_MAX - 1 && digits[first] == '0') {
        first++;
    }
    memcpy(out, prefix, len);
    memcpy(out + len, digits + first, DIGITS_MAX - first);
    return len + DIGITS_MAX - first;
}

/* ------------------------------------------------------------------ reading */

/* Is the text from `start` on a number: digits without a leading zero? */
static guidon_status check_digits(const char *text, size_t len, size_t start,
                                  size_t *bad_at)
{
    if (len == start) {
        return gdn_parse_error(bad_at, len, GUIDON_E_LENGTH);
    }
    if (len - start > 1 && text[start] == '0' &&
        gdn_is_digit(text[start + 1])) {
        return gdn_parse_error(bad_at, start, GUIDON_E_CHAR);
    }
    for (size_t i = start; i < len; i++) {
        if (!gdn_is_digit(text[i])) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
    }
    return GUIDON_OK;
}

/* Does the text begin with `prefix`? The prefix is in lower case, and its
 * letters are read in either case. */
static guidon_status check_prefix(const char *text, size_t len,
                                  const char *prefix, size_t *bad_at)
{
    for (size_t i = 0; prefix[i]; i++) {
        if (i == len) {
            return gdn_parse_error(bad_at, len, GUIDON_E_LENGTH);
        }
        if (gdn_to_lower(text[i]) != prefix[i]) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
    }
    return GUIDON_OK;
}

/*
 * Eight digits as a number; false if one is no digit.
 *
 * A digit is 0x30 to 0x39. So its high half is 3, and still is if 6 is added.
 * A carry out of a byte comes only from a byte whose high half is 15. The
 * number is made of pairs, then of fours and then of eight. Each step adds two
 * neighbours, of which the first, in the lower byte, counts more.
 */
static inline bool decimal_read_8(uint64_t *value, const char *text)
{
    uint64_t x = gdn_load_le64((const unsigned char *)text);
    uint64_t high = GDN_EACH_BYTE(0xf0);
    bool digits = (x & high) == GDN_EACH_BYTE(0x30) &&
                  ((x + GDN_EACH_BYTE(6)) & high) == GDN_EACH_BYTE(0x30);

    x &= GDN_EACH_BYTE(0x0f);
    x = (x * 10 + (x >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x * 100 + (x >> 16)) & UINT64_C(0x0000ffff0000ffff);
    *value = (uint32_t)(x * 10000 + (x >> 32));
    return digits;
}

/* Up to GROUP digits as a number; false if one is no digit. */
static bool decimal_read_group(uint64_t *value, const char *text, size_t n)
{
    bool digits = true;

    for (*value = 0; n >= 8; n -= 8, text += 8) {
        uint64_t eight;
        digits &= decimal_read_8(&eight, text);
        *value = *value * 100000000 + eight;
    }
    for (size_t i = 0; i < n; i++) {
        digits &= gdn_is_digit(text[i]);
        *value = *value * 10 + (uint64_t)(text[i] - '0');
    }
    return digits;
}

/* Read a number of 1 to DIGITS_MAX digits. The first group has the digits that
 * others leave. */
static bool decimal_read(struct gdn_number *number, const char *text, size_t n)
{
    size_t at = (n - 1) % GROUP + 1;
    bool fits = decimal_read_group(&number->low, text, at);

    for (number->high = 0; at < n; at += GROUP) {
        uint64_t group;
        fits = fits && decimal_read_group(&group, text + at, GROUP) &&
               gdn_number_append(number, decimal_group.value, group);
    }
    return fits && (n == 1 || text[0] != '0');
}

/* If the number cannot be read although it is digits, it is too large. */
static guidon_status read_after(guidon_id *out, const char *prefix,
                                const char *text, size_t len, size_t *bad_at)
{
    struct gdn_number number;
    size_t start = strlen(prefix);
    guidon_status status = check_prefix(text, len, prefix, bad_at);

    if (status) {
        return status;
    }
    if (len > start && len - start <= DIGITS_MAX &&
        decimal_read(&number, text + start, len - start)) {
        *out = gdn_number_id(&number);
        return GUIDON_OK;
    }
    status = check_digits(text, len, start, bad_at);
    return status ? status : gdn_parse_error(bad_at, start, GUIDON_E_RANGE);
}

/* ------------------------------------------------- two numbers with a sign */

/* Write 64 bits as a number in two's complement. Its absolute value is at most
 * 2^63, which has GROUP digits. */
static size_t decimal_write_signed(char *out, uint64_t bits)
{
    size_t sign = bits >> 63;
    char digits[GROUP];
    size_t first = 0;

    decimal_write_group(digits, sign ? 0 - bits : bits);
    while (first < GROUP - 1 && digits[first] == '0') {
        first++;
    }
    out[0] = '-';
    memcpy(out + sign, digits + first, GROUP - first);
    return sign + GROUP - first;
}

/* Read a number of -2^63 to 2^63 - 1; false if the text is none. The last
 * condition refuses "-0" too, because 0 - 1 wraps. */
static bool decimal_read_signed(uint64_t *bits, const char *text, size_t n)
{
    size_t sign = n > 0 && text[0] == '-';
    const char *digits = text + sign;
    uint64_t value;

    n -= sign;
    if (n == 0 || n > GROUP || !decimal_read_group(&value, digits, n) ||
        (digits[0] == '0' && n > 1) || (value - sign) >> 63) {
        return false;
    }
    *bits = sign ? 0 - value : value;
    return true;
}

/* Find the end of the number that begins at *at: a '-' perhaps, and digits
 * without a zero in front of others or after the sign. */
static guidon_status check_signed(const char *text, size_t len, size_t *at,
                                  size_t *bad_at)
{
    size_t sign = *at < len && text[*at] == '-';
    size_t i = *at + sign;

    if (i == len) {
        return gdn_parse_error(bad_at, len, GUIDON_E_LENGTH);
    }
    if (!gdn_is_digit(text[i]) ||
        (text[i] == '0' &&
         (sign || (i + 1 < len && gdn_is_digit(text[i + 1]))))) {
        return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
    }
    while (i < len && gdn_is_digit(text[i])) {
        i++;
    }
    *at = i;
    return GUIDON_OK;
}

/* Why a text is not two numbers with ':' between them. If each character may
 * stand where it stands, a number is too large. */
static guidon_status refuse_int64x2(const char *text, size_t len,
                                    size_t *bad_at)
{
    uint64_t high;
    size_t at = 0, colon;
    guidon_status status = check_signed(text, len, &at, bad_at);

    if (status) {
        return status;
    }
    colon = at++;
    if (colon == len) {
        return gdn_parse_error(bad_at, len, GUIDON_E_LENGTH);
    }
    if (text[colon] != ':') {
        return gdn_parse_error(bad_at, colon, GUIDON_E_CHAR);
    }
    status = check_signed(text, len, &at, bad_at);
    if (status) {
        return status;
    }
    if (at < len) {
        return gdn_parse_error(bad_at, at, GUIDON_E_CHAR);
    }
    return gdn_parse_error(
        bad_at, decimal_read_signed(&high, text, colon) ? colon + 1 : 0,
        GUIDON_E_RANGE);
}

/* ---------------------------------------------------------------- the forms */

#define OID     "2.25."
#define URN_OID "urn:oid:" OID

size_t gdn_int_write(char *out, const guidon_id *id)
{
    return write_after(out, "", id);
}

size_t gdn_oid_write(char *out, const guidon_id *id)
{
    return write_after(out, OID, id);
}

size_t gdn_urn_oid_write(char *out, const guidon_id *id)
{
    return write_after(out, URN_OID, id);
}

guidon_status gdn_int_read(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at)
{
    return read_after(out, "", text, len, bad_at);
}

guidon_status gdn_oid_read(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at)
{
    return read_after(out, OID, text, len, bad_at);
}

guidon_status gdn_urn_oid_read(guidon_id *out, const char *text, size_t len,
                               size_t *bad_at)
{
    return read_after(out, URN_OID, text, len, bad_at);
}

size_t gdn_int64x2_write(char *out, const guidon_id *id)
{
    struct gdn_number number = gdn_number_of(id);
    size_t len = decimal_write_signed(out, number.high);

    out[len++] = ':';
    return len + decimal_write_signed(out + len, number.low);
}

guidon_status gdn_int64x2_read(guidon_id *out, const char *text, size_t len,
                               size_t *bad_at)
{
    const char *colon = len ? memchr(text, ':', len) : NULL;
    size_t first = colon ? (size_t)(colon - text) : 0;
    struct gdn_number number;

    if (!colon || !decimal_read_signed(&number.high, text, first) ||
        !decimal_read_signed(&number.low, colon + 1, len - first - 1)) {
        return refuse_int64x2(text, len, bad_at);
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}
