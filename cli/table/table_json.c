/* SPDX-License-Identifier: MIT */
/* table_json.c - the tables of a program as one JSON document, from which the manual is
 * written. */
#include "../term/output.h"
#include "table.h"

#include <guidon.h>
#include <string.h>

/* Nothing stands between the last bracket and the next member. */
static bool fresh;

static void put_string(const char *text)
{
    output_text("\"");
    for (; *text; text++) {
        if (*text == '\n') {
            output_text("\\n");
        } else {
            output_text(strchr("\"\\", *text) ? "\\" : "");
            output_bytes(text, 1);
        }
    }
    output_text("\"");
}

/* Begin a member of an object, or, for NULL, an element of an array. */
static void put_key(const char *key)
{
    output_text(fresh ? "" : ",");
    fresh = false;
    if (key) {
        put_string(key);
        output_text(":");
    }
}

static void begin(const char *key, const char *bracket)
{
    put_key(key);
    output_text(bracket);
    fresh = true;
}

static void end(const char *bracket)
{
    output_text(bracket);
    fresh = false;
}

/* NULL and false are left out. */
static void put_text(const char *key, const char *text)
{
    if (text) {
        put_key(key);
        put_string(text);
    }
}

static void put_flag(const char *key, bool flag)
{
    if (flag) {
        put_key(key);
        output_text("true");
    }
}

static void put_words(const char *key, choice_fn choice, uint64_t mask)
{
    const char *word;

    if (!choice || mask == 0) {
        return;
    }
    begin(key, "[");
    for (size_t i = 0; (word = choice(i)) != NULL; i++) {
        put_text(NULL, mask >> i & 1u ? word : NULL);
    }
    end("]");
}

static void put_pair(const char *a, const char *b)
{
    begin(NULL, "[");
    put_text(NULL, a);
    put_text(NULL, b);
    end("]");
}

static void put_option(const struct command *command,
                       const struct option_spec *spec)
{
    const char letter[] = {spec->letter, '\0'};

    begin(NULL, "{");
    put_text("letter", spec->letter ? letter : NULL);
    put_text("name", spec->name);
    put_text("value", spec->value);
    put_words("choices", spec->choice, UINT64_MAX);
    put_text("open", spec->open);
    put_flag("list", spec->list);
    put_flag("may_lack", spec->may_lack);
    put_flag("required", spec->required);
    put_words("operands", command->operand_choice, spec->operands);
    put_text("help", spec->help);
    end("}");
}

static void put_command(const struct program *program,
                        const struct command *command)
{
    const bool own = command->exits != NULL;
    const struct exit_meaning *exits = own ? command->exits : program->exits;
    const size_t n_exits = own ? command->n_exits : program->n_exits;

    begin(NULL, "{");
    put_text("name", command->name);
    put_text("summary", command->summary);
    put_text("operand", command->operand);
    put_words("choices", command->operand_choice, UINT64_MAX);
    put_text("default", command->operand_default);
    put_flag("optional", command->min_operands == 0);
    put_flag("several", command->max_operands > 1);
    put_flag("is_program", command->is_program);
    put_flag("launches", command->launches);
    begin("options", "[");
    for (size_t i = 0; i < command->n_options; i++) {
        put_option(command, &command->options[i]);
    }
    end("]");
    put_text("notes", command->notes);
    begin("examples", "[");
    for (size_t i = 0; i < command->n_examples; i++) {
        put_pair(command->examples[i].does, command->examples[i].line);
    }
    end("]");
    begin("exits", "[");
    for (size_t i = 0; i < n_exits; i++) {
        put_pair(exits[i].status, exits[i].meaning);
    }
    end("]");
    end("}");
}

void table_write_json(const struct program *program)
{
    const struct command *command;

    fresh = true;
    begin(NULL, "{");
    put_text("name", program->name);
    put_text("version", guidon_library_version());
    begin("commands", "[");
    for (size_t i = 0; (command = program->command(i)) != NULL; i++) {
        put_command(program, command);
    }
    end("]");
    end("}");
    output_text("\n");
}
