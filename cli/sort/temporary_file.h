/* SPDX-License-Identifier: MIT */
/* Temporary files that have no name: nothing of them is left, however the
 * process ends. */
#ifndef CLI_TEMPORARY_FILE_H
#define CLI_TEMPORARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct temporary_file {
    const char *directory; /* NULL: $TMPDIR, or /tmp */
    int fd;                /* -1: not made yet */
    uint64_t size;         /* bytes; what is added goes there */
};

/* Make the file unless it is there. Each of these is false, with a message,
 * where it fails. */
bool temporary_file_open(struct temporary_file *file);
bool temporary_file_add(struct temporary_file *file, const void *bytes,
                        size_t len);
/* Forget all that is in it, and give the room back. */
bool temporary_file_empty(struct temporary_file *file);
void temporary_file_close(struct temporary_file *file);
/* Say that reading it failed. */
void temporary_file_report_read(const struct temporary_file *file, int error);

#endif
