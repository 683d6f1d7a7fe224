/* SPDX-License-Identifier: MIT */
/* The reason why a text is not an id, with the expected text. */
#ifndef CLI_REASON_H
#define CLI_REASON_H

#include <guidon.h>
#include <stddef.h>

/*
 * Write the sentence of guidon_parse_reason, and what the tool can do about it. Say of
 * a text whose encoding or line ends are wrong what would mend the file. Sets `*bad_at`,
 * the offset of guidon_parse, to the offset that the words name, if they name one.
 * Returns `out`, which ends with NUL.
 */
#define REASON_MAX (GUIDON_REASON_MAX + 64)
const char *reason_text(char out[REASON_MAX], size_t *bad_at, const char *text,
                        size_t len, guidon_accept accept, unsigned flags,
                        guidon_status status);

/* The words without the offset that they name, for a line that begins with the place:
 * FILE:LINE:COLUMN names the byte already. Writes to `out`, and returns it. */
const char *reason_in_place(char out[REASON_MAX], const char *words);
#define REASON_IN_PLACE(words) reason_in_place((char[REASON_MAX]){0}, words)

#endif
