/* SPDX-License-Identifier: MIT */
/* lease_file.c - opens, checks, locks and maps a lease file for a generator. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "lease_file.h"
#include "../shared/shared_page.h"

/*
 * The generator can only read the file. Its lock is an flock, because that needs
 * no permission to write, belongs to the open file, and ends with the process.
 * A forked child shares the open file with its parent, so the lock lasts until
 * both have closed it, or one of them unlocks it.
 *
 * A program that closes all descriptors gives up the lock without a sign, and
 * the number may be of another file by then. So gdn_lease_file_close leaves
 * alone a descriptor of another file.
 *
 * The owner of the file can shorten it while it is mapped; the next access is a
 * SIGBUS, as with the state file.
 */

#if GDN_SHARED_FILES

#  include "../host/host.h"
#  include "../random/thread.h"
#  include "../shared/shared_identity.h"

#  include <errno.h>
#  include <fcntl.h>
#  include <sys/file.h>
#  include <sys/mman.h>
#  include <sys/stat.h>
#  include <unistd.h>

static const char *lease_reason_of(int error)
{
    switch (error) {
    case ENOENT:
        return "the lease file or its directory does not exist; start the "
               "holder of the lease first";
    case EACCES:
        return "permission denied for the lease file or its directory; correct "
               "owner and mode";
    case EPERM:
        return "a call on the lease file is not permitted, as by a filter "
               "(seccomp) or an immutable file; permit the call, or name "
               "another file";
    case ENOTDIR:
        return "a part of the path of the lease file is not a directory; "
               "correct the path";
    case ENAMETOOLONG:
        return "the path of the lease file is too long; name another file";
    case ELOOP:
        return "the lease file is a symbolic link; name the file itself";
    case EISDIR:
    case ENXIO: /* a socket */
        return "the lease file is not a regular file; name another file";
    case EROFS:
        return "the file system of the lease file is read-only; name a file on "
               "another one";
    case ENOSPC:
    case EDQUOT:
        return "the file system of the lease file is full, or your quota is; "
               "free some space";
    case EFBIG:
        return "the limit on the size of files is too low for the lease file; "
               "raise it (ulimit -f)";
    case EIO:
        return "the device of the lease file failed; name a file on another "
               "device";
    case EMFILE:
    case ENFILE:
        return "no file descriptor is left for the lease file; close other "
               "files, or raise the limit (ulimit -n)";
    default:
        return "the file system of the lease file lacks a call that Guidon "
               "needs; name a file on another one";
    }
}

guidon_status gdn_lease_file_refused_by(int error)
{
    return error == ENOMEM ? GUIDON_E_MEMORY
                           : gdn_state_refused(lease_reason_of(error));
}

/* ------------------------------------------------------------------- clocks */

/* Processes in different time namespaces of Linux may read different values
 * from the clock of not_after. */
static uint64_t time_namespace(void)
{
#  if defined(__linux__)
    struct stat about;
    int saved = errno;
    uint64_t found =
        stat("/proc/self/ns/time", &about) == 0 ? (uint64_t)about.st_ino : 0;

    errno = saved;
    return found;
#  else
    return 0;
#  endif
}

guidon_status gdn_lease_clocks_now(struct gdn_lease_clocks *out)
{
    struct gdn_shared_host host;
    guidon_status status = gdn_shared_host_now(&host);

    if (status == GUIDON_OK) {
        *out = (struct gdn_lease_clocks){host.boot, time_namespace()};
    }
    return status;
}

/* ------------------------------------------------------------------- checks */

/* NULL if the file is safe, or why not. */
static const char *lease_unsafe_because(const struct stat *about)
{
    if (!S_ISREG(about->st_mode)) {
        return "the lease file is not a regular file; name another file";
    }
    if (about->st_nlink == 0) {
        return "the lease file was just removed; start the holder of the lease";
    }
    if (about->st_nlink != 1) {
        return "the lease file has more than one name (hard link); remove the "
               "others";
    }
    if (about->st_uid != geteuid() && about->st_uid != 0) {
        return "the lease file belongs to another user; run its holder as root "
               "or as the user of this process";
    }
    if (about->st_mode & (S_IWGRP | S_IWOTH)) {
        return "others may write the lease file; remove their permission "
               "(chmod go-w)";
    }
    return about->st_size == GDN_LEASE_PAGE_SIZE
               ? NULL
               : "the lease file has a wrong size, so it is damaged or of "
                 "another kind; let the holder write it anew";
}

static guidon_status check_lease_file(struct gdn_lease_page *page, int file)
{
    struct gdn_lease_clocks clocks;
    struct stat about;
    const char *reason;
    guidon_status status;

    if (fstat(file, &about)) {
        return gdn_lease_file_refused_by(errno);
    }
    reason = lease_unsafe_because(&about);
    if (reason) {
        return gdn_state_refused(reason);
    }
    if (pread(file, page, sizeof *page, 0) != (ssize_t)sizeof *page) {
        return gdn_state_refused("the lease file cannot be read; name a file "
                                 "on another device");
    }
    status = gdn_lease_clocks_now(&clocks);
    if (status != GUIDON_OK) {
        return status;
    }
    reason = gdn_lease_page_refused(page, &clocks, (uint64_t)about.st_dev,
                                    (uint64_t)about.st_ino);
    return reason ? gdn_state_refused(reason) : GUIDON_OK;
}

guidon_status gdn_lease_file_load(struct gdn_lease_page *page, int *descriptor,
                                  const char *path)
{
    int saved = errno;
    /* The flags keep a pipe from blocking and a terminal from becoming ours. */
    int file =
        open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    guidon_status status = file < 0 ? gdn_lease_file_refused_by(errno)
                                    : check_lease_file(page, file);

    if (status == GUIDON_OK) {
        *descriptor = file;
    } else if (file >= 0) {
        close(file);
    }
    errno = saved;
    return status;
}

/* ------------------------------------------------------------ open and close */

static guidon_status lock_lease_file(int file)
{
    int failed;

    do {
        failed = flock(file, LOCK_EX | LOCK_NB);
    } while (failed && errno == EINTR);
    if (!failed) {
        return GUIDON_OK;
    }
    return errno == EWOULDBLOCK
               ? gdn_state_refused("another generator uses the lease file, in "
                                   "this process or another; give each "
                                   "generator a lease of its own")
               : gdn_lease_file_refused_by(errno);
}

static guidon_status map_lease_file(struct gdn_lease_file *out, int file)
{
    struct stat about;
    void *page;

    if (fstat(file, &about)) {
        return gdn_lease_file_refused_by(errno);
    }
    page = mmap(NULL, GDN_LEASE_PAGE_SIZE, PROT_READ, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) {
        return gdn_lease_file_refused_by(errno);
    }
    out->page = page;
    out->descriptor = file;
    out->device = (uint64_t)about.st_dev;
    out->inode = (uint64_t)about.st_ino;
    return GUIDON_OK;
}

static guidon_status use_lease_file(struct gdn_lease_file *out, int file,
                                    const struct gdn_lease_page *page)
{
    guidon_status status;

    if (page->ended) {
        return gdn_state_refused("the lease has ended; get a new lease");
    }
    status = lock_lease_file(file);
    return status == GUIDON_OK ? map_lease_file(out, file) : status;
}

guidon_status gdn_lease_file_open(struct gdn_lease_file **out, const char *path)
{
    struct gdn_lease_file *made = gdn_heap_new(sizeof *made);
    struct gdn_lease_page page;
    int saved = errno;
    int file = -1;
    guidon_status status =
        made ? gdn_lease_file_load(&page, &file, path) : GUIDON_E_MEMORY;

    if (status == GUIDON_OK) {
        status = use_lease_file(made, file, &page);
    }
    if (status == GUIDON_OK) {
        *out = made;
    } else {
        if (file >= 0) {
            close(file);
        }
        gdn_heap_free(made);
    }
    errno = saved;
    return status;
}

/* Has the program closed the descriptor, and opened another file with it? */
static bool has_lost_descriptor(const struct gdn_lease_file *file)
{
    struct stat about;

    return fstat(file->descriptor, &about) == 0 &&
           ((uint64_t)about.st_dev != file->device ||
            (uint64_t)about.st_ino != file->inode);
}

void gdn_lease_file_close(struct gdn_lease_file *file, bool unlock)
{
    int saved = errno;

    if (file) {
        munmap((void *)(uintptr_t)file->page, GDN_LEASE_PAGE_SIZE);
        if (!has_lost_descriptor(file)) {
            if (unlock) {
                (void)flock(file->descriptor, LOCK_UN);
            }
            close(file->descriptor);
        }
    }
    gdn_heap_free(file);
    errno = saved;
}

#else

guidon_status gdn_lease_file_open(struct gdn_lease_file **out, const char *path)
{
    (void)out;
    (void)path;
    return GUIDON_E_ARGUMENT;
}

void gdn_lease_file_close(struct gdn_lease_file *file, bool unlock)
{
    (void)file;
    (void)unlock;
}

#endif
