/* SPDX-License-Identifier: MIT */
/* decrypt.c - guidon decrypt: turns encrypted ids back into version 7. */
#include "../command_table.h"
#include "crypt_command.h"

static const struct option_spec options[] = {CHANGE_OPTION_LIST};

static enum exit_code run(const struct args *args)
{
    return crypt_command(args, guidon_decrypt_many,
                         "not version 8, so it is no encrypted id");
}

static const struct example examples[] = {
    {"The ids of a file, with the key that encrypted them",
     "guidon decrypt --key-file crypt.key --on-error skip ids.txt"},
};

const struct command command_decrypt = {
    .name = "decrypt",
    .summary = "Turn encrypted ids back into version 7",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The key file is that of 'guidon encrypt': 64 hexadecimal digits, or 32 bytes\n"
        "with --key-raw. Any id of version 8 is accepted, because nothing shows whether\n"
        "an id was encrypted, or with which key.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
