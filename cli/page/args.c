/* SPDX-License-Identifier: MIT */
/*
 * args.c - args.h without getopt: the page writes every option in full, as --name
 * or --name=VALUE, before the operands.
 */
#include "../args.h"
#include "../choices.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <stdlib.h>
#include <string.h>

/* The option of a word behind "--", and its value. False if there is none. */
static bool option_of(struct given_option *given, const struct command *command,
                      const char *word)
{
    const char *equals = strchr(word, '=');
    const size_t len = equals ? (size_t)(equals - word) : strlen(word);

    given->value = equals ? equals + 1 : NULL;
    for (size_t i = 0; i < command->n_options; i++) {
        const struct option_spec *spec = &command->options[i];

        if (strlen(spec->name) == len && strncmp(spec->name, word, len) == 0) {
            given->option = i;
            return (spec->value != NULL) == (equals != NULL);
        }
    }
    return false;
}

static bool is_choice(choice_fn choice, const char *word)
{
    return choice_index(choice, word, strlen(word)) != SIZE_MAX;
}

/* False, with a message, if a word is wrong. */
static bool read_option(struct args *args, const char *word)
{
    struct given_option *given = &args->given[args->n_given++];

    if (!option_of(given, args->command, word + 2)) {
        message_usage("unknown option '%s'", ESCAPED(word));
        return false;
    }
    const struct option_spec *spec = &args->command->options[given->option];

    if (spec->choice && !spec->open && !is_choice(spec->choice, given->value)) {
        args_refuse(spec, given->value, strlen(given->value));
        return false;
    }
    return !spec->most || args_number_fits(spec, given->value);
}

static bool operands_fit(const struct args *args)
{
    const struct command *command = args->command;

    if (args->n_operands < command->min_operands ||
        args->n_operands > command->max_operands) {
        message_usage("%s is missing, or there are too many", command->operand);
        return false;
    }
    if (command->operand_choice && args->n_operands > 0 &&
        !is_choice(command->operand_choice, args->operands[0])) {
        message_usage("invalid %s '%s'", command->operand,
                      ESCAPED(args->operands[0]));
        return false;
    }
    return true;
}

enum exit_code args_parse(struct args *args, const struct command *command,
                          int argc, char **argv)
{
    int i = 1;

    *args = (struct args){.command = command};
    args->given = calloc((size_t)argc + 1, sizeof *args->given);
    if (!args->given) {
        message("out of memory");
        return EXIT_IO;
    }
    for (; i < argc && strncmp(argv[i], "--", 2) == 0 && argv[i][2] != '\0';
         i++) {
        if (!read_option(args, argv[i])) {
            return EXIT_USAGE;
        }
    }
    i += i < argc && strcmp(argv[i], "--") == 0;
    args->operands = argv + i;
    args->n_operands = (size_t)(argc - i);
    return operands_fit(args) ? EXIT_DONE : EXIT_USAGE;
}

void args_refuse(const struct option_spec *spec, const char *word, size_t len)
{
    char shown[ESCAPED_MAX];

    message_usage("invalid %s '%s' for --%s", spec->value,
                  escape_write(shown, word, len), spec->name);
}
