/* SPDX-License-Identifier: MIT */
/* The commands of the tool. */
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "command.h"
#include "table/table.h"

/* X(name) for each command, in the order in which help lists them. */
#define COMMAND_LIST(X)                                                        \
  X(new)                                                                       \
  X(show)                                                                      \
  X(convert)                                                                   \
  X(check)                                                                     \
  X(sort)                                                                      \
  X(dedupe)                                                                    \
  X(bounds)                                                                    \
  X(derive)                                                                    \
  X(mask)                                                                      \
  X(unmask)                                                                    \
  X(encrypt)                                                                   \
  X(decrypt)                                                                   \
  X(odds)                                                                      \
  X(stat)                                                                      \
  X(scan)                                                                      \
  X(audit)                                                                     \
  X(repair)                                                                    \
  X(annotate)                                                                  \
  X(alias)                                                                     \
  X(short)                                                                     \
  X(find)                                                                      \
  X(doctor)                                                                    \
  X(completions)                                                               \
  X(help)

/* command_new, command_show, ...: each in commands/NAME.c, except for those in
 * commands/key_commands.c. */
#define COMMAND_DECLARATION(name) extern const struct command command_##name;
COMMAND_LIST(COMMAND_DECLARATION)
#undef COMMAND_DECLARATION

/* Command `i`, in the order of the list; NULL past the last. */
const struct command *command_at(size_t i);
/* Its name: a choice_fn. */
const char *command_name(size_t i);
/* All of them. */
const struct program *program_guidon(void);

#endif
