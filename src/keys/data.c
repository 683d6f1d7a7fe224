/* SPDX-License-Identifier: MIT */
/* data.c - the bytes that names and data are hashed as. */
#include "../core/bytes.h"
#include <guidon/keys.h>
#include <stdbool.h>

void guidon_data_from_integer(unsigned char out[GUIDON_INTEGER_LEN],
                              int64_t value)
{
    gdn_store_be64(out, (uint64_t)value);
}

/* The bounds of the second byte after a first byte (RFC 3629, section 4). They
 * leave out longer forms than needed, surrogates, and what is above U+10FFFF. */
static bool second_byte_fits(unsigned char first, unsigned char second)
{
    unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;

    return second >= low && second <= high;
}

/* The length of the character that begins at `text`, or 0 if none does. */
static size_t utf8_character(const unsigned char *text, size_t len)
{
    const unsigned char first = text[0];
    size_t n = first < 0x80                     ? 1
               : first >= 0xc2 && first <= 0xdf ? 2
               : (first & 0xf0) == 0xe0         ? 3
               : first >= 0xf0 && first <= 0xf4 ? 4
                                                : 0;

    if (n > len || (n > 1 && !second_byte_fits(first, text[1]))) {
        return 0;
    }
    for (size_t i = 2; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

guidon_status guidon_data_check_text(const void *text, size_t len,
                                     size_t *bad_at)
{
    const unsigned char *const bytes = text;
    size_t n;

    for (size_t at = 0; at < len; at += n) {
        n = utf8_character(bytes + at, len - at);
        if (n == 0) {
            if (bad_at) {
                *bad_at = at;
            }
            return GUIDON_E_CHAR;
        }
    }
    return GUIDON_OK;
}
