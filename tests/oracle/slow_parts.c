/* SPDX-License-Identifier: MIT */
/* slow_parts.c - numbers, characters and answers of the slow readers */
#include "slow_parts.h"

#include <string.h>

const char slow_base32[] = "abcdefghijklmnopqrstuvwxyz234567";
const char slow_base64url[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool slow_grow(struct slow_big *big, unsigned base, unsigned digit)
{
    uint64_t carry = digit;

    for (int i = 3; i >= 0; i--) {
        carry += (uint64_t)big->parts[i] * base;
        big->parts[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

unsigned slow_shrink(struct slow_big *big, unsigned base)
{
    uint64_t rest = 0;

    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | big->parts[i];
        big->parts[i] = (uint32_t)(rest / base);
        rest %= base;
    }
    return (unsigned)rest;
}

bool slow_is_zero(const struct slow_big *big)
{
    return !(big->parts[0] | big->parts[1] | big->parts[2] | big->parts[3]);
}

struct slow_big slow_big_of(const guidon_id *id)
{
    struct slow_big big = {{0}};

    for (int i = 0; i < 16; i++) {
        slow_grow(&big, 256, id->bytes[i]);
    }
    return big;
}

guidon_id slow_id_of(const struct slow_big *big)
{
    guidon_id id;

    for (int i = 0; i < 16; i++) {
        id.bytes[i] = (unsigned char)(big->parts[i / 4] >> (24 - i % 4 * 8));
    }
    return id;
}

char slow_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

char slow_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

int slow_value_of(char c, const char *letters)
{
    const char *at = c ? strchr(letters, c) : NULL;

    return at ? (int)(at - letters) : -1;
}

struct slow_answer slow_no(guidon_status status, size_t bad_at)
{
    return (struct slow_answer){.status = status, .bad_at = bad_at};
}

struct slow_answer slow_wrong_length(size_t len, size_t want)
{
    return slow_no(GUIDON_E_LENGTH, len < want ? len : want);
}

bool slow_same_mark(char c, char want, bool any_case)
{
    return c == want || (any_case && slow_lower(c) == want);
}
