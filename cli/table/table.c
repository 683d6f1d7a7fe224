/* SPDX-License-Identifier: MIT */
/* table.c - the option --table, and the scripts that complete words with it. */
#include "table.h"
#include "../choices.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"

#include <string.h>

const char *choice_shell(size_t i)
{
    static const char *const names[] = {"bash", "zsh", "fish"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* In each script, PROGRAM stands for the name of the program. bash splits words
 * at '=', but not at commas. */
static const char *const scripts[] = {
    "# PROGRAM completion for bash\n"
    "_PROGRAM() {\n"
    "    local word about cur=${COMP_WORDS[COMP_CWORD]}\n"
    "    [[ $cur != = ]] || cur=''\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r word about; do\n"
    "        case $word in\n"
    "        :file) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "        :folder) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "        :command) mapfile -t COMPREPLY < <(compgen -c -- \"$cur\") ;;\n"
    "        *) COMPREPLY+=(\"$word\") ;;\n"
    "        esac\n"
    "    done < <(PROGRAM --table complete \"${COMP_WORDS[@]:1:COMP_CWORD}\")\n"
    "}\n"
    "complete -o filenames -F _PROGRAM PROGRAM\n",

    "#compdef PROGRAM\n"
    "# PROGRAM completion for zsh\n"
    "_PROGRAM() {\n"
    "    local -a lines\n"
    "    lines=(${(f)\"$(PROGRAM --table complete \\\n"
    "        \"${(@)words[2,CURRENT-1]}\" \"$PREFIX\")\"})\n"
    "    case $lines[1] in\n"
    "    :file) compset -P '--*='; _files ;;\n"
    "    :folder) compset -P '--*='; _files -/ ;;\n"
    "    :command) _command_names -e ;;\n"
    "    *)\n"
    "        lines=(\"${(@)lines//:/\\\\:}\")\n"
    "        lines=(\"${(@)lines/$'\\t'/:}\")\n"
    "        _describe word lines\n"
    "        ;;\n"
    "    esac\n"
    "}\n"
    "if [[ ${funcstack[1]} == _PROGRAM ]]; then\n"
    "    _PROGRAM \"$@\"\n"
    "else\n"
    "    compdef _PROGRAM PROGRAM\n"
    "fi\n",

    "# PROGRAM completion for fish\n"
    "function __PROGRAM_words\n"
    "    set -l cur (commandline -ct)\n"
    "    set -l ahead (string match -r '^--[^=]*=' -- \"$cur\")\n"
    "    set -l value (string replace -r '^--[^=]*=' '' -- \"$cur\")\n"
    "    set -l words (commandline -opc)\n"
    "    set -l lines (PROGRAM --table complete $words[2..] \"$cur\")\n"
    "    switch \"$lines[1]\"\n"
    "        case :file\n"
    "            set lines \"$ahead\"(__fish_complete_path \"$value\")\n"
    "        case :folder\n"
    "            set lines \"$ahead\"(__fish_complete_directories \"$value\" '')\n"
    "        case :command\n"
    "            set lines (complete -C \"$value\")\n"
    "    end\n"
    "    printf '%s\\n' $lines\n"
    "end\n"
    "complete -c PROGRAM -f -a '(__PROGRAM_words)'\n",
};

void table_write_script(const char *program, size_t i)
{
    static const char mark[] = "PROGRAM";
    const char *at = scripts[i], *next;

    for (; (next = strstr(at, mark)) != NULL; at = next + sizeof mark - 1) {
        output_bytes(at, (size_t)(next - at));
        output_text(program);
    }
    output_text(at);
}

enum exit_code table_run(const struct program *program, int argc, char **argv)
{
    const char *what = argc > 2 ? argv[2] : "";
    const size_t shell = choice_index(choice_shell, what, strlen(what));

    if (strcmp(what, "json") == 0) {
        table_write_json(program);
    } else if (strcmp(what, "complete") == 0 && argc > 3) {
        table_complete(program, argv + 3, (size_t)argc - 3);
    } else if (shell != SIZE_MAX) {
        table_write_script(program->name, shell);
    } else {
        message_usage("invalid value '%s' for " TABLE_OPTION, ESCAPED(what));
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}
