/* SPDX-License-Identifier: MIT */
/* completions.c - guidon completions: scripts for bash, zsh and fish, written
 * from the same tables that parse the command line. */
#include "args.h"
#include "choices.h"
#include "output.h"

#include <string.h>

static const char *choice_shell(size_t i)
{
    static const char *const names[] = {"bash", "zsh", "fish"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* A choice's words, with spaces between. */
static void write_words(choice_fn choice)
{
    const char *word;

    for (size_t i = 0; choice && (word = choice(i)) != NULL; i++) {
        output_format("%s%s", i > 0 ? " " : "", word);
    }
}

/* Text for inside single quotes of any of the three shells: no apostrophe is
 * in any table (the tests look), so none needs a way out. */
static void write_command_words(void)
{
    const struct command *command;

    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        output_format("%s ", command->name);
    }
    output_text("help");
}

/* --------------------------------------------------------------------- bash */

static void bash_command(const struct command *command)
{
    output_format("    %s)\n        case $prev in\n", command->name);
    for (size_t i = 0; i < command->n_options; i++) {
        const struct option_spec *spec = &command->options[i];

        if (!spec->value) {
            continue;
        }
        output_format("        --%s", spec->name);
        if (spec->letter) {
            output_format(" | -%c", spec->letter);
        }
        output_text(")\n            COMPREPLY=($(compgen -W '");
        write_words(spec->choice);
        output_text("' -- \"$cur\"))\n            return\n            ;;\n");
    }
    output_text("        esac\n        options='");
    for (size_t i = 0; i < command->n_options; i++) {
        output_format("--%s ", command->options[i].name);
    }
    output_text("--help'\n        words='");
    write_words(command->operand_choice);
    output_format("'\n        files=%d\n        ;;\n",
                  command->max_operands > 1 && command->min_operands == 0);
}

static void write_bash(void)
{
    const struct command *command;

    output_text("# guidon completion for bash\n"
                "_guidon() {\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
                "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    local options='--help --version' words='' files=0\n"
                "    COMPREPLY=()\n"
                "    if ((COMP_CWORD == 1)); then\n"
                "        words='");
    write_command_words();
    output_text("'\n    else\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        bash_command(command);
    }
    output_text("    esac\n    fi\n"
                "    if [[ $cur == -* ]]; then\n"
                "        words=$options\n"
                "    elif ((files)); then\n"
                "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
                "        return\n"
                "    fi\n"
                "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                "}\n"
                "complete -o filenames -F _guidon guidon\n");
}

/* ---------------------------------------------------------------------- zsh */

/* ":value:(a b c)", ":value:" */
static void zsh_value(const struct option_spec *spec)
{
    output_format(":%s:", spec->value);
    if (spec->choice) {
        output_text("(");
        write_words(spec->choice);
        output_text(")");
    }
}

static void zsh_option(const struct option_spec *spec)
{
    output_format("        '%s--%s%s[%s]", spec->value ? "*" : "", spec->name,
                  spec->value ? "=" : "", spec->help);
    if (spec->value) {
        zsh_value(spec);
    }
    output_text("' \\\n");
    if (spec->letter) {
        output_format("        '%s-%c[%s]", spec->value ? "*" : "",
                      spec->letter, spec->help);
        if (spec->value) {
            zsh_value(spec);
        }
        output_text("' \\\n");
    }
}

static void zsh_command(const struct command *command)
{
    output_format("    %s)\n        _arguments \\\n", command->name);
    for (size_t i = 0; i < command->n_options; i++) {
        zsh_option(&command->options[i]);
    }
    output_text("        '(-h --help)'{-h,--help}'[show help]' \\\n");
    if (command->operand_choice) {
        output_text("        '1:what:(");
        write_words(command->operand_choice);
        output_text(")'\n");
    } else if (command->min_operands == 0 && command->max_operands > 1) {
        output_text("        '*:file:_files'\n");
    } else {
        output_text("        '*:id:'\n");
    }
    output_text("        ;;\n");
}

static void write_zsh(void)
{
    const struct command *command;

    output_text("#compdef guidon\n"
                "# guidon completion for zsh\n"
                "_guidon() {\n"
                "    if ((CURRENT == 2)); then\n"
                "        local -a commands=(\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        output_format("            '%s:%s'\n", command->name, command->summary);
    }
    output_text("        )\n"
                "        _describe command commands\n"
                "        return\n"
                "    fi\n"
                "    local command=$words[2]\n"
                "    shift words\n"
                "    ((CURRENT--))\n"
                "    case $command in\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        zsh_command(command);
    }
    output_text("    esac\n"
                "}\n"
                "if [[ ${funcstack[1]} == _guidon ]]; then\n"
                "    _guidon \"$@\"\n"
                "else\n"
                "    compdef _guidon guidon\n"
                "fi\n");
}

/* --------------------------------------------------------------------- fish */

static void
fish_option(const struct command *command, const struct option_spec *spec)
{
    output_format("complete -c guidon -n '__fish_seen_subcommand_from %s' "
                  "-l %s",
                  command->name, spec->name);
    if (spec->letter) {
        output_format(" -s %c", spec->letter);
    }
    if (spec->value) {
        output_text(" -x");
    }
    if (spec->choice) {
        output_text(" -a '");
        write_words(spec->choice);
        output_text("'");
    }
    output_format(" -d '%s'\n", spec->help);
}

static void fish_command(const struct command *command)
{
    bool files = command->min_operands == 0 && command->max_operands > 1;

    output_format("complete -c guidon -n __fish_use_subcommand -a %s -d "
                  "'%s'\n",
                  command->name, command->summary);
    for (size_t i = 0; i < command->n_options; i++) {
        fish_option(command, &command->options[i]);
    }
    if (command->operand_choice) {
        output_format("complete -c guidon -n '__fish_seen_subcommand_from %s' "
                      "-a '",
                      command->name);
        write_words(command->operand_choice);
        output_text("'\n");
    } else if (files) {
        output_format("complete -c guidon -n '__fish_seen_subcommand_from %s' "
                      "-F\n",
                      command->name);
    }
}

static void write_fish(void)
{
    const struct command *command;

    output_text("# guidon completion for fish\n"
                "complete -c guidon -f\n"
                "complete -c guidon -s h -l help -d 'show help'\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        fish_command(command);
    }
}

static enum exit_code run(const struct args *args)
{
    static void (*const writers[])(void) = {write_bash, write_zsh, write_fish};
    size_t shell = choice_index(choice_shell, args->operands[0]);
    char list[64];

    if (shell == SIZE_MAX) {
        message_usage("'%s' is no shell that guidon knows: %s",
                      args->operands[0],
                      choice_list(list, sizeof list, choice_shell));
        return EXIT_USAGE;
    }
    writers[shell]();
    return EXIT_DONE;
}

static const struct example examples[] = {
    {"For this bash", "eval \"$(guidon completions bash)\""},
    {"For zsh, in a folder of your fpath",
     "guidon completions zsh > \"${TMPDIR:-/tmp}/_guidon\""},
    {"For fish, in ~/.config/fish/completions", "guidon completions fish"},
};

const struct command command_completions = {
    .name = "completions",
    .summary = "A completion script for bash, zsh or fish",
    .operands = "bash|zsh|fish",
    .min_operands = 1,
    .max_operands = 1,
    .operand_choice = choice_shell,
    .options = NULL,
    .n_options = 0,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
