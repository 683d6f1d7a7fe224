/* SPDX-License-Identifier: MIT */
/* rights.c - whether a program gets rights of its own when it is executed */
#include "rights.h"

#include "launch.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/* The kernel follows so many interpreters. */
enum { INTERPRETERS = 5 };

/* Replaces the path of a script by that of its interpreter. The kernel takes the
 * rights of the interpreter, and not those of the script. */
static bool follow_interpreter(char path[PATH_MAX])
{
    char line[PATH_MAX] = "", *name;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t len = 0;

    if (fd >= 0) {
        len = read(fd, line, sizeof line - 1);
        close(fd);
    }
    if (len < 2 || strncmp(line, "#!", 2) != 0) {
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    name = line + 2 + strspn(line + 2, " \t");
    name[strcspn(name, " \t")] = '\0';
    memcpy(path, name, strlen(name) + 1);
    return true;
}

static const char *rights_of(const char *path)
{
    struct statvfs system;
    struct stat about;

    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) ||
        (statvfs(path, &system) == 0 && system.f_flag & ST_NOSUID)) {
        return NULL;
    }
    if (about.st_mode & S_ISUID && about.st_uid != geteuid()) {
        return "is set-user-ID";
    }
    /* Without the right to execute, the bit means another thing. */
    if (about.st_mode & S_ISGID && about.st_mode & S_IXGRP &&
        about.st_gid != getegid()) {
        return "is set-group-ID";
    }
    /* Root has its capabilities already. */
    if (geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0) {
        return "has file capabilities";
    }
    return NULL;
}

const char *rights_gained(const char *command)
{
    char path[PATH_MAX];
    int i;

    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ||
        launch_find(path, command) != 0) {
        return NULL;
    }
    for (i = 0; i < INTERPRETERS && follow_interpreter(path); i++) {
    }
    return rights_of(path);
}
