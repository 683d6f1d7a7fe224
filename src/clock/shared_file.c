/* SPDX-License-Identifier: MIT */
/* shared_file.c - the shared file: found, made, opened safely, mapped. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "shared.h"
#include "shared_page.h"

/*
 * Making. The page is written under a name of its own and made durable; then it
 * is renamed, unless the name is taken by then: so one of several makers wins,
 * and all of them, the winner too, open what is there. A file system that
 * cannot rename so (some network ones) is refused. What a maker that dies
 * leaves: nothing; a file beside the path that nobody opens, at most 4096 bytes
 * in size; or the state, whole. The file has one name at all times, which a
 * link made and then unlinked would not give.
 *
 * Opening. Whoever else could write the file, or has another name for it, could
 * make ids be made twice: it is refused, and so is what this user cannot write.
 * Holes are filled, or the device might be full when a page of the mapping is
 * first stored to, which is a SIGBUS. On a file system that copies what it
 * overwrites, that can still come to pass when the device is full.
 *
 * What cannot be kept out: who may write the file may shorten it while it is
 * mapped, and the next use of it is a SIGBUS; who may write the folder may put
 * another file in its place, and those that open it from then on share nothing
 * with those that had it open before. A virtual machine that is resumed twice
 * from one snapshot has two copies of one boot.
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

/* --------------------------------------------------- what systems differ in */

#  if defined(__linux__)

#    include <sys/syscall.h>

/* Rename, unless the new name is taken. By its number: older C libraries have
 * no function for it. */
static int rename_new(const char *from, const char *to)
{
    enum { NOREPLACE = 1 };

    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, NOREPLACE);
}

/* Never by posix_fallocate: where the system has no such call, it stores to
 * bytes that others may be changing. */
static bool fill_holes(int file)
{
    int failed;

    do {
        failed = fallocate(file, 0, 0, GDN_SHARED_SIZE);
    } while (failed && errno == EINTR);
    return !failed || errno == EOPNOTSUPP || errno == ENOSYS;
}

/* The boot that the host is in, as text. */
static size_t read_boot(char *out, size_t room)
{
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t len = 0;

    if (file >= 0) {
        len = read(file, out, room);
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
    (void)file; /* the file was written, and files get no holes afterwards */
    return true;
}

static size_t read_boot(char *out, size_t room)
{
    return sysctlbyname("kern.bootsessionuuid", out, &room, NULL, 0) ? 0 : room;
}

#  endif

/* A number for the boot, never 0. */
static bool this_boot(uint64_t *out)
{
    enum { UUID_LEN = 36 };
    char text[UUID_LEN + 1];

    if (read_boot(text, sizeof text) < UUID_LEN) {
        return false;
    }
    *out = gdn_shared_sum(text, UUID_LEN) | 1;
    return true;
}

/* ------------------------------------------------------------------ a place */

#  define PATH_ROOM 4096

/* Append to a path of PATH_ROOM bytes; false where it would not fit. */
static bool append(char *path, const char *more)
{
    size_t len = strlen(path);
    size_t more_len = strlen(more);

    if (more_len >= PATH_ROOM - len) {
        return false;
    }
    memcpy(path + len, more, more_len + 1);
    return true;
}

static bool is_ours_alone(const struct stat *about)
{
    return about->st_uid == geteuid() &&
           (about->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Is the folder there, or made, and can nobody else change what is in it? */
static bool have_folder(const char *path)
{
    struct stat about;
    int folder;
    bool safe;

    mkdir(path, S_IRWXU);
    folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        return false;
    }
    safe = fstat(folder, &about) == 0 && is_ours_alone(&about);
    close(folder);
    return safe;
}

/* The system's place, into an empty path. The environment of a program that runs
 * for another than its caller is the caller's word, and not taken. */
static bool find_place(char path[PATH_ROOM])
{
    const char *base = "/run";

    if (geteuid() != 0) {
        base = getuid() == geteuid() && getgid() == getegid()
                   ? getenv("XDG_RUNTIME_DIR")
                   : NULL;
    }
    return base && base[0] == '/' && append(path, base) &&
           append(path, "/guidon") && have_folder(path) &&
           append(path, "/state");
}

/* ------------------------------------------------------------------- making */

static bool write_page(int file, const unsigned char node[6])
{
    struct gdn_shared page;

    gdn_shared_begin(&page, node);
    return fchmod(file, S_IRUSR | S_IWUSR) == 0 &&
           write(file, &page, sizeof page) == (ssize_t)sizeof page &&
           fsync(file) == 0;
}

/* Have the new name on the device too. Where that cannot be, a power cut may
 * take the file away, and what is made next has a state of its own. */
static void save_name(char path[PATH_ROOM])
{
    char *slash = strrchr(path, '/');
    int folder;

    if (slash) {
        slash[slash == path] = '\0';
    }
    folder = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/* Make the file, unless another has by now. */
static guidon_status make_file(const char *path, const unsigned char node[6])
{
    char beside[PATH_ROOM] = "";
    bool made, beaten;
    int file;

    if (!*path || !append(beside, path) || !append(beside, ".XXXXXX")) {
        return GUIDON_E_STATE;
    }
    file = mkostemp(beside, O_CLOEXEC);
    if (file < 0) {
        return GUIDON_E_STATE;
    }
    made = write_page(file, node);
    close(file);
    if (made && rename_new(beside, path) == 0) {
        save_name(beside);
        return GUIDON_OK;
    }
    beaten = made && errno == EEXIST;
    unlink(beside);
    return beaten ? GUIDON_OK : GUIDON_E_STATE;
}

/* ------------------------------------------------------------------ opening */

/* Also read: what cannot be read is an error here, but a SIGBUS when mapped. */
static bool may_be_mapped(int file)
{
    struct stat about;
    struct gdn_shared page;

    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
           about.st_nlink == 1 && is_ours_alone(&about) &&
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
    if (!gdn_shared_sound(page) || !fill_holes(file)) {
        munmap(page, GDN_SHARED_SIZE);
        return GUIDON_E_STATE;
    }
    *out = page;
    return GUIDON_OK;
}

/* A file that is taken away again and again is not waited for. */
#  define TRIES 8

static guidon_status open_or_make(struct gdn_shared **out, const char *path,
                                  const unsigned char node[6])
{
    guidon_status status = GUIDON_OK;

    for (int i = 0; i < TRIES && status == GUIDON_OK; i++) {
        /* A pipe without a writer, and a terminal, are to be looked at only. */
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

guidon_status gdn_shared_open_in_boot(struct gdn_shared **out, const char *path,
                                      const unsigned char node[6],
                                      uint64_t boot)
{
    char place[PATH_ROOM] = "";
    struct gdn_shared *page;
    int saved = errno;
    guidon_status status = GUIDON_E_STATE;

    if (path || find_place(place)) {
        status = open_or_make(&page, path ? path : place, node);
    }
    if (status == GUIDON_OK) {
        gdn_shared_enter_boot(page, boot);
        *out = page;
    }
    errno = saved;
    return status;
}

guidon_status gdn_shared_open(struct gdn_shared **out, const char *path,
                              const unsigned char node[6])
{
    uint64_t boot;
    int saved = errno;
    bool known = this_boot(&boot);

    errno = saved;
    return known ? gdn_shared_open_in_boot(out, path, node, boot)
                 : GUIDON_E_STATE;
}

void gdn_shared_close(struct gdn_shared *shared)
{
    int saved = errno;

    if (shared) {
        munmap(shared, sizeof *shared);
    }
    errno = saved;
}

guidon_status gdn_shared_save(struct gdn_shared *shared)
{
    int saved = errno;
    int failed = msync(shared, sizeof *shared, MS_SYNC);

    errno = saved;
    return failed ? GUIDON_E_STATE : GUIDON_OK;
}

#else

guidon_status gdn_shared_open(struct gdn_shared **out, const char *path,
                              const unsigned char node[6])
{
    return gdn_shared_open_in_boot(out, path, node, 1);
}

guidon_status gdn_shared_open_in_boot(struct gdn_shared **out, const char *path,
                                      const unsigned char node[6],
                                      uint64_t boot)
{
    (void)out;
    (void)path;
    (void)node;
    (void)boot;
    return GUIDON_E_ARGUMENT;
}

void gdn_shared_close(struct gdn_shared *shared)
{
    (void)shared;
}

guidon_status gdn_shared_save(struct gdn_shared *shared)
{
    (void)shared;
    return GUIDON_E_ARGUMENT;
}

#endif
