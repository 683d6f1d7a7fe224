/* SPDX-License-Identifier: MIT */
/*
 * finder.c - ids within any text.
 *
 * Idea    A UUID has '-' at offsets 8, 13, 18 and 23: memchr goes from '-' to
 *         '-', and three more bytes tell whether to look closer. Any 26 bytes
 *         hold exactly one of every 26th: of a ULID that one is a letter of
 *         base32, so that most of a text is never looked at.
 */
#include "finder.h"

#include <stdint.h>
#include <string.h>

enum { WORD = 1, UPPER = 2, LOWER = 4 };

#define UPPER_LETTER (WORD | UPPER)
#define LOWER_LETTER (WORD | LOWER)
#define DIGIT        (WORD | UPPER | LOWER)

/* What a byte may be part of: a word, a ULID in upper case, one in lower. */
static const unsigned char class_of[256] = {
    ['0'] = DIGIT,        ['1'] = DIGIT,        ['2'] = DIGIT,
    ['3'] = DIGIT,        ['4'] = DIGIT,        ['5'] = DIGIT,
    ['6'] = DIGIT,        ['7'] = DIGIT,        ['8'] = DIGIT,
    ['9'] = DIGIT,        ['A'] = UPPER_LETTER, ['B'] = UPPER_LETTER,
    ['C'] = UPPER_LETTER, ['D'] = UPPER_LETTER, ['E'] = UPPER_LETTER,
    ['F'] = UPPER_LETTER, ['G'] = UPPER_LETTER, ['H'] = UPPER_LETTER,
    ['I'] = WORD,         ['J'] = UPPER_LETTER, ['K'] = UPPER_LETTER,
    ['L'] = WORD,         ['M'] = UPPER_LETTER, ['N'] = UPPER_LETTER,
    ['O'] = WORD,         ['P'] = UPPER_LETTER, ['Q'] = UPPER_LETTER,
    ['R'] = UPPER_LETTER, ['S'] = UPPER_LETTER, ['T'] = UPPER_LETTER,
    ['U'] = WORD,         ['V'] = UPPER_LETTER, ['W'] = UPPER_LETTER,
    ['X'] = UPPER_LETTER, ['Y'] = UPPER_LETTER, ['Z'] = UPPER_LETTER,
    ['a'] = LOWER_LETTER, ['b'] = LOWER_LETTER, ['c'] = LOWER_LETTER,
    ['d'] = LOWER_LETTER, ['e'] = LOWER_LETTER, ['f'] = LOWER_LETTER,
    ['g'] = LOWER_LETTER, ['h'] = LOWER_LETTER, ['i'] = WORD,
    ['j'] = LOWER_LETTER, ['k'] = LOWER_LETTER, ['l'] = WORD,
    ['m'] = LOWER_LETTER, ['n'] = LOWER_LETTER, ['o'] = WORD,
    ['p'] = LOWER_LETTER, ['q'] = LOWER_LETTER, ['r'] = LOWER_LETTER,
    ['s'] = LOWER_LETTER, ['t'] = LOWER_LETTER, ['u'] = WORD,
    ['v'] = LOWER_LETTER, ['w'] = LOWER_LETTER, ['x'] = LOWER_LETTER,
    ['y'] = LOWER_LETTER, ['z'] = LOWER_LETTER,
};

static unsigned class_at(const struct finder *f, size_t at)
{
    return class_of[(unsigned char)f->text[at]];
}

/* --------------------------------------------------------------- boundaries */

/* Does the letter at `at` end an escape sequence? "\n" as it is written in
 * JSON, or a CSI sequence that says a colour: ESC [ digits ; digits m. */
static bool ends_escape(const struct finder *f, size_t at)
{
    size_t least = at > FINDER_BEFORE - 1 ? at - (FINDER_BEFORE - 1) : 0;
    size_t i = at;

    if (at == 0) {
        return false;
    }
    if (f->text[at - 1] == '\\') {
        return f->text[at] == 'n' || f->text[at] == 'r' || f->text[at] == 't';
    }
    if (f->text[at] != 'm') {
        return false;
    }
    while (i > least && strchr("0123456789;:", f->text[i - 1]) &&
           f->text[i - 1]) {
        i--;
    }
    return i >= least + 2 && f->text[i - 1] == '[' && f->text[i - 2] == '\033';
}

static bool begins_word(const struct finder *f, size_t at)
{
    return at == 0 || !(class_at(f, at - 1) & WORD) || ends_escape(f, at - 1);
}

/* False too where the piece ends, unless the text does. */
static bool ends_word(const struct finder *f, size_t at)
{
    return at < f->len ? !(class_at(f, at) & WORD) : at == f->len && f->last;
}

/* -------------------------------------------------------------------- UUIDs */

/* Is there a UUID whose first '-' is at `dash`? */
static bool uuid_around(struct finding *found, const struct finder *f,
                        size_t dash)
{
    size_t at = dash - 8;

    if (!begins_word(f, at) || !ends_word(f, at + GUIDON_UUID_LEN) ||
        guidon_uuid_parse(&found->id, f->text + at, GUIDON_UUID_LEN, NULL) !=
            GUIDON_OK) {
        return false;
    }
    found->at = at;
    found->len = GUIDON_UUID_LEN;
    found->form = GUIDON_FORM_UUID;
    return true;
}

static void next_uuid(struct finder *f)
{
    const char *text = f->text;
    size_t at = f->uuid_at + 8;                 /* of the first '-' */
    size_t end = f->len > 28 ? f->len - 27 : 0; /* past the last such place */

    f->uuid.len = 0;
    for (; at < end; at++) {
        const char *dash = memchr(text + at, '-', end - at);

        if (!dash) {
            break;
        }
        at = (size_t)(dash - text);
        while (at + 1 < end && text[at + 1] == '-') {
            at++; /* a line that is drawn has many */
        }
        if (text[at + 5] == '-' && text[at + 10] == '-' &&
            text[at + 15] == '-' && uuid_around(&f->uuid, f, at)) {
            f->uuid_at = f->uuid.at + GUIDON_UUID_LEN;
            return;
        }
    }
    f->uuid_at = f->len;
}

/* -------------------------------------------------------------------- ULIDs */

/* Does the run from `begin` to `end` end in a ULID, all of it in one case? What
 * comes before it in the run may be of an escape sequence. */
static bool ulid_in(struct finding *found, const struct finder *f, size_t begin,
                    size_t end, unsigned classes)
{
    unsigned common = classes;

    if (end - begin < GUIDON_ULID_LEN || !ends_word(f, end) ||
        !begins_word(f, end - GUIDON_ULID_LEN)) {
        return false;
    }
    size_t at = end - GUIDON_ULID_LEN;
    for (size_t i = at; i < end; i++) {
        common &= class_at(f, i);
    }
    if (!common || guidon_ulid_parse(&found->id, f->text + at, GUIDON_ULID_LEN,
                                     NULL) != GUIDON_OK) {
        return false;
    }
    found->at = at;
    found->len = GUIDON_ULID_LEN;
    found->form = GUIDON_FORM_ULID;
    return true;
}

static void next_ulid(struct finder *f)
{
    unsigned classes = (f->what & FIND_ULID ? UPPER : 0) |
                       (f->what & FIND_ULID_LOWER ? LOWER : 0);
    size_t from = f->ulid_at;
    size_t at = from + GUIDON_ULID_LEN - 1;

    f->ulid.len = 0;
    while (at < f->len) {
        size_t begin = at, end = at + 1;

        if (!(class_at(f, at) & classes)) {
            from = at + 1;
            at += GUIDON_ULID_LEN;
            continue;
        }
        while (begin > from && class_at(f, begin - 1) & classes) {
            begin--;
        }
        /* A run that goes on for longer is looked at in parts. */
        while (end < f->len && end - begin < FINDER_BEFORE + GUIDON_ULID_LEN &&
               class_at(f, end) & classes) {
            end++;
        }
        if (ulid_in(&f->ulid, f, begin, end, classes)) {
            f->ulid_at = end;
            return;
        }
        from = end; /* no letter, or amid a run that is too long */
        at = end + GUIDON_ULID_LEN;
    }
    f->ulid_at = f->len;
}

/* ------------------------------------------------------------------- pieces */

/* Before it, nothing can be part of an id that the end of the piece cuts: at
 * most the letters, digits and '-' at the very end, and of them no more than an
 * id has. */
static size_t settled_of(const struct finder *f, size_t from)
{
    size_t least = f->len > FINDER_AFTER ? f->len - FINDER_AFTER : 0;
    size_t at = f->len;

    if (f->last) {
        return at;
    }
    least = least > from ? least : from;
    while (at > least &&
           (class_at(f, at - 1) & WORD || f->text[at - 1] == '-')) {
        at--;
    }
    return at;
}

void finder_piece(struct finder *f, const char *text, size_t from, size_t len,
                  bool last)
{
    f->text = text;
    f->len = len;
    f->last = last;
    f->uuid_at = f->ulid_at = from;
    f->settled = settled_of(f, from);
    f->uuid.len = f->ulid.len = 0;
    if (f->what & FIND_UUID) {
        next_uuid(f);
    }
    if (f->what & (FIND_ULID | FIND_ULID_LOWER)) {
        next_ulid(f);
    }
}

bool finder_next(struct finding *found, struct finder *f)
{
    bool uuid =
        f->uuid.len > 0 && (f->ulid.len == 0 || f->uuid.at < f->ulid.at);

    if (!uuid && f->ulid.len == 0) {
        return false;
    }
    *found = uuid ? f->uuid : f->ulid;
    if (uuid) {
        next_uuid(f);
    } else {
        next_ulid(f);
    }
    if (f->settled < found->at + found->len) {
        f->settled = found->at + found->len;
    }
    return true;
}
