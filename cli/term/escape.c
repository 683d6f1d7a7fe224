/* SPDX-License-Identifier: MIT */
/* escape.c - makes text from outside safe to show on a terminal. */
#include "escape.h"

const char *escape_write(char out[ESCAPED_MAX], const char *text, size_t len)
{
    /* Leave space for "..." after every byte. */
    const size_t room = ESCAPED_MAX - sizeof "\\xNN...";
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;

    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)text[i];

        if (used > room) {
            memcpy(out + used, "...", 3);
            used += 3;
            break;
        }
        if (byte >= ' ' && byte <= '~') {
            out[used++] = (char)byte;
        } else {
            out[used++] = '\\';
            out[used++] = 'x';
            out[used++] = digits[byte >> 4];
            out[used++] = digits[byte & 15];
        }
    }
    out[used] = '\0';
    return out;
}
