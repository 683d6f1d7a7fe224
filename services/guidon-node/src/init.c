/* SPDX-License-Identifier: MIT */
/* init.c - the first process of COMMAND's PID namespace
 *
 * guidon-node may have had threads when the kernel copied it, so the functions
 * here call nothing that takes a lock, such as malloc and stdio. */
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------ the namespaces */

static bool write_file(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const ssize_t len = (ssize_t)strlen(text);
    bool good;

    if (fd < 0) {
        return false;
    }
    good = write(fd, text, (size_t)len) == len;
    close(fd);
    return good;
}

/* Writes a number and a blank; returns the end. */
static char *put_number(char *out, uint32_t number)
{
    char digits[10];
    size_t n = 0;

    do {
        digits[n++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (n > 0) {
        *out++ = digits[--n];
    }
    *out++ = ' ';
    return out;
}

/* Maps an id to itself. */
static bool map_id(const char *path, uint32_t id)
{
    char text[32], *end = put_number(text, id);

    end = put_number(end, id);
    memcpy(end, "1\n", sizeof "1\n");
    return write_file(path, text);
}

static const char *set_up(const struct isolation_plan *plan)
{
    if (plan->maps_user && !(write_file("/proc/self/setgroups", "deny") &&
                             map_id("/proc/self/uid_map", plan->user) &&
                             map_id("/proc/self/gid_map", plan->group))) {
        return "a user namespace";
    }
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) {
        return "a mount namespace";
    }
    if (mount("proc", "/proc", "proc", plan->proc_flags, plan->proc_options) !=
        0) {
        return "a mount of /proc";
    }
    return NULL;
}

/* --------------------------------------------------------------------- its life */

/* Only this process knows: guidon-node writes to the pipe. */
static void say_unsignalled(void)
{
    static const char text[] = "guidon-node: COMMAND cannot be signalled: "
                               "Operation not permitted\n";

    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) {
        /* There is nobody to tell. */
    }
}

static void close_between(int below, int above)
{
    if (below + 1 < above) {
        syscall(SYS_close_range, below + 1, above - 1, 0);
    }
}

/* Closes what guidon-node had open, such as its connections, except for the
 * standard descriptors and two others. Kernels before 5.9 leave them open, so
 * the other end of a connection learns of its end with COMMAND's only. */
static void close_others(int a, int b)
{
    const int low = a < b ? a : b, high = a < b ? b : a;

    close_between(STDERR_FILENO, low);
    close_between(low, high);
    close_between(high, INT_MAX);
}

/* Sends signals on. Without guidon-node, nobody would end COMMAND when the lease
 * ends. */
static void obey(int control, pid_t command)
{
    unsigned char number;
    const ssize_t got = read(control, &number, 1);

    if (got == 0) {
        _exit(LAUNCH_CANNOT_RUN);
    }
    if (got == 1 && kill(command, number) != 0 && errno == EPERM) {
        say_unsignalled();
    }
}

/* Buries every process that has ended. */
static void bury(int events, pid_t command)
{
    struct signalfd_siginfo event;
    int status;
    pid_t ended;

    if (read(events, &event, sizeof event) < 0) {
        /* The event counts, and not what it says. */
    }
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        if (ended == command) {
            _exit(launch_exit_status(status));
        }
    }
}

void init_run(const struct isolation_plan *plan, const struct launch *launch,
              const int control[2])
{
    struct pollfd fds[2] = {{.fd = control[0], .events = POLLIN},
                            {.events = POLLIN}};
    const char *missing;
    sigset_t children;
    pid_t command;

    /* This process keeps its user, so it keeps this signal too. The end of the
     * pipe says the same, if guidon-node has ended already. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "guidon-init");
    close(control[1]);
    missing = set_up(plan);
    if (missing) {
        launch_fail(launch, missing, errno);
    }
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    fds[1].fd = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fds[1].fd < 0) {
        launch_fail(launch, "a signalfd", errno);
    }
    launch_ready(launch);
    command = launch_copy(0);
    if (command < 0) {
        launch_fail(launch, NULL, errno);
    }
    if (command == 0) {
        launch_exec(launch);
    }
    close(launch->report[1]);
    close_others(fds[0].fd, fds[1].fd);
    for (;;) {
        if (poll(fds, 2, -1) <= 0) {
            continue;
        }
        if (fds[0].revents) {
            obey(control[0], command);
        }
        if (fds[1].revents) {
            bury(fds[1].fd, command);
        }
    }
}
