/* SPDX-License-Identifier: MIT */
/* args.c - parses a command line by the table of its command. */
#include "args.h"
#include "choices.h"
#include "term/escape.h"
#include "term/message.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long returns LONG_BASE + i for option i: above every character. */
#define LONG_BASE 256

enum { MAX_OPTIONS = 32 };

/* A command's table as getopt_long takes it. */
struct getopt_tables {
    char letters[2 * MAX_OPTIONS + 5];
    struct option longs[MAX_OPTIONS + 2];
};

static void build_tables(struct getopt_tables *tables,
                         const struct command *command)
{
    char *letter = tables->letters;

    if (command->launches) {
        *letter++ = '+'; /* the first operand ends the options */
    }
    *letter++ = ':'; /* report a missing value apart from a bad option */
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
            .has_arg = !spec->value     ? no_argument
                       : spec->may_lack ? optional_argument
                                        : required_argument,
            .val = LONG_BASE + (int)i,
        };
    }
    *letter = '\0';
    tables->longs[command->n_options] = (struct option){
        .name = "help", .val = LONG_BASE + (int)command->n_options};
    tables->longs[command->n_options + 1] = (struct option){0};
}

/* The index of the option; n_options for 'h', which no table lists. */
static size_t option_of_letter(const struct command *command, int letter)
{
    size_t i = 0;

    while (i < command->n_options && command->options[i].letter != letter) {
        i++;
    }
    return i;
}

/* The options of the command that is being parsed: a choice_fn. */
static const struct command *parsed_command;
static const char *option_name(size_t i)
{
    return i < parsed_command->n_options    ? parsed_command->options[i].name
           : i == parsed_command->n_options ? "help"
                                            : NULL;
}

static void refuse_long(const char *word)
{
    const char *nearest =
        choice_nearest(option_name, word + 2, strcspn(word + 2, "="));

    if (nearest) {
        message_usage("unknown option '%s'; did you mean '--%s'?",
                      ESCAPED(word), nearest);
    } else {
        message_usage("unknown option '%s'", ESCAPED(word));
    }
}

/* Report an option that getopt_long rejected. optopt is LONG_BASE + i for a
 * known long option, 0 for an unknown one (`word`), and otherwise the
 * letter. */
static void refuse_option(int answer, const char *word)
{
    bool is_long = optopt >= LONG_BASE;
    const char letter[] = {(char)optopt, '\0'};
    const char *dashes = is_long ? "--" : "-";
    const char *name =
        is_long ? option_name((size_t)(optopt - LONG_BASE)) : ESCAPED(letter);

    if (optopt == 0) {
        refuse_long(word);
    } else if (answer == ':') {
        message_usage("option '%s%s' needs a value", dashes, name);
    } else if (is_long) {
        message_usage("option '--%s' takes no value", name);
    } else {
        message_usage("unknown option '-%s'", name);
    }
}

/* The name of an option of the command, other than one with these choices, that
 * takes the word; NULL if there is none. */
static const char *taken_by(choice_fn choice, const char *word, size_t len)
{
    for (size_t i = 0; i < parsed_command->n_options; i++) {
        const struct option_spec *spec = &parsed_command->options[i];

        if (spec->choice && spec->choice != choice &&
            choice_index(spec->choice, word, len) != SIZE_MAX) {
            return spec->name;
        }
    }
    return NULL;
}

/* Report that `word` is not a `what`, and name the expected words. `choice` is
 * NULL if there is no list of them. */
static void refuse_word(choice_fn choice, const char *open, const char *what,
                        const char *where, const char *word, size_t len)
{
    char quoted[ESCAPED_MAX];
    char list[CHOICE_LIST_MAX];
    const char *nearest = choice ? choice_nearest(choice, word, len) : NULL;
    const char *taker = choice ? taken_by(choice, word, len) : NULL;

    escape_write(quoted, word, len);
    if (!choice) {
        message_usage("invalid %s '%s'%s%s%s", what, quoted, where,
                      open ? "; expected " : "", open ? open : "");
    } else if (nearest) {
        message_usage("invalid %s '%s'%s; did you mean '%s'?", what, quoted,
                      where, nearest);
    } else {
        message_usage("invalid %s '%s'%s; expected %s%s%s", what, quoted, where,
                      choice_list(list, choice, CHOICES_ALL, open),
                      taker ? "; that word is for --" : "", taker ? taker : "");
    }
}

void args_refuse(const struct option_spec *spec, const char *word, size_t len)
{
    char where[64];

    snprintf(where, sizeof where, " for --%s", spec->name);
    refuse_word(spec->choice, spec->open, spec->value, where, word, len);
}

/* A bit for each choice that a value names: one word or, for a list, words with
 * commas between them. 0, with a message, if a word is not a choice. */
static uint64_t value_choices(const struct option_spec *spec, const char *value)
{
    uint64_t choices = 0;
    size_t len;

    for (;; value += len + 1) {
        len = spec->list ? strcspn(value, ",") : strlen(value);
        size_t choice = choice_index(spec->choice, value, len);

        if (choice == SIZE_MAX) {
            args_refuse(spec, value, len);
            return 0;
        }
        choices |= (uint64_t)1 << choice;
        if (!value[len]) {
            return choices;
        }
    }
}

static bool operands_fit(const struct args *args)
{
    const struct command *command = args->command;
    choice_fn choice = command->operand_choice;

    if (args->n_operands < command->min_operands) {
        message_usage("missing operand %s", command->operand);
        return false;
    }
    if (args->n_operands > command->max_operands) {
        message_usage("unexpected operand '%s'",
                      ESCAPED(args->operands[command->max_operands]));
        return false;
    }
    for (size_t i = 0; choice && i < args->n_operands; i++) {
        const char *word = args->operands[i];

        if (choice_index(choice, word, strlen(word)) == SIZE_MAX) {
            refuse_word(choice, NULL, command->operand, "", word, strlen(word));
            return false;
        }
    }
    return true;
}

/* False, with a message, if an option does not apply to the operand. */
static bool options_fit(const struct args *args)
{
    const struct command *command = args->command;
    size_t operand = args_operand(args);

    for (size_t i = 0; i < args->n_given; i++) {
        const struct option_spec *spec =
            &command->options[args->given[i].option];
        char list[CHOICE_LIST_MAX];

        if (spec->operands && !(spec->operands >> operand & 1u)) {
            message_usage("option '--%s' does not apply to %s, only to %s",
                          spec->name, command->operand_choice(operand),
                          choice_list(list, command->operand_choice,
                                      spec->operands, NULL));
            return false;
        }
    }
    return true;
}

/* False, with a message, at the first word that is wrong. */
static bool read_options(struct args *args, int argc, char **argv)
{
    const struct command *command = args->command;
    struct getopt_tables tables;
    int answer;

    build_tables(&tables, command);
    parsed_command = command;
    opterr = 0;
    optind = 1;
    while (!args->help && (answer = getopt_long(argc, argv, tables.letters,
                                                tables.longs, NULL)) != -1) {
        if (answer == '?' || answer == ':') {
            refuse_option(answer, argv[optind - 1]);
            return false;
        }
        size_t option = answer >= LONG_BASE ? (size_t)(answer - LONG_BASE)
                                            : option_of_letter(command, answer);
        args->help = option == command->n_options;
        if (!args->help) {
            const struct option_spec *spec = &command->options[option];

            args->given[args->n_given++] =
                (struct given_option){option, optarg};
            if (spec->choice && !spec->open && !value_choices(spec, optarg)) {
                return false;
            }
            if (spec->most && !args_number_fits(spec, optarg)) {
                return false;
            }
        }
    }
    args->operands = argv + optind;
    args->n_operands = (size_t)(argc - optind);
    return true;
}

enum exit_code args_parse(struct args *args, const struct command *command,
                          int argc, char **argv)
{
    *args = (struct args){.command = command};
    args->given = calloc((size_t)argc + 1, sizeof *args->given);
    if (!args->given) {
        message("out of memory");
        return EXIT_IO;
    }
    if (!read_options(args, argc, argv)) {
        return EXIT_USAGE;
    }
    return args->help || (operands_fit(args) && options_fit(args)) ? EXIT_DONE
                                                                   : EXIT_USAGE;
}

unsigned args_choices(const struct args *args, size_t option)
{
    unsigned choices = 0;

    for (size_t i = 0; i < args->n_given; i++) {
        if (args->given[i].option == option) {
            choices |= (unsigned)value_choices(&args->command->options[option],
                                               args->given[i].value);
        }
    }
    return choices;
}

struct file_list args_files(const struct args *args)
{
    static char *const only_stdin[] = {"-"};

    return args->n_operands > 0
               ? (struct file_list){args->operands, args->n_operands}
               : (struct file_list){only_stdin, COUNT_OF(only_stdin)};
}
