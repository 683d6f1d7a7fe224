/* SPDX-License-Identifier: MIT */
/* What a program tells other programs about its command line: its tables as JSON,
 * for the manual, and its completions. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "../command.h"

/* A program, and its commands. A program without commands has one table, whose
 * `is_program` is true. */
struct program {
    const char *name;
    const struct command *(*command)(size_t i); /* NULL past the last */
    const struct exit_meaning *exits;           /* of a command that has none */
    size_t n_exits;
};

/*
 * `PROGRAM --table WHAT`, which no help lists. WHAT is "json", one of choice_shell,
 * or "complete", behind which the words of a command line stand: the last one is
 * completed.
 */
#define TABLE_OPTION "--table"
enum exit_code table_run(const struct program *program, int argc, char **argv);

/* "bash", "zsh" and "fish". */
const char *choice_shell(size_t i);
/* Write the script for shell `i` that completes the words of a program. */
void table_write_script(const char *program, size_t i);

void table_write_json(const struct program *program);

/*
 * Write the words that the last of `n` words may become, each on a line, with a tab
 * and a description behind it if there is one. The line ":file", ":folder" or
 * ":command" instead says what the shell has to complete.
 */
void table_complete(const struct program *program, char **words, size_t n);

#endif
