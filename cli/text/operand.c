/* SPDX-License-Identifier: MIT */
/* operand.c - reports operands that are no files. */
#include "operand.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <errno.h>
#include <guidon.h>
#include <stdbool.h>
#include <string.h>

static bool is_id(const char *word)
{
    guidon_id id;

    return guidon_parse(&id, NULL, word, strlen(word), GUIDON_ACCEPT_ANY, 0,
                        NULL) == GUIDON_OK;
}

void operand_cannot_open(const char *path)
{
    const int reason = errno;
    const bool meant_id = reason == ENOENT && is_id(path);

    message("cannot open '%s': %s%s", ESCAPED(path), strerror(reason),
            meant_id ? " (operands are files; ids come on standard input, "
                       "such as: echo ID | guidon ...)"
                     : "");
}
