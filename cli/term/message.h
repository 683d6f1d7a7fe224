/* SPDX-License-Identifier: MIT */
/* What the tool says to a person, on stderr. */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "../basics.h"

/* The command that messages name: "guidon convert: ...". NULL: "guidon: ...".
 * The string is kept, not copied. */
void message_command(const char *name);

/* Call `hook` before each message: the output and the progress line share the
 * terminal with it. */
void message_before(void (*hook)(void));

/* One line on stderr, after all that was written to stdout before it. */
void message(const char *format, ...) PRINTF_LIKE(1, 2);
/* The same, and how to get help. */
void message_usage(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
