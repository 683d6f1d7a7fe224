/* SPDX-License-Identifier: MIT */
/* What guidon encrypt and guidon decrypt share. */
#ifndef CLI_CRYPT_COMMAND_H
#define CLI_CRYPT_COMMAND_H

#include "change_ids.h"

typedef guidon_status crypt_many_fn(guidon_id *out, size_t *done,
                                    const guidon_id *in, size_t n,
                                    const guidon_key *key);

/* Read the key, and change all ids by `many`. `lacks` is the reason for an id
 * of another version. */
enum exit_code crypt_command(const struct args *args, crypt_many_fn *many,
                             const char *lacks);

#endif
