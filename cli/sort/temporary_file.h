/* SPDX-License-Identifier: MIT */
/* Temporary files without a name, which vanish however the process ends. */
#ifndef CLI_TEMPORARY_FILE_H
#define CLI_TEMPORARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct temporary_file {
    const char *directory; /* NULL: $TMPDIR, or /tmp */
    int fd;                /* -1 before temporary_file_open */
    uint64_t size;         /* bytes; the next write appends here */
};

/* Create the file, unless it is open. Each of these functions returns false,
 * with a message, on failure. */
bool temporary_file_open(struct temporary_file *file);
bool temporary_file_add(struct temporary_file *file, const void *bytes,
                        size_t len);
/* Truncate the file, which frees its disk space. */
bool temporary_file_empty(struct temporary_file *file);
void temporary_file_close(struct temporary_file *file);
/* Write the message that reading the file failed. */
void temporary_file_report_read(const struct temporary_file *file, int error);

#endif
