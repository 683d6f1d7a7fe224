/* SPDX-License-Identifier: MIT */
/* secret.c - reads a password from a file */
#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <guidon.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool check_file(int fd, const char *path, struct reason *reason)
{
    struct stat status;

    if (fstat(fd, &status) != 0) {
        reason_set(reason, "%s: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        reason_set(reason, "%s: is not a regular file", path);
        return false;
    }
    if ((status.st_mode & 027) != 0) {
        reason_set(reason,
                   "%s: has mode %04o, so other users can read or change the "
                   "password (chmod 600, or 640)",
                   path, (unsigned)(status.st_mode & 07777));
        return false;
    }
    return true;
}

static bool read_line(char *out, size_t size, int fd)
{
    size_t len = 0;

    while (len < size) {
        const ssize_t got = read(fd, out + len, size - len);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        len += (size_t)got;
    }
    if (len == size) {
        len = 0; /* too long */
    }
    out[len] = '\0';
    out[strcspn(out, "\r\n")] = '\0';
    return out[0] != '\0';
}

bool secret_read(char *out, size_t size, const char *path,
                 struct reason *reason)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool good;

    if (fd < 0) {
        reason_set(reason, "%s: %s", path, strerror(errno));
        return false;
    }
    good = check_file(fd, path, reason);
    if (good && !read_line(out, size, fd)) {
        reason_set(reason,
                   "%s: the first line is empty, or the file is longer than "
                   "%zu bytes",
                   path, size - 1);
        good = false;
    }
    /* etcd's JSON has no other texts. */
    if (good && guidon_data_check_text(out, strlen(out), NULL)) {
        reason_set(reason, "%s: the password is not UTF-8", path);
        good = false;
    }
    close(fd);
    return good;
}
