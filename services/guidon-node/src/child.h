/* SPDX-License-Identifier: MIT */
/* child.h - the process of COMMAND */
#ifndef GUIDON_NODE_CHILD_H
#define GUIDON_NODE_CHILD_H

#include "isolation.h"
#include "outcome.h"

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid;  /* of COMMAND, or of the init above it; 0 if no process runs */
    int status; /* exit status of the process that ran last */
    /* The pipe through which signals go to the init; -1 without an init. */
    int control;
};

/* Starts a command. Returns false with the reason, and an exit status, if the
 * command cannot be executed, or if nothing would end it together with this
 * process. In a PID namespace, the command and every process that it starts are
 * killed when this process is. Elsewhere the command is, as long as it keeps its
 * user and its capabilities. */
bool child_start(struct child *child, char *const command[],
                 enum isolation isolation, struct reason *reason);

/* Sends a signal to the command; SIGKILL also to all of its PID namespace.
 * Returns 0 or errno. */
int child_signal(const struct child *child, int number);

/* Notes whether the process has ended. */
void child_look(struct child *child);

#endif
