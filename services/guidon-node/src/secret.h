/* SPDX-License-Identifier: MIT */
/* secret.h - reads a password from a file */
#ifndef GUIDON_NODE_SECRET_H
#define GUIDON_NODE_SECRET_H

#include "outcome.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads the first line of a file that other users cannot read. Returns false
 * with the reason, which never contains the line. */
bool secret_read(char *out, size_t size, const char *path,
                 struct reason *reason);

#endif
