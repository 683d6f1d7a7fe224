/* SPDX-License-Identifier: MIT */
/* The reason why a text is not an id, with the expected text. */
#ifndef CLI_REASON_H
#define CLI_REASON_H

#include <guidon.h>
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
                        size_t len, unsigned accept, guidon_status status);

#endif
