/* SPDX-License-Identifier: MIT */
/* blocks.c - read the bytes of a file or of stdin in blocks. */
#include "blocks.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../term/retry.h"
#include "operand.h"

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
        blocks->output = output_is_file(&in);
    }
}

/* Inspect the open file and get memory for it. False, with a message, on
 * failure. */
static bool prepare(struct blocks *blocks)
{
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

bool blocks_open(struct blocks *blocks, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;

    *blocks = (struct blocks){
        .name = is_stdin ? "stdin" : path,
        .fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC),
        .bytes = blocks->bytes,
    };
    if (blocks->fd < 0) {
        operand_cannot_open(path);
        return false;
    }
    return prepare(blocks);
}

bool blocks_open_found(struct blocks *blocks, const struct walk_file *file)
{
    *blocks = (struct blocks){
        .name = file->path,
        .found = true,
        .fd = openat(file->folder, file->name,
                     O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY),
        .bytes = blocks->bytes,
    };
    if (blocks->fd < 0 && (errno == ELOOP || errno == ENXIO)) {
        return true; /* a symbolic link, or a socket */
    }
    if (blocks->fd < 0) {
        message("cannot open '%s': %s", ESCAPED(file->path), strerror(errno));
        return false;
    }
    return prepare(blocks);
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

/* Shall a read that failed be called again? */
static bool is_read_again(const struct blocks *blocks)
{
    return blocks->found ? errno == EINTR : retry_after(blocks->fd, POLLIN);
}

static void report_failure(struct blocks *blocks)
{
    blocks->error = errno;
    if (blocks->found && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        message("cannot read %s to its end without waiting; name the file to "
                "wait for the rest",
                ESCAPED(blocks->name));
    } else {
        message("cannot read %s: %s", ESCAPED(blocks->name), strerror(errno));
    }
}

bool blocks_more(struct blocks *blocks, size_t done)
{
    ssize_t got;

    blocks->len -= done;
    memmove(blocks->bytes, blocks->bytes + done, blocks->len);
    do {
        got = read(blocks->fd, blocks->bytes + blocks->len,
                   BLOCKS_SIZE - blocks->len);
    } while (got < 0 && is_read_again(blocks));
    if (got < 0) {
        report_failure(blocks);
    }
    if (got <= 0) {
        return false;
    }
    blocks->len += (size_t)got;
    progress_read((size_t)got, 0, NULL);
    return true;
}
