/* SPDX-License-Identifier: MIT */
/* statefile.c - what this machine knows of etcd, in a file that stays */
#include "statefile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 128, PATH_SIZE = 4096 };

static void write_text(char out[SIZE], const struct statefile *state)
{
    snprintf(out, SIZE,
             "guidon-node 1\ncluster %" PRIx64 "\nrevision %" PRId64 "\n",
             state->cluster, state->revision);
}

bool statefile_parse(struct statefile *out, const char *text, size_t len)
{
    uint64_t revision = 0;
    char again[SIZE];

    if (len >= SIZE || len != strlen(text)) {
        return false;
    }
    /* NOLINTNEXTLINE(cert-err34-c): write_text shows whether a number was too long */
    const int found = sscanf(
        text, "guidon-node 1\ncluster %16" SCNx64 "\nrevision %19" SCNu64 "\n",
        &out->cluster, &revision);

    if (found != 2 || revision > INT64_MAX || !out->cluster) {
        return false;
    }
    out->revision = (int64_t)revision;
    write_text(again, out);
    return strcmp(text, again) == 0;
}

static bool check_file(int fd, const char *path, struct reason *reason)
{
    struct stat about;

    if (fstat(fd, &about) != 0) {
        reason_set(reason, "%.300s: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(about.st_mode)) {
        reason_set(reason, "%.300s: is not a regular file", path);
        return false;
    }
    if (about.st_mode & (S_IWGRP | S_IWOTH)) {
        reason_set(reason,
                   "%.300s: others may write the file; remove their "
                   "permission (chmod go-w)",
                   path);
        return false;
    }
    return true;
}

bool statefile_read(struct statefile *out, const char *path, bool create,
                    struct reason *reason)
{
    const int fd = open(path,
                        O_RDONLY | (create ? O_CREAT : 0) | O_NOFOLLOW |
                            O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                        0644);
    char text[SIZE] = "";
    ssize_t len = -1;

    *out = (struct statefile){0, 0};
    if (fd < 0 && errno == ENOENT && !create) {
        return true;
    }
    if (fd >= 0 && !check_file(fd, path, reason)) {
        close(fd);
        return false;
    }
    if (fd >= 0) {
        len = read(fd, text, sizeof text - 1);
    }
    if (len < 0) {
        reason_set(reason, "%.300s: %s", path, strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
    if (len > 0 && !statefile_parse(out, text, (size_t)len)) {
        reason_set(reason,
                   "%.300s: is not a file that --state of this version of "
                   "guidon-node has written; name another file",
                   path);
        return false;
    }
    return len >= 0;
}

/* Writes a file of another name to the device, and renames it. So the file is
 * whole after a crash of the machine too. */
static bool replace(const char *path, const char *text)
{
    char other[PATH_SIZE];
    const ssize_t len = (ssize_t)strlen(text);
    int fd, error = 0;

    if (snprintf(other, sizeof other, "%s.XXXXXX", path) >= (int)sizeof other) {
        errno = ENAMETOOLONG;
        return false;
    }
    fd = mkostemp(other, O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    errno = 0;
    if (fchmod(fd, 0644) != 0 || write(fd, text, (size_t)len) != len ||
        fsync(fd) != 0) {
        error = errno ? errno : ENOSPC;
    }
    if (close(fd) != 0 && !error) {
        error = errno;
    }
    if (!error && rename(other, path) != 0) {
        error = errno;
    }
    if (error) {
        unlink(other);
    }
    errno = error;
    return !error;
}

bool statefile_raise(const char *path, const struct statefile *state,
                     struct reason *reason)
{
    struct statefile now;
    char text[SIZE];

    if (!statefile_read(&now, path, true, reason)) {
        return false;
    }
    if (now.cluster && now.cluster != state->cluster) {
        reason_set(reason,
                   "%.300s: is of cluster %" PRIu64 ", and etcd is cluster "
                   "%" PRIu64,
                   path, now.cluster, state->cluster);
        return false;
    }
    if (now.cluster && now.revision >= state->revision) {
        return true;
    }
    write_text(text, state);
    if (!replace(path, text)) {
        reason_set(reason, "%.300s: %s", path, strerror(errno));
        return false;
    }
    return true;
}
