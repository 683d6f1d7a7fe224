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

/* Parse the value of --memory; NULL stands for 256M. Sets the size to the part
 * for ids, without what the process needs besides. False, with a message, if
 * the value is not a size or below 64K. */
bool memory_parse(struct memory *memory, const char *text);
/* Allocate it. False, with a message, if the system has not as much. */
bool memory_allocate(struct memory *memory);
void memory_free(struct memory *memory);

#endif
