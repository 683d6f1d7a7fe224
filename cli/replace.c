/* SPDX-License-Identifier: MIT */
/* replace.c - output to a file that is replaced as a whole. */
#include "replace.h"
#include "message.h"
#include "output.h"
#include "shown.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    char path[PATH_MAX];  /* the file, symbolic links followed */
    char other[PATH_MAX]; /* what it is called until then */
    volatile sig_atomic_t begun;
} replace;

static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

static bool refuse(const char *path, int error)
{
    message("cannot write %s: %s", SHOWN(path), strerror(error));
    return false;
}

/* The handler is gone when it runs, so that the signal ends us the second time:
 * whoever waits for us sees which it was. */
static void end_by_signal(int signal_number)
{
    if (replace.begun) {
        unlink(replace.other);
    }
    raise(signal_number);
}

/* Those that were ignored when we began (nohup) stay so. */
static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = end_by_signal};
    struct sigaction before;

    action.sa_flags = (int)SA_RESETHAND; /* the highest bit of an int */
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        sigaction(ends[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) {
            sigaction(ends[i], &action, NULL);
        }
    }
    signal(SIGXFSZ, SIG_IGN); /* a failed write tells of the limit */
}

/* The name of a file beside it. False where it is too long. */
static bool name_other(void)
{
    const char *slash = strrchr(replace.path, '/');
    int len = snprintf(replace.other, sizeof replace.other, "%.*s%s",
                       slash ? (int)(slash - replace.path) + 1 : 0,
                       replace.path, ".guidon-XXXXXX");

    return len > 0 && (size_t)len < sizeof replace.other;
}

/* What a new file may be, or what the old one is. */
static mode_t mode_of(const struct stat *old)
{
    mode_t mask;

    if (old) {
        return old->st_mode & 0777;
    }
    mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Make the other file, with no signal between that and its name being known. */
static int open_other(const struct stat *old)
{
    sigset_t all, before;
    int fd;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    fd = mkostemp(replace.other, O_CLOEXEC);
    if (fd >= 0) {
        replace.begun = 1;
        watch_signals();
        (void)fchmod(fd, mode_of(old)); /* else it stays ours alone */
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

/* The old file, or something that is no regular one, has to let us write. */
static int open_for(const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;

    if (exists && !S_ISREG(old.st_mode)) {
        return open(path, O_WRONLY | O_CLOEXEC);
    }
    if (exists && (access(path, W_OK) != 0 || !realpath(path, replace.path))) {
        return -1;
    }
    if (!exists && (size_t)snprintf(replace.path, sizeof replace.path, "%s",
                                    path) >= sizeof replace.path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (!name_other()) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open_other(exists ? &old : NULL);
}

bool replace_begin(const char *path)
{
    int fd = open_for(path);

    if (fd < 0) {
        return refuse(path, errno);
    }
    output_to(fd);
    return true;
}

enum exit_code replace_end(enum exit_code code)
{
    if (!replace.begun) {
        return code;
    }
    if (code == EXIT_DONE && !output_finish()) {
        code = EXIT_IO;
    }
    if (code == EXIT_DONE && rename(replace.other, replace.path) != 0) {
        (void)refuse(replace.path, errno);
        code = EXIT_IO;
    }
    if (code != EXIT_DONE) {
        unlink(replace.other);
    }
    replace.begun = 0;
    return code;
}
