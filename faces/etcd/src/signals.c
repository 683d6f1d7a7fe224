/* SPDX-License-Identifier: MIT */
/* signals.c - signals as data that a descriptor announces */
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int signal_pipe[2] = {-1, -1};

static void note_signal(int number, siginfo_t *info, void *context)
{
    const int before = errno;
    /* SI_USER and its like are not positive; SI_KERNEL is. */
    const struct signal_note note = {number, info->si_code > 0};

    (void)context;
    if (write(signal_pipe[1], &note, sizeof note) < 0) {
        /* The pipe is full of signals that nobody has looked at. */
    }
    errno = before;
}

int signals_catch(void)
{
    static const int caught[] = {SIGTERM, SIGINT,  SIGHUP,   SIGQUIT, SIGUSR1,
                                 SIGUSR2, SIGALRM, SIGWINCH, SIGCHLD};
    struct sigaction action = {0};
    size_t i;

    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return -1;
    }
    action.sa_sigaction = note_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    for (i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        if (sigaction(caught[i], &action, NULL) != 0) {
            return -1;
        }
    }
    signal(SIGPIPE, SIG_IGN);
    return signal_pipe[0];
}

bool signals_next(struct signal_note *note)
{
    return read(signal_pipe[0], note, sizeof *note) == (ssize_t)sizeof *note;
}
