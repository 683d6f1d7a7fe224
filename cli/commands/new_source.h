/* SPDX-License-Identifier: MIT */
/* The generator that the options of guidon new describe. */
#ifndef CLI_NEW_SOURCE_H
#define CLI_NEW_SOURCE_H

#include "../args.h"
#include "id_source.h"
#include "new_options.h"

#include <stdbool.h>

/* Read the options of the generator for a kind that is made by one. False, with
 * a message, if one is wrong. `source` must be all zero. */
bool new_source_read(struct id_source *source, const struct args *args,
                     enum new_kind kind);

#endif
