/* SPDX-License-Identifier: MIT */
/* Ids of a generator: every kind of `guidon new` but those of names. */
#ifndef CLI_GENERATED_IDS_H
#define CLI_GENERATED_IDS_H

#include "../basics.h"
#include "../text/writing.h"
#include "id_source.h"

#include <stdint.h>

/* Make `count` ids by a source that is not open, and write them. On failure,
 * write the ids before it and a message, and return the exit code. */
enum exit_code generated_ids(struct id_source *source,
                             const struct writing *writing, uint64_t count);

#endif
