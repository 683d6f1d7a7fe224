/* SPDX-License-Identifier: MIT */
/* help.c - guidon help, and guidon --help. */
#include "help.h"
#include "../args.h"
#include "../command_table.h"
#include "../table/help.h"
#include "../term/output.h"

void help_all(void)
{
    const struct program *guidon = program_guidon();
    const struct command *command;

    output_text("Make, read, convert and check 128-bit ids: UUID and ULID.\n\n"
                "Usage: guidon                 make a version-7 UUID\n"
                "       guidon ID...           explain ids\n"
                "       guidon COMMAND ...     run a command\n\n"
                "Commands:\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        output_format("  %-12s  %s\n", command->name, command->summary);
    }
    output_text("\n'guidon COMMAND --help' shows the options and examples of a "
                "command.\n"
                "'guidon --version' shows the version.\n");
    help_exits(guidon->exits, guidon->n_exits);
}

static enum exit_code run(const struct args *args)
{
    const struct command *command = command_at(args_operand(args));

    if (command) {
        help_command(command);
    } else {
        help_all();
    }
    return EXIT_DONE;
}

static const struct example examples[] = {
    {"List the commands", "guidon help"},
    {"Explain one command", "guidon help convert"},
};

const struct command command_help = {
    .name = "help",
    .summary = "Explain guidon or one of its commands",
    .operand = "COMMAND",
    .max_operands = 1,
    .operand_choice = command_name,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
