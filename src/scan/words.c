/* SPDX-License-Identifier: MIT */
/* words.c - finds words in the shape of an alias. */
#include "words.h"
#include "../core/memory.h"
#include "../text/ascii.h"
#include "scanner.h"

enum { WORDS_DIGITS_MAX = 15, WORDS_SUFFIX_MAX = 3 };
_Static_assert(GDN_ALIAS_WORD_MAX + 1 + WORDS_DIGITS_MAX + 1 +
                       WORDS_SUFFIX_MAX <=
                   GDN_ALIAS_TEXT_MAX,
               "WORD-NUMBER.SUFFIX fits");

/* May no such character touch an alias? */
static bool words_is_part(char c)
{
    return gdn_is_lower(c) || gdn_is_upper(c) || gdn_is_digit(c) || c == '_' ||
           c == '.' || c == '-';
}

static bool words_begins(const char *text, size_t at)
{
    return at == 0 || !words_is_part(text[at - 1]) ||
           gdn_scan_ends_escape(text, at - 1);
}

static bool words_ends(const struct gdn_piece *piece, size_t at)
{
    if (at < piece->len && piece->text[at] == '.') {
        at++;
    }
    return at < piece->len ? !words_is_part(piece->text[at]) : piece->last;
}

/* ------------------------------------------------------------------ prefixes */

/* Is it the letter of "\n", "\r" or "\t"? */
static bool words_may_escape(char c)
{
    return c == 'n' || c == 'r' || c == 't';
}

/* Does a prefix of a TypeID begin at `at`, where its first letter is `first`? The
 * scanner has the same rule: a letter that ends an escape sequence is none of it,
 * such as that of "\n", or the m of a colour. */
static bool words_begins_prefix(const char *text, size_t at, char first)
{
    return gdn_is_lower(first) && words_begins(text, at) &&
           !(at >= 1 && text[at - 1] == '\\' && words_may_escape(first)) &&
           !(first == 'm' && text[at] == 'm' && gdn_scan_ends_escape(text, at));
}

/* Where the longest prefix begins that a letter at `at` could continue; `at` if
 * none begins before it. */
static size_t words_prefix_begin(const char *text, size_t at, size_t least)
{
    size_t first = at;

    while (first > least &&
           (gdn_is_lower(text[first - 1]) || text[first - 1] == '_')) {
        first--;
    }
    while (first < at && !words_begins_prefix(text, first, text[first])) {
        first++;
    }
    return first;
}

/* Find the word that ends with the '-' at `dash`. */
static bool words_word_before(size_t *at, const struct gdn_shape *shape,
                              const char *text, size_t from, size_t dash)
{
    if (!shape->any_word) {
        *at = dash - shape->word_len;
        return dash >= from + shape->word_len &&
               memcmp(text + *at, shape->word, shape->word_len) == 0 &&
               words_begins(text, *at);
    }
    *at = words_prefix_begin(text, dash - 1, from);
    return dash - *at <= GDN_ALIAS_WORD_MAX &&
           words_begins_prefix(text, *at, text[*at]);
}

/* ------------------------------------------------------------------- numbers */

/* Read a number at `at`. Returns the offset behind it, or 0. */
static size_t words_take_number(uint64_t *number, const struct gdn_piece *piece,
                                size_t at)
{
    const size_t begin = at;

    *number = 0;
    while (at < piece->len && gdn_is_digit(piece->text[at])) {
        if (at - begin == WORDS_DIGITS_MAX) {
            return 0;
        }
        *number = *number * 10 + (uint64_t)(piece->text[at++] - '0');
    }
    return at > begin && piece->text[begin] != '0' ? at : 0;
}

/* Read a suffix at `at`, if there is one. Returns the offset behind it, or 0 if
 * it has the form of a suffix but is none. */
static size_t words_take_suffix(unsigned *spelling,
                                const struct gdn_piece *piece, size_t at)
{
    unsigned value = 0;
    size_t i = at + 1;

    *spelling = 0;
    if (i >= piece->len || piece->text[at] != '.' ||
        !gdn_is_lower(piece->text[i])) {
        return at;
    }
    while (i < piece->len && gdn_is_lower(piece->text[i])) {
        if (i - at > WORDS_SUFFIX_MAX) {
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
static inline bool words_may_be_dash(const struct gdn_shape *shape,
                                     const struct gdn_piece *piece, size_t from,
                                     size_t dash)
{
    return dash > from && dash + 1 < piece->len &&
           gdn_is_digit(piece->text[dash + 1]) &&
           (shape->any_word
                ? gdn_is_lower(piece->text[dash - 1])
                : piece->text[dash - 1] == shape->word[shape->word_len - 1]);
}

static bool words_word_at(struct gdn_word *out, const struct gdn_shape *shape,
                          const struct gdn_piece *piece, size_t from,
                          size_t dash)
{
    size_t end;

    if (!words_may_be_dash(shape, piece, from, dash) ||
        !words_word_before(&out->at, shape, piece->text, from, dash) ||
        (end = words_take_number(&out->number, piece, dash + 1)) == 0 ||
        (end = words_take_suffix(&out->spelling, piece, end)) == 0 ||
        !words_ends(piece, end)) {
        return false;
    }
    out->len = end - out->at;
    out->word_len = dash - out->at;
    return true;
}

bool gdn_words_next(struct gdn_word *out, const struct gdn_shape *shape,
                    const struct gdn_piece *piece, size_t from, size_t to)
{
    const char *dash = piece->text + from;
    const char *const end = piece->text + to;

    while (dash < end &&
           (dash = memchr(dash, '-', (size_t)(end - dash))) != NULL) {
        if (words_word_at(out, shape, piece, from,
                          (size_t)(dash - piece->text))) {
            return true;
        }
        dash++;
    }
    return false;
}

bool gdn_words_decides(const struct gdn_piece *piece, size_t end)
{
    return piece->last || (end < piece->len &&
                           (piece->text[end] != '.' || end + 1 < piece->len));
}

bool gdn_words_fits(const struct gdn_shape *shape,
                    const struct gdn_piece *piece, size_t at, size_t end,
                    char first)
{
    if (!words_begins(piece->text, at) || !words_ends(piece, end)) {
        return false;
    }
    return !shape->any_word ||
           (words_begins_prefix(piece->text, at, first) &&
            words_prefix_begin(piece->text, at,
                               at > GDN_ALIAS_WORD_MAX ? at - GDN_ALIAS_WORD_MAX
                                                       : 0) == at);
}

/* A run of more than GDN_WORDS_AFTER such characters is longer than an alias
 * and the escape sequence before it. */
size_t gdn_words_cut(const struct gdn_piece *piece, size_t from, size_t most)
{
    size_t least =
        most > from + GDN_WORDS_AFTER ? most - GDN_WORDS_AFTER : from;
    size_t at = most;

    while (at > least && words_is_part(piece->text[at - 1])) {
        at--;
    }
    return at;
}

size_t gdn_words_write(char out[GDN_ALIAS_TEXT_MAX], const char *word,
                       size_t word_len, uint64_t number, unsigned spelling)
{
    char letters[WORDS_SUFFIX_MAX];
    char digits[WORDS_DIGITS_MAX];
    char *end = out + word_len;
    size_t n = 0, n_digits = 0;

    memcpy(out, word, word_len);
    *end++ = '-';
    for (uint64_t rest = number; rest > 0; rest /= 10) {
        digits[n_digits++] = (char)('0' + rest % 10);
    }
    while (n_digits > 0) {
        *end++ = digits[--n_digits];
    }
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

bool gdn_words_is_word(const char *word, size_t len, bool prefix)
{
    if (len == 0 || len > GUIDON_ALIAS_WORD_MAX || gdn_is_digit(*word) ||
        *word == '_' ||
        (prefix && (word[len - 1] == '_' || words_may_escape(*word)))) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (prefix
                ? !gdn_is_lower(word[i]) && word[i] != '_'
                : !words_is_part(word[i]) || word[i] == '.' || word[i] == '-') {
            return false;
        }
    }
    return true;
}
