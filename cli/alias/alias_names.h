/* SPDX-License-Identifier: MIT */
/* The rows of an alias map, in memory: which alias stands for which text. */
#ifndef CLI_ALIAS_NAMES_H
#define CLI_ALIAS_NAMES_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an alias looks like: the words of --to, in this order. */
enum alias_kind { ALIAS_NUMBER, ALIAS_UUID, ALIAS_PSEUDONYM, ALIAS_TYPEID };

/* How many ids are looked up together, so that the processor waits for the memory
 * of many of them at once. */
enum { ALIAS_AT_ONCE = 32 };

/* No row. */
#define ALIAS_NO_ROW UINT32_MAX

/* Text that gets an alias. */
struct alias_text {
    const char *text;
    size_t len;
    uint64_t hash;           /* of alias_names_hash_text */
    const guidon_span *span; /* the id or the word */
};

struct alias_names {
    enum alias_kind kind; /* ALIAS_NUMBER, ALIAS_UUID or ALIAS_TYPEID */
    char
        word[GUIDON_ALIAS_WORD_MAX + 1]; /* of the aliases; "" for ALIAS_UUID */
    guidon_scanner scanner; /* of the kind and the word, for every form */
    bool by_alias;          /* find rows by alias, not by text */
    uint64_t seed;          /* of the hash */
    uint64_t last_number;   /* the greatest number of an alias so far */
    struct alias_row *rows;
    uint32_t n_rows, rows_size;
    char *texts; /* of the rows that need them, one behind the other */
    size_t texts_len, texts_size;
    struct alias_table {
        uint32_t *slots; /* 0, or a tag and a number from 1 */
        uint32_t n_slots, n;
    } by_text, by_id;
    uint32_t *listed; /* the rows of by_text; NULL: all rows, in their order */
    uint32_t listed_size;
    struct alias_idents *idents; /* the different ids */
    uint32_t n_idents, idents_size;
};

/* The kind of the library for a kind. */
guidon_alias_kind alias_names_kind(enum alias_kind kind);

/* Set the kind and the word, of `len` characters, 0 for ALIAS_UUID. False if it is
 * not a word for aliases. All else is zero, or as it was. */
bool alias_names_set(struct alias_names *names, enum alias_kind kind,
                     const char *word, size_t len);
void alias_names_begin(struct alias_names *names, uint64_t seed);
void alias_names_free(struct alias_names *names);

/* The hash of a text that gets an alias: of an id, or of the letters of a word. */
uint64_t alias_names_hash_text(const struct alias_names *names,
                               const char *text, const guidon_span *span);
/* The hash of an alias, which is `text` or, in the kind ALIAS_UUID, an id. */
uint64_t alias_names_hash_alias(const struct alias_names *names,
                                const char *text, const guidon_span *span);
/* Load into the cache what the search for ids of these hashes reads, or for aliases.
 * At most ALIAS_AT_ONCE hashes. */
void alias_names_prefetch_ids(const struct alias_names *names,
                              const uint64_t hashes[], size_t n);
void alias_names_prefetch_aliases(const struct alias_names *names,
                                  const uint64_t hashes[], size_t n);

/* The row of a text; ALIAS_NO_ROW if it has none. */
uint32_t alias_names_find(const struct alias_names *names,
                          const struct alias_text *text);
/* The row of the first spelling of an id; ALIAS_NO_ROW if it has none. */
uint32_t alias_names_find_id(const struct alias_names *names,
                             const struct alias_text *text);
/* Add a row for a text that has none. ALIAS_NO_ROW if memory ran out
 * (*why is NULL) or no alias is left (*why says so). */
uint32_t alias_names_add(const char **why, struct alias_names *names,
                         const struct alias_text *text);
/* With `by_alias`, after the last row: make them findable by alias. False if memory
 * ran out. */
bool alias_names_list_aliases(struct alias_names *names);
/* The row of an alias of this hash; ALIAS_NO_ROW if it has none. Only after
 * alias_names_list_aliases. In the kind ALIAS_UUID the alias may be the end of the text. */
uint32_t alias_names_find_alias(const struct alias_names *names,
                                const char *text, size_t len, uint64_t hash);
/* Is a word the beginning of an alias in some row? */
bool alias_names_has_word(const struct alias_names *names, const char *word,
                          size_t len);

/* Write the alias of a row. Returns its length. */
size_t alias_names_alias(char out[GUIDON_ALIAS_MAX],
                         const struct alias_names *names, uint32_t row);
/* The number of the alias of a row. */
uint64_t alias_names_number(const struct alias_names *names, uint32_t row);
/* The text of a row, which lies in `room` or in the memory of the names. */
const char *alias_names_text(size_t *len, char room[GUIDON_ALIAS_MAX],
                             const struct alias_names *names, uint32_t row);

#endif
