/* SPDX-License-Identifier: MIT */
/* file_attributes.c - gives a new file the access rights and attributes of the
 * file it replaces. */
#include "file_attributes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ----------------------------------------------------- extended attributes */

#if defined(__linux__)
#  include <sys/xattr.h>

/* The access control list; see acl(5) and xattr(7). */
#  define ACL         "system.posix_acl_access"
#  define DEFAULT_ACL "system.posix_acl_default"

/* Attributes that belong to the old content or to the file system. */
static bool is_not_copied(const char *name)
{
    static const char *const names[] = {ACL, "security.capability",
                                        "security.ima", "security.evm"};
    static const char overlay[] = "trusted.overlay.";

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return strncmp(name, overlay, sizeof overlay - 1) == 0;
}

/* Has the file no such attribute, or the file system no attributes? */
static bool is_none(ssize_t len)
{
    return len == 0 || (len < 0 && (errno == ENODATA || errno == ENOTSUP));
}

/* The value of an attribute, for the caller to free. NULL, with *len, if there
 * is none or if it cannot be read. */
static char *value_of(ssize_t *len, int fd, const char *name)
{
    char *value = NULL;

    *len = fgetxattr(fd, name, NULL, 0);
    if (*len > 0 && (value = malloc((size_t)*len)) != NULL) {
        *len = fgetxattr(fd, name, value, (size_t)*len);
    }
    if (value && *len <= 0) {
        free(value);
        value = NULL;
    }
    return value;
}

/* Copy an attribute, unless the new file has it already. False if it is lost. */
static bool copy_attribute(int to, int from, const char *name)
{
    ssize_t len, there_len;
    char *value = value_of(&len, from, name);
    bool done = false;

    if (!value) {
        return len == 0 && fsetxattr(to, name, "", 0, 0) == 0;
    }
    char *there = value_of(&there_len, to, name);
    done =
        (there && there_len == len && memcmp(there, value, (size_t)len) == 0) ||
        fsetxattr(to, name, value, (size_t)len, 0) == 0;
    free(there);
    free(value);
    return done;
}

static void note_lost(struct attribute_losses *lost, const char *name)
{
    if (lost->attributes++ == 0) {
        snprintf(lost->attribute, sizeof lost->attribute, "%s", name);
    }
}

static void copy_attributes(struct attribute_losses *lost, int to, int from)
{
    ssize_t len = flistxattr(from, NULL, 0);
    char *names = len > 0 ? malloc((size_t)len) : NULL;

    if (is_none(len)) {
        return;
    }
    len = names ? flistxattr(from, names, (size_t)len) : -1;
    if (len < 0) {
        note_lost(lost, "(all)");
    }
    for (ssize_t at = 0; at < len; at += (ssize_t)strlen(names + at) + 1) {
        if (!is_not_copied(names + at) &&
            !copy_attribute(to, from, names + at)) {
            note_lost(lost, names + at);
        }
    }
    free(names);
}

/* Replace the list that the new file has from its folder by that of the old
 * file. False if the old list is lost, or the folder's list stays. */
static bool copy_access_list(int to, int from, bool group_kept)
{
    if (fremovexattr(to, ACL) != 0 && !is_none(-1)) {
        return false;
    }
    return is_none(fgetxattr(from, ACL, NULL, 0)) ||
           (group_kept && copy_attribute(to, from, ACL));
}

static bool has_access_list(int fd)
{
    return !is_none(fgetxattr(fd, ACL, NULL, 0));
}

bool attributes_has_default(const char *folder)
{
    return getxattr(folder, DEFAULT_ACL, NULL, 0) > 0;
}

#else

static void copy_attributes(struct attribute_losses *lost, int to, int from)
{
    (void)lost, (void)to, (void)from;
}

static bool copy_access_list(int to, int from, bool group_kept)
{
    (void)to, (void)from, (void)group_kept;
    return true;
}

static bool has_access_list(int fd)
{
    (void)fd;
    return false;
}

bool attributes_has_default(const char *folder)
{
    (void)folder;
    return false;
}

#endif

/* ---------------------------------------------------------- owner and mode */

static void copy_owner(struct attribute_losses *lost, int to,
                       const struct stat *old)
{
    struct stat new;

    if (fchown(to, old->st_uid, old->st_gid) != 0) {
        (void)!fchown(to, (uid_t)-1, old->st_gid);
    }
    if (fstat(to, &new) != 0) {
        lost->owner = lost->group = true;
        return;
    }
    lost->owner = new.st_uid != old->st_uid;
    lost->group = new.st_gid != old->st_gid;
}

/* The permission bits that give nobody more access than `mode` did. */
static mode_t safe_mode(mode_t mode, const struct attribute_losses *lost)
{
    const mode_t both = mode >> 3 & mode & 07;

    return lost->access_list ? mode & 0700
           : lost->group     ? (mode & 0700) | both << 3 | both
                             : mode & 0777;
}

mode_t attributes_mode(int from, gid_t group)
{
    struct attribute_losses lost = {.access_list = has_access_list(from)};
    struct stat file;

    if (fstat(from, &file) != 0) {
        return 0600;
    }
    lost.group = file.st_gid != group;
    return safe_mode(file.st_mode & 0666, &lost);
}

void attributes_copy(struct attribute_losses *lost, int to, int from,
                     const struct stat *old)
{
    *lost = (struct attribute_losses){.mode = 0600};
    copy_owner(lost, to, old);
    lost->access_list = !copy_access_list(to, from, !lost->group);
    copy_attributes(lost, to, from);
    const mode_t mode = safe_mode(old->st_mode, lost);
    if (fchmod(to, mode) == 0) {
        lost->mode = mode;
    }
}
