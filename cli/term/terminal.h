/* SPDX-License-Identifier: MIT */
/* Is a descriptor a terminal, how wide, and can it show UTF-8? */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* Is stdout a terminal? */
bool terminal_is(void);
/* Take the character set of the environment's locale, unless an earlier call
 * did. Functions on multibyte characters need it. It reads files, and most
 * commands write ASCII only, so the start of the tool leaves it out. */
void terminal_take_locale(void);
/* Is the locale UTF-8? Otherwise write ASCII only. */
bool terminal_unicode(void);
/* Columns of the terminal behind a descriptor; 80 if it is not a terminal. */
unsigned terminal_columns(int fd);

#endif
