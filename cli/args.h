/* SPDX-License-Identifier: MIT */
/* Parses a command line by the table of its command. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "command.h"
#include "term/style.h"

#include <stdint.h>

/* --color, for commands that colour their output. */
#define OPTION_COLOR                                                           \
  {                                                                            \
    .name = "color", .value = "WHEN", .choice = choice_colour,                 \
    .help = "when to use colour (auto)"                                        \
  }

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
    bool help; /* --help was given: the words after it are not checked */
};

/*
 * Parse `argv`: argv[0] is the command's name; options and operands come in any
 * order; "--" ends the options. On failure, a message on stderr names the
 * mistake. `args` points into argv.
 */
enum exit_code args_parse(struct args *args, const struct command *command,
                          int argc, char **argv);
void args_free(struct args *args);

/* Was this option given? And its last value; NULL if it was not given, or has
 * no value. */
bool args_has(const struct args *args, size_t option);
const char *args_value(const struct args *args, size_t option);
/* The index of its last value among its choices, or `otherwise`. */
size_t args_choice(const struct args *args, size_t option, size_t otherwise);
/* Is the text a number that the option takes? False, with a message, if not. */
bool args_number_fits(const struct option_spec *spec, const char *text);
/* The last value of an option that takes numbers, or `otherwise`. */
uint32_t args_number(const struct args *args, size_t option,
                     uint32_t otherwise);
/* The value of an OPTION_COLOR. */
enum colour_when args_colour(const struct args *args, size_t option);
/* For an option that takes a list: a bit for each choice that was named. */
unsigned args_choices(const struct args *args, size_t option);
/* The index of the first operand among the operand's choices. Without operands,
 * the index of the default; SIZE_MAX if the command has no default. */
size_t args_operand(const struct args *args);

/* The files of a command that reads files: its operands, or "-" (stdin) if it
 * has none. */
struct file_list {
    char *const *paths;
    size_t n;
};
struct file_list args_files(const struct args *args);

/* Write the message for a value that the option does not accept. The option may
 * have no list of choices. */
void args_refuse(const struct option_spec *spec, const char *word, size_t len);

#endif
