/* SPDX-License-Identifier: MIT */
/* lease_holder.c - creates, extends, ends and reads a lease file. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "../shared/shared_page.h"
#include "lease_file.h"
#include <guidon/lease.h>
#include <guidon/make.h>

/*
 * The holder writes the file under another name and renames it, so no reader
 * ever sees half of a file. The content need not reach the device: after a crash
 * of the machine the boot is another one, and the file is worth nothing.
 *
 * A holder maps the file, so that an extension is two stores. A holder that is
 * killed at any instant leaves a lease that expires.
 *
 * In a forked child, the lease is the parent's. On a cloned machine both copies
 * hold the same lease, and a service cannot tell their requests apart. So
 * guidon_lease_extend refuses both.
 */

#if GDN_SHARED_FILES

#  include "../host/host.h"
#  include "../random/epoch.h"
#  include "../random/thread.h"

#  include <errno.h>
#  include <fcntl.h>
#  include <stdio.h> /* rename */
#  include <stdlib.h>
#  include <string.h>
#  include <sys/mman.h>
#  include <sys/stat.h>
#  include <unistd.h>

struct guidon_lease {
    struct gdn_lease_page *page;
    uint64_t device, inode;
    uint64_t epoch; /* of the process and machine that hold the lease */
    char path[];
};

/* ----------------------------------------------------------------- creating */

#  define LEASE_SUFFIX_LEN 17 /* a dot and 16 digits */

/* Write path, a dot and a random number. */
static guidon_status lease_other_name(char *out, const char *path)
{
    const size_t len = strlen(path);
    uint64_t random = 0;
    guidon_status status = gdn_entropy(&random, sizeof random);

    memcpy(out, path, len);
    out[len] = '.';
    for (size_t i = 0; i < LEASE_SUFFIX_LEN - 1; i++) {
        out[len + 1 + i] = "0123456789abcdef"[random >> 4 * i & 15];
    }
    out[len + LEASE_SUFFIX_LEN] = '\0';
    return status;
}

/* Only a lease file may be replaced. An empty file counts as one, because a
 * program may have made the name with mktemp. A pipe without a writer and
 * /dev/null are at their end at once too, but they are no files of a holder. */
static bool may_replace(int file)
{
    struct gdn_lease_page page;
    struct stat about;
    ssize_t len;

    if (fstat(file, &about) || !S_ISREG(about.st_mode)) {
        return false;
    }
    len = read(file, &page, sizeof page);
    return len == 0 ||
           (len > 0 && gdn_lease_page_has_magic(&page, (size_t)len));
}

static guidon_status check_replaced(const char *path)
{
    int file =
        open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool replaceable;

    if (file < 0) {
        return errno == ENOENT ? GUIDON_OK : gdn_lease_file_refused_by(errno);
    }
    replaceable = may_replace(file);
    close(file);
    return replaceable
               ? GUIDON_OK
               : gdn_state_refused("the path names a file that is not a lease "
                                   "file; name another path");
}

/* Write the page into a new file, to which this binds it, and map it. False,
 * with errno. */
static bool write_and_map(guidon_lease *lease, int file,
                          struct gdn_lease_page *page)
{
    struct stat about;
    ssize_t written;
    void *mapped;

    if (!gdn_may_write_file(sizeof *page)) {
        errno = EFBIG;
        return false;
    }
    if (fstat(file, &about)) {
        return false;
    }
    lease->device = (uint64_t)about.st_dev;
    lease->inode = (uint64_t)about.st_ino;
    gdn_lease_page_bind(page, lease->device, lease->inode);
    written = write(file, page, sizeof *page);
    if (written != (ssize_t)sizeof *page) {
        errno = written < 0 ? errno : ENOSPC; /* the device took a part */
        return false;
    }
    mapped =
        mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
        return false;
    }
    lease->page = mapped;
    return true;
}

/* Make the file under the name `other`, and rename it. */
static guidon_status make_lease_file(guidon_lease *lease, const char *other,
                                     struct gdn_lease_page *page)
{
    int file = open(other, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool made;
    int error;

    if (file < 0) {
        return errno == ENOENT
                   ? gdn_state_refused("the directory of the lease file does "
                                       "not exist; make it, or name a file in "
                                       "another one")
                   : gdn_lease_file_refused_by(errno);
    }
    made = write_and_map(lease, file, page);
    error = errno;
    close(file);
    if (made && rename(other, lease->path) == 0) {
        return GUIDON_OK;
    }
    error = made ? errno : error;
    if (made) {
        munmap(lease->page, sizeof *page);
    }
    unlink(other);
    return gdn_lease_file_refused_by(error);
}

static guidon_status create_at(guidon_lease *lease, char *other,
                               uint32_t node_number, unsigned node_number_bits,
                               uint64_t first_ms)
{
    struct gdn_lease_clocks clocks;
    struct gdn_lease_page page;
    guidon_status status = gdn_lease_clocks_now(&clocks);

    if (status == GUIDON_OK) {
        status = check_replaced(lease->path);
    }
    if (status == GUIDON_OK) {
        status = lease_other_name(other, lease->path);
    }
    if (status == GUIDON_OK) {
        gdn_lease_page_init(&page, node_number, node_number_bits, first_ms,
                            &clocks);
        status = make_lease_file(lease, other, &page);
    }
    return status;
}

guidon_status guidon_lease_create(guidon_lease **out, const char *path,
                                  uint32_t node_number,
                                  unsigned node_number_bits, uint64_t first_ms)
{
    const size_t len = strlen(path);
    const int saved = errno;
    guidon_lease *lease;
    char *other;
    guidon_status status;

    *out = NULL;
    if (node_number_bits < 1 || node_number_bits > GUIDON_V8_NODE_BITS_MAX ||
        node_number >> node_number_bits != 0 ||
        first_ms > GDN_LEASE_FIRST_MS_MAX) {
        return GUIDON_E_RANGE;
    }
    lease = calloc(1, sizeof *lease + len + 1);
    other = calloc(1, len + LEASE_SUFFIX_LEN + 1);
    status = lease && other ? GUIDON_OK : GUIDON_E_MEMORY;
    if (status == GUIDON_OK) {
        memcpy(lease->path, path, len + 1);
        lease->epoch = gdn_epoch();
        status =
            create_at(lease, other, node_number, node_number_bits, first_ms);
    }
    free(other);
    if (status == GUIDON_OK) {
        *out = lease;
    } else {
        free(lease);
    }
    errno = saved;
    return status;
}

/* -------------------------------------------------------- extending, ending */

guidon_status guidon_lease_extend(guidon_lease *lease, uint64_t not_after,
                                  uint64_t last_ms)
{
    struct gdn_lease_page *page = lease->page;

    if (!gdn_epoch_same_process(lease->epoch)) {
        return gdn_state_refused("this process was forked, and its parent "
                                 "holds the lease; create another lease");
    }
    if (gdn_epoch() != lease->epoch) {
        return gdn_state_refused(
            "VMClock reports a clone of the machine, which holds the same "
            "lease; end the lease, and get one with another number");
    }
    if (not_after == 0 ||
        not_after <
            atomic_load_explicit(&page->not_after, memory_order_relaxed) ||
        last_ms < atomic_load_explicit(&page->last_ms, memory_order_relaxed) ||
        last_ms < page->head.first_ms) {
        return GUIDON_E_ARGUMENT;
    }
    atomic_store_explicit(&page->last_ms, last_ms, memory_order_release);
    atomic_store_explicit(&page->not_after, not_after, memory_order_release);
    return GUIDON_OK;
}

/* Remove the name, unless it is that of another file by now. */
static void remove_lease_file(const guidon_lease *lease)
{
    struct stat about;

    if (lstat(lease->path, &about) == 0 &&
        (uint64_t)about.st_dev == lease->device &&
        (uint64_t)about.st_ino == lease->inode) {
        unlink(lease->path);
    }
}

void guidon_lease_end(guidon_lease *lease)
{
    const int saved = errno;

    if (lease) {
        if (gdn_epoch_same_process(lease->epoch)) {
            atomic_store_explicit(&lease->page->ended, 1, memory_order_release);
            atomic_store_explicit(&lease->page->not_after, 0,
                                  memory_order_release);
            remove_lease_file(lease);
        }
        munmap(lease->page, sizeof *lease->page);
    }
    free(lease);
    errno = saved;
}

/* ------------------------------------------------------------------ reading */

guidon_status guidon_lease_read(guidon_lease_terms *out, const char *path)
{
    struct gdn_lease_page page;
    int file;
    guidon_status status = gdn_lease_file_load(&page, &file, path);

    if (status == GUIDON_OK) {
        const int saved = errno;

        close(file);
        errno = saved;
        *out = (guidon_lease_terms){
            .node_number = page.head.node_number,
            .node_number_bits = page.head.node_number_bits,
            .not_after = page.not_after,
            .first_ms = page.head.first_ms,
            .last_ms = page.last_ms,
        };
    }
    return status;
}

#else

guidon_status guidon_lease_create(guidon_lease **out, const char *path,
                                  uint32_t node_number,
                                  unsigned node_number_bits, uint64_t first_ms)
{
    *out = NULL;
    (void)path;
    (void)node_number;
    (void)node_number_bits;
    (void)first_ms;
    return GUIDON_E_ARGUMENT;
}

guidon_status guidon_lease_extend(guidon_lease *lease, uint64_t not_after,
                                  uint64_t last_ms)
{
    (void)lease;
    (void)not_after;
    (void)last_ms;
    return GUIDON_E_ARGUMENT;
}

void guidon_lease_end(guidon_lease *lease)
{
    (void)lease;
}

guidon_status guidon_lease_read(guidon_lease_terms *out, const char *path)
{
    (void)out;
    (void)path;
    return GUIDON_E_ARGUMENT;
}

#endif
