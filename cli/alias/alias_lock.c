/* SPDX-License-Identifier: MIT */
/* alias_lock.c - one writer at a time for an alias map. */
#include "alias_lock.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

enum { COMMAND_MAX = 64, LINE_MAX_LEN = 256, HOLDER_MAX = 640 };

/* The process that holds a lock of flock on an inode, by the kernel's list: a
 * line is "1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF". 0 if it is not
 * there, for example because it runs on another host or in another container. */
static long holder_of(uint64_t inode)
{
    FILE *locks = fopen("/proc/locks", "re");
    char line[LINE_MAX_LEN];
    long found = 0;

    while (locks && found == 0 && fgets(line, sizeof line, locks)) {
        long process;
        uint64_t of;

        if (sscanf(line, "%*d: FLOCK %*s WRITE %ld %*x:%*x:%" SCNu64, &process,
                   &of) == 2 &&
            of == inode && process > 0) {
            found = process;
        }
    }
    if (locks) {
        fclose(locks);
    }
    return found;
}

/* "process 4711 (guidon)" */
static const char *describe(char out[HOLDER_MAX], int fd)
{
    char path[COMMAND_MAX], name[COMMAND_MAX] = "";
    struct stat file;
    const long process =
        fstat(fd, &file) == 0 ? holder_of((uint64_t)file.st_ino) : 0;
    FILE *comm = NULL;

    if (process == 0) {
        return "another process";
    }
    snprintf(path, sizeof path, "/proc/%ld/comm", process);
    if ((comm = fopen(path, "re")) != NULL) {
        if (!fgets(name, sizeof name, comm)) {
            *name = '\0';
        }
        fclose(comm);
        name[strcspn(name, "\n")] = '\0';
    }
    snprintf(out, HOLDER_MAX, "process %ld%s%s%s", process, *name ? " (" : "",
             ESCAPED(name), *name ? ")" : "");
    return out;
}

bool alias_lock(int fd, const char *path, bool no_wait)
{
    char holder[HOLDER_MAX];
    int failed = flock(fd, LOCK_EX | LOCK_NB);

    if (failed && errno == EWOULDBLOCK) {
        const char *who = describe(holder, fd);

        if (no_wait) {
            message("%s is in use by %s, which writes to it", ESCAPED(path),
                    who);
            return false;
        }
        message("waiting for %s, to which %s writes", ESCAPED(path), who);
        do {
            failed = flock(fd, LOCK_EX);
        } while (failed && errno == EINTR);
    }
    if (failed) {
        message("cannot lock %s: %s", ESCAPED(path), strerror(errno));
    }
    return !failed;
}

bool alias_lock_has_name(int fd, const char *path)
{
    struct stat own, named;

    return fstat(fd, &own) != 0 ||
           (stat(path, &named) == 0 && own.st_dev == named.st_dev &&
            own.st_ino == named.st_ino);
}
