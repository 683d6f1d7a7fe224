/* SPDX-License-Identifier: MIT */
/* What a command is: the tables that parsing, help and completions share. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "basics.h"

#include <stdbool.h>
#include <stdint.h>

struct option_spec {
    char letter;       /* '\0': it has none */
    const char *name;  /* after "--" */
    const char *value; /* what its value is called; NULL: it takes none */
    choice_fn choice;  /* the words that it may be; NULL: free text */
    const char *open;  /* what it may be beside them; NULL: nothing */
    bool list;         /* many words, by commas; a repeat adds to them */
    bool may_lack;     /* its value, which else follows a '=' */
    unsigned operands; /* a bit a choice of operand that it is for; 0: all */
    /* False, with a message, if this build lacks a library that the option needs.
     * NULL: the option always works. */
    bool (*usable)(void);
    const char *help; /* one sentence, which its words follow */
};

struct example {
    const char *does; /* one line */
    const char *line; /* run by the tests, beside examples/ids.txt */
};

struct args;

struct command {
    const char *name;
    const char *summary; /* one line */
    const char *operand; /* what an operand is called; NULL: it takes none */
    size_t min_operands;
    size_t max_operands;         /* SIZE_MAX: any number */
    bool files;                  /* operands are names of files */
    choice_fn operand_choice;    /* the words they may be; NULL: any */
    const char *operand_default; /* the word that none stands for, or NULL */
    const struct option_spec *options;
    size_t n_options;
    const char *notes; /* paragraphs that --help shows; may be NULL */
    const struct example *examples;
    size_t n_examples;
    enum exit_code (*run)(const struct args *args);
};

/* Options that several commands share. */
#define OPTION_NULL                                                            \
  {                                                                            \
    .letter = '0', .name = "null",                                             \
    .help = "records end in NUL instead of a line feed"                        \
  }
#define OPTION_LENIENT                                                         \
  {                                                                            \
    .name = "lenient",                                                         \
    .help = "in ULIDs, I and L are 1, O is 0, hyphens are skipped"             \
  }

/* The operands of a command that reads files; args_files names the files. */
#define OPERANDS_ARE_FILES(called)                                             \
  .operand = (called), .max_operands = SIZE_MAX, .files = true

#endif
