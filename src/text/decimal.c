/* SPDX-License-Identifier: MIT */
/* decimal.c - ids as decimal numbers: the forms INT, OID and URN_OID. */
#include "../core/memory.h"
#include "ascii.h"
#include "forms.h"
#include "number.h"
#include "parse_error.h"

/* 2^128 - 1 is 340282366920938463463374607431768211455. */
#define DIGITS_MAX 39

static const struct gdn_radix decimal_radix = {10, 1000000000, 9};

static size_t write_after(char *out, const char *prefix, const guidon_id *id)
{
    unsigned char digits[DIGITS_MAX];
    size_t first = 0;
    size_t len = strlen(prefix);

    gdn_number_digits(digits, DIGITS_MAX, id, &decimal_radix);
    while (first < DIGITS_MAX - 1 && digits[first] == 0) {
        first++;
    }
    memcpy(out, prefix, len);
    for (size_t i = first; i < DIGITS_MAX; i++) {
        out[len++] = (char)('0' + digits[i]);
    }
    return len;
}

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

/* Appends up to decimal.group_len digits, which fit in 32 bits. */
static bool append_digits(struct gdn_number *number, const char *digits,
                          size_t n)
{
    uint32_t power = 1;
    uint32_t value = 0;

    for (size_t i = 0; i < n; i++) {
        power *= 10;
        value = value * 10 + (uint32_t)(digits[i] - '0');
    }
    return gdn_number_append(number, power, value);
}

static guidon_status read_after(guidon_id *out, const char *prefix,
                                const char *text, size_t len, size_t *bad_at)
{
    struct gdn_number number = {{0}};
    size_t start = strlen(prefix);
    guidon_status status = check_prefix(text, len, prefix, bad_at);

    if (!status) {
        status = check_digits(text, len, start, bad_at);
    }
    if (status) {
        return status;
    }
    for (size_t i = start; i < len; i += decimal_radix.group_len) {
        size_t left = len - i;
        size_t n =
            left < decimal_radix.group_len ? left : decimal_radix.group_len;
        if (!append_digits(&number, text + i, n)) {
            return gdn_parse_error(bad_at, start, GUIDON_E_RANGE);
        }
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}

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
