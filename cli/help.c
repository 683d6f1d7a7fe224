/* SPDX-License-Identifier: MIT */
/* help.c - what --help prints, from a command's own table. */
#include "help.h"
#include "choices.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 22 }; /* columns of the options' own names */

/* Under an option's help, broken at spaces to stay within 80 columns. */
static void help_choices(const char *list)
{
    size_t room = 80 - 2 - LEFT - 2;

    while (*list) {
        size_t len = strlen(list);

        if (len > room) {
            len = room;
            while (len > 1 && list[len] != ' ') {
                len--;
            }
        }
        output_format("  %-*s  %.*s\n", LEFT, "", (int)len, list);
        list += len;
        list += *list == ' ';
    }
}

static void help_option(const struct option_spec *spec)
{
    char left[64];
    char list[512];

    snprintf(left, sizeof left, "%c%c%s--%s%s%s", spec->letter ? '-' : ' ',
             spec->letter ? spec->letter : ' ', spec->letter ? ", " : "  ",
             spec->name, spec->value ? " " : "",
             spec->value ? spec->value : "");
    output_format("  %-*s  %s\n", LEFT, left, spec->help);
    if (spec->choice) {
        help_choices(choice_list(list, sizeof list, spec->choice));
    }
}

void help_command(const struct command *command)
{
    static const struct option_spec help = {'h', "help", NULL, NULL,
                                            "show this and exit"};

    output_format("%s\n\nUsage: guidon %s [OPTION...]%s%s\n", command->summary,
                  command->name, *command->operands ? " " : "",
                  command->operands);
    output_text("\nOptions:\n");
    for (size_t i = 0; i < command->n_options; i++) {
        help_option(&command->options[i]);
    }
    help_option(&help);
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
                "line; 3 input or\noutput failed; 4 no entropy, or the clock "
                "is out of range.\n");
}
