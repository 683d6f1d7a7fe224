/* SPDX-License-Identifier: MIT */
/* What --help writes, from the table of a command. */
#ifndef CLI_TABLE_HELP_H
#define CLI_TABLE_HELP_H

#include "../command.h"

void help_command(const struct command *command);
void help_exits(const struct exit_meaning *exits, size_t n);

#endif
