/* SPDX-License-Identifier: MIT */
/* Visits the files below a folder, in the order of their names. */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include <stdbool.h>

/* Called with each file; false ends the walk. */
typedef bool (*walk_fn)(void *context, const char *path);

/*
 * Visit the regular files below the folder `path` ("" is the current folder).
 * Each folder is read in the byte order of its names. Names that begin with '.'
 * are skipped unless `hidden`. Symbolic links, devices, pipes and sockets are
 * skipped. Memory holds the names of the current folder and of those above it.
 * False if a folder could not be read: the walk wrote a message and went on.
 */
bool walk_folder(void *context, const char *path, bool hidden, walk_fn visit);

#endif
