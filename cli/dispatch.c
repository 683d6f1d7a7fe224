/* SPDX-License-Identifier: MIT */
/* dispatch.c - finds and runs the command of a command line. */
#include "dispatch.h"
#include "args.h"
#include "choices.h"
#include "command_table.h"
#include "commands/help.h"
#include "commands/new_options.h"
#include "table/help.h"
#include "term/escape.h"
#include "term/message.h"
#include "term/output.h"
#include "term/progress.h"

#include <guidon.h>
#include <string.h>

enum { COMMAND_MAX = 16 }; /* longer than the name of any command */

/* Run `command` on argv[1] and the words after it. */
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

/* `guidon WORD`, with a WORD that is not a command: show the id, or report a
 * misspelled command. */
static enum exit_code run_on_id(int argc, char **argv)
{
    guidon_id id;
    const char *word = argv[1];
    const size_t len = strlen(word);
    const char *nearest = choice_nearest(command_name, word, len);
    /* A short word of letters only is not even a malformed id. */
    const bool meant_kind =
        choice_index(choice_new_kind, word, len) != SIZE_MAX;
    const bool meant_uuid = strcmp(word, "uuid") == 0;
    const bool meant_command =
        nearest || meant_kind ||
        (len > 0 && len < COMMAND_MAX &&
         strspn(word, "abcdefghijklmnopqrstuvwxyz") == len);

    if (meant_command && guidon_parse(&id, NULL, word, len, GUIDON_ACCEPT_ANY,
                                      0, NULL) != GUIDON_OK) {
        if (meant_kind || meant_uuid) {
            message_usage("'%s' is not a command; 'guidon new%s%s' makes an id",
                          ESCAPED(word), meant_kind ? " " : "",
                          meant_kind ? word : "");
            return EXIT_USAGE;
        }
        message_usage("'%s' is neither a command nor an id%s%s%s",
                      ESCAPED(word), nearest ? "; did you mean '" : "",
                      nearest ? nearest : "", nearest ? "'?" : "");
        return EXIT_USAGE;
    }
    return run(&command_show, argc, argv);
}

/* `guidon --json ID` means `guidon show --json ID`. */
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
    if (strcmp(word, TABLE_OPTION) == 0) {
        return table_run(program_guidon(), argc, argv);
    }
    if (word[0] == '-' && word[1] && !is_option_of_show(word)) {
        message_usage(
            "unknown option '%s'; options of a command follow its name",
            ESCAPED(word));
        return EXIT_USAGE;
    }
    return run_on_id(argc, argv);
}
