/* SPDX-License-Identifier: MIT */
/* Words in the shape of an alias: a word, '-', a number and perhaps a suffix. */
#ifndef GDN_SCAN_WORDS_H
#define GDN_SCAN_WORDS_H

#include "../core/private.h"

#include <guidon/scan.h>
#include <guidon/typeid.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * An alias of a number is WORD-NUMBER or WORD-NUMBER.SUFFIX, such as id-7 and
 * id-7.b. The number has no zero in front. The suffix counts the spellings of an
 * id: none is the first, then b, c, ... z, aa, ab, ...
 *
 * It is a whole word: none of [A-Za-z0-9_.-] may touch it. A full stop behind it
 * does not count if no such character follows, so that a sentence may end there.
 * A letter or digit before it does not count if it ends an escape sequence, as
 * for the ids of the scanner.
 */
#define GDN_ALIAS_WORD_MAX     GUIDON_TYPEID_PREFIX_MAX
#define GDN_ALIAS_NUMBER_MAX   UINT64_C(999999999999999)
#define GDN_ALIAS_SPELLING_MAX (26u + 26u * 26u + 26u * 26u * 26u - 1)
/* The longest alias: of a TypeID, as another TypeID. */
#define GDN_ALIAS_TEXT_MAX GUIDON_TYPEID_MAX

/* The most bytes at the end of a piece of text that the next piece may have to
 * repeat, and the most bytes before one that decide about its beginning. */
#define GDN_WORDS_AFTER ((size_t)128)

/* Which words may be aliases. */
struct gdn_shape {
    char word[GDN_ALIAS_WORD_MAX + 1];
    size_t word_len;
    bool any_word; /* also any prefix of a TypeID */
};

struct gdn_word {
    size_t at; /* offset in the text */
    size_t len;
    size_t word_len;
    uint64_t number;   /* 1 to GDN_ALIAS_NUMBER_MAX */
    unsigned spelling; /* 0 to GDN_ALIAS_SPELLING_MAX */
};

/* A piece of text. Offset 0 is the beginning of the whole text, or at least
 * GDN_SCAN_BEFORE bytes before a word that a call may find. */
struct gdn_piece {
    const char *text;
    size_t len;
    bool last; /* the whole text ends here */
};

/*
 * Find the next word that begins and ends between `from` and `to`. At `to` an id
 * begins, or the text may be cut (gdn_words_cut), or the last piece ends.
 */
bool gdn_words_next(struct gdn_word *out, const struct gdn_shape *shape,
                    const struct gdn_piece *piece, size_t from, size_t to);

/* Does the piece have the bytes behind `end` that decide whether an alias may end
 * there? One or two do. */
bool gdn_words_decides(const struct gdn_piece *piece, size_t end);

/* Would an alias whose first character is `first` be found again, if it stood in
 * the place of the bytes from `at` to `end`? The piece decides about `end`. */
bool gdn_words_fits(const struct gdn_shape *shape,
                    const struct gdn_piece *piece, size_t at, size_t end,
                    char first);

/* An offset from `from` to `most`, at most GDN_WORDS_AFTER before it, at which
 * the text may be cut: no alias stands across it, and what follows decides about
 * no alias before it. */
size_t gdn_words_cut(const struct gdn_piece *piece, size_t from, size_t most);

/* Write the text of an alias, of at most GDN_ALIAS_TEXT_MAX bytes. Returns its
 * length. */
size_t gdn_words_write(char out[GDN_ALIAS_TEXT_MAX], const char *word,
                       size_t word_len, uint64_t number, unsigned spelling);

/* May the word begin aliases? It is a letter, then letters, digits and '_'. If it is
 * to stand among prefixes of TypeIDs, it is one, and does not begin with a letter
 * that ends an escape sequence. */
bool gdn_words_is_word(const char *word, size_t len, bool prefix);

GDN_PRIVATE_END

#endif
