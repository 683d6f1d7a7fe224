/* SPDX-License-Identifier: MIT */
/* alias_words.c - finds words in the shape of an alias. */
#include "alias_words.h"
#include "../text/number.h"
#include "../text/scanner.h"

#include <string.h>

enum { DIGITS_MAX = 15, SUFFIX_MAX = 3, PREFIX_OPTION_MAX = 31 };
_Static_assert(ALIAS_WORD_MAX + 1 + DIGITS_MAX + 1 + SUFFIX_MAX <=
                   ALIAS_TEXT_MAX,
               "WORD-NUMBER.SUFFIX fits");

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* May no such character touch an alias? */
static bool is_part(char c)
{
    return is_small(c) || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           c == '.' || c == '-';
}

static bool begins(const char *text, size_t at)
{
    return at == 0 || !is_part(text[at - 1]) ||
           scanner_ends_escape(text, at - 1);
}

static bool ends(const struct alias_piece *piece, size_t at)
{
    if (at < piece->len && piece->text[at] == '.') {
        at++;
    }
    return at < piece->len ? !is_part(piece->text[at]) : piece->last;
}

/* ------------------------------------------------------------------ prefixes */

/* Does a prefix of a TypeID begin at `at`, where its first letter is `first`? The
 * scanner has the same rule: a letter that ends an escape sequence of two
 * characters is none of it. */
static bool begins_prefix(const char *text, size_t at, char first)
{
    return is_small(first) && begins(text, at) &&
           !(at >= 1 && text[at - 1] == '\\' &&
             (first == 'n' || first == 'r' || first == 't'));
}

/* Where the longest prefix begins that a letter at `at` could continue; `at` if
 * none begins before it. */
static size_t prefix_begin(const char *text, size_t at, size_t least)
{
    size_t first = at;

    while (first > least &&
           (is_small(text[first - 1]) || text[first - 1] == '_')) {
        first--;
    }
    while (first < at && !begins_prefix(text, first, text[first])) {
        first++;
    }
    return first;
}

/* Find the word that ends with the '-' at `dash`. */
static bool word_before(size_t *at, const struct alias_shape *shape,
                        const char *text, size_t from, size_t dash)
{
    if (!shape->any_word) {
        *at = dash - shape->word_len;
        return dash >= from + shape->word_len &&
               memcmp(text + *at, shape->word, shape->word_len) == 0 &&
               begins(text, *at);
    }
    *at = prefix_begin(text, dash - 1, from);
    return dash - *at <= ALIAS_WORD_MAX && begins_prefix(text, *at, text[*at]);
}

/* ------------------------------------------------------------------- numbers */

/* Read a number at `at`. Returns the offset behind it, or 0. */
static size_t take_number(uint64_t *number, const struct alias_piece *piece,
                          size_t at)
{
    const size_t begin = at;

    *number = 0;
    while (at < piece->len && is_digit(piece->text[at])) {
        if (at - begin == DIGITS_MAX) {
            return 0;
        }
        *number = *number * 10 + (uint64_t)(piece->text[at++] - '0');
    }
    return at > begin && piece->text[begin] != '0' ? at : 0;
}

/* Read a suffix at `at`, if there is one. Returns the offset behind it, or 0 if
 * it has the form of a suffix but is none. */
static size_t take_suffix(unsigned *spelling, const struct alias_piece *piece,
                          size_t at)
{
    unsigned value = 0;
    size_t i = at + 1;

    *spelling = 0;
    if (i >= piece->len || piece->text[at] != '.' ||
        !is_small(piece->text[i])) {
        return at;
    }
    while (i < piece->len && is_small(piece->text[i])) {
        if (i - at > SUFFIX_MAX) {
            return 0;
        }
        value = value * 26 + (unsigned)(piece->text[i++] - 'a') + 1;
    }
    *spelling = value - 1; /* "a" would be the first, which has no suffix */
    return value > 1 ? i : 0;
}

/* ----------------------------------------------------------------- interface */

/* Can the '-' at `dash` be that of an alias? Most cannot, such as those of
 * dates. */
static inline bool may_be_dash(const struct alias_shape *shape,
                               const struct alias_piece *piece, size_t from,
                               size_t dash)
{
    return dash > from && dash + 1 < piece->len &&
           is_digit(piece->text[dash + 1]) &&
           (shape->any_word
                ? is_small(piece->text[dash - 1])
                : piece->text[dash - 1] == shape->word[shape->word_len - 1]);
}

static bool word_at(struct alias_word *out, const struct alias_shape *shape,
                    const struct alias_piece *piece, size_t from, size_t dash)
{
    size_t end;

    if (!may_be_dash(shape, piece, from, dash) ||
        !word_before(&out->at, shape, piece->text, from, dash) ||
        (end = take_number(&out->number, piece, dash + 1)) == 0 ||
        (end = take_suffix(&out->spelling, piece, end)) == 0 ||
        !ends(piece, end)) {
        return false;
    }
    out->len = end - out->at;
    out->word_len = dash - out->at;
    return true;
}

bool alias_words_next(struct alias_word *out, const struct alias_shape *shape,
                      const struct alias_piece *piece, size_t from, size_t to)
{
    const char *dash = piece->text + from;
    const char *const end = piece->text + to;

    while (dash < end &&
           (dash = memchr(dash, '-', (size_t)(end - dash))) != NULL) {
        if (word_at(out, shape, piece, from, (size_t)(dash - piece->text))) {
            return true;
        }
        dash++;
    }
    return false;
}

bool alias_words_decides(const struct alias_piece *piece, size_t end)
{
    return piece->last || (end < piece->len &&
                           (piece->text[end] != '.' || end + 1 < piece->len));
}

bool alias_words_fits(const struct alias_shape *shape,
                      const struct alias_piece *piece, size_t at, size_t end,
                      char first)
{
    if (!begins(piece->text, at) || !ends(piece, end)) {
        return false;
    }
    return !shape->any_word ||
           (begins_prefix(piece->text, at, first) &&
            prefix_begin(piece->text, at,
                         at > ALIAS_WORD_MAX ? at - ALIAS_WORD_MAX : 0) == at);
}

/* A run of more than ALIAS_WORDS_AFTER such characters is longer than an alias
 * and the escape sequence before it. */
size_t alias_words_cut(const struct alias_piece *piece, size_t from,
                       size_t most)
{
    size_t least =
        most > from + ALIAS_WORDS_AFTER ? most - ALIAS_WORDS_AFTER : from;
    size_t at = most;

    while (at > least && is_part(piece->text[at - 1])) {
        at--;
    }
    return at;
}

size_t alias_words_write(char out[ALIAS_TEXT_MAX], const char *word,
                         size_t word_len, uint64_t number, unsigned spelling)
{
    char letters[SUFFIX_MAX];
    char *end = out + word_len;
    size_t n = 0;

    memcpy(out, word, word_len);
    *end++ = '-';
    end = number_put(end, number);
    if (spelling > 0) {
        for (unsigned value = spelling + 1; value > 0;
             value = (value - 1) / 26) {
            letters[n++] = (char)('a' + (value - 1) % 26);
        }
        *end++ = '.';
        while (n > 0) {
            *end++ = letters[--n];
        }
    }
    return (size_t)(end - out);
}

bool alias_words_is_word(const char *word, size_t len)
{
    if (len == 0 || len > PREFIX_OPTION_MAX || is_digit(word[0])) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (!is_part(word[i]) || word[i] == '.' || word[i] == '-' ||
            (i == 0 && word[i] == '_')) {
            return false;
        }
    }
    return true;
}
