/* SPDX-License-Identifier: MIT */
/* pattern.c - writes and reads forms that are hex digits among marks. */
#include "pattern.h"
#include "../core/memory.h"

#include "ascii.h"
#include "hex.h"
#include "parse_error.h"

size_t gdn_pattern_write(char *out, const char *pattern, const char *digits,
                         const unsigned char *bytes)
{
    size_t digit = 0;
    size_t i;

    for (i = 0; pattern[i]; i++) {
        if (pattern[i] == 'h') {
            unsigned byte = bytes[digit / 2];
            out[i] = digits[digit % 2 ? byte & 15u : byte >> 4];
            digit++;
        } else {
            out[i] = gdn_to_lower(pattern[i]);
        }
    }
    return i;
}

static bool is_mark(char c, char mark)
{
    return gdn_is_upper(mark) ? gdn_to_lower(c) == gdn_to_lower(mark)
                              : c == mark;
}

guidon_status gdn_pattern_read(unsigned char *out, const char *pattern,
                               const char *text, size_t len, size_t *bad_at)
{
    unsigned char bytes[16] = {0};
    size_t digit = 0;
    size_t want = strlen(pattern);

    if (len != want) {
        return gdn_parse_error_length(bad_at, len, want);
    }
    for (size_t i = 0; i < len; i++) {
        unsigned value = gdn_hex_value[(unsigned char)text[i]];
        bool right = pattern[i] == 'h' ? value != GDN_NO_DIGIT
                                       : is_mark(text[i], pattern[i]);
        if (!right) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
        if (pattern[i] == 'h') {
            unsigned before = bytes[digit / 2];
            bytes[digit / 2] = (unsigned char)(before << 4 | value);
            digit++;
        }
    }
    memcpy(out, bytes, digit / 2);
    return GUIDON_OK;
}
