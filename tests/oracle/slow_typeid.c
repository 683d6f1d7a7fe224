/* SPDX-License-Identifier: MIT */
/* slow_typeid.c - a slow reader and writer of TypeIDs. A number is 26 or 17
 * digits, multiplied and divided by hand. */
#include "slow_typeid.h"

#include <stdbool.h>
#include <string.h>

static const char suffix_letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const char prefix_letters[] = "abcdefghijklmnopqrstuvwxyz";

/* The position of a character among `n` letters; n if it is none of them. */
static unsigned position(const char *letters, unsigned n, char c)
{
    unsigned i = 0;

    while (i < n && letters[i] != c) {
        i++;
    }
    return i;
}

static struct slow_typeid wrong(guidon_status status, size_t bad_at)
{
    return (struct slow_typeid){.status = status, .bad_at = bad_at};
}

/* May this character be at offset `at` of a prefix of `len` characters? */
static bool fits_prefix(char c, size_t at, size_t len)
{
    if (c == '_') {
        return at != 0 && at != len - 1;
    }
    return position(prefix_letters, 26, c) < 26;
}

struct slow_typeid slow_typeid_prefix(const char *prefix, size_t len)
{
    if (len > 63) {
        return wrong(GUIDON_E_LENGTH, 63);
    }
    for (size_t i = 0; i < len; i++) {
        if (!fits_prefix(prefix[i], i, len)) {
            return wrong(GUIDON_E_CHAR, i);
        }
    }
    return wrong(GUIDON_OK, 0);
}

/* The number of 26 digits in base 32, from the first one on. */
static guidon_id number_of(const char *suffix)
{
    guidon_id id = {{0}};

    for (size_t i = 0; i < 26; i++) {
        unsigned carry = position(suffix_letters, 32, suffix[i]);

        for (size_t k = 16; k-- > 0;) {
            carry += id.bytes[k] * 32u;
            id.bytes[k] = (unsigned char)carry;
            carry >>= 8;
        }
    }
    return id;
}

/* How many characters the prefix has, with the '_' behind it. */
static size_t start_of_suffix(const char *text, size_t len)
{
    size_t start = 0;

    for (size_t i = 0; i < len; i++) {
        start = text[i] == '_' ? i + 1 : start;
    }
    return start;
}

struct slow_typeid slow_typeid_read(const char *text, size_t len)
{
    const size_t start = start_of_suffix(text, len);
    const size_t prefix_len = start ? start - 1 : 0;
    struct slow_typeid answer = wrong(GUIDON_OK, 0);

    if (prefix_len > 63) {
        return wrong(GUIDON_E_LENGTH, 63);
    }
    if (len < start + 26 || len > start + 26) {
        return wrong(GUIDON_E_LENGTH, len < start + 26 ? len : start + 26);
    }
    for (size_t i = 0; i < len; i++) {
        const bool fits = i < prefix_len ? fits_prefix(text[i], i, prefix_len)
                          : i < start
                              ? prefix_len > 0
                              : position(suffix_letters, 32, text[i]) < 32;
        if (!fits) {
            return wrong(GUIDON_E_CHAR, i);
        }
    }
    if (!strchr("01234567", text[start])) {
        return wrong(GUIDON_E_RANGE, start);
    }
    answer.prefix_len = prefix_len;
    answer.id = number_of(text + start);
    return answer;
}

size_t slow_typeid_write(char out[GUIDON_TYPEID_MAX], const char *prefix,
                         size_t prefix_len, const guidon_id *id)
{
    const size_t start = prefix_len ? prefix_len + 1 : 0;
    unsigned char rest[16];

    memcpy(out, prefix, prefix_len);
    if (prefix_len) {
        out[prefix_len] = '_';
    }
    memcpy(rest, id->bytes, sizeof rest);
    for (size_t i = 26; i-- > 0;) { /* the last letter first */
        unsigned remainder = 0;

        for (size_t k = 0; k < 16; k++) {
            const unsigned digit = remainder << 8 | rest[k];

            rest[k] = (unsigned char)(digit / 32);
            remainder = digit % 32;
        }
        out[start + i] = suffix_letters[remainder];
    }
    return start + 26;
}
