/* SPDX-License-Identifier: MIT */
/* sentence.c - builds sentences and JSON without stdio. */
#include "sentence.h"
#include "memory.h"

void gdn_add_bytes(struct gdn_sentence *to, const char *bytes, size_t len)
{
    size_t room = to->len < to->cap ? to->cap - to->len : 0;

    if (len > 0 && room > 0) {
        memcpy(to->out + to->len, bytes, len < room ? len : room);
    }
    to->len += len;
}

void gdn_add(struct gdn_sentence *to, const char *text)
{
    gdn_add_bytes(to, text, strlen(text));
}

void gdn_add_number(struct gdn_sentence *to, uint64_t number)
{
    char digits[20]; /* 2^64 - 1 has 20 */
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    gdn_add_bytes(to, digits + at, sizeof digits - at);
}

void gdn_add_hex(struct gdn_sentence *to, uint64_t number, unsigned digits,
                 const char *alphabet)
{
    while (digits > 0) {
        digits--;
        gdn_add_bytes(to, &alphabet[number >> 4 * digits & 15], 1);
    }
}

guidon_status gdn_give_sentence(char *out, size_t cap, size_t *len,
                                const struct gdn_sentence *sentence)
{
    if (len) {
        *len = sentence->len;
    }
    if (sentence->len > cap || sentence->len > sentence->cap) {
        return GUIDON_E_SPACE;
    }
    if (sentence->len > 0) {
        memcpy(out, sentence->out, sentence->len);
    }
    return GUIDON_OK;
}
