/* SPDX-License-Identifier: MIT */
/* key_commands.c - guidon mask, unmask, encrypt and decrypt: change all ids with
 * a key. */
#include "../command_table.h"
#include "../term/message.h"
#include "../text/writing.h"
#include "change_ids.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    OPT_KEY_RING = CHANGE_OPTIONS,
    OPT_KEY_NUMBER,
    OPT_WITH_NUMBER,
};
#define KEY_OPTION_LIST(number_help)                                           \
  CHANGE_OPTION_LIST, OPTION_KEY_RING,                                         \
      {.name = "key-number",                                                   \
       .value = "N",                                                           \
       .least = 0,                                                             \
       .most = GUIDON_KEY_NUMBER_MAX,                                          \
       .help = "the key of this number in the key ring (the current key)"},    \
  {                                                                            \
    .name = "with-number", .help = (number_help)                               \
  }

static const struct option_spec hide_options[] = {
    KEY_OPTION_LIST("write NUMBER:ID, with the number of the key"),
};
static const struct option_spec show_options[] = {
    KEY_OPTION_LIST("read NUMBER:ID, and use the key of this number"),
};

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
    bool
        hides; /* mask and encrypt: the numbers of keys are written, not read */
    size_t key_len;
    const char *lacks; /* the reason for an id of another version */
} key_commands[] = {
    {&command_mask, mask_ids, true, GUIDON_MASK_KEY_LEN,
     "not version 7, so it has no time to mask"},
    {&command_unmask, unmask_ids, false, GUIDON_MASK_KEY_LEN,
     "not version 4, so it is no masked id"},
    {&command_encrypt, encrypt_ids, true, GUIDON_KEY_LEN,
     "not version 7, which alone can be encrypted"},
    {&command_decrypt, decrypt_ids, false, GUIDON_KEY_LEN,
     "not version 8, so it is no encrypted id"},
};

struct key_work {
    const struct key_command *row;
    union any_key key;
    guidon_key_ring ring;
    uint32_t number; /* of the key, if it comes from the ring */
    char before[WRITING_BEFORE_MAX + 1];
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

/* ------------------------------------------------------------------------ keys */

static void set_key(struct key_work *work, const unsigned char *bytes)
{
    const size_t len = work->row->key_len;
    guidon_status status =
        len == GUIDON_MASK_KEY_LEN
            ? guidon_mask_key_init(&work->key.mask, bytes, len)
            : guidon_key_init(&work->key.crypt, bytes, len);

    (void)status; /* fails only for another length */
}

/* Use the key of a number. False if the ring has none. */
static bool set_key_of(struct key_work *work, uint32_t number)
{
    unsigned char bytes[KEY_FILE_MOST];
    const bool found = guidon_key_ring_find(bytes, sizeof bytes, NULL,
                                            &work->ring, number) == GUIDON_OK;

    if (found) {
        set_key(work, bytes);
        work->number = number;
    }
    guidon_wipe(bytes, sizeof bytes);
    return found;
}

static enum exit_code read_key(struct key_work *work, const struct args *args)
{
    unsigned char bytes[KEY_FILE_MOST];
    enum exit_code code =
        key_file_read(bytes, work->row->key_len, args, CHANGE_OPT_KEY_FILE,
                      CHANGE_OPT_KEY_RAW);

    if (code == EXIT_DONE) {
        set_key(work, bytes);
        guidon_wipe(bytes, sizeof bytes);
    }
    return code;
}

static enum exit_code read_ring(struct key_work *work, const struct args *args)
{
    enum exit_code code =
        key_ring_read(&work->ring, work->row->key_len, args, OPT_KEY_RING);
    uint32_t number = 0;

    if (code != EXIT_DONE) {
        return code;
    }
    if (guidon_key_ring_current(&number, &work->ring) != GUIDON_OK) {
        return EXIT_USAGE; /* never: a ring that was read has a key */
    }
    number = args_number(args, OPT_KEY_NUMBER, number);
    if (!set_key_of(work, number)) {
        message_usage("the key ring has no key of the --key-number %" PRIu32,
                      number);
        return EXIT_USAGE;
    }
    snprintf(work->before, sizeof work->before, "%" PRIu32 ":", number);
    return EXIT_DONE;
}

/* ----------------------------------------------------------- numbers of lines */

/* Read the number and the colon that begin a text, and use the key of this number.
 * Returns how many bytes they have; 0, with the reason, if there is no such key. */
static size_t take_number(struct key_work *work, struct reading_result *result,
                          const char *text, size_t len)
{
    uint32_t number = 0;
    size_t at = 0;

    while (at < len && at < 6 && text[at] >= '0' && text[at] <= '9') {
        number = number * 10 + (uint32_t)(text[at++] - '0');
    }
    if (at == 0 || at == len || text[at] != ':' || (text[0] == '0' && at > 1)) {
        result->why =
            "the number of a key and a colon are missing before the id";
        return 0;
    }
    if (number != work->number && !set_key_of(work, number)) {
        snprintf(result->words, sizeof result->words,
                 "the key ring has no key of number %" PRIu32, number);
        result->why = result->words;
        return 0;
    }
    return at + 1;
}

/* A change_read_fn of records that are NUMBER:ID. */
static bool read_numbered(void *context, struct reading_result *result,
                          const struct reading *reading,
                          const struct input *input,
                          const struct record *record)
{
    struct csv_field *field =
        reading->csv ? &reading->csv->field[CSV_ID] : NULL;
    const struct csv_field whole = field ? *field : (struct csv_field){0};
    struct record rest = *record;
    size_t taken = 0;
    bool is;

    if (field ? !reading->csv->bad && whole.text : record->last) {
        const char *text = field ? whole.text : record->text;

        result->ends = false;
        result->bad_at = (size_t)(text - record->text);
        taken =
            take_number(context, result, text, field ? whole.len : record->len);
        if (taken == 0) {
            return false;
        }
    }
    if (field) {
        field->text = whole.text ? whole.text + taken : NULL;
        field->len = whole.len - taken;
    } else {
        rest.text += taken;
        rest.len -= taken;
        rest.raw_len -= taken;
    }
    is = reading_try(result, reading, input, &rest);
    if (field) {
        *field = whole; /* all of it gives way to the id */
    } else {
        result->bad_at += taken;
    }
    return is;
}

/* ------------------------------------------------------------------- the command */

/* Do the options of the key ring fit each other? If not, a message says why. */
static bool ring_options_fit(const struct args *args, bool hides)
{
    const bool ring = args_has(args, OPT_KEY_RING);
    const bool number = args_has(args, OPT_KEY_NUMBER);
    const bool with = args_has(args, OPT_WITH_NUMBER);

    if (ring && (args_has(args, CHANGE_OPT_KEY_FILE) ||
                 args_has(args, CHANGE_OPT_KEY_RAW))) {
        message_usage("--key-ring excludes --key-file and --key-raw");
        return false;
    }
    if (!ring && (number || with)) {
        message_usage("--%s needs --key-ring",
                      number ? "key-number" : "with-number");
        return false;
    }
    if (number && with && !hides) {
        message_usage("--key-number and --with-number exclude each other");
        return false;
    }
    if (with &&
        (hides ? choice_written_form(args_choice(args, CHANGE_OPT_FORM, 0))
               : args_choice(args, CHANGE_OPT_FROM, SIZE_MAX)) == FORM_BYTES) {
        message_usage("--with-number excludes raw bytes");
        return false;
    }
    return true;
}

static enum exit_code run(const struct args *args)
{
    struct key_work work = {.row = key_commands};
    const bool with = args_has(args, OPT_WITH_NUMBER);
    enum exit_code code = EXIT_USAGE;

    while (work.row->command != args->command) {
        work.row++;
    }
    if (ring_options_fit(args, work.row->hides)) {
        code = args_has(args, OPT_KEY_RING) ? read_ring(&work, args)
                                            : read_key(&work, args);
    }
    if (code == EXIT_DONE) {
        const struct change change = {
            .change = change_with_key,
            .context = &work,
            .read = with && !work.row->hides ? read_numbered : NULL,
            .before = with && work.row->hides ? work.before : NULL,
        };

        code = change_ids(&change, args);
    }
    guidon_wipe(&work, sizeof work);
    return code;
}

#define RING_NOTES                                                             \
  "To change keys, use --key-ring instead of --key-file. Each line of the "    \
  "file has\n"                                                                 \
  "the number of a key, 0 to 65535, a blank, and the digits of the key. The "  \
  "first\n"                                                                    \
  "key is the current one."

#define KEY_COMMAND(called, does, options_of, about, shown)                    \
  const struct command command_##called = {                                    \
      .name = #called,                                                         \
      .summary = (does),                                                       \
      OPERANDS_ARE_FILES("FILE"),                                              \
      .options = (options_of),                                                 \
      .n_options = COUNT_OF(options_of),                                       \
      .notes = about "\n\n" RING_NOTES "\n\n" CHANGE_NOTES,                    \
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
    mask, "Hide the times of version 7 ids with a key", hide_options,
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
    unmask, "Turn masked ids back into version 7", show_options,
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
    encrypt, "Hide all bits of version 7 ids with a key", hide_options,
    "The result has version 8 and shows neither the time nor order, counter or\n"
    "fraction. 'guidon decrypt' gives back version 7.\n\n"
    "The key file has 64 hexadecimal digits, or 32 bytes with --key-raw.",
    encrypt_examples);

static const struct example decrypt_examples[] = {
    {"The ids of a file, with the key that encrypted them",
     "guidon decrypt --key-file crypt.key --on-error skip ids.txt"},
};

KEY_COMMAND(
    decrypt, "Turn encrypted ids back into version 7", show_options,
    "The key file is that of 'guidon encrypt': 64 hexadecimal digits, or 32 bytes\n"
    "with --key-raw. Any id of version 8 is accepted, because nothing shows whether\n"
    "an id was encrypted, or with which key.",
    decrypt_examples);
