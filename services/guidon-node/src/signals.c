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
 * behalf of the programs that they start. The program itself needs two. */
static bool stays_ignored(int number)
{
    struct sigaction before;

    return number != SIGTERM && number != SIGCHLD &&
           sigaction(number, NULL, &before) == 0 &&
           before.sa_handler == SIG_IGN;
}

/* All signals that a process may catch, but for those of a fault of its own, those
 * that stop it, and SIGPIPE. SIGCONT ends a stop, whether it is caught or not. The
 * kernel lets SIGTTIN and SIGTTOU stop only who uses the terminal. */
static bool is_caught(int number)
{
    static const int others[] = {SIGKILL, SIGSTOP, SIGILL,  SIGTRAP, SIGABRT,
                                 SIGBUS,  SIGFPE,  SIGSEGV, SIGSYS,  SIGPIPE,
                                 SIGTSTP, SIGTTIN, SIGTTOU};
    size_t i;

    for (i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (number == others[i]) {
            return false;
        }
    }
    /* The C library keeps the numbers between these two for itself. */
    return number <= SIGSYS || number >= SIGRTMIN;
}

int signals_catch(void)
{
    struct sigaction action = {0};
    sigset_t blocked;
    int number;

    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return -1;
    }
    action.sa_sigaction = note_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    sigemptyset(&blocked);
    for (number = 1; number <= SIGRTMAX; number++) {
        if (!is_caught(number)) {
            continue;
        }
        if (!stays_ignored(number) && sigaction(number, &action, NULL) != 0) {
            return -1;
        }
        sigaddset(&blocked, number);
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
    int number;

    for (number = 1; number <= SIGRTMAX; number++) {
        if (is_caught(number) && !stays_ignored(number)) {
            signal(number, SIG_DFL);
        }
    }
    signal(SIGPIPE, SIG_DFL);
}

bool signals_next(struct signal_note *note)
{
    return read(signal_pipe[0], note, sizeof *note) == (ssize_t)sizeof *note;
}
