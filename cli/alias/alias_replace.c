/* SPDX-License-Identifier: MIT */
/*
 * alias_replace.c - replaces the ids of a text by their aliases, and back.
 *
 * Idea  What decides about an id or an alias is the text itself and the few
 *       bytes beside it. An alias is written only where the search for aliases
 *       would find it again, and every other word of its shape gets an alias
 *       too. So the aliases of the output are exactly the texts that were
 *       replaced, and to restore it needs nothing but the map.
 */
#include "alias_replace.h"
#include "../choices.h"
#include "../text/alias_id.h"
#include "../text/id_fields.h"
#include "../text/times.h"

#include <stdlib.h>
#include <string.h>

const char alias_left_touched[] =
    "a character of [A-Za-z0-9_.-] touches it, so that its alias could not be "
    "told from other text";
const char alias_left_version[] =
    "it is not version 7, which alone can be encrypted";
const char alias_left_case[] = "its pseudonym would not show its case";
const char alias_left_unknown[] = "the map has no such alias";
const char alias_left_key[] =
    "the key gives no version 7 id with a time from 2000 to a day from now";

/* -------------------------------------------------------------------- memory */

void alias_replace_begin(struct alias_replace *replace)
{
    line_counter_begin(&replace->lines);
    replace->scanner.forms = replace->forms;
    if (replace->names && replace->names->kind == ALIAS_UUID) {
        replace->scanner.forms |= SCAN_ALIAS;
    }
}

void alias_replace_free(struct alias_replace *replace)
{
    free(replace->out);
    free(replace->text);
    free(replace->begins);
    replace->out = replace->text = NULL;
    replace->begins = NULL;
}

/* Make room for `more` bytes behind the first `len`. */
static bool widen(char **bytes, size_t *size, size_t len, size_t more)
{
    char *wider;

    if (more <= *size - len) {
        return true;
    }
    if (more > SIZE_MAX / 4 - len ||
        !(wider = realloc(*bytes, 2 * (len + more)))) {
        return false;
    }
    *bytes = wider;
    *size = 2 * (len + more);
    return true;
}

bool alias_replace_file(struct alias_replace *replace)
{
    if (replace->n_files == replace->files_size) {
        const size_t size = 2 * replace->files_size + 8;
        uint64_t *wider = realloc(replace->begins, size * sizeof *wider);

        if (!wider) {
            return false;
        }
        replace->begins = wider;
        replace->files_size = size;
    }
    replace->begins[replace->n_files++] = replace->gone + replace->len;
    return true;
}

char *alias_replace_room(struct alias_replace *replace, size_t len)
{
    return widen(&replace->text, &replace->text_size, replace->len, len)
               ? replace->text + replace->len
               : NULL;
}

static void put(struct alias_replace *replace, const char *bytes, size_t len)
{
    if (!widen(&replace->out, &replace->out_size, replace->out_len, len)) {
        replace->failed = true;
    } else if (len > 0) {
        memcpy(replace->out + replace->out_len, bytes, len);
        replace->out_len += len;
    }
}

/* -------------------------------------------------------------- what is left */

/* Count the lines up to an offset in memory, each file from 1. */
static void count_lines_to(struct alias_replace *replace, size_t to)
{
    const uint64_t end = replace->gone + to;

    while (replace->file + 1 < replace->n_files &&
           replace->begins[replace->file + 1] <= end) {
        replace->file++;
        replace->lines = (struct line_counter){
            .counted = replace->begins[replace->file],
            .begin = replace->begins[replace->file],
            .line = 1,
        };
    }
    line_counter_step(&replace->lines, replace->text, replace->len,
                      replace->gone, end);
}

static void leave(struct alias_replace *replace, size_t at, size_t len,
                  const char *why)
{
    count_lines_to(replace, at);
    replace->n_left++;
    replace->left(replace->context,
                  &(struct alias_left){
                      .file = replace->file,
                      .line = replace->lines.line,
                      .column = replace->gone + at - replace->lines.begin + 1,
                      .text = replace->text + at,
                      .len = len,
                      .why = why,
                  });
}

/* ------------------------------------------------------------------- aliases */

/* The row of a text, which is added if it is new. ALIAS_NO_ROW, with *why NULL
 * after a failure. */
static uint32_t row_of(const char **why, struct alias_replace *replace,
                       const struct alias_text *text)
{
    struct alias_names *names = replace->names;
    uint32_t row = replace->one_name && text->match
                       ? alias_names_find_id(names, &text->match->id)
                       : alias_names_find(names, text);

    *why = NULL;
    if (row == ALIAS_NO_ROW) {
        row = alias_names_add(why, names, text);
        if (row == ALIAS_NO_ROW ? !*why
                                : !replace->added(replace->context, row)) {
            replace->failed = true;
            row = ALIAS_NO_ROW;
        }
    }
    return row;
}

/* Write the alias of a row for an id. With one name for all spellings, the alias
 * has the form of this spelling. */
static size_t write_alias(char alias[ALIAS_TEXT_MAX],
                          const struct alias_replace *replace, uint32_t row,
                          const struct alias_text *text)
{
    const struct alias_names *names = replace->names;

    if (replace->one_name && text->match && names->kind == ALIAS_UUID) {
        const guidon_id id = alias_id_of(alias_names_number(names, row));

        return alias_names_form(alias, &id, text->match, text->text);
    }
    return alias_names_alias(alias, names, row);
}

/* Write a text's alias; or the text itself, if it has none. */
static void put_alias(struct alias_replace *replace,
                      const struct alias_text *text)
{
    const size_t at = (size_t)(text->text - replace->text);
    char alias[ALIAS_TEXT_MAX];
    const char *why;
    const uint32_t row = row_of(&why, replace, text);

    if (row != ALIAS_NO_ROW) {
        put(replace, alias, write_alias(alias, replace, row, text));
        replace->n_replaced++;
        return;
    }
    if (!replace->failed) {
        leave(replace, at, text->len, why);
    }
    put(replace, text->text, text->len);
}

/* ---------------------------------------------------------------- pseudonyms */

static const guidon_time year_2000 = {.seconds = 946684800};

/* May a decrypted id be one that was encrypted? */
static bool is_plausible(const struct alias_replace *replace,
                         const guidon_id *id)
{
    guidon_time time;

    return guidon_time_of(&time, id) == GUIDON_OK &&
           !time_is_before(time, year_2000) &&
           time_is_before(time, replace->until);
}

static bool is_version(const guidon_id *id, unsigned version)
{
    return guidon_version_of(id) == version &&
           guidon_variant_of(id) == GUIDON_VARIANT_RFC;
}

/* Does a canonical text show whether it is in upper or lower case? */
static bool has_letter(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] > '9') {
            return true;
        }
    }
    return false;
}

/* Does the pseudonym `out` of the canonical text lead back to the same case? A
 * pseudonym without letters leads to lower case. */
static bool shows_case(const char *text, const char *out, const guidon_id *id)
{
    char lower[GUIDON_UUID_LEN], upper[GUIDON_UUID_LEN];
    size_t len;

    guidon_uuid_format(lower, id);
    if (memcmp(text, lower, sizeof lower) == 0) {
        return true;
    }
    return guidon_format(upper, sizeof upper, &len, id,
                         GUIDON_FORM_UUID_UPPER) == GUIDON_OK &&
           memcmp(text, upper, sizeof upper) == 0 &&
           has_letter(out, GUIDON_UUID_LEN);
}

/* Encrypt or decrypt a canonical id. NULL, or why it stays. */
static const char *crypt(guidon_id *out, const struct alias_replace *replace,
                         const struct match *match)
{
    if (replace->restore) {
        return guidon_decrypt(out, replace->key, &match->id) == GUIDON_OK &&
                       is_plausible(replace, out)
                   ? NULL
                   : alias_left_key;
    }
    return match->form == GUIDON_FORM_UUID &&
                   guidon_encrypt(out, replace->key, &match->id) == GUIDON_OK
               ? NULL
               : alias_left_version;
}

static void put_pseudonym(struct alias_replace *replace,
                          const struct match *match)
{
    const char *text = replace->text + match->at, *why = NULL;
    char out[ALIAS_TEXT_MAX];
    guidon_id id;
    size_t len = 0;

    if (replace->reversible) {
        why = crypt(&id, replace, match);
    } else if (guidon_pseudonym(&id, replace->key, &match->id) != GUIDON_OK) {
        replace->failed = true; /* the key is initialised */
    }
    if (!why) {
        len = alias_names_form(out, &id, match, text);
        if (replace->reversible && !replace->restore &&
            !shows_case(text, out, &match->id)) {
            why = alias_left_case;
        }
    }
    if (why) {
        leave(replace, match->at, match->len, why);
        put(replace, text, match->len);
    } else {
        put(replace, out, len);
        replace->n_replaced++;
    }
}

/* -------------------------------------------------------------------- pieces */

static struct alias_piece piece_of(const struct alias_replace *replace,
                                   bool last)
{
    return (struct alias_piece){replace->text, replace->len, last};
}

static bool has_words(const struct alias_replace *replace)
{
    return replace->names && replace->names->kind != ALIAS_UUID;
}

/* Something to replace, and its hash. */
struct found {
    size_t at, len;
    uint64_t hash;
};

/* How many are looked up together, so that the processor waits for many of them
 * at once. */
enum { AT_ONCE = 32 };

static void prefetch(const struct alias_replace *replace,
                     const struct found found[], size_t n)
{
    uint64_t hashes[AT_ONCE];

    for (size_t i = 0; i < n; i++) {
        hashes[i] = found[i].hash;
    }
    alias_names_prefetch(replace->names, hashes, n);
}

/* Put back the text of an alias; or the alias itself, if the map lacks it. That
 * is worth a message if its first `word_len` characters begin another alias; this
 * takes a look at all rows. With 0, it always is. */
static void put_back(struct alias_replace *replace, const struct found *found,
                     size_t word_len)
{
    const struct alias_names *names = replace->names;
    char alias[ALIAS_TEXT_MAX];
    size_t text_len;
    const char *text = replace->text + found->at;
    const uint32_t row =
        alias_names_find_alias(names, text, found->len, found->hash);

    if (row == ALIAS_NO_ROW) {
        if (word_len == 0 || alias_names_has_word(names, text, word_len)) {
            leave(replace, found->at, found->len, alias_left_unknown);
        }
        put(replace, text, found->len);
        return;
    }
    put(replace, text, found->len - alias_names_alias(alias, names, row));
    text = alias_names_text(&text_len, names, row);
    put(replace, text, text_len);
    replace->n_replaced++;
}

/* Find the next words in the shape of an alias. Returns how many. */
static size_t find_words(struct found found[AT_ONCE], size_t word_lens[AT_ONCE],
                         const struct alias_replace *replace, size_t from,
                         size_t to, bool last)
{
    const struct alias_piece piece = piece_of(replace, last);
    struct alias_word word;
    size_t n = 0;

    while (n < AT_ONCE &&
           alias_words_next(&word, &replace->names->shape, &piece, from, to)) {
        found[n] =
            (struct found){word.at, word.len,
                           alias_names_hash(replace->names,
                                            replace->text + word.at, word.len)};
        word_lens[n++] = word.word_len;
        from = word.at + word.len;
    }
    return n;
}

static void put_word(struct alias_replace *replace, const struct found *found,
                     size_t word_len)
{
    const char *text = replace->text + found->at;

    if (replace->restore) {
        put_back(replace, found, word_len);
    } else {
        put_alias(replace, &(struct alias_text){.text = text,
                                                .len = found->len,
                                                .hash = found->hash});
    }
}

/* Write text without ids, in which words may have the shape of an alias. */
static void put_text(struct alias_replace *replace, size_t from, size_t to,
                     bool last)
{
    struct found found[AT_ONCE];
    size_t word_lens[AT_ONCE], n = 0;

    do {
        n = has_words(replace)
                ? find_words(found, word_lens, replace, from, to, last)
                : 0;
        if (n > 1) {
            prefetch(replace, found, n);
        }
        for (size_t i = 0; i < n; i++) {
            put(replace, replace->text + from, found[i].at - from);
            put_word(replace, &found[i], word_lens[i]);
            from = found[i].at + found[i].len;
        }
    } while (n == AT_ONCE && !replace->failed);
    put(replace, replace->text + from, to - from);
}

/* Is the id one to replace? */
static bool is_wanted(const struct alias_replace *replace,
                      const struct match *match)
{
    const guidon_id_kind kind = kind_of(&match->id, match->form);
    guidon_time time;
    unsigned digits;

    if (replace->scanner.forms & SCAN_ALIAS &&
        alias_id_number(&match->id) > 0) {
        return true;
    }
    if (replace->restore) {
        return replace->reversible && match->form == GUIDON_FORM_UUID &&
               is_version(&match->id, 8);
    }
    if (replace->kinds && !(replace->kinds >> kind & 1u)) {
        return false;
    }
    return replace->all ||
           (kind != GUIDON_KIND_ULID && (size_t)match->form != FORM_TYPEID) ||
           (kind_time(&time, &digits, kind, &match->id) &&
            time_is_in_this_century(time));
}

/* Write the alias of an id, or the id of an alias. */
static void put_id(struct alias_replace *replace, const struct match *match,
                   const struct found *found, bool last)
{
    const struct alias_piece piece = piece_of(replace, last);
    const struct alias_text text = {replace->text + match->at, match->len,
                                    found->hash, match};
    char first;

    if (!replace->names) {
        put_pseudonym(replace, match);
        return;
    }
    if (replace->names->kind == ALIAS_UUID) {
        if (replace->restore) {
            put_back(replace, found, 0);
        } else {
            put_alias(replace, &text);
        }
        return;
    }
    first = replace->names->kind == ALIAS_TYPEID &&
                    (size_t)match->form == FORM_TYPEID
                ? *text.text
                : *replace->names->shape.word;
    if (alias_words_fits(&replace->names->shape, &piece, match->at,
                         match->at + match->len, first)) {
        put_alias(replace, &text);
    } else {
        leave(replace, match->at, match->len, alias_left_touched);
        put(replace, text.text, text.len);
    }
}

static uint64_t hash_of_match(const struct alias_replace *replace,
                              const struct match *match)
{
    const char *text = replace->text + match->at;

    return !replace->names ? 0
           : replace->restore
               ? alias_names_hash_alias(replace->names, text, match->len, match)
               : alias_names_hash(replace->names, text, match->len);
}

/* Find the next ids. Returns how many. Sets *undecided to the offset of an id
 * about which the next piece decides, if there is one. */
static size_t find_ids(struct match matches[AT_ONCE],
                       struct found found[AT_ONCE], size_t *undecided,
                       struct alias_replace *replace, bool last)
{
    const struct alias_piece piece = piece_of(replace, last);
    size_t n = 0;

    while (n < AT_ONCE && scanner_next(&matches[n], &replace->scanner)) {
        struct match *match = &matches[n];

        if (!is_wanted(replace, match)) {
            continue;
        }
        if (!alias_words_decides(&piece, match->at + match->len)) {
            *undecided = match->at;
            break;
        }
        found[n] = (struct found){match->at, match->len,
                                  hash_of_match(replace, match)};
        n++;
    }
    return n;
}

/* Write the text up to the last of all ids that are decided. Sets *undecided as
 * find_ids does. Returns the offset behind that id. */
static size_t put_ids(size_t *undecided, struct alias_replace *replace,
                      bool last)
{
    struct match matches[AT_ONCE];
    struct found found[AT_ONCE];
    size_t from = replace->from, n;

    scanner_piece(&replace->scanner, replace->text, from, replace->len, last);
    do {
        n = find_ids(matches, found, undecided, replace, last);
        if (replace->names && n > 1) {
            prefetch(replace, found, n);
        }
        for (size_t i = 0; i < n; i++) {
            put_text(replace, from, found[i].at, last);
            put_id(replace, &matches[i], &found[i], last);
            from = found[i].at + found[i].len;
        }
    } while (n == AT_ONCE && !replace->failed);
    return from;
}

/* Replace what is decided. Returns the offset up to which that is. */
static size_t replace_piece(struct alias_replace *replace, bool last)
{
    const struct alias_piece piece = piece_of(replace, last);
    size_t from = replace->from, end = replace->len, undecided = SIZE_MAX;

    if (!(replace->restore && has_words(replace))) {
        from = put_ids(&undecided, replace, last);
        end = undecided < replace->scanner.scanned ? undecided
                                                   : replace->scanner.scanned;
    }
    if (!last && has_words(replace)) {
        end = alias_words_cut(&piece, from, end);
    }
    put_text(replace, from, end, last);
    return end;
}

/* The most bytes before an id that decide about it: a prefix that is too long for
 * a TypeID, and an escape sequence before it. */
#define KEPT (GUIDON_TYPEID_PREFIX_MAX + 2 + SCANNER_BEFORE)

/* Discard the bytes that are done, except those that decide about the next. */
static void discard(struct alias_replace *replace, size_t done)
{
    const size_t kept = done < KEPT ? done : KEPT;

    count_lines_to(replace, done);
    memmove(replace->text, replace->text + done - kept,
            replace->len - done + kept);
    replace->gone += done - kept;
    replace->len -= done - kept;
    replace->from = kept;
}

bool alias_replace_take(struct alias_replace *replace, size_t len, bool last)
{
    replace->len += len;
    if (replace->len > 0 && !replace->failed) {
        discard(replace, replace_piece(replace, last));
    }
    if (last) { /* the next text begins anew */
        replace->gone += replace->len;
        replace->len = replace->from = 0;
    }
    return !replace->failed;
}
