/* SPDX-License-Identifier: MIT */
/* message.c - messages to the user, on stderr. */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

static const char *program_name = "guidon";
static const char *command_name;
static void (*before_message)(void);

void message_program(const char *name)
{
    program_name = name;
}

void message_command(const char *name)
{
    command_name = name;
}

void message_before(void (*hook)(void))
{
    before_message = hook;
}

static void say(const char *format, va_list values)
{
    if (before_message) {
        before_message();
    }
    fprintf(stderr, "%s%s%s: ", program_name, command_name ? " " : "",
            command_name ? command_name : "");
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

void message(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    say(format, values);
    va_end(values);
}

void message_usage(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    say(format, values);
    va_end(values);
    fprintf(stderr, "Try '%s %s%s--help'.\n", program_name,
            command_name ? command_name : "", command_name ? " " : "");
}
