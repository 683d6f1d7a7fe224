/* SPDX-License-Identifier: MIT */
/* temporary_file.c - temporary files without a name. */
#include "temporary_file.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *directory_of(const struct temporary_file *file)
{
    const char *name = file->directory ? file->directory : getenv("TMPDIR");

    return name && *name ? name : "/tmp";
}

static bool fail(const struct temporary_file *file, const char *what, int error)
{
    message("cannot %s a temporary file in %s: %s", what,
            ESCAPED(directory_of(file)), strerror(error));
    return false;
}

/* Create a file with a name and remove the name, for file systems without
 * O_TMPFILE. Signals are blocked, so that none ends the process in between. */
static int open_named(const char *directory)
{
    char path[PATH_MAX];
    sigset_t all, before;
    int fd, error;
    int len = snprintf(path, sizeof path, "%s/guidon-XXXXXX", directory);

    if (len < 0 || (size_t)len >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    fd = mkostemp(path, O_CLOEXEC);
    error = errno;
    if (fd >= 0) {
        unlink(path);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

static int open_nameless(const char *directory)
{
#if defined(O_TMPFILE)
    int fd = open(directory, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);

    if (fd >= 0) {
        return fd;
    }
#endif
    return open_named(directory);
}

bool temporary_file_open(struct temporary_file *file)
{
    if (file->fd >= 0) {
        return true;
    }
    file->size = 0;
    file->fd = open_nameless(directory_of(file));
    return file->fd >= 0 || fail(file, "create", errno);
}

bool temporary_file_add(struct temporary_file *file, const void *bytes,
                        size_t len)
{
    const char *at = bytes;

    while (len > 0) {
        ssize_t wrote = pwrite(file->fd, at, len, (off_t)file->size);

        if (wrote >= 0) {
            at += wrote;
            len -= (size_t)wrote;
            file->size += (uint64_t)wrote;
        } else if (errno != EINTR) {
            return fail(file, "write", errno);
        }
    }
    return true;
}

bool temporary_file_empty(struct temporary_file *file)
{
    file->size = 0;
    return ftruncate(file->fd, 0) == 0 || fail(file, "truncate", errno);
}

void temporary_file_close(struct temporary_file *file)
{
    if (file->fd >= 0) {
        close(file->fd);
        file->fd = -1;
    }
}

void temporary_file_report_read(const struct temporary_file *file, int error)
{
    (void)fail(file, "read", error);
}
