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

/* nohup, and shells for commands in the background, ignore some signals on
 * behalf of the programs that they start. */
static bool stays_ignored(int number)
{
    struct sigaction before;

    return (number == SIGHUP || number == SIGINT || number == SIGQUIT) &&
           sigaction(number, NULL, &before) == 0 &&
           before.sa_handler == SIG_IGN;
}

static const int caught[] = {SIGTERM, SIGINT,  SIGHUP,   SIGQUIT, SIGUSR1,
                             SIGUSR2, SIGALRM, SIGWINCH, SIGCHLD};

int signals_catch(void)
{
    struct sigaction action = {0};
    sigset_t blocked;
    size_t i;

    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return -1;
    }
    action.sa_sigaction = note_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    sigemptyset(&blocked);
    for (i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        if (!stays_ignored(caught[i]) &&
            sigaction(caught[i], &action, NULL) != 0) {
            return -1;
        }
        sigaddset(&blocked, caught[i]);
    }
    signal(SIGPIPE, SIG_IGN);
    /* The program that started this one may have left them blocked. */
    if (sigprocmask(SIG_UNBLOCK, &blocked, NULL) != 0) {
        return -1;
    }
    return signal_pipe[0];
}

void signals_reset(void)
{
    size_t i;

    for (i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        if (!stays_ignored(caught[i])) {
            signal(caught[i], SIG_DFL);
        }
    }
    signal(SIGPIPE, SIG_DFL);
}

bool signals_next(struct signal_note *note)
{
    return read(signal_pipe[0], note, sizeof *note) == (ssize_t)sizeof *note;
}
