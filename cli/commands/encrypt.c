/* SPDX-License-Identifier: MIT */
/* encrypt.c - guidon encrypt: hides all bits of version 7 ids. */
#include "../command_table.h"
#include "crypt_command.h"

static const struct option_spec options[] = {CHANGE_OPTION_LIST};

struct crypt_work {
    guidon_key key;
    crypt_many_fn *many;
    const char *lacks;
};

static size_t crypt_ids(void *context, const char **why, guidon_id *ids,
                        const unsigned char *forms, size_t n)
{
    const struct crypt_work *work = context;
    size_t done = 0;

    (void)forms;
    if (work->many(ids, &done, ids, n, &work->key) != GUIDON_OK) {
        *why = work->lacks;
    }
    return done;
}

enum exit_code crypt_command(const struct args *args, crypt_many_fn *many,
                             const char *lacks)
{
    unsigned char bytes[GUIDON_KEY_LEN];
    struct crypt_work work = {.many = many, .lacks = lacks};
    const struct change change = {.change = crypt_ids, .context = &work};
    enum exit_code code =
        key_file_read(bytes, sizeof bytes, args, OPT_KEY_FILE, OPT_KEY_RAW);

    if (code == EXIT_DONE) {
        guidon_status status = guidon_key_init(&work.key, bytes, sizeof bytes);

        (void)status; /* fails only for another length */
        key_file_wipe(bytes, sizeof bytes);
        code = change_ids(&change, args);
    }
    guidon_key_wipe(&work.key);
    return code;
}

static enum exit_code run(const struct args *args)
{
    return crypt_command(args, guidon_encrypt_many,
                         "not version 7, which alone can be encrypted");
}

static const struct example examples[] = {
    {"A key that nobody else can read",
     "(umask 77; od -An -tx1 -N32 /dev/urandom | tr -d ' \\n' > crypt.key)"},
    {"Ids that show neither time nor order",
     "guidon new v7 -n 3 | guidon encrypt --key-file crypt.key"},
};

const struct command command_encrypt = {
    .name = "encrypt",
    .summary = "Hide all bits of version 7 ids with a key",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The result has version 8 and shows neither the time nor order, counter or\n"
        "fraction. 'guidon decrypt' gives back version 7.\n\n"
        "The key file has 64 hexadecimal digits, or 32 bytes with --key-raw.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
