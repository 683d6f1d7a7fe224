/* SPDX-License-Identifier: MIT */
/* launch.c - how a new process becomes COMMAND, or says why it cannot */
#include "launch.h"

#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* 0, or the errno with which the file cannot be executed. */
static int try_file(const char *path)
{
    struct stat about;

    if (stat(path, &about) != 0 ||
        faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0) {
        return errno;
    }
    return S_ISREG(about.st_mode) ? 0 : EACCES;
}

/* Does execvp try the next directory of PATH after this error? */
static bool looks_further(int error)
{
    return error == EACCES || error == ENOENT || error == ENOTDIR ||
           error == ESTALE || error == ENODEV || error == ETIMEDOUT;
}

int launch_find(char out[PATH_MAX], const char *command)
{
    const char *path = getenv("PATH"), *end;
    int found = ENOENT, error;

    if (!*command) {
        return ENOENT;
    }
    if (strchr(command, '/')) {
        return snprintf(out, PATH_MAX, "%s", command) < PATH_MAX ? try_file(out)
                                                                 : ENAMETOOLONG;
    }
    for (path = path ? path : "/bin:/usr/bin";; path = end + 1) {
        end = strchrnul(path, ':');
        /* A directory whose path is too long is passed over. */
        error = snprintf(out, PATH_MAX, "%.*s%s%s", (int)(end - path), path,
                         end > path ? "/" : "", command) < PATH_MAX
                    ? try_file(out)
                    : ENOENT;
        if (!looks_further(error)) {
            return error;
        }
        /* A file that may not be executed counts if no other one is found. */
        found = error == EACCES ? EACCES : found;
        if (!*end) {
            return found;
        }
    }
}

pid_t launch_copy(uint64_t namespaces)
{
    const struct clone_args arguments = {.flags = namespaces,
                                         .exit_signal = SIGCHLD};

    return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

static void tell(const struct launch *launch, const char *what, int error)
{
    const struct launch_failure failure = {error, what};

    if (write(launch->report[1], &failure, sizeof failure) < 0) {
        /* The parent sees the exit status. */
    }
}

void launch_fail(const struct launch *launch, const char *what, int error)
{
    tell(launch, what, error);
    _exit(LAUNCH_CANNOT_RUN);
}

void launch_ready(const struct launch *launch)
{
    tell(launch, NULL, 0);
}

void launch_exec(const struct launch *launch)
{
    signals_reset();
    sigprocmask(SIG_SETMASK, &launch->mask, NULL);
    execvp(launch->command[0], launch->command);
    launch_fail(launch, NULL, errno);
}

/* The next thing that the new process tells; false if it tells nothing more. */
static bool hear(struct launch_failure *out, const struct launch *launch)
{
    ssize_t got;

    do {
        got = read(launch->report[0], out, sizeof *out);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *out;
}

void launch_wait(struct launch_failure *out, struct launch *launch,
                 bool has_init)
{
    close(launch->report[1]);
    if (has_init && !hear(out, launch)) {
        /* For example a filter of system calls. */
        *out = (struct launch_failure){EPERM, "an init, which was killed"};
    } else if ((has_init && out->error) || hear(out, launch)) {
        /* It has told what failed. */
    } else {
        *out = (struct launch_failure){0, NULL};
    }
    close(launch->report[0]);
}

int launch_exit_status(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
