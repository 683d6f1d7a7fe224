/* SPDX-License-Identifier: MIT */
/* Visits the files below a folder, in the order of their names. */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include <stdbool.h>

/* A file that the walk found: `name` in the folder that is open as `folder`.
 * Another file may have taken its place since, so open it without following a
 * link (blocks_open_found). `path` is for people; it may be longer than any path
 * that open takes. All are valid during the call. */
struct walk_file {
    int folder;
    const char *name, *path;
};

/* Called with each file; false ends the walk. */
typedef bool (*walk_fn)(void *context, const struct walk_file *file);

/*
 * Visit the regular files below a folder: `fd`, which this function closes, or
 * `path` ("" is the current folder) if fd is -1. Each folder is read in the byte
 * order of its names. Names that begin with '.' are skipped unless `hidden`.
 * Symbolic links, devices, pipes and sockets are skipped, also those that take
 * the place of a folder during the walk: nobody can lead the walk out of the
 * folder. Folders may be nested to any depth. Memory holds the names of the
 * current folder and of those above it. False if a folder could not be read: the
 * walk wrote a message and went on.
 */
bool walk_folder(void *context, int fd, const char *path, bool hidden,
                 walk_fn visit);

#endif
