/* SPDX-License-Identifier: MIT */
/* base64.c - keys and values as etcd's JSON writes them */
#include "base64.h"

#include <string.h>

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_write(char *out, const void *in, size_t len)
{
    const unsigned char *bytes = in;
    size_t i;

    for (i = 0; i < len; i += 3) {
        const size_t n = len - i < 3 ? len - i : 3;
        const unsigned group = (unsigned)bytes[i] << 16 |
                               (n > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (n > 2 ? bytes[i + 2] : 0);

        *out++ = digits[group >> 18];
        *out++ = digits[group >> 12 & 63];
        *out++ = n > 1 ? digits[group >> 6 & 63] : '=';
        *out++ = n > 2 ? digits[group & 63] : '=';
    }
    *out = '\0';
}

/* The value of four characters. The last 4 - `n` of them are '='. Returns -1
 * if a character is wrong. */
static long group_of(const char *text, size_t n)
{
    long group = 0;
    size_t i;

    for (i = 0; i < 4; i++) {
        const char *digit = i < n ? strchr(digits, text[i]) : digits;

        if (!digit) {
            return -1;
        }
        group = group << 6 | (digit - digits);
    }
    /* Bits behind the last byte are zero in the one right text. */
    return (group & ((1L << (4 - n) * 8) - 1)) == 0 ? group : -1;
}

size_t base64_bytes(const char *text)
{
    const size_t len = strlen(text), n = len / 4 * 3;

    if (len < 4 || text[len - 1] != '=') {
        return n;
    }
    return text[len - 2] == '=' ? n - 2 : n - 1;
}

bool base64_read(char *out, size_t size, const char *text)
{
    const size_t len = strlen(text);
    size_t i, at = 0;

    if (len % 4 != 0 || base64_bytes(text) >= size) {
        return false;
    }
    for (i = 0; i < len; i += 4) {
        const bool last = i + 4 == len;
        const size_t n =
            last && text[i + 3] == '=' ? text[i + 2] == '=' ? 2 : 3 : 4;
        const long group = group_of(text + i, n);
        size_t k;

        if (group < 0) {
            return false;
        }
        for (k = 0; k + 1 < n; k++) {
            const char byte = (char)(group >> (16 - 8 * k) & 255);

            out[at++] = byte ? byte : BASE64_NUL;
        }
    }
    out[at] = '\0';
    return true;
}
