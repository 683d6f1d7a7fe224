/* SPDX-License-Identifier: MIT */
/* main.c - which command a command line is for. */
#include "args.h"
#include "choices.h"
#include "help.h"
#include "message.h"
#include "output.h"

#include <guidon.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &command_new,   &command_show,        &command_convert,
    &command_check, &command_completions,
};

const struct command *command_at(size_t i)
{
    return i < COUNT_OF(commands) ? commands[i] : NULL;
}

static const char *command_name(size_t i)
{
    return i < COUNT_OF(commands) ? commands[i]->name : NULL;
}

const struct command *command_named(const char *name)
{
    size_t i = choice_index(command_name, name);

    return i < COUNT_OF(commands) ? commands[i] : NULL;
}

/* argv[0] is the command's name, or stands where it would. */
static enum exit_code run(const struct command *command, int argc, char **argv)
{
    struct args args;
    enum exit_code code = EXIT_USAGE;

    message_command(command->name);
    if (args_parse(&args, command, argc, argv)) {
        if (args.help) {
            help_command(command);
            code = EXIT_DONE;
        } else {
            code = command->run(&args);
        }
    }
    args_free(&args);
    return code;
}

/* `guidon WORD` with a WORD that is no command: an id, or a misspelling? */
static enum exit_code run_on_id(int argc, char **argv)
{
    guidon_id id;
    const char *word = argv[1];
    const char *nearest = choice_nearest(command_name, word);

    if (nearest && guidon_parse(&id, NULL, word, strlen(word),
                                GUIDON_ACCEPT_ANY, NULL) != GUIDON_OK) {
        message_usage("'%s' is neither a command nor an id; did you mean "
                      "'%s'?",
                      word, nearest);
        return EXIT_USAGE;
    }
    return run(&command_show, argc, argv);
}

/* `guidon --json ID` is `guidon show --json ID`. */
static bool is_option_of_show(const char *word)
{
    size_t len = strcspn(word, "=");

    for (size_t i = 0; i < command_show.n_options; i++) {
        const char *name = command_show.options[i].name;

        if (len == strlen(name) + 2 && memcmp(word + 2, name, len - 2) == 0) {
            return true;
        }
    }
    return strcmp(word, "--") == 0;
}

/* `guidon help` and `guidon help COMMAND`. */
static enum exit_code run_help(const char *name)
{
    const struct command *command;

    if (!name) {
        help_all();
        return EXIT_DONE;
    }
    command = command_named(name);
    if (!command) {
        message_usage("there is no command '%s'", name);
        return EXIT_USAGE;
    }
    help_command(command);
    return EXIT_DONE;
}

static enum exit_code dispatch(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    const struct command *command = word ? command_named(word) : NULL;

    if (!word) {
        return run(&command_new, argc, argv);
    }
    if (command) {
        return run(command, argc - 1, argv + 1);
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return run_help(NULL);
    }
    if (strcmp(word, "help") == 0) {
        return run_help(argc > 2 ? argv[2] : NULL);
    }
    if (strcmp(word, "--version") == 0) {
        output_format("guidon %s\n", guidon_library_version());
        return EXIT_DONE;
    }
    if (word[0] == '-' && word[1] && !is_option_of_show(word)) {
        message_usage("there is no option '%s' without a command", word);
        return EXIT_USAGE;
    }
    return run_on_id(argc, argv);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* asks whether the terminal reads UTF-8 */
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a message is one write */
    enum exit_code code = dispatch(argc, argv);

    return output_finish() ? (int)code : EXIT_IO;
}
