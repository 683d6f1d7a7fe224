/* SPDX-License-Identifier: MIT */
/* cleanup.c - cleanup if a signal ends the process. */
#include "cleanup.h"
#include "../basics.h"

#include <signal.h>
#include <stddef.h>

static const int fatal_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

static cleanup_fn *functions[CLEANUP_MAX];
static volatile sig_atomic_t n_functions;

/* SA_RESETHAND has removed the handler. The signal that this function raises
 * ends the process, and the parent sees which signal it was. */
static void end_by_signal(int signal_number)
{
    for (sig_atomic_t i = 0; i < n_functions; i++) {
        functions[i]();
    }
    raise(signal_number);
}

void cleanup_watch(cleanup_fn *clear)
{
    struct sigaction action = {.sa_handler = end_by_signal};
    struct sigaction before;

    functions[n_functions] = clear;
    n_functions++;
    action.sa_flags = (int)SA_RESETHAND; /* the highest bit of an int */
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT_OF(fatal_signals); i++) {
        sigaction(fatal_signals[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) {
            sigaction(fatal_signals[i], &action, NULL);
        }
    }
}
