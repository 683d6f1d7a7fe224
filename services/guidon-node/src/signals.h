/* SPDX-License-Identifier: MIT */
/* signals.h - signals as data that a descriptor announces */
#ifndef GUIDON_NODE_SIGNALS_H
#define GUIDON_NODE_SIGNALS_H

#include <stdbool.h>

struct signal_note {
    int number;
    /* The terminal sent it, and sent it to the whole process group. */
    bool from_terminal;
};

/* Catches the signals that are forwarded, and SIGCHLD. Returns the descriptor
 * that becomes readable when a signal has come, or -1. */
int signals_catch(void);

/* In a new process, before exec: undoes it, so that no signal is noted in the
 * pipe of the process that was copied. */
void signals_reset(void);

/* The next signal that has come; false for none. */
bool signals_next(struct signal_note *note);

#endif
