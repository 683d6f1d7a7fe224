/* SPDX-License-Identifier: MIT */
/* atomic_file.c - output to a file that changes as a whole or not at all. */
#include "atomic_file.h"
#include "cleanup.h"
#include "escape.h"
#include "file_attributes.h"
#include "message.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <guidon.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#if !defined(O_PATH)
#  define O_PATH O_RDONLY
#endif

#define TEMPORARY_NAME ".guidon-" /* and a UUID, which nobody can guess */

/*
 * The new file has no name until it is complete (O_TMPFILE), so that nothing is
 * left of it if the process is killed. Only a file that replaces another needs
 * the name `temporary` for a moment, because linkat replaces nothing. On a file
 * system without O_TMPFILE the new file has that name from the start, and
 * cleanup.h removes it if a signal ends the process. Names are relative to the open folder, so that nobody who may rename
 * a folder above can redirect them.
 */
static struct {
    char path[PATH_MAX]; /* the file to replace, symbolic links resolved */
    const char *name;    /* the last part of `path` */
    int folder;          /* the folder of the file, open */
    int old;             /* the file to replace, open; -1 if there is none */
    int file;            /* the new file */
    bool nameless;       /* the new file has no name yet */
    bool begun;
    bool direct;  /* the output goes to a device or a pipe */
    bool limited; /* a new file gives no more access than `like` */
    int like;     /* an open file; -1: one that only its owner may read */
    char temporary[sizeof TEMPORARY_NAME + GUIDON_UUID_LEN];
    volatile sig_atomic_t named; /* `temporary` exists */
    bool watched;                /* a signal removes `temporary` */
    bool in_place;               /* signals are blocked, see put_in_place */
    sigset_t before;             /* the mask of signals before that */
} pending = {.folder = -1, .old = -1, .file = -1, .like = -1};

static bool fail(const char *path, int error)
{
    message("cannot write %s: %s", ESCAPED(path), strerror(error));
    return false;
}

static void remove_temporary(void)
{
    if (pending.named) {
        unlinkat(pending.folder, pending.temporary, 0);
    }
}

/* Draw a new temporary name. */
static void name_temporary(void)
{
    static unsigned tries;
    char *end = pending.temporary + sizeof TEMPORARY_NAME - 1;
    guidon_id id;

    memcpy(pending.temporary, TEMPORARY_NAME, sizeof TEMPORARY_NAME);
    if (guidon_new(&id, GUIDON_V4) == GUIDON_OK) {
        guidon_uuid_format(end, &id);
        end[GUIDON_UUID_LEN] = '\0';
    } else {
        snprintf(end, GUIDON_UUID_LEN, "%ld-%u", (long)getpid(), tries++);
    }
}

/* ------------------------------------------------------------ the old file */

/* Resolve symbolic links into pending.path and open the folder. False, with
 * errno. */
static bool open_folder(const char *path, bool exists)
{
    char folder[PATH_MAX];

    if (exists ? !realpath(path, pending.path)
               : (size_t)snprintf(pending.path, sizeof pending.path, "%s",
                                  path) >= sizeof pending.path) {
        errno = exists ? errno : ENAMETOOLONG;
        return false;
    }
    const char *slash = strrchr(pending.path, '/');
    snprintf(folder, sizeof folder, "%.*s",
             slash ? (int)(slash - pending.path) + 1 : 1,
             slash ? pending.path : ".");
    pending.name = slash ? slash + 1 : pending.path;
    pending.folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    return pending.folder >= 0;
}

/* Is the open file still the one with the name? False, with errno. */
static bool is_in_place(const struct stat *old)
{
    struct stat named;

    if (fstatat(pending.folder, pending.name, &named, AT_SYMLINK_NOFOLLOW) !=
        0) {
        return false;
    }
    errno = ESTALE;
    return named.st_dev == old->st_dev && named.st_ino == old->st_ino;
}

/* ------------------------------------------------------------ the new file */

/* The permission bits that the new file has from the start. A file that replaces
 * another, or that is like another, gets its bits later. */
static mode_t first_mode(void)
{
    mode_t mask;

    if (pending.old >= 0 || pending.limited) {
        return 0600;
    }
    mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The path under /proc that linkat needs to name the file. */
#define FD_PATH_MAX 40
static const char *fd_path(char out[FD_PATH_MAX], int fd)
{
    snprintf(out, FD_PATH_MAX, "/proc/self/fd/%d", fd);
    return out;
}

/* Make a file without a name; -1 if the file system has none. */
static int open_nameless(mode_t mode)
{
#if defined(O_TMPFILE)
    char proc[FD_PATH_MAX];
    int fd =
        openat(pending.folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);

    if (fd >= 0 && access(fd_path(proc, fd), F_OK) == 0) {
        pending.nameless = true;
        return fd;
    }
    if (fd >= 0) {
        close(fd);
    }
#endif
    (void)mode;
    return -1;
}

/* Make a file with a name. Signals are blocked until cleanup knows the name. */
static int open_named(mode_t mode)
{
    sigset_t all, before;
    int fd = -1;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    for (unsigned tries = 0; fd < 0 && tries < 100; tries++) {
        name_temporary();
        fd = openat(pending.folder, pending.temporary,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST) {
            break;
        }
    }
    if (fd >= 0) {
        pending.named = 1;
        if (!pending.watched) {
            cleanup_watch(remove_temporary);
            pending.watched = true;
        }
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

/* Give a new file the permission bits of the file that it is like, without those
 * that the umask takes away. If the folder gives new files a list, that would give
 * access to the users in the list. */
static void widen_mode(void)
{
    char folder[FD_PATH_MAX];
    struct stat new;

    if (pending.like >= 0 &&
        !attributes_has_default(fd_path(folder, pending.folder)) &&
        fstat(pending.file, &new) == 0) {
        const mode_t mask = umask(0);

        umask(mask);
        (void)fchmod(pending.file,
                     attributes_mode(pending.like, new.st_gid) & ~mask);
    }
}

/* Make the new file. pending.file stays open after the output closes the
 * descriptor that this returns; -1, with errno, on failure. */
static int open_new(void)
{
    char folder[FD_PATH_MAX];
    /* The folder's list applies to the mode at creation and replaces the
     * umask. */
    const bool has_default =
        pending.old < 0 && !pending.limited &&
        attributes_has_default(fd_path(folder, pending.folder));
    const mode_t mode = has_default ? 0666 : first_mode();

    pending.nameless = false;
    pending.file = open_nameless(mode);
    if (pending.file < 0) {
        pending.file = open_named(mode);
    }
    if (pending.file < 0) {
        return -1;
    }
    if (!has_default) { /* some file systems ignore the umask for O_TMPFILE */
        (void)fchmod(pending.file, mode);
    }
    if (pending.old < 0 && pending.limited) {
        widen_mode();
    }
    return fcntl(pending.file, F_DUPFD_CLOEXEC, 0);
}

/* ------------------------------------------------------------------- begin */

static void close_file(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

static void close_all(void)
{
    close_file(&pending.file);
    close_file(&pending.old);
    close_file(&pending.folder);
}

/* Begin a new file at `path`. -1, with errno or a message, on failure. */
static int open_for_none(bool *told, const char *path)
{
    struct stat link;

    if (lstat(path, &link) == 0) {
        message(
            "cannot write %s: it is a symbolic link to a file that does not "
            "exist; create that file, or name it instead",
            ESCAPED(path));
        *told = true;
        return -1;
    }
    if (!open_folder(path, false)) {
        return -1;
    }
    if (!*pending.name) {
        errno = EISDIR;
        return -1;
    }
    return open_new();
}

/* Open the output for `path`. An existing file must be writable. The file of
 * stdout, such as /dev/stdout, is not replaced, because the caller's other
 * commands may write to it. -1, with errno or a message, on failure. */
static int open_for(bool *told, const char *path)
{
    struct stat old;
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0) {
        return errno == ENOENT ? open_for_none(told, path) : -1;
    }
    if (fstat(fd, &old) != 0) {
        return -1;
    }
    if (!S_ISREG(old.st_mode)) {
        return fd;
    }
    if (output_is_file(&old) == OUTPUT_RESULTS) {
        close(fd);
        return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    }
    pending.old = fd;
    if (!open_folder(path, true) || !is_in_place(&old)) {
        return -1;
    }
    return open_new();
}

static bool begin(const char *path)
{
    bool told = false;
    int fd = open_for(&told, path);

    if (fd < 0) {
        int error = errno;

        remove_temporary();
        pending.named = 0;
        close_all();
        return told ? false : fail(path, error);
    }
    pending.begun = true;
    pending.direct = pending.file < 0;
    output_to(fd);
    return true;
}

bool atomic_file_begin(const char *path)
{
    pending.limited = false;
    pending.like = -1;
    return begin(path);
}

bool atomic_file_begin_like(const char *path, int like)
{
    pending.limited = true;
    pending.like = like;
    return begin(path);
}

/* --------------------------------------------------------------------- end */

/* Name the file without a name. Fails if `name` exists. */
static bool give_name(const char *name)
{
    char proc[FD_PATH_MAX];

    return linkat(AT_FDCWD, fd_path(proc, pending.file), pending.folder, name,
                  AT_SYMLINK_FOLLOW) == 0;
}

/* Give the file without a name a free temporary name, to rename it later. */
static bool give_temporary_name(void)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        name_temporary();
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

/* Give the complete file its final name, under any name that it needs before. */
static bool name_file(void)
{
    if (pending.nameless && pending.old < 0 && give_name(pending.name)) {
        return true;
    }
    return (pending.named || give_temporary_name()) &&
           renameat(pending.folder, pending.temporary, pending.folder,
                    pending.name) == 0;
}

/* Signals are blocked while the file gets its name, so that only SIGKILL can
 * leave the temporary name behind. If that succeeds, they stay blocked until the
 * process exits or begins another file, because its status must not say that the
 * file is unchanged. */
static bool put_in_place(void)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &pending.before);
    if (name_file()) {
        pending.named = 0;
        pending.in_place = true;
        return true;
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &pending.before, NULL);
    errno = error;
    return false;
}

/* Write the new file through to its device. Without this, a power failure after
 * the rename could leave an empty file, and the old content may be the only copy
 * of the input. False, with errno. */
static bool flush_to_device(void)
{
    int failed;

    do {
        failed = fsync(pending.file);
    } while (failed && errno == EINTR);
    return !failed || errno == EINVAL; /* the file system has no such call */
}

/* Say what the new file has lost. */
static void report_losses(const struct attribute_losses *lost,
                          const struct stat *old)
{
    const char *path = ESCAPED(pending.path);

    if (lost->owner || lost->group) {
        message("%s has another %s now, and mode %03o", path,
                !lost->group   ? "owner"
                : !lost->owner ? "group"
                               : "owner and group",
                lost->mode);
    }
    if (lost->access_list) {
        message("%s has lost its access control list, and its mode is %03o",
                path, lost->mode);
    }
    if (lost->attributes > 0) {
        message("%s has lost %u extended attribute%s: %s%s", path,
                lost->attributes, lost->attributes > 1 ? "s" : "",
                ESCAPED(lost->attribute), lost->attributes > 1 ? ", ..." : "");
    }
    if (old->st_nlink > 1) {
        message("%s had %" PRIu64
                " names (hard links); the others keep the old "
                "content",
                path, (uint64_t)old->st_nlink);
    }
}

/* Replace the old file, or create the file. False, with a message, on
 * failure. */
static bool finish_file(void)
{
    const bool replaces = pending.old >= 0;
    struct attribute_losses lost;
    struct stat old;

    if (replaces) {
        if (fstat(pending.old, &old) != 0) {
            return fail(pending.path, errno);
        }
        attributes_copy(&lost, pending.file, pending.old, &old);
        if (!flush_to_device()) {
            return fail(pending.path, errno);
        }
    }
    if (!put_in_place()) {
        return fail(pending.path, errno);
    }
    if (replaces) {
        report_losses(&lost, &old);
    }
    return true;
}

enum exit_code atomic_file_end(enum exit_code code)
{
    if (!pending.begun) {
        return code;
    }
    pending.begun = false;
    if (pending.direct) { /* the next output must not discard what is held */
        return output_finish() ? code : EXIT_IO;
    }
    if (code == EXIT_DONE && !output_finish()) {
        code = EXIT_IO;
    }
    if (code == EXIT_DONE && !finish_file()) {
        code = EXIT_IO;
    }
    remove_temporary();
    pending.named = 0;
    close_all();
    return code;
}

void atomic_file_next(void)
{
    if (pending.in_place) {
        pending.in_place = false;
        sigprocmask(SIG_SETMASK, &pending.before, NULL);
    }
}
