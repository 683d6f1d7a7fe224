/* SPDX-License-Identifier: MIT */
/* The output in large blocks, every write of it checked. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "../basics.h"

#include <stdbool.h>

/*
 * A failed write is remembered and what follows is dropped, so that a command
 * may look once in a while (output_failed) and stop early. A reader that went
 * away (EPIPE) ends the process as SIGPIPE does, without a word.
 */
void output_bytes(const void *bytes, size_t len);
void output_text(const char *text);
void output_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* Room for `len` bytes, at most OUTPUT_ROOM_MAX, to be filled in place and then
 * claimed with output_claim, nothing else coming between. */
#define OUTPUT_ROOM_MAX ((size_t)1 << 16)
char *output_room(size_t len);
void output_claim(size_t len);

bool output_failed(void);
/* Write what is held now, saying nothing: for a message about to be shown. */
void output_settle(void);
/* Write what is held and close the output. False, with a message, if any of it
 * was lost. Once more does no more, and answers the same. */
bool output_finish(void);
/* From now on the output goes to this file, and not to stdout. Nothing was
 * written yet. */
void output_to(int fd);

#endif
