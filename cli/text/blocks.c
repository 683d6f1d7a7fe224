/* SPDX-License-Identifier: MIT */
/* blocks.c - read the bytes of a file or of stdin in blocks. */
#include "blocks.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Set the type of the file. */
static void inspect(struct blocks *blocks)
{
    struct stat in;

    if (fstat(blocks->fd, &in) == 0) {
        blocks->folder = S_ISDIR(in.st_mode);
        blocks->regular = S_ISREG(in.st_mode);
        blocks->output = output_is_file(blocks->fd) == OUTPUT_RESULTS;
    }
}

bool blocks_open(struct blocks *blocks, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;

    *blocks = (struct blocks){
        .name = is_stdin ? "stdin" : path,
        .fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC),
        .bytes = blocks->bytes,
    };
    if (blocks->fd < 0) {
        message("cannot open %s: %s", ESCAPED(path), strerror(errno));
        return false;
    }
    inspect(blocks);
    if (!blocks->bytes && !(blocks->bytes = malloc(BLOCKS_SIZE))) {
        message("cannot read %s: %s", ESCAPED(blocks->name), strerror(errno));
        blocks_close(blocks);
        return false;
    }
    if (progress_wanted && isatty(blocks->fd)) {
        progress_disable();
    }
    return true;
}

void blocks_close(struct blocks *blocks)
{
    if (blocks->fd > STDIN_FILENO) {
        close(blocks->fd);
    }
    blocks->fd = -1;
}

void blocks_free(struct blocks *blocks)
{
    free(blocks->bytes);
    blocks->bytes = NULL;
}

bool blocks_more(struct blocks *blocks, size_t done)
{
    ssize_t got;

    blocks->len -= done;
    memmove(blocks->bytes, blocks->bytes + done, blocks->len);
    do {
        got = read(blocks->fd, blocks->bytes + blocks->len,
                   BLOCKS_SIZE - blocks->len);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        blocks->error = errno;
        message("cannot read %s: %s", ESCAPED(blocks->name), strerror(errno));
    }
    if (got <= 0) {
        return false;
    }
    blocks->len += (size_t)got;
    progress_read((size_t)got, 0, NULL);
    return true;
}
