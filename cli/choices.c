/* SPDX-License-Identifier: MIT */
/* choices.c - words that an option or an operand may be. */
#include "choices.h"

#include <guidon.h>
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

size_t choice_index(choice_fn choice, const char *word)
{
    const char *name;

    for (size_t i = 0; (name = choice(i)) != NULL; i++) {
        if (strcmp(name, word) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

const char *choice_list(char *out, size_t cap, choice_fn choice)
{
    size_t len = 0;

    out[0] = '\0';
    for (size_t i = 0; choice(i) != NULL && len < cap; i++) {
        const char *between = i == 0 ? "" : choice(i + 1) ? ", " : " or ";
        int wrote = snprintf(out + len, cap - len, "%s%s", between, choice(i));

        len += wrote > 0 ? (size_t)wrote : 0;
    }
    return out;
}

/* How many letters must be added, dropped or changed to make b of a: the row by
 * row form of Levenshtein's distance. Words past MAX_WORD are far from all. */
static size_t distance(const char *a, const char *b)
{
    size_t row[MAX_WORD + 1];
    size_t b_len = strlen(b);

    if (strlen(a) > MAX_WORD || b_len > MAX_WORD) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= b_len; j++) {
        row[j] = j;
    }
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];

        row[0] = i + 1;
        for (size_t j = 0; j < b_len; j++) {
            size_t best = diagonal + (a[i] != b[j]);

            diagonal = row[j + 1];
            best = best < diagonal + 1 ? best : diagonal + 1;
            best = best < row[j] + 1 ? best : row[j] + 1;
            row[j + 1] = best;
        }
    }
    return row[b_len];
}

const char *choice_nearest(choice_fn choice, const char *word)
{
    const char *nearest = NULL;
    const char *name;
    size_t least = 1 + strlen(word) / 3; /* further off is no misspelling */

    for (size_t i = 0; (name = choice(i)) != NULL; i++) {
        /* The beginning of a word is nearly the word. */
        size_t apart = *word && strncmp(name, word, strlen(word)) == 0
                           ? 1
                           : distance(word, name);

        if (apart <= least && (!nearest || apart < least)) {
            least = apart;
            nearest = name;
        }
    }
    return nearest;
}
