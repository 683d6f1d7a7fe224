/* SPDX-License-Identifier: MIT */
/* The text of --help, on stdout. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "../command.h"

void help_command(const struct command *command);
void help_all(void);

#endif
