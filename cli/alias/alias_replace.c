/* SPDX-License-Identifier: MIT */
/* alias_replace.c - replaces the ids of a text by their aliases, and back. */
#include "alias_replace.h"
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
    const struct alias_names *names = replace->names;
    const size_t len = names ? strlen(names->word) : 0;
    const guidon_status status = guidon_scanner_init(
        &replace->scanner, len > 0 ? names->word : NULL, len,
        names ? alias_names_kind(names->kind) : GUIDON_ALIAS_NONE,
        replace->forms | (replace->all ? GUIDON_SCAN_ANY_TIME : 0));

    replace->failed = status != GUIDON_OK; /* the word is one for aliases */
    line_counter_begin(&replace->lines);
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

static bool is_id(const struct alias_text *text)
{
    return text->span->form != GUIDON_SPAN_WORD;
}

/* The row of a text, which is added if it is new. ALIAS_NO_ROW, with *why NULL
 * after a failure. */
static uint32_t row_of(const char **why, struct alias_replace *replace,
                       const struct alias_text *text)
{
    struct alias_names *names = replace->names;
    uint32_t row = replace->one_name && is_id(text)
                       ? alias_names_find_id(names, text)
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
static size_t write_alias(char alias[GUIDON_ALIAS_MAX],
                          const struct alias_replace *replace, uint32_t row,
                          const struct alias_text *text)
{
    const struct alias_names *names = replace->names;

    size_t len = 0;

    if (replace->one_name && is_id(text) && names->kind == ALIAS_UUID) {
        return guidon_alias_format(
                   alias, GUIDON_ALIAS_MAX, &len, &names->scanner, text->span,
                   text->text, alias_names_number(names, row), 0) == GUIDON_OK
                   ? len
                   : 0;
    }
    return alias_names_alias(alias, names, row);
}

/* Write a text's alias; or the text itself, if it has none. */
static void put_alias(struct alias_replace *replace,
                      const struct alias_text *text)
{
    const size_t at = (size_t)(text->text - replace->text);
    char alias[GUIDON_ALIAS_MAX];
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

/* Does a pseudonym lead back to the text that it stands for? One without letters
 * shows no case. */
static bool leads_back(const char *text, const char *out, size_t len,
                       const guidon_span *span)
{
    char back[GUIDON_ALIAS_MAX];
    const guidon_span pseudonym = {.len = len, .form = span->form};
    size_t back_len;

    return guidon_span_format(back, sizeof back, &back_len, &span->id,
                              &pseudonym, out) == GUIDON_OK &&
           back_len == span->len && memcmp(back, text, back_len) == 0;
}

/* Encrypt or decrypt a canonical id. NULL, or why it stays. */
static const char *crypt(guidon_id *out, const struct alias_replace *replace,
                         const guidon_span *match)
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
                          const guidon_span *match)
{
    const char *text = replace->text + match->at, *why = NULL;
    char out[GUIDON_ALIAS_MAX];
    guidon_id id;
    size_t len = 0;

    if (replace->reversible) {
        why = crypt(&id, replace, match);
    } else if (guidon_pseudonym(&id, replace->key, &match->id) != GUIDON_OK) {
        replace->failed = true; /* the key is initialised */
    }
    if (!why) {
        replace->failed |= guidon_span_format(out, sizeof out, &len, &id, match,
                                              text) != GUIDON_OK;
        if (replace->reversible && !replace->restore &&
            !leads_back(text, out, len, match)) {
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

/* Something to replace, and its hash. */
struct found {
    guidon_span span;
    uint64_t hash;
};

static void prefetch(const struct alias_replace *replace,
                     const struct found found[], size_t n)
{
    uint64_t hashes[ALIAS_AT_ONCE];
    size_t n_hashes = 0;

    for (size_t i = 0; i < n; i++) {
        if (replace->restore || found[i].span.form != GUIDON_SPAN_WORD) {
            hashes[n_hashes++] = found[i].hash;
        }
    }
    if (replace->restore) {
        alias_names_prefetch_aliases(replace->names, hashes, n_hashes);
    } else {
        alias_names_prefetch_ids(replace->names, hashes, n_hashes);
    }
}

/* Put back the text of an alias; or the alias itself, if the map lacks it. That
 * is worth a message if it is an id, or if the beginning of the word is that of
 * another alias; this takes a look at all rows. */
static void put_back(struct alias_replace *replace, const struct found *found)
{
    const struct alias_names *names = replace->names;
    const guidon_span *span = &found->span;
    char alias[GUIDON_ALIAS_MAX], room[GUIDON_ALIAS_MAX];
    size_t text_len;
    const char *text = replace->text + span->at;
    const uint32_t row =
        alias_names_find_alias(names, text, span->len, found->hash);

    if (row == ALIAS_NO_ROW) {
        if (names->kind == ALIAS_UUID ||
            alias_names_has_word(names, text, span->prefix_len)) {
            leave(replace, span->at, span->len, alias_left_unknown);
        }
        put(replace, text, span->len);
        return;
    }
    put(replace, text, span->len - alias_names_alias(alias, names, row));
    text = alias_names_text(&text_len, room, names, row);
    put(replace, text, text_len);
    replace->n_replaced++;
}

/* Is the id or the word one to replace? */
static bool is_wanted(const struct alias_replace *replace,
                      const guidon_span *span)
{
    if (span->number > 0) { /* an alias, or it has the shape of one */
        return true;
    }
    if (replace->restore) {
        return replace->reversible && span->form == GUIDON_FORM_UUID &&
               is_version(&span->id, 8);
    }
    return !replace->kinds ||
           replace->kinds >> kind_of(&span->id, span->form) & 1u;
}

/* Write the alias of an id or a word, or what the alias stands for. */
static void put_found(struct alias_replace *replace, const struct found *found)
{
    const guidon_span *span = &found->span;
    const struct alias_text text = {replace->text + span->at, span->len,
                                    found->hash, span};

    if (!replace->names) {
        put_pseudonym(replace, span);
    } else if (replace->restore) {
        put_back(replace, found);
    } else if (!span->stays) {
        put_alias(replace, &text);
    } else {
        leave(replace, span->at, span->len, alias_left_touched);
        put(replace, text.text, text.len);
    }
}

static uint64_t hash_of_span(const struct alias_replace *replace,
                             const guidon_span *span)
{
    const char *text = replace->text + span->at;

    return !replace->names ? 0
           : replace->restore
               ? alias_names_hash_alias(replace->names, text, span)
               : alias_names_hash_text(replace->names, text, span);
}

/* Find what is to be replaced next. Returns how many. */
static size_t find_some(struct found found[ALIAS_AT_ONCE],
                        struct alias_replace *replace)
{
    size_t n = 0;

    while (n < ALIAS_AT_ONCE &&
           guidon_scanner_next(&found[n].span, &replace->scanner)) {
        if (is_wanted(replace, &found[n].span)) {
            found[n].hash = hash_of_span(replace, &found[n].span);
            n++;
        }
    }
    return n;
}

/* Replace what is decided. Returns the offset up to which that is. */
static size_t replace_piece(struct alias_replace *replace, bool last)
{
    struct found found[ALIAS_AT_ONCE];
    size_t from = replace->from, n, done;

    guidon_scanner_piece(&replace->scanner, replace->text, replace->len, from,
                         last);
    do {
        n = find_some(found, replace);
        if (replace->names && n > 1) {
            prefetch(replace, found, n);
        }
        for (size_t i = 0; i < n; i++) {
            put(replace, replace->text + from, found[i].span.at - from);
            put_found(replace, &found[i]);
            from = found[i].span.at + found[i].span.len;
        }
    } while (n == ALIAS_AT_ONCE && !replace->failed);
    if (replace->failed) {
        return from;
    }
    done = guidon_scanner_done(&replace->scanner);
    put(replace, replace->text + from, done - from);
    return done;
}

/* Discard the bytes that are done, except those that decide about the next. */
static void discard(struct alias_replace *replace, size_t done)
{
    const size_t kept = done < GUIDON_SCAN_BEFORE ? done : GUIDON_SCAN_BEFORE;

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
