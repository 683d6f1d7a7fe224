/* SPDX-License-Identifier: MIT */
/* escape.c - makes text from outside safe to show on a terminal. */
#include "escape.h"

#include <stdio.h>

const char *escape_write(char out[ESCAPED_MAX], const char *text, size_t len)
{
    /* Leave space for "..." after every byte. */
    const size_t room = ESCAPED_MAX - sizeof "\\xNN...";
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
            snprintf(out + used, sizeof "\\xNN", "\\x%02x", byte);
            used += 4;
        }
    }
    out[used] = '\0';
    return out;
}
