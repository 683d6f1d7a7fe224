/* SPDX-License-Identifier: MIT */
/* Output to a file that changes as a whole or not at all. */
#ifndef CLI_ATOMIC_FILE_H
#define CLI_ATOMIC_FILE_H

#include "../basics.h"

#include <stdbool.h>

/*
 * Send the output to a new file that will replace `path`. The new file has no
 * name yet; on a file system without O_TMPFILE it has a temporary name beside
 * `path`, and a signal that ends the process removes it. A device or a pipe is
 * written directly. False, with a message, if the file cannot be written.
 */
bool atomic_file_begin(const char *path);
/* The same, but a new file gives nobody more access than the open file `like`
 * does; with -1, it can be read by its owner alone. A file that replaces another
 * keeps the access rights of that file. */
bool atomic_file_begin_like(const char *path, int like);
/* Finish the output: if `code` is EXIT_DONE, put the new file in the place of
 * the old file; otherwise discard it. What was written to a device or a pipe stays
 * there. Returns `code`, or EXIT_IO if this fails.
 * Does nothing without an atomic_file_begin. */
enum exit_code atomic_file_end(enum exit_code code);
/* After atomic_file_end: prepare for another file. Signals end the process again,
 * which atomic_file_end put off. */
void atomic_file_next(void);

#endif
