/* SPDX-License-Identifier: MIT */
/* A command line, read by a command's own table. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "command.h"
#include "term/style.h"

#include <stdint.h>

/* --color, of the commands that draw or colour. */
#define OPTION_COLOR                                                           \
  {                                                                            \
    .name = "color", .value = "WHEN", .choice = choice_colour,                 \
    .help = "colour (auto)"                                                    \
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
    bool help; /* --help was asked for: the rest is not checked */
};

/*
 * Read `argv` (options and operands in any order, "--" ends the options), of
 * which argv[0] is the command's name. If it is not right, or memory runs out,
 * says so on stderr, and what would be right. The strings stay argv's.
 */
enum exit_code args_parse(struct args *args, const struct command *command,
                          int argc, char **argv);
void args_free(struct args *args);

/* Was this option given? Its last value, or NULL, as where it may lack one. */
bool args_has(const struct args *args, size_t option);
const char *args_value(const struct args *args, size_t option);
/* The index of its last value among its choices; `otherwise` if not given. */
size_t args_choice(const struct args *args, size_t option, size_t otherwise);
/* What an OPTION_COLOR asks for. */
enum colour_when args_colour(const struct args *args, size_t option);
/* Of an option that takes a list: a bit for each choice that was named. */
unsigned args_choices(const struct args *args, size_t option);
/* The index of the first operand, or of the default, among their choices;
 * SIZE_MAX if there is neither. */
size_t args_operand(const struct args *args);

/* The files of a command that reads files: its operands, or "-" (stdin) if it
 * has none. */
struct file_list {
    char *const *paths;
    size_t n;
};
struct file_list args_files(const struct args *args);

/* Say that a word is none of an option's choices, nor what else it may be. */
void args_refuse(const struct option_spec *spec, const char *word, size_t len);

#endif
