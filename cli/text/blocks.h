/* SPDX-License-Identifier: MIT */
/* The bytes of a file or of stdin as they come, whatever they are. */
#ifndef CLI_BLOCKS_H
#define CLI_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#define BLOCKS_SIZE ((size_t)1 << 18)

struct blocks {
    const char *name; /* the path, or "stdin"; not fit to be shown as it is */
    int fd;
    bool folder;  /* it is one: there is nothing to be read */
    bool regular; /* nobody waits for more of it */
    bool output;  /* a file that stdout goes to: it would have no end */
    int error;    /* errno that ended the input; 0: none did */
    char *bytes;  /* what is held */
    size_t len;
};

/* Open a file, or stdin for "-". False, with a message, if it cannot be. The
 * struct is all zero, or was closed: then its memory is used again. */
bool blocks_open(struct blocks *blocks, const char *path);
/*
 * Let go of the first `done` bytes that are held, and wait for some more behind
 * the others, which must be fewer than BLOCKS_SIZE. False at the end, or where
 * reading failed: then blocks->error is set and a message was given.
 */
bool blocks_more(struct blocks *blocks, size_t done);
void blocks_close(struct blocks *blocks);
/* Free the memory of one that is closed, or all zero. */
void blocks_free(struct blocks *blocks);

#endif
