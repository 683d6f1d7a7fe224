/* SPDX-License-Identifier: MIT */
/* keeper.h - the life of one number: claim, wait, keep, give back */
#ifndef GUIDON_NODE_KEEPER_H
#define GUIDON_NODE_KEEPER_H

#include "arguments.h"
#include "outcome.h"

enum exit_status {
    EXIT_RELEASED = 0,
    EXIT_NO_NUMBER = 1,
    EXIT_USAGE = 2,
    EXIT_LEASE_LOST = 123
};

/* Runs the program for checked arguments. Returns its exit status. */
int keeper_run(const struct arguments *arguments, const char *password);

/* Writes a message of the program to standard error. */
void keeper_say(const struct reason *reason);

#endif
