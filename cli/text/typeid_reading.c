/* SPDX-License-Identifier: MIT */
/* typeid_reading.c - read TypeIDs from input records. */
#include "typeid_reading.h"
#include "../choices.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Fits the words of show_char. */
#define SHOWN_MAX 16

#define EXPECTED_PREFIX                                                        \
  "a prefix has at most 63 characters a-z and '_', and '_' only between "      \
  "letters"

/* Write the character that begins a text of `len` bytes in printable ASCII, as
 * guidon_parse_reason does: 'O', a space, U+00E9 or byte 0xff. */
static void show_char(char out[SHOWN_MAX], const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t n;
    unsigned point = utf8_point(&n, text, len);

    if (bytes[0] == ' ') {
        snprintf(out, SHOWN_MAX, "a space");
    } else if (bytes[0] > ' ' && bytes[0] <= '~') {
        memcpy(out, (char[]){'\'', text[0], '\'', '\0'}, 4);
    } else if (n > 1) {
        snprintf(out, SHOWN_MAX, "U+%04X", point);
    } else {
        snprintf(out, SHOWN_MAX, "byte 0x%02x", bytes[0]);
    }
}

bool typeid_shaped(const char *text, size_t len)
{
    return len > GUIDON_ULID_LEN + 1 && text[len - GUIDON_ULID_LEN - 1] == '_';
}

bool typeid_prefix_check(char reason[REASON_MAX], const char *text)
{
    const size_t len = strlen(text);
    char shown[SHOWN_MAX];
    size_t bad_at;

    switch (guidon_typeid_prefix_check(text, len, &bad_at)) {
    case GUIDON_OK:
        return true;
    case GUIDON_E_LENGTH:
        snprintf(reason, REASON_MAX, "%zu characters; " EXPECTED_PREFIX, len);
        return false;
    default:
        show_char(shown, text + bad_at, len - bad_at);
        snprintf(reason, REASON_MAX, "%s at offset %zu; " EXPECTED_PREFIX,
                 shown, bad_at);
        return false;
    }
}

bool typeid_prefix_parse(struct typeid_prefix *out, const char *text)
{
    char reason[REASON_MAX];

    if (!typeid_prefix_check(reason, text)) {
        message_usage("invalid PREFIX '%s' for --prefix: %s", ESCAPED(text),
                      reason);
        return false;
    }
    *out = (struct typeid_prefix){text, strlen(text)};
    return true;
}

/* ------------------------------------------------------------------- reasons */

/* The offset of the suffix: behind the last '_', or 0 without one. */
static size_t suffix_of(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] != '_') {
        len--;
    }
    return len;
}

static void say_length(char *out, size_t cap, const char *text, size_t len)
{
    const size_t start = suffix_of(text, len);

    if (len == 0) {
        snprintf(out, cap, "empty (expected a TypeID)");
    } else if (start == 0) {
        snprintf(out, cap,
                 "%zu character%s without '_' (expected a prefix, '_' and 26 "
                 "characters, or these 26 alone)",
                 len, len == 1 ? "" : "s");
    } else if (start > GUIDON_TYPEID_PREFIX_MAX + 1) {
        snprintf(out, cap,
                 "the prefix has %zu characters (expected at most %d)",
                 start - 1, GUIDON_TYPEID_PREFIX_MAX);
    } else {
        snprintf(out, cap, "%zu character%s behind the last '_' (expected 26)",
                 len - start, len - start == 1 ? "" : "s");
    }
}

static void say_char(char *out, size_t cap, const char *text, size_t len,
                     size_t bad_at)
{
    char shown[SHOWN_MAX];

    show_char(shown, text + bad_at, len - bad_at);
    if (bad_at < suffix_of(text, len)) {
        snprintf(out, cap,
                 "%s at offset %zu is not part of a prefix (expected a-z, or "
                 "'_' between letters)",
                 shown, bad_at);
    } else {
        snprintf(out, cap,
                 "%s at offset %zu is not a letter of a TypeID (expected 0-9 "
                 "and a-z without i, l, o, u)",
                 shown, bad_at);
    }
}

static void say_wrong(char *out, size_t cap, const char *text, size_t len,
                      guidon_status status, size_t bad_at)
{
    if (status == GUIDON_E_LENGTH) {
        say_length(out, cap, text, len);
    } else if (status == GUIDON_E_CHAR) {
        say_char(out, cap, text, len, bad_at);
    } else {
        snprintf(out, cap,
                 "above the largest TypeID, which ends in "
                 "7zzzzzzzzzzzzzzzzzzzzzzzzz");
    }
}

/* The TypeID has another prefix than the one that the command line demands. */
static void say_prefix(char *out, size_t cap, const char *text,
                       size_t prefix_len, const struct typeid_prefix *wanted)
{
    if (wanted->len == 0) {
        snprintf(out, cap, "the prefix is '%.*s' (expected none)",
                 (int)prefix_len, text);
    } else if (prefix_len == 0) {
        snprintf(out, cap, "no prefix (expected '%s')", wanted->text);
    } else {
        snprintf(out, cap, "the prefix is '%.*s' (expected '%s')",
                 (int)prefix_len, text, wanted->text);
    }
}

/* ------------------------------------------------------------------- reading */

static bool has_prefix(const struct typeid_reading *reading, const char *text,
                       size_t prefix_len)
{
    return reading->any ||
           (prefix_len == reading->prefix.len &&
            memcmp(text, reading->prefix.text, prefix_len) == 0);
}

/* How many characters of the text are those of the prefix. */
static size_t common_len(const char *text, size_t prefix_len,
                         const struct typeid_prefix *prefix)
{
    size_t i = 0;

    while (i < prefix_len && i < prefix->len && text[i] == prefix->text[i]) {
        i++;
    }
    return i;
}

bool typeid_read(guidon_id *id, char *words, size_t cap, size_t *bad_at,
                 const char *text, size_t len,
                 const struct typeid_reading *reading)
{
    size_t prefix_len;
    const guidon_status status =
        guidon_typeid_parse(id, &prefix_len, text, len, bad_at);

    if (status == GUIDON_OK && has_prefix(reading, text, prefix_len)) {
        return true;
    }
    if (status == GUIDON_OK) {
        *bad_at = common_len(text, prefix_len, &reading->prefix);
    }
    if (words && status == GUIDON_OK) {
        say_prefix(words, cap, text, prefix_len, &reading->prefix);
    } else if (words) {
        say_wrong(words, cap, text, len, status, *bad_at);
    }
    return false;
}

/* ---------------------------------------------------------------------- runs */

/* A record with its end, and the prefix of its TypeID. */
struct typeid_record {
    size_t raw_len, len;
    size_t prefix_len;
};

/* Read the record that begins at `text`. False if it is not whole in the `held`
 * bytes, or not a TypeID that is right. */
static bool next_record(struct typeid_record *record, guidon_id *id,
                        const char *text, size_t held,
                        const struct typeid_reading *reading,
                        enum input_framing framing)
{
    const char *end =
        memchr(text, framing == INPUT_NUL ? '\0' : '\n',
               held < GUIDON_TYPEID_MAX + 2 ? held : GUIDON_TYPEID_MAX + 2);

    if (!end) {
        return false;
    }
    record->raw_len = (size_t)(end - text) + 1;
    record->len = record->raw_len - 1;
    if (framing == INPUT_LINES && record->len > 0 && end[-1] == '\r') {
        record->len--;
    }
    return guidon_typeid_parse(id, &record->prefix_len, text, record->len,
                               NULL) == GUIDON_OK &&
           has_prefix(reading, text, record->prefix_len);
}

/* Do both records have the same lengths and the same prefix? */
static bool are_alike(const struct typeid_record *a, const char *a_text,
                      const struct typeid_record *b, const char *b_text)
{
    return a->raw_len == b->raw_len && a->len == b->len &&
           a->prefix_len == b->prefix_len &&
           memcmp(a_text, b_text, a->prefix_len) == 0;
}

/* Are all letters of a ULID in lower case? Bit 5 is the case, and digits have
 * it. */
static bool is_lower(const char *ulid)
{
    static const unsigned char word_at[] = {0, 8, 16, GUIDON_ULID_LEN - 8};
    const uint64_t cases = UINT64_C(0x2020202020202020);
    uint64_t all = cases, word;

    for (size_t i = 0; i < sizeof word_at; i++) {
        memcpy(&word, ulid + word_at[i], sizeof word);
        all &= word;
    }
    return all == cases;
}

/* How many of `n` records, whose suffixes are ULIDs in any case, are TypeIDs of
 * the prefix of the first record of the run, and end as that record does. */
static size_t like_first(const struct run *run, const char *text, size_t n,
                         size_t before)
{
    const size_t len = run->own.len, last = run->line_len - 1;
    const char a = run->text[len], b = run->text[last];
    size_t i = 0;

    while (i < n && text[len] == a && text[last] == b &&
           memcmp(text, run->text, before) == 0 && is_lower(text + before)) {
        text += run->line_len;
        i++;
    }
    return i;
}

/* How many records are parsed before the rest of them is checked. */
#define TYPEID_BLOCK ((size_t)64)

/* Read records that are alike. `record` is the first, and is right. */
static void read_alike(struct run *run, const struct typeid_record *record,
                       size_t held)
{
    const size_t before = record->len - GUIDON_ULID_LEN;
    const size_t fit = held / record->raw_len;
    const size_t most = fit < INPUT_RUN_MAX ? fit : INPUT_RUN_MAX;
    size_t some, like;

    run->form = (guidon_form)FORM_TYPEID;
    run->own = (struct run_form){run->form, run->form, false, record->len};
    run->of = &run->own;
    run->line_len = record->raw_len;
    do {
        const char *text = run->text + run->n * run->line_len;
        size_t parsed;
        guidon_status status;

        some = most - run->n < TYPEID_BLOCK ? most - run->n : TYPEID_BLOCK;
        status = guidon_ulid_parse_many(run->ids + run->n, text + before,
                                        run->line_len, some, &parsed, NULL);
        (void)status; /* input_next reads the wrong record, for its error */
        like = like_first(run, text, parsed, before);
        run->n += like;
    } while (like == some && run->n < most);
}

/* Read records of any prefixes, until records follow that are alike. */
static void read_unlike(struct run *run, const struct typeid_reading *reading,
                        size_t held, enum input_framing framing)
{
    struct typeid_record record, last = {0, 0, 0};
    const char *at = run->text, *last_at = at;
    size_t alike = 0;

    run->line_len = 0;
    for (run->n = 0; run->n < INPUT_RUN_MAX && alike < INPUT_EVEN_MIN;
         run->n++) {
        if (!next_record(&record, &run->ids[run->n], at,
                         held - (size_t)(at - run->text), reading, framing)) {
            return;
        }
        alike = are_alike(&record, at, &last, last_at) ? alike + 1 : 1;
        last = record;
        last_at = at;
        at += record.raw_len;
        run->forms[run->n] = (unsigned char)FORM_TYPEID;
        run->ends[run->n] = (uint32_t)(at - run->text);
    }
}

/* A run_reader of the TypeIDs that a struct typeid_reading says. */
static void read_typeids(struct run *run, const void *context, size_t held,
                         enum input_framing framing)
{
    const struct typeid_reading *reading = context;
    struct typeid_record first;

    run->n = 0;
    if (next_record(&first, run->ids, run->text, held, reading, framing)) {
        read_alike(run, &first, held);
    }
    if (run->n > 0 && run->n < INPUT_EVEN_MIN) {
        read_unlike(run, reading, held, framing);
    }
}

bool typeid_run(struct run *run, struct input *input,
                const struct typeid_reading *reading)
{
    return input_run_by(run, input, read_typeids, reading);
}
