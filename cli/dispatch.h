/* SPDX-License-Identifier: MIT */
/* Finds and runs the command of a command line. */
#ifndef CLI_DISPATCH_H
#define CLI_DISPATCH_H

#include "basics.h"

/* Run the command that main's arguments name. Failures have had a message. */
enum exit_code dispatch(int argc, char **argv);

#endif
