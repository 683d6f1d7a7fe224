/* SPDX-License-Identifier: MIT */
/* der.c - the DER encoding of the object identifier 2.25.N. */
#include "number.h"
#include "parse_error.h"

#include <guidon/text.h>

/*
 * X.690, 8.19: tag, length of the content, content. The content begins with one
 * octet for the arcs 2.25 (40 * 2 + 25). The rest is N in base 128, most
 * significant digit first; every octet but the last has its high bit set.
 */
#define TAG        0x06u
#define ARCS       0x69u
#define MORE       0x80u
#define NUMBER_AT  3
#define NUMBER_MAX 19 /* 128 bits, seven an octet */

/* The digits of an id in base 128, most significant first. */
static void der_digits(unsigned char digits[NUMBER_MAX], const guidon_id *id)
{
    struct gdn_number number = gdn_number_of(id);

    for (size_t i = NUMBER_MAX; i-- > 0;) {
        digits[i] = number.low & 127u;
        number.low = number.low >> 7 | number.high << 57;
        number.high >>= 7;
    }
}

void guidon_to_oid_der(unsigned char out[GUIDON_OID_DER_MAX], size_t *out_len,
                       const guidon_id *id)
{
    unsigned char digits[NUMBER_MAX];
    size_t first = 0;
    size_t len = NUMBER_AT;

    der_digits(digits, id);
    while (first < NUMBER_MAX - 1 && digits[first] == 0) {
        first++;
    }
    for (size_t i = first; i < NUMBER_MAX - 1; i++) {
        out[len++] = (unsigned char)(digits[i] | MORE);
    }
    out[len++] = digits[NUMBER_MAX - 1];
    out[0] = TAG;
    out[1] = (unsigned char)(len - 2);
    out[2] = ARCS;
    if (out_len) {
        *out_len = len;
    }
}

/* Is this a single object identifier of the length that it states, with space
 * for the arcs and a number? */
static guidon_status check_frame(const unsigned char *der, size_t len,
                                 size_t *bad_at)
{
    if (len > 0 && der[0] != TAG) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_CHAR);
    }
    if (len < 2) {
        return gdn_parse_error(bad_at, len, GUIDON_E_LENGTH);
    }
    if (der[1] < 2 || der[1] > 0x7f) { /* 0x80 and up: the long form */
        return gdn_parse_error(bad_at, 1, GUIDON_E_CHAR);
    }
    if (len != 2u + der[1]) {
        return gdn_parse_error_length(bad_at, len, 2u + der[1]);
    }
    return GUIDON_OK;
}

/* Is the content the arcs 2.25 and one number, in as few octets as possible? */
static guidon_status check_content(const unsigned char *der, size_t len,
                                   size_t *bad_at)
{
    size_t last = NUMBER_AT;

    if (der[2] != ARCS) {
        return gdn_parse_error(bad_at, 2, GUIDON_E_CHAR);
    }
    if (der[NUMBER_AT] == MORE) { /* a leading zero */
        return gdn_parse_error(bad_at, NUMBER_AT, GUIDON_E_CHAR);
    }
    while (last < len - 1 && der[last] & MORE) {
        last++;
    }
    if (der[last] & MORE) {
        return gdn_parse_error(bad_at, last, GUIDON_E_CHAR);
    }
    if (last < len - 1) { /* another arc, as in 2.25.N.3 */
        return gdn_parse_error(bad_at, last + 1, GUIDON_E_CHAR);
    }
    return GUIDON_OK;
}

guidon_status guidon_from_oid_der(guidon_id *out, const unsigned char *der,
                                  size_t len, size_t *bad_at)
{
    struct gdn_number number = {0, 0};
    guidon_status status = check_frame(der, len, bad_at);

    if (!status) {
        status = check_content(der, len, bad_at);
    }
    if (status) {
        return status;
    }
    for (size_t i = NUMBER_AT; i < len; i++) {
        if (!gdn_number_append(&number, 128, der[i] & ~MORE)) {
            return gdn_parse_error(bad_at, NUMBER_AT, GUIDON_E_RANGE);
        }
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}
