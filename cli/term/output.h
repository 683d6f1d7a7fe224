/* SPDX-License-Identifier: MIT */
/* Buffered output, with every write checked. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "../basics.h"

#include <stdbool.h>
#include <sys/stat.h>

/*
 * After a failed write, the functions below drop what they are given. A command
 * may therefore check output_failed now and then, and stop early. If the reader
 * of a pipe has gone (EPIPE), the process ends as SIGPIPE does, without a
 * message.
 */
void output_bytes(const void *bytes, size_t len);
void output_text(const char *text);
void output_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* Space for `len` bytes, at most OUTPUT_ROOM_MAX, for the caller to fill. The
 * next call must be output_claim, which adds the first `len` of them to the
 * output. Without that call nothing is added. */
#define OUTPUT_ROOM_MAX ((size_t)1 << 16)
char *output_room(size_t len);
void output_claim(size_t len);

bool output_failed(void);
/* Write all buffered output now, without a message on failure. */
void output_settle(void);
/* Write all buffered output and close the output. False, with a message, if any
 * output was lost. A second call only returns the same result. */
bool output_finish(void);
/* Does the command write to this file, and is it a regular file? Reading such a
 * file would never end, because what is written comes back as input. */
enum output_stream {
    OUTPUT_NONE,     /* no */
    OUTPUT_RESULTS,  /* the output goes there */
    OUTPUT_MESSAGES, /* stderr goes there */
};
enum output_stream output_is_file(const struct stat *file);
/* Write the message that the file `name` is not read, because `stream` goes
 * there. */
void output_refuse_file(enum output_stream stream, const char *name);
/* Send the output to this descriptor instead of stdout. Call it before the
 * first output, or after output_finish. */
void output_to(int fd);

#endif
