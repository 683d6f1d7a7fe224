/* SPDX-License-Identifier: MIT */
/* mask.c - guidon mask: hides the times of version 7 ids. */
#include "../command_table.h"
#include "mask_command.h"

static const struct option_spec options[] = {CHANGE_OPTION_LIST};

struct mask_work {
    guidon_mask_key key;
    mask_many_fn *many;
    const char *lacks;
};

static size_t mask_ids(void *context, const char **why, guidon_id *ids,
                       const unsigned char *forms, size_t n)
{
    const struct mask_work *work = context;
    size_t done = 0;

    (void)forms;
    if (work->many(ids, &done, ids, n, &work->key) != GUIDON_OK) {
        *why = work->lacks;
    }
    return done;
}

enum exit_code mask_command(const struct args *args, mask_many_fn *many,
                            const char *lacks)
{
    unsigned char bytes[GUIDON_MASK_KEY_LEN];
    struct mask_work work = {.many = many, .lacks = lacks};
    const struct change change = {.change = mask_ids, .context = &work};
    enum exit_code code =
        key_file_read(bytes, sizeof bytes, args, OPT_KEY_FILE, OPT_KEY_RAW);

    if (code == EXIT_DONE) {
        guidon_status status =
            guidon_mask_key_init(&work.key, bytes, sizeof bytes);

        (void)status; /* fails only for another length */
        key_file_wipe(bytes, sizeof bytes);
        code = change_ids(&change, args);
    }
    guidon_mask_key_wipe(&work.key);
    return code;
}

static enum exit_code run(const struct args *args)
{
    return mask_command(args, guidon_mask_many,
                        "not version 7, so it has no time to mask");
}

static const struct example examples[] = {
    {"A key that nobody else can read",
     "(umask 77; od -An -tx1 -N16 /dev/urandom | tr -d ' \\n' > mask.key)"},
    {"Ids without a visible time, as short texts for URLs",
     "guidon new v7 -n 3 | guidon mask --key-file mask.key -f base58"},
};

const struct command command_mask = {
    .name = "mask",
    .summary = "Hide the times of version 7 ids with a key",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The result looks like version 4, and 'guidon unmask' gives back version 7.\n"
        "Only the time is hidden; the other 74 bits stay. The ids are those of UUIDv47.\n\n"
        "The key file has 32 hexadecimal digits: the bytes of a key of SipHash, which\n"
        "are two little-endian numbers. With --key-raw it has these 16 bytes.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
