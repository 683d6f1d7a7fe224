/* SPDX-License-Identifier: MIT */
/* choices.c - the words that an option or an operand may be. */
#include "choices.h"

#include <guidon.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WORD = 64 };

const char *choice_form(size_t i)
{
    return i < GUIDON_FORMS ? guidon_form_name((guidon_form)i) : NULL;
}

const char *choice_form_or_bytes(size_t i)
{
    return i == FORM_BYTES ? "bytes" : choice_form(i);
}

const char *choice_any_form(size_t i)
{
    return i == FORM_TYPEID ? "typeid" : choice_form_or_bytes(i);
}

size_t choice_written_form(size_t i)
{
    for (size_t form = 0; form < GUIDON_FORMS; form++) {
        bool partial =
            (guidon_form_traits((guidon_form)form) & GUIDON_TRAIT_PARTIAL) != 0;

        if (!partial && i-- == 0) {
            return form;
        }
    }
    return i == 0 ? FORM_BYTES : SIZE_MAX;
}

const char *choice_written(size_t i)
{
    return choice_form_or_bytes(choice_written_form(i));
}

static size_t index_of(choice_fn choice, const char *word, size_t len)
{
    const char *name;

    for (size_t i = 0; (name = choice(i)) != NULL; i++) {
        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Drop a prefix from a word, if it begins with it. */
static bool drop(const char **word, size_t *len, const char *prefix)
{
    const size_t n = strlen(prefix);

    if (*len < n || memcmp(*word, prefix, n) != 0) {
        return false;
    }
    *word += n;
    *len -= n;
    return true;
}

/* "uuid7", "uuidv7" and "uuid-v7", which other libraries call version 7, stand for
 * "v7". Lists without it are not concerned. */
static size_t index_of_version(choice_fn choice, const char *word, size_t len)
{
    char name[] = "v?";

    if (!drop(&word, &len, "uuid")) {
        return SIZE_MAX;
    }
    (void)drop(&word, &len, "-");
    (void)drop(&word, &len, "v");
    if (len != 1) {
        return SIZE_MAX;
    }
    name[1] = *word;
    return index_of(choice, name, strlen(name));
}

/* "ulid-monotonic" and "monotonicUlid", which other places call what rises, stand for
 * "ulid", which rises here. They are kinds of what a generator makes, beside "v7".
 * Lists of what an id is have "nil", and are not concerned. */
static size_t index_of_ulid(choice_fn choice, const char *word, size_t len)
{
    static const char *const names[] = {"ulid-monotonic", "monotonicUlid"};

    if (index_of(choice, "v7", 2) == SIZE_MAX ||
        index_of(choice, "nil", 3) != SIZE_MAX) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (len == strlen(names[i]) && memcmp(word, names[i], len) == 0) {
            return index_of(choice, "ulid", 4);
        }
    }
    return SIZE_MAX;
}

/* Another name of a form stands for the form. Words that are no form, and lists
 * without the form, are not concerned. */
size_t choice_index(choice_fn choice, const char *word, size_t len)
{
    size_t index = index_of(choice, word, len);
    char name[MAX_WORD];
    guidon_form form;

    if (index == SIZE_MAX) {
        index = index_of_version(choice, word, len);
    }
    if (index == SIZE_MAX) {
        index = index_of_ulid(choice, word, len);
    }
    if (index != SIZE_MAX || len >= sizeof name) {
        return index;
    }
    memcpy(name, word, len);
    name[len] = '\0';
    if (guidon_form_from_name(&form, name) != GUIDON_OK) {
        return SIZE_MAX;
    }
    word = guidon_form_name(form);
    return index_of(choice, word, strlen(word));
}

static size_t append(char out[CHOICE_LIST_MAX], size_t len, const char *mark,
                     const char *word)
{
    snprintf(out + len, CHOICE_LIST_MAX - len, "%s%s", len > 0 ? mark : "",
             word);
    return len + strlen(out + len);
}

const char *choice_list(char out[CHOICE_LIST_MAX], choice_fn choice,
                        uint64_t mask, const char *open)
{
    const char *last =
        NULL; /* written once the loop knows whether it is last */
    size_t len = 0;

    for (size_t i = 0; choice(i) != NULL; i++) {
        if (mask >> i & 1u) {
            len = last ? append(out, len, ", ", last) : len;
            last = choice(i);
        }
    }
    if (open) {
        len = last ? append(out, len, ", ", last) : len;
        last = open;
    }
    append(out, len, " or ", last ? last : "nothing");
    return out;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The Damerau-Levenshtein distance: the number of letters to add, drop, change
 * or swap with the next letter to turn `a` into `b`. The matrix is computed row
 * by row; each row needs only the two rows before it. SIZE_MAX for words above
 * MAX_WORD. */
static size_t distance(const char *a, size_t a_len, const char *b)
{
    size_t rows[3][MAX_WORD + 1];
    size_t b_len = strlen(b);

    if (a_len > MAX_WORD || b_len > MAX_WORD) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= b_len; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_len; i++) {
        size_t *row = rows[i % 3];
        const size_t *last = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];

        row[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            row[j] = least_of(last[j - 1] + (a[i - 1] != b[j - 1]),
                              1 + least_of(last[j], row[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1]) {
                row[j] = least_of(row[j], older[j - 2] + 1);
            }
        }
    }
    return rows[a_len % 3][b_len];
}

/* The choice that the word is in lower case; NULL if there is none. */
static const char *in_lower_case(choice_fn choice, const char *word, size_t len)
{
    char lower[MAX_WORD] = {0};
    size_t index;

    if (len > MAX_WORD) {
        return NULL;
    }
    for (size_t i = 0; i < len; i++) {
        lower[i] = word[i];
        if (word[i] >= 'A' && word[i] <= 'Z') {
            lower[i] = (char)(word[i] - 'A' + 'a');
        }
    }
    index = choice_index(choice, lower, len);
    return index == SIZE_MAX ? NULL : choice(index);
}

const char *choice_nearest(choice_fn choice, const char *word, size_t len)
{
    const char *nearest = in_lower_case(choice, word, len);
    const char *name;
    size_t least = 1 + len / 4; /* a word further away is not a misspelling */

    if (nearest) {
        return nearest;
    }
    /* A word of one or two letters is near every short word: suggest
     * nothing. */
    for (size_t i = 0; len > 2 && (name = choice(i)) != NULL; i++) {
        if (name[0] != word[0]) {
            continue; /* misspellings seldom change the first letter */
        }
        if (strncmp(word, "uuid", 4) == 0 && strcmp(name, "ulid") == 0) {
            continue; /* "uuid" or "uuid9": a UUID is meant, and no ULID */
        }
        /* An abbreviation counts as one mistake. */
        size_t apart =
            strncmp(name, word, len) == 0 ? 1 : distance(word, len, name);

        if (apart <= least && (!nearest || apart < least)) {
            least = apart;
            nearest = name;
        }
    }
    return nearest;
}
