/* SPDX-License-Identifier: MIT */
/* Places in input, as editors and compilers write them: FILE:LINE:COLUMN. */
#ifndef CLI_TEXT_PLACE_H
#define CLI_TEXT_PLACE_H

#include "../term/escape.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

/* The format of a place, and its arguments: the name of a file, the number of a
 * line from 1, and the offset of a byte of that line from 0. The column is the
 * number of the byte from 1. */
#define PLACE "%s:%" PRIu64 ":%zu"
#define PLACE_OF(file, line, offset)                                           \
  ESCAPED(file), (uint64_t)(line), (size_t)(offset) + 1

#endif
