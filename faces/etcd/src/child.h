/* SPDX-License-Identifier: MIT */
/* child.h - the process of COMMAND */
#ifndef GUIDON_NODE_CHILD_H
#define GUIDON_NODE_CHILD_H

#include "outcome.h"

#include <stdbool.h>
#include <sys/types.h>

enum { CHILD_CANNOT_RUN = 126, CHILD_NOT_FOUND = 127 };

struct child {
    pid_t pid;  /* 0 if no process runs */
    int status; /* exit status of the process that ran last */
};

/* Starts a command. Returns false with the reason, and an exit status, if the
 * command cannot be executed. If this process is killed, so is the command. */
bool child_start(struct child *child, char *const command[],
                 struct reason *reason);

void child_signal(const struct child *child, int number);

/* Notes whether the process has ended. */
void child_look(struct child *child);

#endif
