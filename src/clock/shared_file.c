/* SPDX-License-Identifier: MIT */
/* shared_file.c - finds, makes, opens and maps the state file. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "shared_file.h"
#include "state_reason.h"

/*
 * Making the file. A process writes the page under a temporary name, makes it
 * durable, and renames it unless the name is taken by then. So one of several
 * makers wins, and all of them open the file that is then there. A file system
 * that cannot rename in this way (some network file systems) is rejected. A
 * maker that dies leaves nothing, or a temporary file of at most 4096 bytes
 * that nobody opens, or the whole state file. The file has one name at all
 * times; link and unlink would give it two for a moment.
 *
 * Opening the file. Another user who can write the file, or who has another
 * name for it, could cause duplicate ids, so such a file is rejected; so is one
 * that this user cannot write. Holes are filled, because a full device would
 * otherwise cause a SIGBUS at the first store to the mapping. On a file system
 * that copies what it overwrites, a full device can still cause a SIGBUS.
 *
 * Guidon cannot prevent these cases:
 * - A user who may write the file can shorten it while it is mapped; the next
 *   access is a SIGBUS.
 * - A user who may write the directory can replace the file; processes that
 *   open the new file share nothing with processes that have the old one open.
 * - A virtual machine that is resumed twice from one snapshot has two copies of
 *   one boot.
 *
 * A mapping outlives the descriptor, a fork, and the death of other processes.
 */

#if GDN_ATOMIC128_LOCK_FREE && (defined(__linux__) || defined(__APPLE__))

#  include <errno.h>
#  include <fcntl.h>
#  include <stdlib.h>
#  include <string.h>
#  include <sys/mman.h>
#  include <sys/stat.h>
#  include <unistd.h>

/* ------------------------------------------------------------------ reasons */

#  define TOO_LONG    "its path is too long; name another file"
#  define NOT_REGULAR "it is not a regular file; name another file"
#  define DAMAGED     "it is damaged; remove it, and Guidon makes a new one"

/* The reason for a system call's error; `otherwise` for an error whose meaning
 * depends on the call. */
static const char *reason_of_error(int error, const char *otherwise)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "the file system is full, or your quota is; free some space";
    case EFBIG:
        return "the limit on the size of files is too low; raise it (ulimit "
               "-f)";
    case EROFS:
        return "the file system is read-only; name a file on another one";
    case EACCES:
    case EPERM:
        return "permission denied; name a file in a directory of your own";
    case ENOENT:
        return "its directory does not exist; create it";
    case ENOTDIR:
        return "a part of its path is not a directory; correct the path";
    case ENAMETOOLONG:
        return TOO_LONG;
    case ELOOP:
        return "it is a symbolic link; name the file itself";
    case EISDIR:
    case ENXIO: /* a socket */
        return NOT_REGULAR;
    case EMFILE:
    case ENFILE:
        return "no file descriptor is left; close other files, or raise the "
               "limit (ulimit -n)";
    case EIO:
        return "its device failed; name a file on another device";
    default:
        return otherwise;
    }
}

static guidon_status refused_by_error(const char *otherwise)
{
    return gdn_state_refused(reason_of_error(errno, otherwise));
}

/* ----------------------------------------------------- by operating system */

#  if defined(__linux__)

#    include <sys/syscall.h>

/* Rename unless the new name is taken. Older C libraries have no function for
 * this system call. */
static int rename_new(const char *from, const char *to)
{
    enum { NOREPLACE = 1 };

    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, NOREPLACE);
}

/* posix_fallocate would not do: on a system without the call, it stores to
 * bytes that other processes may be changing. */
static bool fill_holes(int file)
{
    int failed;

    do {
        failed = fallocate(file, 0, 0, GDN_SHARED_SIZE);
    } while (failed && errno == EINTR);
    return !failed || errno == EOPNOTSUPP || errno == ENOSYS;
}

/* Read the host's boot id, as text; returns its length. */
static size_t read_boot_id(char *out, size_t size)
{
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t len = 0;

    if (file >= 0) {
        len = read(file, out, size);
        close(file);
    }
    return len > 0 ? (size_t)len : 0;
}

#  else

#    include <stdio.h> /* renamex_np */
#    include <sys/sysctl.h>

static int rename_new(const char *from, const char *to)
{
    return renamex_np(from, to, RENAME_EXCL);
}

static bool fill_holes(int file)
{
    (void)file; /* the file was written whole, and so has no holes */
    return true;
}

static size_t read_boot_id(char *out, size_t size)
{
    return sysctlbyname("kern.bootsessionuuid", out, &size, NULL, 0) ? 0 : size;
}

#  endif

guidon_status gdn_shared_file_boot(uint64_t *out)
{
    enum { UUID_LEN = 36 };
    char text[UUID_LEN + 1];
    int saved = errno;
    size_t len;
    int error;

    errno = 0;
    len = read_boot_id(text, sizeof text);
    error = errno;
    errno = saved;
    if (len < UUID_LEN) {
        const char *no_boot_id = "the system does not tell its boots apart: "
                                 "it has no boot id that can be read";

        return gdn_state_refused(error == EMFILE || error == ENFILE
                                     ? reason_of_error(error, no_boot_id)
                                     : no_boot_id);
    }
    *out = gdn_shared_checksum(text, UUID_LEN) | 1;
    return GUIDON_OK;
}

/* --------------------------------------------------------- the default path */

#  define PATH_SIZE 4096

/* Append to a path of PATH_SIZE bytes; false if the result does not fit. */
static bool path_append(char *path, const char *more)
{
    size_t len = strlen(path);
    size_t more_len = strlen(more);

    if (more_len >= PATH_SIZE - len) {
        return false;
    }
    memcpy(path + len, more, more_len + 1);
    return true;
}

static bool only_we_write(const struct stat *about)
{
    return about->st_uid == geteuid() &&
           (about->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Make sure that the directory exists and that no other user can change its
 * entries. */
static guidon_status ensure_directory(const char *path)
{
    struct stat about;
    int directory;
    bool safe;

    mkdir(path, S_IRWXU);
    directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0) {
        return refused_by_error("its directory cannot be opened; name another "
                                "file");
    }
    safe = fstat(directory, &about) == 0 && only_we_write(&about);
    close(directory);
    return safe ? GUIDON_OK
                : gdn_state_refused("its directory is not yours, or others may "
                                    "write it; correct owner and mode");
}

/* The default path, into an empty string. A set-user-ID or set-group-ID program
 * ignores the environment, because the environment is the caller's. */
static guidon_status default_path(char path[PATH_SIZE])
{
    const char *base = "/run";
    guidon_status status;

    if (geteuid() != 0) {
        base = getuid() == geteuid() && getgid() == getegid()
                   ? getenv("XDG_RUNTIME_DIR")
                   : NULL;
    }
    if (!base || base[0] != '/') {
        return gdn_state_refused("there is no default path, because "
                                 "XDG_RUNTIME_DIR names no directory; name a "
                                 "file");
    }
    if (!path_append(path, base) || !path_append(path, "/guidon")) {
        return gdn_state_refused(TOO_LONG);
    }
    status = ensure_directory(path);
    if (status == GUIDON_OK && !path_append(path, "/state")) {
        status = gdn_state_refused(TOO_LONG);
    }
    return status;
}

/* ------------------------------------------------------------------- making */

static bool write_page(int file, const unsigned char node[6])
{
    struct gdn_shared page;
    ssize_t written;

    gdn_shared_page_init(&page, node);
    if (fchmod(file, S_IRUSR | S_IWUSR) != 0) {
        return false;
    }
    written = write(file, &page, sizeof page);
    if (written != (ssize_t)sizeof page) {
        errno = written < 0 ? errno : ENOSPC; /* the device took a part */
        return false;
    }
    return fsync(file) == 0;
}

/* Write the new name through to the device. If that fails, a power cut may
 * remove the file, and the next process makes one with a new state. */
static void save_name(char path[PATH_SIZE])
{
    char *slash = strrchr(path, '/');
    int directory;

    if (slash) {
        slash[slash == path] = '\0';
    }
    directory = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        fsync(directory);
        close(directory);
    }
}

/* Write the page under a name beside `path`, and rename it. True if the file is
 * at `path` now, made by this process or another; else errno says why not. */
static bool make_beside(const char *path, char temporary[PATH_SIZE],
                        const unsigned char node[6])
{
    int file = mkostemp(temporary, O_CLOEXEC);
    bool made;
    int error;

    if (file < 0) {
        return false;
    }
    made = write_page(file, node);
    error = errno;
    close(file);
    if (made && rename_new(temporary, path) == 0) {
        save_name(temporary);
        return true;
    }
    error = made ? errno : error;
    unlink(temporary);
    errno = error;
    return made && error == EEXIST;
}

/* Make the file, unless another process has made it by now. */
static guidon_status make_file(const char *path, const unsigned char node[6])
{
    char temporary[PATH_SIZE] = "";

    if (!*path) {
        return gdn_state_refused("its path is empty; name a file");
    }
    if (!path_append(temporary, path) || !path_append(temporary, ".XXXXXX")) {
        return gdn_state_refused(TOO_LONG);
    }
    return make_beside(path, temporary, node)
               ? GUIDON_OK
               : refused_by_error("its file system lacks a call that Guidon "
                                  "needs; name a file on another one");
}

/* ------------------------------------------------------------------ opening */

/* NULL if the file is safe, or why not. */
static const char *unsafe_because(const struct stat *about)
{
    if (!S_ISREG(about->st_mode)) {
        return NOT_REGULAR;
    }
    if (about->st_nlink != 1) {
        return "it has more than one name (hard link); remove the others";
    }
    if (about->st_uid != geteuid()) {
        return "it belongs to another user; name a file of your own";
    }
    if (!only_we_write(about)) {
        return "others may write it; remove their permission (chmod go-w)";
    }
    return about->st_size == GDN_SHARED_SIZE ? NULL : DAMAGED;
}

/* Reads the page too, because an unreadable page is an error here and a SIGBUS
 * in a mapping. */
static guidon_status check_file(int file)
{
    struct stat about;
    struct gdn_shared page;
    const char *reason;

    if (fstat(file, &about)) {
        return refused_by_error("its owner and mode cannot be read");
    }
    reason = unsafe_because(&about);
    if (reason) {
        return gdn_state_refused(reason);
    }
    return pread(file, &page, sizeof page, 0) == (ssize_t)sizeof page
               ? GUIDON_OK
               : refused_by_error("it cannot be read; name another file");
}

/* NULL if the page can be used, or why not. */
static const char *unusable_because(const struct gdn_shared *page)
{
    switch (gdn_shared_page_check(page)) {
    case GDN_SHARED_PAGE_SOUND:
        return NULL;
    case GDN_SHARED_PAGE_FOREIGN:
        return "its format is not known here: a later version of Guidon, or "
               "another kind of processor, wrote it; name another file";
    default:
        return DAMAGED;
    }
}

static guidon_status map_file(struct gdn_shared **out, int file)
{
    guidon_status status = check_file(file);
    const char *reason;
    void *page;

    if (status != GUIDON_OK) {
        return status;
    }
    page = mmap(NULL, GDN_SHARED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                0);
    if (page == MAP_FAILED) {
        return errno == ENOMEM
                   ? GUIDON_E_MEMORY
                   : refused_by_error("its file system has no shared mappings; "
                                      "name a file on another one");
    }
    reason = unusable_because(page);
    if (!reason && !fill_holes(file)) {
        reason = reason_of_error(errno, "its space cannot be reserved");
    }
    if (reason) {
        munmap(page, GDN_SHARED_SIZE);
        return gdn_state_refused(reason);
    }
    *out = page;
    return GUIDON_OK;
}

/* How often to try if the file is removed again and again. */
#  define OPEN_ATTEMPTS_MAX 8

static guidon_status open_or_make(struct gdn_shared **out, const char *path,
                                  const unsigned char node[6])
{
    guidon_status status = GUIDON_OK;

    for (int i = 0; i < OPEN_ATTEMPTS_MAX && status == GUIDON_OK; i++) {
        /* The flags keep a pipe from blocking and a terminal from becoming
         * ours. */
        int file =
            open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

        if (file >= 0) {
            status = map_file(out, file);
            close(file);
            return status;
        }
        status = errno == ENOENT
                     ? make_file(path, node)
                     : refused_by_error("it cannot be opened; name another "
                                        "file");
    }
    return status == GUIDON_OK
               ? gdn_state_refused("other processes remove it again and again")
               : status;
}

guidon_status gdn_shared_file_open(struct gdn_shared **out, const char *path,
                                   const unsigned char node[6])
{
    char found[PATH_SIZE] = "";
    int saved = errno;
    guidon_status status = path ? GUIDON_OK : default_path(found);

    if (status == GUIDON_OK) {
        status = open_or_make(out, path ? path : found, node);
    }
    errno = saved;
    return status;
}

void gdn_shared_file_close(struct gdn_shared *page)
{
    int saved = errno;

    if (page) {
        munmap(page, sizeof *page);
    }
    errno = saved;
}

guidon_status gdn_shared_file_save(struct gdn_shared *page)
{
    int saved = errno;
    guidon_status status = GUIDON_OK;

    if (msync(page, sizeof *page, MS_SYNC)) {
        status = refused_by_error("it cannot be written through to its device");
    }
    errno = saved;
    return status;
}

#else

guidon_status gdn_shared_file_boot(uint64_t *out)
{
    (void)out;
    return GUIDON_E_ARGUMENT;
}

guidon_status gdn_shared_file_open(struct gdn_shared **out, const char *path,
                                   const unsigned char node[6])
{
    (void)out;
    (void)path;
    (void)node;
    return GUIDON_E_ARGUMENT;
}

void gdn_shared_file_close(struct gdn_shared *page)
{
    (void)page;
}

guidon_status gdn_shared_file_save(struct gdn_shared *page)
{
    (void)page;
    return GUIDON_E_ARGUMENT;
}

#endif
