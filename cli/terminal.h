/* SPDX-License-Identifier: MIT */
/* What the terminal, or whatever reads stdout, is fit to show. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

/* The words of --color, in the order of the enum. */
const char *choice_when(size_t i);
/* Is stdout to be coloured? */
bool terminal_colour(enum when when);
/* Does the locale read UTF-8? */
bool terminal_unicode(void);
/* Columns of the terminal on stdout; 80 where it is none. */
unsigned terminal_columns(void);

#endif
