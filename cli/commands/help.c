/* SPDX-License-Identifier: MIT */
/* help.c - guidon help, and what --help prints: from the commands' tables. */
#include "help.h"
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/output.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 22 }; /* columns of the options' own names */

/* How much of a text fits into so many columns, broken at a space. */
static size_t line_len(const char *text, size_t room)
{
    size_t len = strlen(text);

    if (len > room) {
        len = room;
        while (len > 1 && text[len] != ' ') {
            len--;
        }
    }
    return len;
}

/* Text in the column right of the options' names, within 80 columns; `left`
 * stands before its first line. */
static void write_column(const char *left, const char *text)
{
    if (strlen(left) > LEFT) { /* on a line of its own */
        output_format("  %s\n", left);
        left = "";
    }
    while (*text) {
        size_t len = line_len(text, 80 - 2 - LEFT - 2);

        output_format("  %-*s  %.*s\n", LEFT, left, (int)len, text);
        left = "";
        text += len;
        text += *text == ' ';
    }
}

/* Text within 80 columns. */
static void write_lines(const char *text)
{
    while (*text) {
        size_t len = line_len(text, 80);

        output_format("%.*s\n", (int)len, text);
        text += len;
        text += *text == ' ';
    }
}

static void help_option(const struct command *command,
                        const struct option_spec *spec)
{
    char left[64];
    char right[256];
    char list[CHOICE_LIST_MAX] = "";

    snprintf(left, sizeof left, "%c%c%s--%s%s%s%s%s", spec->letter ? '-' : ' ',
             spec->letter ? spec->letter : ' ', spec->letter ? ", " : "  ",
             spec->name,
             spec->may_lack ? "[="
             : spec->value  ? " "
                            : "",
             spec->value ? spec->value : "", spec->list ? ",..." : "",
             spec->may_lack ? "]" : "");
    if (spec->operands) {
        choice_list(list, command->operand_choice, spec->operands, NULL);
    }
    snprintf(right, sizeof right, "%s%s%s%s%s", spec->help, *list ? " (" : "",
             list, *list ? ")" : "", spec->choice ? ":" : "");
    write_column(left, right);
    if (spec->choice) {
        write_column("",
                     choice_list(list, spec->choice, CHOICES_ALL, spec->open));
    }
}

static void help_usage(const struct command *command)
{
    bool optional = command->min_operands == 0;

    output_format("%s\n\nUsage: guidon %s [OPTION...]", command->summary,
                  command->name);
    if (command->operand) {
        output_format(" %s%s%s%s", optional ? "[" : "", command->operand,
                      command->max_operands > 1 ? "..." : "",
                      optional ? "]" : "");
    }
    output_text("\n");
    if (command->operand_choice) {
        char list[CHOICE_LIST_MAX];
        char text[CHOICE_LIST_MAX + 64];

        choice_list(list, command->operand_choice, CHOICES_ALL, NULL);
        snprintf(text, sizeof text, "%s is %s%s%s.", command->operand, list,
                 command->operand_default ? "; without one, " : "",
                 command->operand_default ? command->operand_default : "");
        output_text("\n");
        write_lines(text);
    }
}

void help_command(const struct command *command)
{
    static const struct option_spec help = {
        .letter = 'h', .name = "help", .help = "show this and exit"};

    help_usage(command);
    output_text("\nOptions:\n");
    for (size_t i = 0; i < command->n_options; i++) {
        help_option(command, &command->options[i]);
    }
    help_option(command, &help);
    if (command->notes) {
        output_format("\n%s\n", command->notes);
    }
    output_text("\nExamples:\n");
    for (size_t i = 0; i < command->n_examples; i++) {
        output_format("  %s:\n    $ %s\n", command->examples[i].does,
                      command->examples[i].line);
    }
}

void help_all(void)
{
    const struct command *command;

    output_text("Make, read, convert and check 128-bit ids: UUID and ULID.\n\n"
                "Usage: guidon                 one version-7 UUID\n"
                "       guidon ID...           what the ids say\n"
                "       guidon COMMAND ...\n\n"
                "Commands:\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        output_format("  %-12s  %s\n", command->name, command->summary);
    }
    output_text("\n'guidon COMMAND --help' tells of one command, "
                "'guidon --version' which guidon\nthis is.\n\n"
                "Exit status: 0 done; 1 the answer is no; 2 wrong command "
                "line; 3 input or output\nfailed, or memory ran out; 4 no "
                "entropy, or the clock is out of range.\n");
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
    {"Which commands there are", "guidon help"},
    {"What one of them does", "guidon help convert"},
};

const struct command command_help = {
    .name = "help",
    .summary = "What the tool or one of its commands does",
    .operand = "COMMAND",
    .max_operands = 1,
    .operand_choice = command_name,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
