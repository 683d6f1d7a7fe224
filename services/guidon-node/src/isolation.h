/* SPDX-License-Identifier: MIT */
/* isolation.h - whether COMMAND can have a PID namespace of its own, and how */
#ifndef GUIDON_NODE_ISOLATION_H
#define GUIDON_NODE_ISOLATION_H

#include "outcome.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum isolation {
    ISOLATION_AUTO,   /* a PID namespace if the kernel grants one */
    ISOLATION_ALWAYS, /* a PID namespace, or COMMAND is not started */
    ISOLATION_NEVER   /* none, and COMMAND is not checked */
};

#define ISOLATION_PROC_OPTIONS 256

/* What the first process of the namespace needs. */
struct isolation_plan {
    uint64_t namespaces; /* flags of clone3 */
    /* The user and the group that a user namespace has. */
    bool maps_user;
    uid_t user;
    gid_t group;
    /* How /proc is mounted, so that the new one hides as much. */
    unsigned long proc_flags;
    char proc_options[ISOLATION_PROC_OPTIONS];
};

/* Makes a plan. Returns false with the reason if this process can have no PID
 * namespace, or none in which COMMAND would work as outside. */
bool isolation_plan(struct isolation_plan *out, struct reason *reason);

#endif
