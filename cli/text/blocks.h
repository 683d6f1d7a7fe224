/* SPDX-License-Identifier: MIT */
/* Read the bytes of a file or of stdin in blocks. */
#ifndef CLI_BLOCKS_H
#define CLI_BLOCKS_H

#include "../term/output.h"
#include "../term/walk.h"

#include <stdbool.h>
#include <stddef.h>

#define BLOCKS_SIZE ((size_t)1 << 18)

struct blocks {
    const char *name; /* the path, or "stdin"; escape before writing it */
    int fd;
    bool found;   /* by a walk: no read waits */
    bool folder;  /* is a directory, which cannot be read */
    bool regular; /* is a regular file: reading does not wait for a writer */
    /* Is this the file that the output or the messages go to? Then what the
     * tool writes would come back as input. */
    enum output_stream output;
    int error;   /* errno of a failed read, or 0 */
    char *bytes; /* len bytes that were read and not yet discarded */
    size_t len;
};

/* Open a file, or stdin for "-". False, with a message, on failure. The struct
 * must be all zero or closed; a closed struct's memory is used again. */
bool blocks_open(struct blocks *blocks, const char *path);
/* Open a file that a walk found, but only if it is still a regular file: follow
 * no link and wait for no writer. blocks->regular is false if another file has
 * taken its place. False, with a message, on failure. Some regular files, such
 * as /proc/kmsg, have bytes only after a wait that may never end: a read that
 * would wait fails with EAGAIN. */
bool blocks_open_found(struct blocks *blocks, const struct walk_file *file);
/*
 * Discard the first `done` bytes and read more behind the rest, which must be
 * shorter than BLOCKS_SIZE. False at the end of the file; also if a read
 * failed, with blocks->error set and a message.
 */
bool blocks_more(struct blocks *blocks, size_t done);
void blocks_close(struct blocks *blocks);
/* Free the memory of a struct that is closed or all zero. */
void blocks_free(struct blocks *blocks);

#endif
