/* SPDX-License-Identifier: MIT */
/* args.c - a command line, read by a command's own table. */
#include "args.h"
#include "choices.h"
#include "message.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What getopt_long answers for option i: past every character. */
#define LONG_BASE 256

enum { MAX_OPTIONS = 32, MAX_NAME = 64 };

/* getopt_long's two views of a command's table. */
struct getopt_tables {
    char letters[2 * MAX_OPTIONS + 4];
    struct option longs[MAX_OPTIONS + 2];
};

static void
build_tables(struct getopt_tables *tables, const struct command *command)
{
    char *letter = tables->letters;

    *letter++ = ':'; /* tell a missing value from an unknown option */
    *letter++ = 'h';
    for (size_t i = 0; i < command->n_options; i++) {
        const struct option_spec *spec = &command->options[i];

        if (spec->letter) {
            *letter++ = spec->letter;
            if (spec->value) {
                *letter++ = ':';
            }
        }
        tables->longs[i] = (struct option){
            .name = spec->name,
            .has_arg = spec->value ? required_argument : no_argument,
            .val = LONG_BASE + (int)i,
        };
    }
    *letter = '\0';
    tables->longs[command->n_options] =
        (struct option){.name = "help", .val = 'h'};
    tables->longs[command->n_options + 1] = (struct option){0};
}

static size_t option_of_letter(const struct command *command, int letter)
{
    size_t i = 0;

    while (i < command->n_options && command->options[i].letter != letter) {
        i++;
    }
    return i;
}

/* The options of the command being parsed, as choices for choice_nearest. */
static const struct command *naming;
static const char *option_name(size_t i)
{
    return i < naming->n_options    ? naming->options[i].name
           : i == naming->n_options ? "help"
                                    : NULL;
}

/* getopt_long refused argv[at]; say why. */
static void
refuse_option(const struct command *command, int answer, const char *word)
{
    if (answer == ':') {
        message_usage("option '%s' needs a value", word);
    } else if (optopt > 0 && optopt < LONG_BASE) {
        message_usage("there is no option '-%c'", optopt);
    } else if (optopt >= LONG_BASE) {
        message_usage("option '--%s' takes no value",
                      command->options[optopt - LONG_BASE].name);
    } else {
        char name[MAX_NAME];
        size_t len = strcspn(word + 2, "=");

        snprintf(name, sizeof name, "%.*s", (int)(len < MAX_NAME ? len : 0),
                 word + 2);
        naming = command;
        const char *nearest = choice_nearest(option_name, name);
        if (nearest) {
            message_usage("there is no option '%s'; did you mean '--%s'?", word,
                          nearest);
        } else {
            message_usage("there is no option '%s'", word);
        }
    }
}

/* A value that is none of its option's choices is refused here, once for all
 * commands. */
static bool value_fits(const struct option_spec *spec, const char *value)
{
    char list[512];
    const char *nearest;

    if (!spec->choice || choice_index(spec->choice, value) != SIZE_MAX) {
        return true;
    }
    nearest = choice_nearest(spec->choice, value);
    if (nearest) {
        message_usage("'%s' is no %s for --%s; did you mean '%s'?", value,
                      spec->value, spec->name, nearest);
    } else {
        message_usage("'%s' is no %s for --%s; it is %s", value, spec->value,
                      spec->name, choice_list(list, sizeof list, spec->choice));
    }
    return false;
}

static bool count_fits(const struct args *args)
{
    const struct command *command = args->command;

    if (args->n_operands < command->min_operands) {
        message_usage("an operand is missing: guidon %s %s", command->name,
                      command->operands);
        return false;
    }
    if (args->n_operands > command->max_operands) {
        message_usage("'%s' is one operand too many",
                      args->operands[command->max_operands]);
        return false;
    }
    return true;
}

bool args_parse(struct args *args, const struct command *command, int argc,
                char **argv)
{
    struct getopt_tables tables;
    int answer;

    *args = (struct args){.command = command};
    args->given = calloc((size_t)argc + 1, sizeof *args->given);
    if (!args->given) {
        message("out of memory");
        return false;
    }
    build_tables(&tables, command);
    opterr = 0;
    optind = 1;
    while ((answer = getopt_long(argc, argv, tables.letters, tables.longs,
                                 NULL)) != -1) {
        if (answer == 'h') {
            args->help = true;
            return true;
        }
        if (answer == '?' || answer == ':') {
            refuse_option(command, answer, argv[optind - 1]);
            return false;
        }
        size_t option = answer >= LONG_BASE ? (size_t)(answer - LONG_BASE)
                                            : option_of_letter(command, answer);
        args->given[args->n_given++] = (struct given_option){option, optarg};
        if (!value_fits(&command->options[option], optarg)) {
            return false;
        }
    }
    args->operands = argv + optind;
    args->n_operands = (size_t)(argc - optind);
    return count_fits(args);
}

void args_free(struct args *args)
{
    free(args->given);
    args->given = NULL;
}

static const struct given_option *
last_given(const struct args *args, size_t option)
{
    for (size_t i = args->n_given; i-- > 0;) {
        if (args->given[i].option == option) {
            return &args->given[i];
        }
    }
    return NULL;
}

bool args_has(const struct args *args, size_t option)
{
    return last_given(args, option) != NULL;
}

const char *args_value(const struct args *args, size_t option)
{
    const struct given_option *given = last_given(args, option);

    return given ? given->value : NULL;
}

size_t args_choice(const struct args *args, size_t option, size_t otherwise)
{
    const char *value = args_value(args, option);

    return value ? choice_index(args->command->options[option].choice, value)
                 : otherwise;
}
