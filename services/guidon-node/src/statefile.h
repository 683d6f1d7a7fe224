/* SPDX-License-Identifier: MIT */
/* statefile.h - what this machine knows of etcd, in a file that stays */
#ifndef GUIDON_NODE_STATEFILE_H
#define GUIDON_NODE_STATEFILE_H

#include "outcome.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct statefile {
    uint64_t cluster; /* etcd's number of the cluster; 0: not known */
    int64_t revision; /* a revision that the cluster has had */
};

/* Reads the content of a file, which a NUL follows. Only what statefile_raise writes is
 * one. Returns false otherwise, and `*out` is undefined then. */
bool statefile_parse(struct statefile *out, const char *text, size_t len);

/* Reads the file. If there is none, `create` makes an empty one, which shows that it can
 * be written. An empty file and none know nothing. Returns false with the reason if the
 * file cannot be used. */
bool statefile_read(struct statefile *out, const char *path, bool create,
                    struct reason *reason);

/* Replaces the file, unless it has a later revision: several processes of a
 * machine may share it. Returns false with the reason if that fails, or if the
 * file is of another cluster. */
bool statefile_raise(const char *path, const struct statefile *state,
                     struct reason *reason);

#endif
