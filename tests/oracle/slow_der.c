/* SPDX-License-Identifier: MIT */
/* slow_der.c - object identifiers in DER, one octet at a time */
#include "slow_parts.h"

size_t slow_write_der(unsigned char out[GUIDON_OID_DER_MAX],
                      const guidon_id *id)
{
    struct slow_big number = slow_big_of(id);
    unsigned char reversed[20];
    size_t n = 0;

    do {
        reversed[n] =
            (unsigned char)(slow_shrink(&number, 128) | (n ? 128u : 0u));
        n++;
    } while (!slow_is_zero(&number));
    out[0] = 6;
    out[1] = (unsigned char)(n + 1);
    out[2] = 105;
    for (size_t i = 0; i < n; i++) {
        out[3 + i] = reversed[n - 1 - i];
    }
    return n + 3;
}

/* The tag, a length of one octet, then 2.25 and one number in the fewest
 * octets. */
struct slow_answer slow_read_der(const unsigned char *der, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK};
    struct slow_big number = {{0}};
    bool fits = true;

    if (len > 0 && der[0] != 6) {
        return slow_no(GUIDON_E_CHAR, 0);
    }
    if (len < 2) {
        return slow_no(GUIDON_E_LENGTH, len);
    }
    if (der[1] < 2 ||
        der[1] > 127) { /* too short, or the long form of the length */
        return slow_no(GUIDON_E_CHAR, 1);
    }
    if (len != der[1] + 2u) {
        return slow_wrong_length(len, der[1] + 2u);
    }
    if (der[2] != 105) {
        return slow_no(GUIDON_E_CHAR, 2);
    }
    if (der[3] == 128) {
        return slow_no(GUIDON_E_CHAR, 3);
    }
    for (size_t i = 3; i < len; i++) {
        bool more = der[i] >= 128;

        if (more !=
            (i < len - 1)) { /* a second number, or the end comes too early */
            return slow_no(GUIDON_E_CHAR, more ? i : i + 1);
        }
        fits = fits && slow_grow(&number, 128, der[i] % 128u);
    }
    answer.id = slow_id_of(&number);
    return fits ? answer : slow_no(GUIDON_E_RANGE, 3);
}
