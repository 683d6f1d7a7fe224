/* SPDX-License-Identifier: MIT */
/* A command line, read by a command's own table. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "command.h"
#include <stdint.h>

struct given_option {
    size_t option; /* index into command->options */
    const char *value;
};

struct args {
    const struct command *command;
    struct given_option *given; /* in the order of the command line */
    size_t n_given;
    char **operands;
    size_t n_operands;
    bool help; /* --help was asked for: the rest is not checked */
};

/*
 * Read `argv` (options and operands in any order, "--" ends the options), of
 * which argv[0] is the command's name. On a mistake, says what is wrong and
 * what would be right on stderr and returns false. The strings stay argv's.
 */
bool args_parse(struct args *args, const struct command *command, int argc,
                char **argv);
void args_free(struct args *args);

/* Was this option given? Its last value, or NULL. */
bool args_has(const struct args *args, size_t option);
const char *args_value(const struct args *args, size_t option);
/* The index of its last value among its choices; `otherwise` if not given. */
size_t args_choice(const struct args *args, size_t option, size_t otherwise);

#endif
