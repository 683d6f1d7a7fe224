/* SPDX-License-Identifier: MIT */
/* help.c - guidon help and --help, written from the tables of the commands. */
#include "help.h"
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/output.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 22 }; /* columns of the option names */

/* How many bytes of a text fit into `columns`, broken at a space. */
static size_t line_len(const char *text, size_t columns)
{
    size_t len = strlen(text);

    if (len > columns) {
        len = columns;
        while (len > 1 && text[len] != ' ') {
            len--;
        }
    }
    return len;
}

/* Write text in the column right of the option names, within 80 columns, with
 * `left` before its first line. */
static void write_column(const char *left, const char *text)
{
    if (strlen(left) > LEFT) { /* gets its own line */
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

/* Write text within 80 columns. */
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
    char right[CHOICE_LIST_MAX + 256]; /* the help and the choices */
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
                 command->operand_default ? "; the default is " : "",
                 command->operand_default ? command->operand_default : "");
        output_text("\n");
        write_lines(text);
    }
}

void help_command(const struct command *command)
{
    static const struct option_spec help = {
        .letter = 'h', .name = "help", .help = "show this help and exit"};

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
        const struct example *example = &command->examples[i];
        bool question = strchr(example->does, '?') != NULL;

        output_format("  %s%s\n    $ %s\n", example->does, question ? "" : ":",
                      example->line);
    }
}

void help_all(void)
{
    const struct command *command;

    output_text("Make, read, convert and check 128-bit ids: UUID and ULID.\n\n"
                "Usage: guidon                 make a version-7 UUID\n"
                "       guidon ID...           explain ids\n"
                "       guidon COMMAND ...     run a command\n\n"
                "Commands:\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        output_format("  %-12s  %s\n", command->name, command->summary);
    }
    output_text(
        "\n'guidon COMMAND --help' shows the options and examples of a "
        "command.\n"
        "'guidon --version' shows the version.\n\n"
        "Exit status: 0 success; 1 the answer is no, such as an id that "
        "is not valid;\n"
        "2 wrong command line; 3 input or output failed, or memory ran "
        "out; 4 no entropy,\nor the clock is out of range.\n");
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
