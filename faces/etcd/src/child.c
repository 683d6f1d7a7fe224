/* SPDX-License-Identifier: MIT */
/* child.c - the process of COMMAND */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Becomes the command, or tells the parent the errno through the pipe. */
static void become(char *const command[], pid_t parent, int report)
{
    int error;

    /* Nobody would end the command when the lease ends. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent) {
        signal(SIGPIPE, SIG_DFL);
        execvp(command[0], command);
    }
    error = errno;
    if (write(report, &error, sizeof error) < 0) {
        /* The parent sees the exit status. */
    }
    _exit(CHILD_CANNOT_RUN);
}

/* The errno of the child's exec; 0 if it succeeded, which closes the pipe. */
static int exec_error(int report)
{
    int error = 0;
    ssize_t got;

    do {
        got = read(report, &error, sizeof error);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof error ? error : 0;
}

bool child_start(struct child *child, char *const command[],
                 struct reason *reason)
{
    const pid_t parent = getpid();
    int report[2], error;

    child->status = CHILD_CANNOT_RUN;
    if (pipe2(report, O_CLOEXEC) != 0) {
        reason_set(reason, "%s: %s", command[0], strerror(errno));
        return false;
    }
    child->pid = fork();
    if (child->pid == 0) {
        become(command, parent, report[1]);
    }
    error = child->pid < 0 ? errno : 0;
    close(report[1]);
    error = error ? error : exec_error(report[0]);
    close(report[0]);
    if (error) {
        if (child->pid > 0) {
            waitpid(child->pid, NULL, 0);
        }
        child->pid = 0;
        child->status = error == ENOENT ? CHILD_NOT_FOUND : CHILD_CANNOT_RUN;
        reason_set(reason, "%s: %s", command[0], strerror(error));
    }
    return !error;
}

void child_signal(const struct child *child, int number)
{
    if (child->pid > 0) {
        kill(child->pid, number);
    }
}

void child_look(struct child *child)
{
    int status;
    pid_t ended;

    /* As process 1 of a container, the program also inherits the orphans of
     * COMMAND. */
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        if (ended == child->pid) {
            child->pid = 0;
            child->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                                : WEXITSTATUS(status);
        }
    }
}
