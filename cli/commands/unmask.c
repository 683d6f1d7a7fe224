/* SPDX-License-Identifier: MIT */
/* unmask.c - guidon unmask: gives masked ids their times back. */
#include "../command_table.h"
#include "mask_command.h"

static const struct option_spec options[] = {CHANGE_OPTION_LIST};

static enum exit_code run(const struct args *args)
{
    return mask_command(args, guidon_unmask_many,
                        "not version 4, so it is no masked id");
}

static const struct example examples[] = {
    {"The ids of a file, with the key that masked them",
     "guidon unmask --key-file mask.key --on-error skip ids.txt"},
};

const struct command command_unmask = {
    .name = "unmask",
    .summary = "Turn masked ids back into version 7",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The key file is that of 'guidon mask': 32 hexadecimal digits, or 16 bytes with\n"
        "--key-raw. Any id of version 4 is accepted, because nothing shows whether an id\n"
        "was masked, or with which key.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
