/* SPDX-License-Identifier: MIT */
/* child.c - the process of COMMAND */
#include "child.h"

#include "init.h"
#include "launch.h"
#include "rights.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ----------------------------------------------------------------------- starting */

/* In the new process: becomes the command, without an init. */
static _Noreturn void run_plainly(const struct launch *launch, pid_t parent)
{
    /* If guidon-node is killed, nobody else would end the command when the lease
     * ends. The kernel ends it anyway if guidon-node is process 1 of a container. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 && parent != 1) {
        launch_fail(launch,
                    "the kernel would not end it with guidon-node, because "
                    "prctl(PR_SET_PDEATHSIG) failed",
                    errno);
    }
    if (getppid() != parent) {
        _exit(LAUNCH_CANNOT_RUN);
    }
    launch_exec(launch);
}

/* The new process, which is an init if there is a plan. No signal reaches it
 * before it is ready. -1 with errno. */
static pid_t new_process(struct launch *launch,
                         const struct isolation_plan *plan,
                         const int control[2])
{
    const pid_t parent = getpid();
    sigset_t all;
    pid_t pid;
    int error;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &launch->mask);
    pid = plan ? launch_copy(plan->namespaces) : fork();
    if (pid == 0 && plan) {
        init_run(plan, launch, control);
    }
    if (pid == 0) {
        run_plainly(launch, parent);
    }
    error = errno;
    sigprocmask(SIG_SETMASK, &launch->mask, NULL);
    errno = error;
    return pid;
}

static void forget(struct child *child)
{
    if (child->control >= 0) {
        close(child->control);
    }
    child->control = -1;
    child->pid = 0;
}

/* Starts the command once. */
static void try_to_start(struct child *child, struct launch_failure *failure,
                         char *const command[],
                         const struct isolation_plan *plan)
{
    struct launch launch = {.command = command};
    int control[2] = {-1, -1};

    if (pipe2(launch.report, O_CLOEXEC) != 0) {
        *failure = (struct launch_failure){errno, "pipe2"};
        return;
    }
    if (plan && pipe2(control, O_CLOEXEC | O_NONBLOCK) != 0) {
        *failure = (struct launch_failure){errno, "pipe2"};
        close(launch.report[0]);
        close(launch.report[1]);
        return;
    }
    child->pid = new_process(&launch, plan, control);
    *failure = (struct launch_failure){errno, plan ? "new namespaces" : "fork"};
    if (child->pid > 0) {
        launch_wait(failure, &launch, plan != NULL);
    } else {
        close(launch.report[0]);
        close(launch.report[1]);
    }
    if (plan) {
        close(control[0]);
    }
    child->control = control[1];
    if (failure->error) {
        if (child->pid > 0) {
            waitpid(child->pid, NULL, 0);
        }
        forget(child);
    }
}

/* Starts the command in a PID namespace of its own. Returns false with the reason
 * if there can be none. */
static bool start_isolated(struct child *child, struct launch_failure *failure,
                           char *const command[], const char *rights,
                           struct reason *why)
{
    struct isolation_plan plan;

    if (!isolation_plan(&plan, why)) {
        return false;
    }
    if (plan.maps_user && rights) {
        reason_set(why, "a user namespace would take these rights away");
        return false;
    }
    try_to_start(child, failure, command, &plan);
    if (failure->error && failure->what) {
        reason_set(why, "%s: %s", failure->what, strerror(failure->error));
        return false;
    }
    return true;
}

/* Returns whether the command runs, or why not. */
static bool judge(struct child *child, const struct launch_failure *failure,
                  const char *command, struct reason *reason)
{
    if (failure->error) {
        if (!failure->what && failure->error == ENOENT) {
            child->status = LAUNCH_NOT_FOUND;
        }
        reason_set(reason, "%s%s%s: %s", command,
                   failure->what ? " cannot be started: " : "",
                   failure->what ? failure->what : "",
                   strerror(failure->error));
    }
    return !failure->error;
}

bool child_start(struct child *child, char *const command[],
                 enum isolation isolation, struct reason *reason)
{
    /* If process 1 of a container ends, the kernel kills the others. */
    const bool plain = isolation == ISOLATION_NEVER || getpid() == 1;
    const char *rights = plain ? NULL : rights_gained(command[0]);
    struct launch_failure failure = {0, NULL};
    struct reason why;

    child->status = LAUNCH_CANNOT_RUN;
    child->control = -1;
    if (!plain && start_isolated(child, &failure, command, rights, &why)) {
        return judge(child, &failure, command[0], reason);
    }
    if (rights) {
        reason_set(reason,
                   "%.200s %s, so it would outlive guidon-node if that is "
                   "killed, and a PID namespace is not possible (%.200s); run "
                   "guidon-node as root, or, if COMMAND reads the lease file, "
                   "with --isolate never",
                   command[0], rights, why.text);
        return false;
    }
    if (!plain && isolation == ISOLATION_ALWAYS) {
        reason_set(reason,
                   "--isolate always: a PID namespace is not possible (%.400s)",
                   why.text);
        return false;
    }
    try_to_start(child, &failure, command, NULL);
    return judge(child, &failure, command[0], reason);
}

/* ----------------------------------------------------------- signals and the end */

int child_signal(const struct child *child, int number)
{
    const unsigned char byte = (unsigned char)number;

    if (child->pid <= 0) {
        return 0;
    }
    if (child->control < 0 || number == SIGKILL) {
        return kill(child->pid, number) == 0 ? 0 : errno;
    }
    if (number == SIGCONT) {
        /* A stopped init sends nothing on. */
        kill(child->pid, SIGCONT);
    }
    /* A pipe without a reader: the init has just ended. */
    return write(child->control, &byte, 1) == 1 || errno == EPIPE ? 0 : errno;
}

void child_look(struct child *child)
{
    int status;
    pid_t ended;

    /* As process 1 of a container, the program also inherits the orphans of
     * COMMAND. */
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        if (ended == child->pid) {
            forget(child);
            child->status = launch_exit_status(status);
        }
    }
}
