/* SPDX-License-Identifier: MIT */
/* atomic_file.c - output to a file that changes as a whole or not at all. */
#include "atomic_file.h"
#include "cleanup.h"
#include "escape.h"
#include "message.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The new file has no name until it is complete (O_TMPFILE), so that nothing is
 * left of it however the process ends. On a file system without O_TMPFILE it
 * has the name `temporary`, which cleanup.h removes if a signal ends the
 * process.
 */
static struct {
    char path[PATH_MAX];      /* the file to replace, symbolic links resolved */
    char temporary[PATH_MAX]; /* the temporary name, in the same folder */
    int nameless; /* descriptor of the file without a name; -1 if it has one */
    bool exists;  /* `path` exists */
    bool begun;
    volatile sig_atomic_t named; /* `temporary` exists */
} pending = {.nameless = -1};

static bool fail(const char *path, int error)
{
    message("cannot write %s: %s", ESCAPED(path), strerror(error));
    return false;
}

static void remove_temporary(void)
{
    if (pending.named) {
        unlink(pending.temporary);
    }
}

/* Set `temporary` to the temporary name that ends in `letters`. False, with
 * errno, if it is too long. */
static bool name_temporary(const char *letters)
{
    const char *slash = strrchr(pending.path, '/');
    int len = snprintf(
        pending.temporary, sizeof pending.temporary, "%.*s.guidon-%s",
        slash ? (int)(slash - pending.path) + 1 : 0, pending.path, letters);

    if (len > 0 && (size_t)len < sizeof pending.temporary) {
        return true;
    }
    errno = ENAMETOOLONG;
    return false;
}

/* The mode of the old file, or the default mode of a new one. */
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

/* Give the new file the owner and mode of the old file, as far as permitted. */
static void copy_owner_and_mode(int fd, const struct stat *old)
{
    if (old) {
        (void)!fchown(fd, old->st_uid, old->st_gid);
    }
    (void)fchmod(fd, mode_of(old));
}

/* The path under /proc that linkat needs to name the file. */
#define FD_PATH_MAX 40
static const char *fd_path(char out[FD_PATH_MAX], int fd)
{
    snprintf(out, FD_PATH_MAX, "/proc/self/fd/%d", fd);
    return out;
}

/* Make a file without a name; -1 if the file system has none. pending.nameless
 * stays open after the output closes the descriptor that this returns. */
static int open_nameless(void)
{
#if defined(O_TMPFILE)
    char proc[FD_PATH_MAX], folder[PATH_MAX];
    const char *slash = strrchr(pending.path, '/');

    snprintf(folder, sizeof folder, "%.*s",
             slash ? (int)(slash - pending.path) + 1 : 1,
             slash ? pending.path : ".");
    int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) {
        return -1;
    }
    pending.nameless = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (pending.nameless >= 0 &&
        access(fd_path(proc, pending.nameless), F_OK) == 0) {
        return fd;
    }
    close(fd);
    if (pending.nameless >= 0) {
        close(pending.nameless);
    }
    pending.nameless = -1;
#endif
    return -1;
}

/* Make a file with a name. Signals are blocked until cleanup knows the name. */
static int open_named(void)
{
    sigset_t all, before;
    int fd;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    fd = mkostemp(pending.temporary, O_CLOEXEC);
    if (fd >= 0) {
        pending.named = 1;
        cleanup_watch(remove_temporary);
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

static int open_new(const struct stat *old)
{
    if (!name_temporary("XXXXXX")) {
        return -1;
    }
    int fd = open_nameless();
    if (fd < 0) {
        fd = open_named();
    }
    if (fd >= 0) {
        signal(SIGXFSZ, SIG_IGN); /* the failed write reports the limit */
        copy_owner_and_mode(fd, old);
        pending.begun = true;
        pending.exists = old != NULL;
    }
    return fd;
}

/* Open the output for `path`. An existing file must be writable. */
static int open_for(const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;

    if (exists && !S_ISREG(old.st_mode)) {
        return open(path, O_WRONLY | O_CLOEXEC);
    }
    if (exists && (access(path, W_OK) != 0 || !realpath(path, pending.path))) {
        return -1;
    }
    if (!exists && (size_t)snprintf(pending.path, sizeof pending.path, "%s",
                                    path) >= sizeof pending.path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open_new(exists ? &old : NULL);
}

bool atomic_file_begin(const char *path)
{
    int fd = open_for(path);

    if (fd < 0) {
        return fail(path, errno);
    }
    output_to(fd);
    return true;
}

/* Name the file without a name `path`. Fails if `path` exists. */
static bool give_name(const char *path)
{
    char proc[FD_PATH_MAX];

    return linkat(AT_FDCWD, fd_path(proc, pending.nameless), AT_FDCWD, path,
                  AT_SYMLINK_FOLLOW) == 0;
}

/* Give the file without a name a free temporary name, to rename it later. */
static bool give_temporary_name(void)
{
    for (unsigned try = 0; try < 100; try++) {
        char letters[32];

        snprintf(letters, sizeof letters, "%ld-%u", (long)getpid(), try);
        if (!name_temporary(letters)) {
            return false;
        }
        if (give_name(pending.temporary)) {
            pending.named = 1;
            return true;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

/* Give the complete file its final name. Signals are blocked meanwhile, so that
 * only SIGKILL can leave the temporary name behind. */
static bool put_in_place(void)
{
    sigset_t all, before;
    bool done;

    if (pending.nameless >= 0 && !pending.exists && give_name(pending.path)) {
        return true;
    }
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    done = (pending.named || give_temporary_name()) &&
           rename(pending.temporary, pending.path) == 0;
    int error = errno;
    if (done) {
        pending.named = 0;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return done;
}

enum exit_code atomic_file_end(enum exit_code code)
{
    if (!pending.begun) {
        return code;
    }
    pending.begun = false;
    if (code == EXIT_DONE && !output_finish()) {
        code = EXIT_IO;
    }
    if (code == EXIT_DONE && !put_in_place()) {
        (void)fail(pending.path, errno);
        code = EXIT_IO;
    }
    if (pending.named) {
        unlink(pending.temporary);
        pending.named = 0;
    }
    if (pending.nameless >= 0) {
        close(pending.nameless);
        pending.nameless = -1;
    }
    return code;
}
