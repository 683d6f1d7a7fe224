/* SPDX-License-Identifier: MIT */
/* Output to a file that is replaced as a whole, or stays as it was. */
#ifndef CLI_ATOMIC_FILE_H
#define CLI_ATOMIC_FILE_H

#include "../basics.h"

#include <stdbool.h>

/*
 * From now on the output goes to the file: without a name, or, where a file
 * system has no such files, under another one beside it, which a signal that ends
 * the process takes away. What is no regular file (a device, a
 * pipe) is written as it is. False, with a message, where it cannot be.
 */
bool atomic_file_begin(const char *path);
/* All was written: give the file its name, unless `code` says that something
 * went wrong. Returns the exit code, which is another where this fails. Without
 * a atomic_file_begin it does nothing. */
enum exit_code atomic_file_end(enum exit_code code);

#endif
