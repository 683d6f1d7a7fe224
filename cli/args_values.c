/* SPDX-License-Identifier: MIT */
/* args_values.c - the options and the operand of a parsed command line. */
#include "args.h"
#include "choices.h"
#include "common/decimal.h"
#include "term/escape.h"
#include "term/message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void args_free(struct args *args)
{
    free(args->given);
    args->given = NULL;
}

static const struct given_option *last_given(const struct args *args,
                                             size_t option)
{
    for (size_t i = args->n_given; i-- > 0;) {
        if (args->given[i].option == option) {
            return &args->given[i];
        }
    }
    return NULL;
}

bool args_has(const struct args *args, size_t option)
{
    return last_given(args, option) != NULL;
}

const char *args_value(const struct args *args, size_t option)
{
    const struct given_option *given = last_given(args, option);

    return given ? given->value : NULL;
}

size_t args_choice(const struct args *args, size_t option, size_t otherwise)
{
    const char *value = args_value(args, option);

    return value ? choice_index(args->command->options[option].choice, value,
                                strlen(value))
                 : otherwise;
}

static bool number_fits(uint32_t *out, const struct option_spec *spec,
                        const char *text)
{
    uint64_t value;

    if (!decimal_parse(&value, &text) || *text || value < spec->least ||
        value > spec->most) {
        return false;
    }
    *out = (uint32_t)value;
    return true;
}

bool args_number_fits(const struct option_spec *spec, const char *text)
{
    uint32_t number;
    const bool fits = number_fits(&number, spec, text);

    if (!fits) {
        message_usage(
            "invalid %s '%s' for --%s; expected %" PRIu32 " to %" PRIu32,
            spec->value, ESCAPED(text), spec->name, spec->least, spec->most);
    }
    return fits;
}

uint32_t args_number(const struct args *args, size_t option, uint32_t otherwise)
{
    const char *value = args_value(args, option);
    uint32_t number = otherwise;

    if (value) {
        (void)number_fits(&number, &args->command->options[option], value);
    }
    return number;
}

enum colour_when args_colour(const struct args *args, size_t option)
{
    return (enum colour_when)args_choice(args, option, COLOUR_AUTO);
}

size_t args_operand(const struct args *args)
{
    const struct command *command = args->command;
    const char *word =
        args->n_operands > 0 ? args->operands[0] : command->operand_default;

    return word && command->operand_choice
               ? choice_index(command->operand_choice, word, strlen(word))
               : SIZE_MAX;
}
