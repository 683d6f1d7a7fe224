/* SPDX-License-Identifier: MIT */
/* complete.c - the words that complete a command line, from the tables that parse
 * it. */
#include "../choices.h"
#include "../term/output.h"
#include "table.h"

#include <string.h>

/* The word that is completed. */
struct wish {
    const char *word;
    size_t kept; /* bytes at its beginning that stay, such as "--form=" */
};

static void offer(const struct wish *wish, const char *word, const char *about)
{
    const char *begun = wish->word + wish->kept;

    if (strncmp(word, begun, strlen(begun)) == 0) {
        output_format("%.*s%s%s%s\n", (int)wish->kept, wish->word, word,
                      about ? "\t" : "", about ? about : "");
    }
}

static void offer_all(const struct wish *wish, choice_fn choice)
{
    const char *word;

    for (size_t i = 0; (word = choice(i)) != NULL; i++) {
        offer(wish, word, NULL);
    }
}

static void offer_value(struct wish *wish, const struct option_spec *spec)
{
    const char *begun = wish->word + wish->kept;
    const char *comma = spec->list ? strrchr(begun, ',') : NULL;

    if (comma) {
        wish->kept += (size_t)(comma + 1 - begun);
    }
    if (spec->choice) {
        offer_all(wish, spec->choice);
    } else if (strcmp(spec->value, "FILE") == 0) {
        output_text(":file\n");
    } else if (strcmp(spec->value, "DIR") == 0) {
        output_text(":folder\n");
    }
}

static void offer_options(const struct wish *wish,
                          const struct command *command)
{
    for (size_t i = 0; i <= command->n_options; i++) {
        const bool help = i == command->n_options;
        char name[64] = "--";

        strncat(name, help ? "help" : command->options[i].name,
                sizeof name - sizeof "--");
        offer(wish, name, help ? "show help" : command->options[i].help);
    }
}

/* The option that the word names, "--name", "--name=VALUE" or "-n", if it takes a
 * value; NULL otherwise. */
static const struct option_spec *option_of(const struct command *command,
                                           const char *word)
{
    const size_t len = strcspn(word, "=");

    for (size_t i = 0; i < command->n_options; i++) {
        const struct option_spec *spec = &command->options[i];
        const bool named =
            strncmp(word, "--", 2) == 0
                ? len == strlen(spec->name) + 2 &&
                      memcmp(word + 2, spec->name, len - 2) == 0
                : word[0] == '-' && len == 2 && word[1] == spec->letter;

        if (named && spec->value) {
            return spec;
        }
    }
    return NULL;
}

/* `words` stand before the word and behind the name of the command. */
static void complete_word(struct wish *wish, const struct command *command,
                          char **words, size_t n)
{
    const char *last = n > 0 ? words[n - 1] : "";
    const bool behind_its_name =
        strncmp(wish->word, "--", 2) == 0 && strchr(wish->word, '=') != NULL;
    const struct option_spec *spec =
        option_of(command, behind_its_name ? wish->word : last);

    if (behind_its_name) {
        wish->kept = strcspn(wish->word, "=") + 1;
    }
    if (spec && (behind_its_name || !spec->may_lack)) {
        offer_value(wish, spec);
    } else if (wish->word[0] == '-') {
        offer_options(wish, command);
    } else if (command->operand_choice) {
        offer_all(wish, command->operand_choice);
    } else if (command->files) {
        output_text(":file\n");
    } else if (command->launches) {
        output_text(":command\n");
    }
}

void table_complete(const struct program *program, char **words, size_t n)
{
    struct wish wish = {words[n - 1], 0};
    const struct command *command = program->command(0);
    size_t first = 0;

    n--;
    if (strcmp(wish.word, "=") == 0) { /* bash has split "--name=" */
        wish.word = "";
    } else if (n > 0 && strcmp(words[n - 1], "=") == 0) {
        n--;
    }
    if (!command->is_program && n == 0) {
        for (size_t i = 0; (command = program->command(i)) != NULL; i++) {
            offer(&wish, command->name, command->summary);
        }
        if (wish.word[0] == '-') {
            offer(&wish, "--help", "list the commands");
            offer(&wish, "--version", "show the version");
        }
        return;
    }
    if (!command->is_program) {
        for (size_t i = 0; (command = program->command(i)) != NULL &&
                           strcmp(command->name, words[0]) != 0;
             i++) {
        }
        first = 1;
    }
    if (command) {
        complete_word(&wish, command, words + first, n - first);
    }
}
