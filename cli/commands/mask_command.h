/* SPDX-License-Identifier: MIT */
/* What guidon mask and guidon unmask share. */
#ifndef CLI_MASK_COMMAND_H
#define CLI_MASK_COMMAND_H

#include "change_ids.h"

typedef guidon_status mask_many_fn(guidon_id *out, size_t *done,
                                   const guidon_id *in, size_t n,
                                   const guidon_mask_key *key);

/* Read the key, and change all ids by `many`. `lacks` is the reason for an id
 * of another version. */
enum exit_code mask_command(const struct args *args, mask_many_fn *many,
                            const char *lacks);

#endif
