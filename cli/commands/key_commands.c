/* SPDX-License-Identifier: MIT */
/* key_commands.c - guidon mask, unmask, encrypt and decrypt: change all ids with
 * a key. */
#include "../command_table.h"
#include "change_ids.h"

static const struct option_spec options[] = {CHANGE_OPTION_LIST};

union any_key {
    guidon_mask_key mask;
    guidon_key crypt;
};

/* Change n ids in place, up to the first that cannot be changed. Returns the
 * number of changed ids. */
typedef size_t key_change_fn(guidon_id *ids, size_t n,
                             const union any_key *key);

#define KEY_CHANGE(call, member)                                               \
  static size_t call##_ids(guidon_id *ids, size_t n, const union any_key *key) \
  {                                                                            \
    size_t done = 0;                                                           \
    guidon_status status =                                                     \
        guidon_##call##_many(ids, &key->member, ids, n, &done);                \
                                                                               \
    (void)status; /* `done` says the same */                                   \
    return done;                                                               \
  }
KEY_CHANGE(mask, mask)
KEY_CHANGE(unmask, mask)
KEY_CHANGE(encrypt, crypt)
KEY_CHANGE(decrypt, crypt)

static const struct key_command {
    const struct command *command;
    key_change_fn *change;
    size_t key_len;
    const char *lacks; /* the reason for an id of another version */
} key_commands[] = {
    {&command_mask, mask_ids, GUIDON_MASK_KEY_LEN,
     "not version 7, so it has no time to mask"},
    {&command_unmask, unmask_ids, GUIDON_MASK_KEY_LEN,
     "not version 4, so it is no masked id"},
    {&command_encrypt, encrypt_ids, GUIDON_KEY_LEN,
     "not version 7, which alone can be encrypted"},
    {&command_decrypt, decrypt_ids, GUIDON_KEY_LEN,
     "not version 8, so it is no encrypted id"},
};

struct key_work {
    const struct key_command *row;
    union any_key key;
};

/* A change_fn. */
static size_t change_with_key(void *context, const char **why, guidon_id *ids,
                              const unsigned char *forms, size_t n)
{
    const struct key_work *work = context;
    const size_t done = work->row->change(ids, n, &work->key);

    (void)forms;
    if (done < n) {
        *why = work->row->lacks;
    }
    return done;
}

static enum exit_code read_key(struct key_work *work, const struct args *args)
{
    unsigned char bytes[KEY_FILE_MOST];
    const size_t len = work->row->key_len;
    enum exit_code code = key_file_read(bytes, len, args, CHANGE_OPT_KEY_FILE,
                                        CHANGE_OPT_KEY_RAW);

    if (code == EXIT_DONE) {
        guidon_status status =
            len == GUIDON_MASK_KEY_LEN
                ? guidon_mask_key_init(&work->key.mask, bytes, len)
                : guidon_key_init(&work->key.crypt, bytes, len);

        (void)status; /* fails only for another length */
        guidon_wipe(bytes, sizeof bytes);
    }
    return code;
}

static enum exit_code run(const struct args *args)
{
    struct key_work work = {.row = key_commands};
    const struct change change = {.change = change_with_key, .context = &work};
    enum exit_code code;

    while (work.row->command != args->command) {
        work.row++;
    }
    code = read_key(&work, args);
    if (code == EXIT_DONE) {
        code = change_ids(&change, args);
    }
    guidon_wipe(&work.key, sizeof work.key);
    return code;
}

#define KEY_COMMAND(called, does, about, shown)                                \
  const struct command command_##called = {                                    \
      .name = #called,                                                         \
      .summary = (does),                                                       \
      OPERANDS_ARE_FILES("FILE"),                                              \
      .options = options,                                                      \
      .n_options = COUNT_OF(options),                                          \
      .notes = about "\n\n" CHANGE_NOTES,                                      \
      .examples = (shown),                                                     \
      .n_examples = COUNT_OF(shown),                                           \
      .run = run,                                                              \
  }

static const struct example mask_examples[] = {
    {"A key that nobody else can read",
     "(umask 77; od -An -tx1 -N16 /dev/urandom | tr -d ' \\n' > mask.key)"},
    {"Ids without a visible time, as short texts for URLs",
     "guidon new v7 -n 3 | guidon mask --key-file mask.key -f base58"},
};

KEY_COMMAND(
    mask, "Hide the times of version 7 ids with a key",
    "The result looks like version 4, and 'guidon unmask' gives back version 7.\n"
    "Only the time is hidden; the other 74 bits stay. The ids are those of UUIDv47.\n\n"
    "The key file has 32 hexadecimal digits: the bytes of a key of SipHash, which\n"
    "are two little-endian numbers. With --key-raw it has these 16 bytes.",
    mask_examples);

static const struct example unmask_examples[] = {
    {"The ids of a file, with the key that masked them",
     "guidon unmask --key-file mask.key --on-error skip ids.txt"},
};

KEY_COMMAND(
    unmask, "Turn masked ids back into version 7",
    "The key file is that of 'guidon mask': 32 hexadecimal digits, or 16 bytes with\n"
    "--key-raw. Any id of version 4 is accepted, because nothing shows whether an id\n"
    "was masked, or with which key.",
    unmask_examples);

static const struct example encrypt_examples[] = {
    {"A key that nobody else can read",
     "(umask 77; od -An -tx1 -N32 /dev/urandom | tr -d ' \\n' > crypt.key)"},
    {"Ids that show neither time nor order",
     "guidon new v7 -n 3 | guidon encrypt --key-file crypt.key"},
};

KEY_COMMAND(
    encrypt, "Hide all bits of version 7 ids with a key",
    "The result has version 8 and shows neither the time nor order, counter or\n"
    "fraction. 'guidon decrypt' gives back version 7.\n\n"
    "The key file has 64 hexadecimal digits, or 32 bytes with --key-raw.",
    encrypt_examples);

static const struct example decrypt_examples[] = {
    {"The ids of a file, with the key that encrypted them",
     "guidon decrypt --key-file crypt.key --on-error skip ids.txt"},
};

KEY_COMMAND(
    decrypt, "Turn encrypted ids back into version 7",
    "The key file is that of 'guidon encrypt': 64 hexadecimal digits, or 32 bytes\n"
    "with --key-raw. Any id of version 8 is accepted, because nothing shows whether\n"
    "an id was encrypted, or with which key.",
    decrypt_examples);
