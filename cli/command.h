/* SPDX-License-Identifier: MIT */
/* The table that describes a command: parsing, --help, completions and the
 * manual page all read it. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "basics.h"

#include <stdbool.h>
#include <stdint.h>

struct option_spec {
    char letter;       /* after "-"; '\0' if it has none */
    const char *name;  /* after "--" */
    const char *value; /* the name of its value; NULL: no value */
    choice_fn choice;  /* words that the value may be; NULL: any text */
    const char *open;  /* other values, in words, such as "an id"; or NULL */
    bool list;         /* words with commas; a repeated option adds to them */
    bool may_lack;     /* the value is optional: --name or --name=VALUE */
    bool required;     /* the usage names it; the command checks for it */
    unsigned operands; /* a bit for each operand choice it applies to; 0: all */
    uint32_t least, most; /* of a value in decimal; `most` is 0: any text */
    const char *help;     /* one line; the list of choices follows it */
};

/* What an exit status means. */
struct exit_meaning {
    const char *status; /* such as "0" */
    const char *meaning;
};

struct example {
    const char *does; /* the effect of the example, in one line */
    const char *line; /* the tests run it in the folder of examples/ids.txt */
};

struct args;

struct command {
    const char *name;
    const char *summary; /* one line */
    const char *operand; /* the name of an operand; NULL: no operands */
    size_t min_operands;
    size_t max_operands;      /* SIZE_MAX: any number */
    bool files;               /* operands are names of files */
    choice_fn operand_choice; /* words that operands may be; NULL: any text */
    const char *operand_default; /* the word used if none is given; or NULL */
    bool is_program; /* `name` is a program, not a command of guidon */
    bool launches;   /* operands are a command line, which ends the options */
    const struct option_spec *options;
    size_t n_options;
    const char *notes; /* paragraphs of --help; or NULL */
    const struct example *examples;
    size_t n_examples;
    const struct exit_meaning *exits; /* NULL: those of all commands */
    size_t n_exits;
    enum exit_code (*run)(const struct args *args);
};

/* Options of several commands. */
#define OPTION_NULL                                                            \
  {                                                                            \
    .letter = '0', .name = "null",                                             \
    .help = "records end in NUL instead of a line feed"                        \
  }
#define OPTION_LENIENT                                                         \
  {                                                                            \
    .name = "lenient",                                                         \
    .help = "also read blanks around ids, and more (guidon-ids(7))"            \
  }

/* The operands of a command that reads files; args_files names the files. */
#define OPERANDS_ARE_FILES(called)                                             \
  .operand = (called), .max_operands = SIZE_MAX, .files = true

#endif
