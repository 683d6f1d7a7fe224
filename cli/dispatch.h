/* SPDX-License-Identifier: MIT */
/* From a command line to the command that it is for. */
#ifndef CLI_DISPATCH_H
#define CLI_DISPATCH_H

#include "basics.h"

/* Do what main's arguments ask for; what went wrong has been said. */
enum exit_code dispatch(int argc, char **argv);

#endif
