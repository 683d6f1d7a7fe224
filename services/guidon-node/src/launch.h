/* SPDX-License-Identifier: MIT */
/* launch.h - how a new process becomes COMMAND, or says why it cannot */
#ifndef GUIDON_NODE_LAUNCH_H
#define GUIDON_NODE_LAUNCH_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Exit statuses of guidon-node if COMMAND does not run, as in the shell. */
enum { LAUNCH_CANNOT_RUN = 126, LAUNCH_NOT_FOUND = 127 };

struct launch {
    char *const *command;
    sigset_t mask; /* of blocked signals, for COMMAND; all are blocked before */
    int report[2]; /* a pipe that exec closes */
};

/* Why COMMAND does not run. */
struct launch_failure {
    int error;        /* errno; 0 for no failure */
    const char *what; /* what failed before exec; NULL for exec itself */
};

/* Finds the file of COMMAND as execvp does. Returns 0, or an errno: EACCES if
 * there are files that may not be executed, ENOENT if there is none, and any other,
 * such as ELOOP, of the directory of PATH where execvp ends its search. */
int launch_find(char out[PATH_MAX], const char *command);

/* A copy of this process with one thread, in new namespaces. Unlike fork, it
 * calls no handlers, so it works in a copy too. */
pid_t launch_copy(uint64_t namespaces);

/* In the new process: tells why, and ends the process. */
_Noreturn void launch_fail(const struct launch *launch, const char *what,
                           int error);

/* In the new process: becomes COMMAND. */
_Noreturn void launch_exec(const struct launch *launch);

/* In the new process, if it is an init: tells that its namespaces are made. */
void launch_ready(const struct launch *launch);

/* In guidon-node: waits until COMMAND runs, or has failed. `has_init` if
 * launch_ready must come first. */
void launch_wait(struct launch_failure *out, struct launch *launch,
                 bool has_init);

/* The exit status of guidon-node for a status of waitpid. */
int launch_exit_status(int status);

#endif
