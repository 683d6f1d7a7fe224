/* SPDX-License-Identifier: MIT */
/* help.c - what --help writes, from the table of a command. */
#include "help.h"
#include "../choices.h"
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

    output_format("%s\n\nUsage: %s%s", command->summary,
                  command->is_program ? "" : "guidon ", command->name);
    for (size_t i = 0; i < command->n_options; i++) {
        const struct option_spec *spec = &command->options[i];

        if (spec->required) {
            output_format(" --%s %s%s", spec->name, spec->value,
                          spec->list ? ",..." : "");
        }
    }
    output_text(" [OPTION...]");
    if (command->launches) {
        output_format(" [-- %s...]", command->operand);
    } else if (command->operand) {
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

void help_exits(const struct exit_meaning *exits, size_t n)
{
    output_text("\nExit status:\n");
    for (size_t i = 0; i < n; i++) {
        output_format("  %-7s  %s\n", exits[i].status, exits[i].meaning);
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
    if (command->exits) {
        help_exits(command->exits, command->n_exits);
    }
}
