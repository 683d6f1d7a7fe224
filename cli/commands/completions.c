/* SPDX-License-Identifier: MIT */
/* completions.c - guidon completions: scripts for bash, zsh and fish, written
 * from the tables that parse the command line. The scripts put texts of the
 * tables in single quotes, so no table may contain an apostrophe (cli_usage
 * checks). */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/output.h"

#include <string.h>

static const char *choice_shell(size_t i)
{
    static const char *const names[] = {"bash", "zsh", "fish"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* Write the words of a choice, separated by spaces. */
static void write_words(choice_fn choice)
{
    const char *word;

    for (size_t i = 0; choice && (word = choice(i)) != NULL; i++) {
        output_format("%s%s", i > 0 ? " " : "", word);
    }
}

/* Does the option take the name of a file? Of a folder? */
static bool takes_file(const struct option_spec *spec)
{
    return spec->value && strcmp(spec->value, "FILE") == 0;
}

static bool takes_folder(const struct option_spec *spec)
{
    return spec->value && strcmp(spec->value, "DIR") == 0;
}

/* --------------------------------------------------------------------- bash */

static void bash_option(const struct option_spec *spec)
{
    output_format("        --%s", spec->name);
    if (spec->letter) {
        output_format(" | -%c", spec->letter);
    }
    output_text(")\n            words='");
    write_words(spec->choice);
    output_format("' list=%d value=1 files=%s\n            ;;\n", spec->list,
                  takes_file(spec)     ? "-f"
                  : takes_folder(spec) ? "-d"
                                       : "");
}

static void bash_command(const struct command *command)
{
    output_format("    %s)\n        case $prev in\n", command->name);
    for (size_t i = 0; i < command->n_options; i++) {
        if (command->options[i].value && !command->options[i].may_lack) {
            bash_option(&command->options[i]);
        }
    }
    output_text("        *)\n            words='");
    write_words(command->operand_choice);
    output_format("' files=%s\n            ;;\n        esac\n"
                  "        options='",
                  command->files ? "-f" : "");
    for (size_t i = 0; i < command->n_options; i++) {
        output_format("--%s ", command->options[i].name);
    }
    output_text("--help'\n        ;;\n");
}

static void write_bash(void)
{
    const struct command *command;

    /* bash splits words at '=', but not at commas. */
    output_text("# guidon completion for bash\n"
                "_guidon() {\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]} ahead=''\n"
                "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    local words='' options='--help --version'\n"
                "    local list=0 value=0 files=\n"
                "    if [[ $cur == = ]]; then\n"
                "        cur=''\n"
                "    elif [[ $prev == = ]]; then\n"
                "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
                "    fi\n"
                "    if ((COMP_CWORD == 1)); then\n"
                "        words='");
    write_words(command_name);
    output_text("'\n    else\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        bash_command(command);
    }
    output_text("    esac\n    fi\n"
                "    if ((list)) && [[ $cur == *,* ]]; then\n"
                "        ahead=${cur%,*},\n"
                "        cur=${cur##*,}\n"
                "    fi\n"
                "    if ((value == 0)) && [[ $cur == -* ]]; then\n"
                "        words=$options\n"
                "    elif [[ $files ]]; then\n"
                "        mapfile -t COMPREPLY < <(compgen $files -- \"$cur\")\n"
                "        return\n"
                "    fi\n"
                "    mapfile -t COMPREPLY < "
                "<(compgen -P \"$ahead\" -W \"$words\" -- \"$cur\")\n"
                "}\n"
                "complete -o filenames -F _guidon guidon\n");
}

/* ---------------------------------------------------------------------- zsh */

/* Write the value of an option: ":value:(a b c)"; ":value:_values -s , value a
 * b c" for a list; ":value:_files" for a file; ":value:" for free text. An
 * optional value begins with "::". */
static void zsh_value(const struct option_spec *spec)
{
    output_format("%s%s:", spec->may_lack ? "::" : ":", spec->value);
    if (spec->list) {
        output_format("_values -s , %s ", spec->value);
    } else if (spec->choice) {
        output_text("(");
    }
    write_words(spec->choice);
    output_text(takes_file(spec)     ? "_files"
                : takes_folder(spec) ? "_files -/"
                                     : "");
    if (spec->choice && !spec->list) {
        output_text(")");
    }
}

static void zsh_option(const struct option_spec *spec)
{
    output_format("        '%s--%s%s[%s]", spec->value ? "*" : "", spec->name,
                  spec->may_lack ? "=-"
                  : spec->value  ? "="
                                 : "",
                  spec->help);
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
        output_format("        '1:%s:(", command->operand);
        write_words(command->operand_choice);
        output_text(")'\n");
    } else {
        output_format("        '*:%s:%s'\n", command->operand,
                      command->files ? "_files" : "");
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

static void fish_option(const struct command *command,
                        const struct option_spec *spec)
{
    output_format("complete -c guidon -n '__fish_seen_subcommand_from %s' "
                  "-l %s",
                  command->name, spec->name);
    if (spec->letter) {
        output_format(" -s %c", spec->letter);
    }
    if (takes_file(spec)) {
        output_text(" -r -F");
    } else if (takes_folder(spec)) {
        output_text(" -x -a '(__fish_complete_directories)'");
    } else if (spec->value && !spec->may_lack) {
        output_text(" -x");
    }
    if (spec->choice) {
        output_text(spec->list ? " -a '(__fish_append , " : " -a '");
        write_words(spec->choice);
        output_text(spec->list ? ")'" : "'");
    }
    output_format(" -d '%s'\n", spec->help);
}

static void fish_command(const struct command *command)
{
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
    } else if (command->files) {
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

    writers[args_operand(args)]();
    return EXIT_DONE;
}

static const struct example examples[] = {
    {"Complete in this bash", "eval \"$(guidon completions bash)\""},
    {"A file for zsh, in a folder of your fpath",
     "guidon completions zsh > \"${TMPDIR:-/tmp}/_guidon\""},
    {"A file for fish, in ~/.config/fish/completions",
     "guidon completions fish"},
};

const struct command command_completions = {
    .name = "completions",
    .summary = "Print a completion script for bash, zsh or fish",
    .operand = "SHELL",
    .min_operands = 1,
    .max_operands = 1,
    .operand_choice = choice_shell,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
