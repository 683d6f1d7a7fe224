/* SPDX-License-Identifier: MIT */
/* dispatch.c - which command a command line is for. */
#include "dispatch.h"
#include "args.h"
#include "choices.h"
#include "command_table.h"
#include "commands/help.h"
#include "term/escape.h"
#include "term/message.h"
#include "term/output.h"
#include "term/progress.h"

#include <guidon.h>
#include <string.h>

enum { COMMAND_MAX = 16 }; /* no command is as long */

/* argv[0] is the command's name, or stands where it would. */
static enum exit_code run(const struct command *command, int argc, char **argv)
{
    struct args args;
    enum exit_code code;

    message_command(command->name);
    code = args_parse(&args, command, argc, argv);
    if (code == EXIT_DONE && args.help) {
        help_command(command);
    } else if (code == EXIT_DONE) {
        const struct file_list files =
            command->files ? args_files(&args) : (struct file_list){NULL, 0};

        progress_begin(command->name, files.paths, files.n);
        code = command->run(&args);
        progress_wipe();
    }
    args_free(&args);
    return code;
}

/* `guidon WORD` with a WORD that is no command: an id, or a misspelling? */
static enum exit_code run_on_id(int argc, char **argv)
{
    guidon_id id;
    const char *word = argv[1];
    const size_t len = strlen(word);
    const char *nearest = choice_nearest(command_name, word, len);
    /* Of letters alone and so few, it is not even a wrong id. */
    const bool meant_command =
        nearest || (len > 0 && len < COMMAND_MAX &&
                    strspn(word, "abcdefghijklmnopqrstuvwxyz") == len);

    if (meant_command && guidon_parse(&id, NULL, word, len, GUIDON_ACCEPT_ANY,
                                      NULL) != GUIDON_OK) {
        message_usage("'%s' is neither a command nor an id%s%s%s",
                      ESCAPED(word), nearest ? "; did you mean '" : "",
                      nearest ? nearest : "", nearest ? "'?" : "");
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

enum exit_code dispatch(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;

    if (!word) {
        return run(&command_new, argc, argv);
    }
    const struct command *command =
        command_at(choice_index(command_name, word, strlen(word)));
    if (command) {
        return run(command, argc - 1, argv + 1);
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        help_all();
        return EXIT_DONE;
    }
    if (strcmp(word, "--version") == 0) {
        output_format("guidon %s\n", guidon_library_version());
        return EXIT_DONE;
    }
    if (word[0] == '-' && word[1] && !is_option_of_show(word)) {
        message_usage("there is no option '%s' without a command",
                      ESCAPED(word));
        return EXIT_USAGE;
    }
    return run_on_id(argc, argv);
}
