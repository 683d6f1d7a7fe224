/* SPDX-License-Identifier: MIT */
/* slow_groups.c - Z85 and Base62id, one character at a time */
#include "slow_families.h"
#include "slow_parts.h"

#include "form_rules.h"

/* ---------------------------------------------------------------------- Z85 */

static const char z85[] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    ".-:+=^!/*?&<>()[]{}@%$#";

struct slow_answer slow_read_z85(const char *text, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK, .form = GUIDON_FORM_Z85};

    if (len != 20) {
        return slow_wrong_length(len, 20);
    }
    for (size_t i = 0; i < 20; i++) {
        if (slow_value_of(text[i], z85) < 0) {
            return slow_no(GUIDON_E_CHAR, i);
        }
    }
    for (size_t group = 0; group < 4; group++) {
        uint64_t value = 0;

        for (size_t i = 0; i < 5; i++) {
            value =
                value * 85 + (uint64_t)slow_value_of(text[5 * group + i], z85);
        }
        if (value > UINT32_MAX) {
            return slow_no(GUIDON_E_RANGE, 5 * group);
        }
        for (size_t i = 0; i < 4; i++) {
            answer.id.bytes[4 * group + i] =
                (unsigned char)(value >> (24 - 8 * i));
        }
    }
    return answer;
}

size_t slow_write_z85(char *out, const guidon_id *id)
{
    static const uint32_t powers[5] = {85u * 85 * 85 * 85, 85u * 85 * 85,
                                       85u * 85, 85, 1};

    for (size_t i = 0; i < 20; i++) {
        const unsigned char *four = id->bytes + i / 5 * 4;
        uint32_t value = (uint32_t)four[0] << 24 | (uint32_t)four[1] << 16 |
                         (uint32_t)four[2] << 8 | four[3];

        out[i] = z85[value / powers[i % 5] % 85];
    }
    return 20;
}

/* ----------------------------------------------------------------- Base62id */

/* The text of the id of zeros, as the draft prints it: its digits are added to those
 * of `base62`, and taken away again. */
static const char zero[] = "Fa84QWiAxLXUJaHZmEVPEG";

struct slow_answer slow_read_base62id(const char *text, size_t len)
{
    const char *letters = form_rules[GUIDON_FORM_BASE62].letters;
    struct slow_answer answer;
    char digits[22];
    int borrow = 0;

    if (len != 22) {
        return slow_wrong_length(len, 22);
    }
    for (size_t i = 0; i < 22; i++) {
        if (slow_value_of(text[i], letters) < 0) {
            return slow_no(GUIDON_E_CHAR, i);
        }
    }
    for (size_t i = 22; i-- > 0;) {
        int value = slow_value_of(text[i], letters) -
                    slow_value_of(zero[i], letters) - borrow;

        borrow = value < 0;
        digits[i] = letters[value + 62 * borrow];
    }
    if (borrow) {
        return slow_no(GUIDON_E_RANGE, 0);
    }
    answer = slow_read_digits(GUIDON_FORM_BASE62, digits, 22);
    answer.form = GUIDON_FORM_BASE62ID;
    return answer;
}

size_t slow_write_base62id(char *out, const guidon_id *id)
{
    const char *letters = form_rules[GUIDON_FORM_BASE62].letters;
    char digits[22];
    int carry = 0;

    slow_write_digits(digits, id, GUIDON_FORM_BASE62);
    for (size_t i = 22; i-- > 0;) {
        int value = slow_value_of(digits[i], letters) +
                    slow_value_of(zero[i], letters) + carry;

        carry = value / 62;
        out[i] = letters[value % 62];
    }
    return 22;
}
