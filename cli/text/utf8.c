/* SPDX-License-Identifier: MIT */
/* utf8.c - the characters of UTF-8, and how to tell UTF-16 from it. */
#include "utf8.h"

#include <guidon.h>
#include <string.h>

/* The length of a character by its first byte; 0 if none begins with it. */
static size_t len_of(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xc0 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf8 ? 4
                          : 0;
}

unsigned utf8_point(size_t *n, const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t size = len_of(bytes[0]);
    unsigned point = size > 1 ? bytes[0] & (0x7fu >> size) : bytes[0];

    *n = 1;
    if (size == 0 || size > len ||
        (size > 1 && guidon_data_check_text(text, size, NULL))) {
        return UTF8_NONE;
    }
    for (size_t i = 1; i < size; i++) {
        point = point << 6 | (bytes[i] & 0x3f);
    }
    *n = size;
    return point;
}

bool utf8_begins_utf16(const char *text, size_t len)
{
    const bool utf32 = len >= 4 && memcmp(text, "\xff\xfe\0", 4) == 0;

    return len >= 2 && !utf32 &&
           (memcmp(text, "\xff\xfe", 2) == 0 ||
            memcmp(text, "\xfe\xff", 2) == 0);
}

bool utf8_is_utf16(const char *text, size_t len)
{
    const size_t pairs = len / 2;
    size_t nul[2] = {0, 0};

    for (size_t i = 0; i < 2 * pairs; i++) {
        nul[i % 2] += text[i] == '\0';
    }
    return utf8_begins_utf16(text, len) ||
           (pairs > 1 && nul[0] + nul[1] == pairs &&
            (nul[0] == pairs || nul[1] == pairs));
}
