/* SPDX-License-Identifier: MIT */
/* Is a descriptor a terminal, how wide, and can it show UTF-8? */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* Is stdout a terminal? */
bool terminal_is(void);
/* Is the locale UTF-8? */
bool terminal_unicode(void);
/* Columns of the terminal behind a descriptor; 80 if it is not a terminal. */
unsigned terminal_columns(int fd);

#endif
