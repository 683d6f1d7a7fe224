/* SPDX-License-Identifier: MIT */
/* Why a text is no id, in words that say what would be right. */
#ifndef CLI_REASON_H
#define CLI_REASON_H

#include <guidon.h>
#include <stddef.h>

/*
 * Say why guidon_parse(text, len, accept) answered `status` at `*bad_at`, which
 * is set to where the fault that is named stands. A byte that is not printable
 * ASCII is shown as a number: of the UTF-8 character it begins, or its own.
 * Writes at most `cap` bytes, NUL included, into `out` and returns it.
 */
#define REASON_MAX 256
const char *reason_text(char *out, size_t cap, size_t *bad_at, const char *text,
                        size_t len, unsigned accept, guidon_status status);

#endif
