/* SPDX-License-Identifier: MIT */
/* shared_file.c - finds, makes, opens and maps the state file. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "shared_file.h"

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
 * - A process that overwrites the file with an older copy of its content brings
 *   an older state back; the file stays the same file.
 * - A virtual machine that is resumed twice from one snapshot, without a VM
 *   generation, has two copies of one boot.
 *
 * A file that was copied or restored, or that an earlier boot used, is bound
 * anew (shared_bind.c).
 *
 * A mapping outlives the descriptor, a fork, and the death of other processes.
 */

#if GDN_SHARED_FILES

#  include "../host/host.h"
#  include "../random/thread.h"
#  include "shared_bind.h"
#  include "shared_reason.h"

#  include <errno.h>
#  include <fcntl.h>
#  include <stdlib.h>
#  include <string.h>
#  include <sys/mman.h>
#  include <sys/stat.h>
#  include <unistd.h>

#  define NO_SPACE "its space cannot be reserved"

static guidon_status refused_by_error(const char *otherwise)
{
    return gdn_shared_refused_by(errno, otherwise);
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

static bool has_hole(int file)
{
    off_t hole = lseek(file, 0, SEEK_HOLE);

    return hole >= 0 && hole < GDN_SHARED_SIZE;
}

#  else

#    include <stdio.h> /* renamex_np */

static int rename_new(const char *from, const char *to)
{
    return renamex_np(from, to, RENAME_EXCL);
}

static bool fill_holes(int file)
{
    (void)file; /* the file was written whole, and so has no holes */
    return true;
}

static bool has_hole(int file)
{
    (void)file;
    return false;
}

#  endif

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

    if (mkdir(path, S_IRWXU) == 0) {
        (void)chmod(path, S_IRWXU); /* whatever the umask took away */
    }
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

/* The default path, into an empty string. */
static guidon_status default_path(char path[PATH_SIZE])
{
    const char *base =
        geteuid() == 0 ? "/run" : gdn_environment("XDG_RUNTIME_DIR");
    guidon_status status;

    if (!base || base[0] != '/') {
        return gdn_state_refused(
            "there is no default path, because XDG_RUNTIME_DIR names no "
            "directory, or because the program has rights of its file "
            "(set-user-ID, set-group-ID, capabilities) and reads no "
            "environment; name a file");
    }
    if (!path_append(path, base) || !path_append(path, "/guidon")) {
        return gdn_state_refused(GDN_SHARED_TOO_LONG);
    }
    status = ensure_directory(path);
    if (status == GUIDON_OK && !path_append(path, "/state")) {
        status = gdn_state_refused(GDN_SHARED_TOO_LONG);
    }
    return status;
}

/* What is large, on the heap: the stack of a thread may have 16 KiB. */
struct workspace {
    char found[PATH_SIZE];     /* the default path */
    char temporary[PATH_SIZE]; /* the path of a file that is being made */
    struct gdn_shared page;    /* what is read or written */
};

/* What the caller of gdn_shared_file_open wants, and the room for it. */
struct file_request {
    const unsigned char *node;
    const struct gdn_shared_host *host;
    struct workspace *work;
};

/* ------------------------------------------------------------------- making */

/* A rename keeps what the file is bound to. */
static bool write_page(int file, const struct file_request *request)
{
    struct gdn_shared *page = &request->work->page;
    struct gdn_shared_binding binding;
    ssize_t written;

    if (!gdn_shared_identify(&binding, file, request->host)) {
        return false;
    }
    gdn_shared_page_init(page, request->node, &binding);
    if (fchmod(file, S_IRUSR | S_IWUSR) != 0) {
        return false;
    }
    if (!gdn_may_write_file(sizeof *page)) {
        errno = EFBIG;
        return false;
    }
    written = write(file, page, sizeof *page);
    if (written != (ssize_t)sizeof *page) {
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
                        const struct file_request *request)
{
    int file = mkostemp(temporary, O_CLOEXEC);
    bool made;
    int error;

    if (file < 0) {
        return false;
    }
    made = write_page(file, request);
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
static guidon_status make_file(const char *path,
                               const struct file_request *request)
{
    char *temporary = request->work->temporary;

    *temporary = '\0';
    if (!*path) {
        return gdn_state_refused("its path is empty; name a file");
    }
    if (!path_append(temporary, path) || !path_append(temporary, ".XXXXXX")) {
        return gdn_state_refused(GDN_SHARED_TOO_LONG);
    }
    return make_beside(path, temporary, request)
               ? GUIDON_OK
               : refused_by_error("its file system lacks a call that Guidon "
                                  "needs; name a file on another one");
}

/* ------------------------------------------------------------------ opening */

/* NULL if the file is safe, or why not. */
static const char *unsafe_because(const struct stat *about)
{
    if (!S_ISREG(about->st_mode)) {
        return GDN_SHARED_NOT_REGULAR;
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
    return about->st_size == GDN_SHARED_SIZE ? NULL : GDN_SHARED_DAMAGED_TEXT;
}

static bool read_head(struct gdn_shared_head *out, int file)
{
    return pread(file, out, sizeof *out, 0) == (ssize_t)sizeof *out;
}

/* Reads the page too, because an unreadable page is an error here and a SIGBUS
 * in a mapping. */
static guidon_status check_file(struct gdn_shared_head *head, int file,
                                struct gdn_shared *page)
{
    struct stat about;
    const char *reason;

    if (fstat(file, &about)) {
        return refused_by_error("its owner and mode cannot be read");
    }
    reason = unsafe_because(&about);
    if (reason) {
        return gdn_state_refused(reason);
    }
    if (pread(file, page, sizeof *page, 0) != (ssize_t)sizeof *page) {
        return refused_by_error("it cannot be read; name another file");
    }
    *head = page->head;
    return GUIDON_OK;
}

/* The status of a page that this check found. */
static guidon_status status_of_check(enum gdn_shared_check check, int file)
{
    switch (check) {
    case GDN_SHARED_FOREIGN:
        return gdn_state_refused(
            "its format is not known here: another version of Guidon, or "
            "another kind of processor, wrote it; name another file");
    case GDN_SHARED_DAMAGED:
        return gdn_state_refused(GDN_SHARED_DAMAGED_TEXT);
    default:
        return fill_holes(file) ? GUIDON_OK : refused_by_error(NO_SPACE);
    }
}

/* Bind the page, unless another process did so before the lock was ours. */
static guidon_status bind_under_lock(struct gdn_shared *page, int file,
                                     const unsigned char node[6],
                                     const struct gdn_shared_binding *now)
{
    struct gdn_shared_head head;
    enum gdn_shared_check check;
    guidon_status status;

    if (!read_head(&head, file)) {
        return refused_by_error("it cannot be read; name another file");
    }
    check = gdn_shared_page_check(page, &head, now);
    status = status_of_check(check, file);
    if (status == GUIDON_OK && check == GDN_SHARED_UNBOUND) {
        status = gdn_shared_bind(page, file, node, now);
    }
    return status;
}

/*
 * Check the mapped page, and bind it if it is not bound to this file, boot and
 * machine. A process that binds it meanwhile may make the head look damaged, so
 * damage counts only under the lock.
 */
static guidon_status adopt_page(struct gdn_shared *page, int file,
                                const struct gdn_shared_head *head,
                                const struct file_request *request)
{
    struct gdn_shared_binding now;
    enum gdn_shared_check check;
    guidon_status status;

    if (!gdn_shared_identify(&now, file, request->host)) {
        return refused_by_error("its owner and mode cannot be read");
    }
    check = gdn_shared_page_check(page, head, &now);
    if (check == GDN_SHARED_BOUND || check == GDN_SHARED_FOREIGN) {
        return status_of_check(check, file);
    }
    status = gdn_shared_lock(file);
    if (status == GUIDON_OK) {
        status = bind_under_lock(page, file, request->node, &now);
        gdn_shared_unlock(file);
    }
    return status;
}

static guidon_status map_file(struct gdn_shared **out, int file,
                              const struct file_request *request)
{
    struct gdn_shared_head head;
    guidon_status status = check_file(&head, file, &request->work->page);
    void *page;

    if (status != GUIDON_OK) {
        return status;
    }
    /* Even a load from a mapped hole may be a SIGBUS. A file without holes stays
     * as it is until it is known to be a state file. */
    if (has_hole(file) && !fill_holes(file)) {
        return refused_by_error(NO_SPACE);
    }
    page = mmap(NULL, GDN_SHARED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                0);
    if (page == MAP_FAILED) {
        return errno == ENOMEM
                   ? GUIDON_E_MEMORY
                   : refused_by_error("its file system has no shared mappings; "
                                      "name a file on another one");
    }
    status = adopt_page(page, file, &head, request);
    if (status == GUIDON_OK) {
        *out = page;
    } else {
        munmap(page, GDN_SHARED_SIZE);
    }
    return status;
}

/* How often to try if the file is removed again and again. */
#  define OPEN_ATTEMPTS_MAX 8

static guidon_status open_or_make(struct gdn_shared **out, const char *path,
                                  const struct file_request *request)
{
    guidon_status status = GUIDON_OK;

    for (int i = 0; i < OPEN_ATTEMPTS_MAX && status == GUIDON_OK; i++) {
        /* The flags keep a pipe from blocking and a terminal from becoming
         * ours. */
        int file =
            open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

        if (file >= 0) {
            status = map_file(out, file, request);
            close(file);
            return status;
        }
        status = errno == ENOENT
                     ? make_file(path, request)
                     : refused_by_error("it cannot be opened; name another "
                                        "file");
    }
    return status == GUIDON_OK
               ? gdn_state_refused("other processes remove it again and again")
               : status;
}

guidon_status gdn_shared_file_open(struct gdn_shared **out, const char *path,
                                   const unsigned char node[6],
                                   const struct gdn_shared_host *host)
{
    struct workspace *work = gdn_heap_new(sizeof *work);
    const struct file_request request = {node, host, work};
    int saved = errno;
    guidon_status status = GUIDON_OK;

    if (!work) {
        return GUIDON_E_MEMORY;
    }
    if (!path) {
        status = default_path(work->found);
        path = work->found;
    }
    if (status == GUIDON_OK) {
        status = open_or_make(out, path, &request);
    }
    gdn_heap_free(work);
    errno = saved;
    return status;
}

void gdn_shared_close(struct gdn_shared *shared)
{
    int saved = errno;

    if (shared && !gdn_shared_in_memory(shared)) {
        munmap(shared, sizeof *shared);
    }
    errno = saved;
}

guidon_status gdn_shared_save(struct gdn_shared *shared)
{
    int saved = errno;
    guidon_status status = GUIDON_OK;

    if (!gdn_shared_in_memory(shared) &&
        msync(shared, sizeof *shared, MS_SYNC)) {
        status = refused_by_error("it cannot be written through to its device");
    }
    errno = saved;
    return status;
}

#else

guidon_status gdn_shared_file_open(struct gdn_shared **out, const char *path,
                                   const unsigned char node[6],
                                   const struct gdn_shared_host *host)
{
    (void)out;
    (void)path;
    (void)node;
    (void)host;
    return GUIDON_E_ARGUMENT;
}

/* Every state is in memory. */
void gdn_shared_close(struct gdn_shared *shared)
{
    (void)shared;
}

guidon_status gdn_shared_save(struct gdn_shared *shared)
{
    (void)shared;
    return GUIDON_OK;
}

#endif
