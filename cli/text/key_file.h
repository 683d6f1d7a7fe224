/* SPDX-License-Identifier: MIT */
/* Read a secret key from a file. */
#ifndef CLI_KEY_FILE_H
#define CLI_KEY_FILE_H

#include "../args.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

#define KEY_FILE_MOST 32 /* bytes of the longest key */

/* A key is never an argument, because every process can read the arguments. */
#define OPTION_KEY_FILE                                                        \
  {                                                                            \
    .name = "key-file", .value = "FILE",                                       \
    .help = "file with the secret key in hexadecimal digits"                   \
  }
#define OPTION_KEY_RAW                                                         \
  {                                                                            \
    .name = "key-raw", .help = "the key file has raw bytes instead of digits"  \
  }

#define OPTION_KEY_RING                                                        \
  {                                                                            \
    .name = "key-ring", .value = "FILE",                                       \
    .help = "file with keys and their numbers, the current key first"          \
  }

/*
 * Read a key of `len` bytes, at most KEY_FILE_MOST: from the file that the
 * option `file` names, or from stdin for "-" if the operands name other files.
 * Takes raw bytes if the option `raw` was given, and otherwise as 2 * len
 * hexadecimal digits with an optional line end. The caller wipes `out`. If it
 * is not EXIT_DONE, a message named the reason, `out` has no part of the key,
 * and no message shows any of the content. Warns if the group or others may
 * read a regular file.
 */
enum exit_code key_file_read(unsigned char *out, size_t len,
                             const struct args *args, size_t file, size_t raw);

/*
 * Read a ring of keys of `len` bytes from the file that the option `file` names, in the
 * same way. The caller wipes *ring. A message about the content names the line.
 */
enum exit_code key_ring_read(guidon_key_ring *ring, size_t len,
                             const struct args *args, size_t file);

#endif
