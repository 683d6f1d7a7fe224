/* SPDX-License-Identifier: MIT */
/* Messages to the user, on stderr. */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "../basics.h"

/* Begin later messages with the name of this program instead of "guidon". The
 * string is not copied. */
void message_program(const char *name);

/* Begin later messages with the command's name: "guidon convert: ...", or
 * "guidon: ..." for NULL. The string is not copied. */
void message_command(const char *name);

/* Call `hook` before each message, because output and the progress line share
 * the terminal with messages. */
void message_before(void (*hook)(void));

/* Write one line to stderr. Output that was written earlier appears before
 * it. */
void message(const char *format, ...) PRINTF_LIKE(1, 2);
/* The same, and a line that names --help. */
void message_usage(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
