/* SPDX-License-Identifier: MIT */
/* Replace the ids of a text by their aliases, or the aliases by the ids. */
#ifndef CLI_ALIAS_REPLACE_H
#define CLI_ALIAS_REPLACE_H

#include "../text/line_counter.h"
#include "alias_names.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Something that stays as it is, though it was to be replaced. */
struct alias_left {
    size_t file;     /* the number of the file, from 0 */
    uint64_t line;   /* in the file, from 1 */
    uint64_t column; /* in bytes, from 1 */
    const char *text;
    size_t len;
    const char *why; /* one of the constants below, or of alias_names_add */
};
extern const char alias_left_touched[], alias_left_version[], alias_left_case[],
    alias_left_unknown[], alias_left_key[];

struct alias_replace {
    /* Set by the caller. */
    struct alias_names *names; /* NULL for pseudonyms */
    const guidon_key *key;     /* of pseudonyms */
    guidon_time until; /* of restored version 7 ids; reversible pseudonyms */
    bool restore, reversible;
    bool one_name;  /* all spellings of an id get one alias */
    bool all;       /* also ULIDs and TypeIDs of other centuries */
    unsigned kinds; /* a bit for each kind to replace; 0: any */
    unsigned forms; /* GUIDON_SCAN_... to replace */
    /* A text got an alias: add this row to the map. */
    bool (*added)(void *context, uint32_t row);
    void (*left)(void *context, const struct alias_left *left);
    void *context;
    /* Results. The caller takes `out` and sets out_len to 0. */
    char *out;
    size_t out_len, out_size;
    uint64_t n_replaced, n_left;
    bool failed; /* memory ran out, or `added` returned false */
    /* Private. */
    guidon_scanner scanner;
    char *text; /* the bytes in memory */
    size_t len, text_size;
    size_t from;      /* the offset of the first byte that is not done */
    uint64_t gone;    /* the bytes of all files before those in memory */
    uint64_t *begins; /* where each file begins */
    size_t n_files, files_size;
    size_t file; /* that of the current line */
    struct line_counter lines;
};

/* The members that the caller sets are set; all others are zero. */
void alias_replace_begin(struct alias_replace *replace);
void alias_replace_free(struct alias_replace *replace);

/* The bytes that follow are those of another file, whose lines count from 1.
 * False if memory ran out. */
bool alias_replace_file(struct alias_replace *replace);
/* Make room for `len` bytes, which the caller writes there; NULL if memory ran
 * out. */
char *alias_replace_room(struct alias_replace *replace, size_t len);
/* The caller wrote `len` bytes; the text ends there if `last`. Adds to `out` what
 * is decided. False if it failed. */
bool alias_replace_take(struct alias_replace *replace, size_t len, bool last);

#endif
