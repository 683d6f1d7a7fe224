/* SPDX-License-Identifier: MIT */
/* completions.c - guidon completions: scripts for bash, zsh and fish. */
#include "../args.h"
#include "../command_table.h"
#include "../table/table.h"

static enum exit_code run(const struct args *args)
{
    table_write_script("guidon", args_operand(args));
    return EXIT_DONE;
}

static const struct example examples[] = {
    {"Complete in this bash", "eval \"$(guidon completions bash)\""},
    {"A file for zsh, in a folder of your fpath",
     "guidon completions zsh > \"${TMPDIR:-/tmp}/_guidon\""},
    {"A file for fish, in ~/.config/fish/completions",
     "guidon completions fish"},
};

const struct command command_completions = {
    .name = "completions",
    .summary = "Print a completion script for bash, zsh or fish",
    .operand = "SHELL",
    .min_operands = 1,
    .max_operands = 1,
    .operand_choice = choice_shell,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
