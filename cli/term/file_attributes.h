/* SPDX-License-Identifier: MIT */
/* Gives a new file the access rights and attributes of the file it replaces. */
#ifndef CLI_FILE_ATTRIBUTES_H
#define CLI_FILE_ATTRIBUTES_H

#include <stdbool.h>
#include <sys/stat.h>

/* What a new file could not take over. */
struct attribute_losses {
    bool owner, group;
    bool access_list; /* the access control list */
    unsigned attributes;
    char attribute[64]; /* the name of the first one that is lost */
    unsigned mode;      /* the new file's permission bits */
};

/*
 * Copy owner, group, permission bits, access control list and extended
 * attributes from the open file `from`, of status `old`, to the open file `to`,
 * which nobody else may open yet. What cannot be copied is set in `lost`.
 *
 * Nobody gets more access than to `from`, except that the owner of `to` may have
 * changed. Permission bits of the old group are never given to another group: if
 * the group is lost, group and others have only what both had before; if an
 * access control list is lost, they have nothing. Set-id bits are not copied.
 */
void attributes_copy(struct attribute_losses *lost, int to, int from,
                     const struct stat *old);

/* The permission bits with which a new file of a group gives nobody more access
 * than the open file `from` does, except that their owners may differ. */
mode_t attributes_mode(int from, gid_t group);

/* Does the folder decide about the access rights of new files in it, instead of
 * the umask? */
bool attributes_has_default(const char *folder);

#endif
