/* SPDX-License-Identifier: MIT */
/* The files below a folder, one after the other in the order of their names. */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include <stdbool.h>

/* What is done with a file; false ends the walk. */
typedef bool (*walk_fn)(void *context, const char *path);

/*
 * Visit the regular files below the folder `path`, "" for this one, each folder
 * in the order of the bytes of its names; with those whose name begins with '.'
 * only if `hidden`. Symbolic links are not followed, and neither they nor
 * devices, pipes and sockets are visited. Memory holds the names of the folders
 * that the current one lies in. False if a folder could not be read: then a
 * message was given, and the walk went on.
 */
bool walk_folder(void *context, const char *path, bool hidden, walk_fn visit);

#endif
