/* SPDX-License-Identifier: MIT */
/* command_table.c - the commands of the tool. */
#include "command_table.h"

#define COMMAND_ADDRESS(name) &command_##name,
static const struct command *const commands[] = {COMMAND_LIST(COMMAND_ADDRESS)};

const struct command *command_at(size_t i)
{
    return i < COUNT_OF(commands) ? commands[i] : NULL;
}

const char *command_name(size_t i)
{
    return i < COUNT_OF(commands) ? commands[i]->name : NULL;
}
