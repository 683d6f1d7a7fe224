/* SPDX-License-Identifier: MIT */
/* cleanup.c - cleanup if a signal ends the process. */
#include "cleanup.h"
#include "../basics.h"

#include <signal.h>
#include <stddef.h>

static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

static cleanup_fn *clears[CLEANUP_MAX];
static volatile sig_atomic_t n_clears;

/* SA_RESETHAND has removed the handler before it runs. The second signal therefore
 * ends the process, and the parent sees which signal it was. */
static void end_by_signal(int signal_number)
{
    for (sig_atomic_t i = 0; i < n_clears; i++) {
        clears[i]();
    }
    raise(signal_number);
}

void cleanup_watch(cleanup_fn *clear)
{
    struct sigaction action = {.sa_handler = end_by_signal};
    struct sigaction before;

    clears[n_clears] = clear;
    n_clears++;
    action.sa_flags = (int)SA_RESETHAND; /* the highest bit of an int */
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        sigaction(ends[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) {
            sigaction(ends[i], &action, NULL);
        }
    }
}
