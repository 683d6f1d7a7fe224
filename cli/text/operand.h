/* SPDX-License-Identifier: MIT */
/* The operands of a command that are names of files. */
#ifndef CLI_OPERAND_H
#define CLI_OPERAND_H

/*
 * Report that the file at `path` cannot be opened; errno is the reason. If there is
 * no such file and the operand reads as an id, the message says where ids go. An
 * id is never read from the command line in place of a file, because a file whose
 * name is an id may be missing.
 */
void operand_cannot_open(const char *path);

#endif
