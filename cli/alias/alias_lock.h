/* SPDX-License-Identifier: MIT */
/* One writer at a time for an alias map. */
#ifndef CLI_ALIAS_LOCK_H
#define CLI_ALIAS_LOCK_H

#include <stdbool.h>

/* Lock an open file, until it is closed. If another process holds the lock, say
 * which one, and wait for it; with `no_wait`, fail. False, with a message. */
bool alias_lock(int fd, const char *path, bool no_wait);
/* Does the path still name the open file? */
bool alias_lock_has_name(int fd, const char *path);

#endif
