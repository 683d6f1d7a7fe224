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

const struct program *program_guidon(void)
{
    static const struct exit_meaning exits[] = {
        [EXIT_DONE] = {"0", "success"},
        [EXIT_NO] = {"1", "the answer is no, such as an id that is not valid"},
        [EXIT_USAGE] = {"2", "wrong command line"},
        [EXIT_IO] = {"3", "input or output failed, or memory ran out"},
        [EXIT_SYSTEM] = {"4", "no entropy, or the clock is out of range"},
    };
    static const struct program guidon = {"guidon", command_at, exits,
                                          COUNT_OF(exits)};

    return &guidon;
}
