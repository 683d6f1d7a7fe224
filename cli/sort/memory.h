/* SPDX-License-Identifier: MIT */
/* The memory for ids, of the size that --memory gives. */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --memory and --temporary of the commands that sort. */
#define OPTION_MEMORY                                                          \
  {                                                                            \
    .name = "memory", .value = "SIZE",                                         \
    .help = "use at most this much memory (256M); may end in K, M or G"        \
  }
#define OPTION_TEMPORARY                                                       \
  {                                                                            \
    .name = "temporary", .value = "DIR",                                       \
    .help = "directory of temporary files (TMPDIR, or else /tmp)"              \
  }

struct memory {
    uint64_t *words;
    size_t size; /* bytes; a multiple of 8 */
};

/* How much of `text`, or of 256M where it is NULL, is for ids: all but what the
 * process takes besides. False, with a message, where it is no size or too
 * small a one. */
bool memory_parse(struct memory *memory, const char *text);
/* Take it. False, with a message, where there is not as much. */
bool memory_allocate(struct memory *memory);
void memory_free(struct memory *memory);

#endif
