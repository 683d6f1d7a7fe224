/* SPDX-License-Identifier: MIT */
/* The reason why a text is not an id, with the expected text. */
#ifndef CLI_REASON_H
#define CLI_REASON_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Explain why guidon_parse(text, len, accept) returned `status` at `*bad_at`,
 * for example "'O' at offset 34 is not a hexadecimal digit (expected 0-9,
 * a-f)". Sets `*bad_at` to the offset that the words name.
 *
 * The words are printable ASCII: any other character appears as its code point,
 * such as U+00E9, and a byte that is not UTF-8 as 0xff. Writes at most `cap`
 * bytes, NUL included, into `out`. Returns `out`.
 */
#define REASON_MAX 256
const char *reason_text(char *out, size_t cap, size_t *bad_at, const char *text,
                        size_t len, uint64_t accept, guidon_status status);

/* Write the character that begins a text of `len` bytes as the words do: 'O', a
 * space, U+00E9 or byte 0xff. Returns `out`. */
#define REASON_CHAR_MAX 16
const char *reason_char(char out[REASON_CHAR_MAX], const char *text,
                        size_t len);

/* Does a text end as a TypeID with a prefix does: with '_' and 26 characters?
 * Such a text is no other form. */
bool reason_is_typeid(const char *text, size_t len);

#endif
