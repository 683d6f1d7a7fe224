/* SPDX-License-Identifier: MIT */
/* outcome.c - how an exchange with etcd ends */
#include "outcome.h"

#include <stdarg.h>
#include <stdio.h>

/* Texts of a server may contain anything, and the reason goes to a terminal. */
static void make_printable(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 127) {
            *text = '?';
        }
    }
}

void reason_set(struct reason *reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason->text, sizeof reason->text, format, arguments);
    va_end(arguments);
    make_printable(reason->text);
}
