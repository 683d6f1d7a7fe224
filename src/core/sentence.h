/* SPDX-License-Identifier: MIT */
/* A text that grows at its end: sentences and JSON without stdio. */
#ifndef GDN_CORE_SENTENCE_H
#define GDN_CORE_SENTENCE_H

#include "private.h"

#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

/* The text so far. `len` counts all bytes that were added; those after `cap` are
 * not written. */
struct gdn_sentence {
    char *out;
    size_t cap;
    size_t len;
};

GDN_PRIVATE_BEGIN

/* Add `len` bytes; a text that ends with NUL; a number in decimal; and the lowest
 * 4 * `digits` bits of a number as hex digits of the alphabet "0...9abcdef" or
 * "0...9ABCDEF". */
void gdn_add_bytes(struct gdn_sentence *to, const char *bytes, size_t len);
void gdn_add(struct gdn_sentence *to, const char *text);
void gdn_add_number(struct gdn_sentence *to, uint64_t number);
void gdn_add_hex(struct gdn_sentence *to, uint64_t number, unsigned digits,
                 const char *alphabet);

/* Give the text to a caller who has `cap` bytes at `out`, all of it or nothing.
 * *len becomes the length of the text; `len` may be NULL. Returns GUIDON_OK or
 * GUIDON_E_SPACE. */
guidon_status gdn_give_sentence(char *out, size_t cap, size_t *len,
                                const struct gdn_sentence *sentence);

GDN_PRIVATE_END

#endif
