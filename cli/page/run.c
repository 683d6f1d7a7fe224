/* SPDX-License-Identifier: MIT */
/* run.c - runs a command of the tool for the page. */
#include "../args.h"
#include "../command_table.h"
#include "../term/message.h"
#include "exports.h"
#include "screen.h"

#include <string.h>

enum { WORDS_MAX = 64 };

static char words[PAGE_WORDS_MAX + 1];

/* What the page needs of a command. The texts of --help stay out of the module,
 * because nothing else refers to the command. */
#define COPY(known)                                                            \
  ((struct command){.name = (known).name,                                      \
                    .operand = (known).operand,                                \
                    .min_operands = (known).min_operands,                      \
                    .max_operands = (known).max_operands,                      \
                    .operand_choice = (known).operand_choice,                  \
                    .operand_default = (known).operand_default,                \
                    .options = (known).options,                                \
                    .n_options = (known).n_options,                            \
                    .run = (known).run})

static bool find_command(struct command *command, const char *name)
{
    if (strcmp(name, "bounds") == 0) {
        *command = COPY(command_bounds);
    } else if (strcmp(name, "odds") == 0) {
        *command = COPY(command_odds);
    } else {
        return false;
    }
    return true;
}

/* Point argv at the words. Returns their number. */
static int split_words(char *argv[WORDS_MAX + 1], size_t len)
{
    int argc = 0;

    for (size_t at = 0; at < len && argc < WORDS_MAX;
         at += strlen(words + at) + 1) {
        argv[argc++] = words + at;
    }
    argv[argc] = NULL;
    return argc;
}

PAGE_EXPORT(page_words) char *page_words(void)
{
    return words;
}

PAGE_EXPORT(page_run) int page_run(size_t len)
{
    char *argv[WORDS_MAX + 1];
    struct args args;

    words[len < PAGE_WORDS_MAX ? len : PAGE_WORDS_MAX] = '\0';
    screen_clear();
    int argc = split_words(argv, len);
    struct command command;

    if (argc == 0 || !find_command(&command, argv[0])) {
        message("the page has no such command");
        return EXIT_USAGE;
    }
    enum exit_code code = args_parse(&args, &command, argc, argv);

    if (code == EXIT_DONE) {
        code = command.run(&args);
    }
    args_free(&args);
    return code;
}
