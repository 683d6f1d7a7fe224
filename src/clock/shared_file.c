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
    size_t len = read_boot_id(text, sizeof text);

    errno = saved;
    if (len < UUID_LEN) {
        return GUIDON_E_STATE;
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

/* Does the directory exist now, and can no other user change its entries? */
static bool ensure_directory(const char *path)
{
    struct stat about;
    int directory;
    bool safe;

    mkdir(path, S_IRWXU);
    directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0) {
        return false;
    }
    safe = fstat(directory, &about) == 0 && only_we_write(&about);
    close(directory);
    return safe;
}

/* The default path, into an empty string. A set-user-ID or set-group-ID program
 * ignores the environment, because the environment is the caller's. */
static bool default_path(char path[PATH_SIZE])
{
    const char *base = "/run";

    if (geteuid() != 0) {
        base = getuid() == geteuid() && getgid() == getegid()
                   ? getenv("XDG_RUNTIME_DIR")
                   : NULL;
    }
    return base && base[0] == '/' && path_append(path, base) &&
           path_append(path, "/guidon") && ensure_directory(path) &&
           path_append(path, "/state");
}

/* ------------------------------------------------------------------- making */

static bool write_page(int file, const unsigned char node[6])
{
    struct gdn_shared page;

    gdn_shared_page_init(&page, node);
    return fchmod(file, S_IRUSR | S_IWUSR) == 0 &&
           write(file, &page, sizeof page) == (ssize_t)sizeof page &&
           fsync(file) == 0;
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

/* Make the file, unless another process has made it by now. */
static guidon_status make_file(const char *path, const unsigned char node[6])
{
    char temporary[PATH_SIZE] = "";
    bool made, beaten;
    int file;

    if (!*path || !path_append(temporary, path) ||
        !path_append(temporary, ".XXXXXX")) {
        return GUIDON_E_STATE;
    }
    file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0) {
        return GUIDON_E_STATE;
    }
    made = write_page(file, node);
    close(file);
    if (made && rename_new(temporary, path) == 0) {
        save_name(temporary);
        return GUIDON_OK;
    }
    beaten = made && errno == EEXIST;
    unlink(temporary);
    return beaten ? GUIDON_OK : GUIDON_E_STATE;
}

/* ------------------------------------------------------------------ opening */

/* Reads the page too, because an unreadable page is an error here and a SIGBUS
 * in a mapping. */
static bool may_be_mapped(int file)
{
    struct stat about;
    struct gdn_shared page;

    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
           about.st_nlink == 1 && only_we_write(&about) &&
           about.st_size == (off_t)sizeof page &&
           pread(file, &page, sizeof page, 0) == (ssize_t)sizeof page;
}

static guidon_status map_file(struct gdn_shared **out, int file)
{
    void *page;

    if (!may_be_mapped(file)) {
        return GUIDON_E_STATE;
    }
    page = mmap(NULL, GDN_SHARED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                0);
    if (page == MAP_FAILED) {
        return errno == ENOMEM ? GUIDON_E_MEMORY : GUIDON_E_STATE;
    }
    if (!gdn_shared_page_is_sound(page) || !fill_holes(file)) {
        munmap(page, GDN_SHARED_SIZE);
        return GUIDON_E_STATE;
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
        status = errno == ENOENT ? make_file(path, node) : GUIDON_E_STATE;
    }
    return GUIDON_E_STATE;
}

guidon_status gdn_shared_file_open(struct gdn_shared **out, const char *path,
                                   const unsigned char node[6])
{
    char found[PATH_SIZE] = "";
    int saved = errno;
    guidon_status status = GUIDON_E_STATE;

    if (path || default_path(found)) {
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
    int failed = msync(page, sizeof *page, MS_SYNC);

    errno = saved;
    return failed ? GUIDON_E_STATE : GUIDON_OK;
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
