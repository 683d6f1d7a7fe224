/* SPDX-License-Identifier: MIT */
/*
 * alias_names.c - which alias stands for which text.
 *
 * Idea  A row has 16 bytes, and the texts lie one behind the other. The text
 *       that guidon_format writes of an id is not among them, because it is
 *       written anew from the id, and so is each alias from its row. Hash tables
 *       with open addressing have 4 bytes a slot: the number of a row or an id,
 *       from 1, and in the bits above it a tag, bits of the hash that tell
 *       nearly all other rows from a row without a look at its text.
 *
 *       Nearly every id has one spelling. So the first spelling of an id is
 *       found by the id, which needs one table. The table of texts has words and
 *       further spellings alone. To put texts back, it has all rows, by alias.
 */
#include "alias_names.h"

#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#  define PREFETCH(address) __builtin_prefetch(address)
#else
#  define PREFETCH(address) ((void)(address))
#endif

enum { FIRST_ROWS = 256, FIRST_TEXTS = 16384, FIRST_SLOTS = 512 };

/* A growth enters all entries anew, so a table grows by four. A large one grows by
 * two, because half of its memory counts more. */
enum { LARGE_SLOTS = 1 << 20 };

/* A text has at most GUIDON_ALIAS_MAX bytes. */
#define LEN_BITS 8
#define LEN_MASK ((UINT64_C(1) << LEN_BITS) - 1)
_Static_assert(GUIDON_TYPEID_MAX <= LEN_MASK && GUIDON_ALIAS_MAX <= LEN_MASK,
               "the length of a text fits");

struct alias_row {
    uint64_t place;  /* the offset of the text, and its length; or `of_id` */
    uint32_t number; /* of the alias */
    uint16_t spelling;
    uint8_t form;  /* a guidon_form; ROW_TYPEID; ROW_WORD */
    uint8_t of_id; /* the text is what guidon_format writes of id `place` */
};
enum { ROW_TYPEID = 254, ROW_WORD = 255 };
_Static_assert(GUIDON_FORMS <= ROW_TYPEID, "a form fits");

/* The ids in two arrays, so that none of them has a gap. */
struct alias_idents {
    guidon_id *ids;
    struct alias_spellings {
        uint32_t first; /* the row of the first spelling */
        uint32_t n;
    } * spellings;
};

/* --------------------------------------------------------------------- hash */

/* Multiply and fold: each bit of the product depends on bits of both factors. */
static uint64_t fold(uint64_t a, uint64_t b)
{
    a ^= b;
    a *= UINT64_C(0x9e3779b97f4a7c15);
    a ^= a >> 32;
    a *= UINT64_C(0xd6e8feb86659fd93);
    return a ^ a >> 29;
}

static inline uint64_t hash_of(const struct alias_names *names,
                               const void *bytes, size_t len)
{
    const char *at = bytes;
    uint64_t hash = names->seed ^ len, word;

    for (; len >= sizeof word; at += sizeof word, len -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = fold(hash, word);
    }
    word = 0;
    memcpy(&word, at, len);
    return fold(hash, word);
}

/* -------------------------------------------------------------------- tables */

static uint32_t number_mask(const struct alias_table *table)
{
    return table->n_slots - 1; /* of a power of two */
}

static uint32_t tag_of(const struct alias_table *table, uint64_t hash)
{
    return (uint32_t)hash & ~number_mask(table);
}

static uint32_t slot_of(const struct alias_table *table, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & (table->n_slots - 1);
}

static void enter(const struct alias_table *table, uint64_t hash,
                  uint32_t number)
{
    uint32_t slot = slot_of(table, hash);

    while (table->slots[slot] != 0) {
        slot = (slot + 1) & (table->n_slots - 1);
    }
    table->slots[slot] = tag_of(table, hash) | number;
}

/* The hash of entry `i` of a table. */
typedef uint64_t entry_hash_fn(const struct alias_names *names, uint32_t i);

static void enter_all(const struct alias_names *names,
                      const struct alias_table *table,
                      entry_hash_fn *hash_of_entry)
{
    uint64_t hashes[ALIAS_AT_ONCE];

    for (uint32_t from = 0; from < table->n; from += ALIAS_AT_ONCE) {
        const uint32_t left = table->n - from;
        const uint32_t n = left < ALIAS_AT_ONCE ? left : ALIAS_AT_ONCE;

        for (uint32_t i = 0; i < n; i++) {
            hashes[i] = hash_of_entry(names, from + i);
            PREFETCH(&table->slots[slot_of(table, hashes[i])]);
        }
        for (uint32_t i = 0; i < n; i++) {
            enter(table, hashes[i], from + i + 1);
        }
    }
}

/* Give a table so many slots, and enter its entries. */
static bool set_slots(struct alias_names *names, struct alias_table *table,
                      uint32_t n_slots, entry_hash_fn *hash_of_entry)
{
    uint32_t *slots = n_slots ? calloc(n_slots, sizeof *slots) : NULL;

    if (!slots) {
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->n_slots = n_slots;
    enter_all(names, table, hash_of_entry);
    return true;
}

/* Has a table room for one more entry? At most three of four slots are taken, and the
 * greatest number is below the number of slots. */
static bool has_room(uint32_t n_slots, uint32_t n)
{
    return n < n_slots / 4 * 3;
}

/* Make room for one more entry. */
static bool reserve_slot(struct alias_names *names, struct alias_table *table,
                         entry_hash_fn *hash_of_entry)
{
    return has_room(table->n_slots, table->n) ||
           set_slots(names, table,
                     table->n_slots == 0            ? FIRST_SLOTS
                     : table->n_slots < LARGE_SLOTS ? 4 * table->n_slots
                                                    : 2 * table->n_slots,
                     hash_of_entry);
}

/* Walk over the entries whose tag is that of a hash: begin with a slot of
 * SLOT_BEGIN. The index of the entry, or ALIAS_NO_ROW behind the last. */
#define SLOT_BEGIN UINT32_MAX
static uint32_t next_entry(uint32_t *slot, const struct alias_table *table,
                           uint64_t hash)
{
    uint32_t found;

    if (table->n_slots == 0) {
        return ALIAS_NO_ROW;
    }
    *slot = *slot == SLOT_BEGIN ? slot_of(table, hash)
                                : (*slot + 1) & (table->n_slots - 1);
    while ((found = table->slots[*slot]) != 0) {
        if ((found & ~number_mask(table)) == tag_of(table, hash)) {
            return (found & number_mask(table)) - 1;
        }
        *slot = (*slot + 1) & (table->n_slots - 1);
    }
    return ALIAS_NO_ROW;
}

/* -------------------------------------------------------------------- arrays */

/* Make room in an array for one more member. */
static bool reserve(void **array, uint32_t *size, uint32_t n, size_t member)
{
    const uint32_t more =
        *size < FIRST_ROWS ? (uint32_t)FIRST_ROWS : *size + *size / 2;
    void *wider;

    if (n < *size) {
        return true;
    }
    if (more < *size || !(wider = realloc(*array, more * member))) {
        return false;
    }
    *array = wider;
    *size = more;
    return true;
}

static bool reserve_text(struct alias_names *names, size_t len)
{
    size_t size = names->texts_size ? names->texts_size : FIRST_TEXTS;
    char *wider;

    if (len <= names->texts_size - names->texts_len) {
        return true;
    }
    size += size / 2;
    wider = realloc(names->texts, size);
    if (wider) {
        names->texts = wider;
        names->texts_size = size;
    }
    return wider != NULL;
}

static bool reserve_ident(struct alias_names *names)
{
    struct alias_idents *idents = names->idents;
    uint32_t size = names->idents_size;

    if (!idents) {
        idents = names->idents = calloc(1, sizeof *idents);
    }
    return idents &&
           reserve((void **)&idents->ids, &size, names->n_idents,
                   sizeof *idents->ids) &&
           reserve((void **)&idents->spellings, &names->idents_size,
                   names->n_idents, sizeof *idents->spellings);
}

/* ---------------------------------------------------------------------- rows */

/* The row of entry `i` of the table of texts or aliases. */
static inline uint32_t row_of_entry(const struct alias_names *names, uint32_t i)
{
    return names->listed ? names->listed[i] : i;
}

/* Write the usual text of an id. Returns its length, 0 if there is none. */
static inline size_t usual_text(char out[GUIDON_ALIAS_MAX], const guidon_id *id,
                                guidon_form form)
{
    size_t len = 0;

    return guidon_format(out, GUIDON_ALIAS_MAX, &len, id, form) == GUIDON_OK
               ? len
               : 0;
}

static inline const char *text_of(size_t *len, char room[GUIDON_ALIAS_MAX],
                                  const struct alias_names *names, uint32_t row)
{
    const struct alias_row *of = &names->rows[row];

    if (of->of_id) {
        *len = usual_text(room, &names->idents->ids[of->place],
                          (guidon_form)of->form);
        return room;
    }
    *len = of->place & LEN_MASK;
    return names->texts + (of->place >> LEN_BITS);
}

const char *alias_names_text(size_t *len, char room[GUIDON_ALIAS_MAX],
                             const struct alias_names *names, uint32_t row)
{
    return text_of(len, room, names, row);
}

uint64_t alias_names_number(const struct alias_names *names, uint32_t row)
{
    return names->rows[row].number;
}

/* The form of a row as the library names it. */
static guidon_form form_of_row(const struct alias_row *row)
{
    return row->form == ROW_TYPEID ? GUIDON_SPAN_TYPEID
           : row->form == ROW_WORD ? GUIDON_SPAN_WORD
                                   : (guidon_form)row->form;
}

size_t alias_names_alias(char out[GUIDON_ALIAS_MAX],
                         const struct alias_names *names, uint32_t row)
{
    const struct alias_row *of = &names->rows[row];
    guidon_span span = {.form = form_of_row(of)};
    char room[GUIDON_ALIAS_MAX];
    const char *text = "";
    size_t len = 0;

    if (names->kind == ALIAS_UUID || of->form == ROW_TYPEID) {
        text = text_of(&span.len, room, names, row); /* the alias shows of it */
    }
    if (of->form == ROW_TYPEID) {
        span.prefix_len = span.len - GUIDON_ULID_LEN - 1;
    }
    return guidon_alias_format(out, GUIDON_ALIAS_MAX, &len, &names->scanner,
                               &span, text, of->number,
                               of->spelling) == GUIDON_OK
               ? len
               : 0;
}

/* The hash of entry `i` of the table of texts or aliases. */
static uint64_t hash_of_entry(const struct alias_names *names, uint32_t i)
{
    const uint32_t row = row_of_entry(names, i);
    char alias[GUIDON_ALIAS_MAX], room[GUIDON_ALIAS_MAX];
    size_t len;
    const char *text;

    if (!names->by_alias) {
        text = text_of(&len, room, names, row);
        return hash_of(names, text, len);
    }
    if (names->kind == ALIAS_UUID) {
        return hash_of(names, &names->rows[row].number, sizeof(uint32_t));
    }
    len = alias_names_alias(alias, names, row);
    return hash_of(names, alias, len);
}

static uint64_t hash_of_ident(const struct alias_names *names, uint32_t i)
{
    return hash_of(names, names->idents->ids[i].bytes, sizeof(guidon_id));
}

/* --------------------------------------------------------------------- finds */

static bool is_id(const guidon_span *span)
{
    return span->form != GUIDON_SPAN_WORD;
}

uint64_t alias_names_hash_text(const struct alias_names *names,
                               const char *text, const guidon_span *span)
{
    return is_id(span) ? hash_of(names, span->id.bytes, sizeof span->id.bytes)
                       : hash_of(names, text, span->len);
}

uint64_t alias_names_hash_alias(const struct alias_names *names,
                                const char *text, const guidon_span *span)
{
    const uint32_t number = (uint32_t)span->number;

    return names->kind == ALIAS_UUID ? hash_of(names, &number, sizeof number)
                                     : hash_of(names, text, span->len);
}

/* The entry that the first slot of a hash most likely means; ALIAS_NO_ROW if it
 * means none. */
static inline uint32_t likely_entry(const struct alias_table *table,
                                    uint64_t hash)
{
    const uint32_t found = table->slots[slot_of(table, hash)];

    return found != 0 && (found & ~number_mask(table)) == tag_of(table, hash)
               ? (found & number_mask(table)) - 1
               : ALIAS_NO_ROW;
}

static void prefetch_text(const struct alias_names *names, uint32_t row)
{
    const struct alias_row *of = &names->rows[row];

    if (of->of_id) {
        PREFETCH(&names->idents->ids[of->place]);
    } else {
        const char *text = names->texts + (of->place >> LEN_BITS);

        PREFETCH(text);
        PREFETCH(text + (of->place & LEN_MASK) - 1);
    }
}

/* Load the slots of hashes, then set entries[] to those that they likely mean. Returns
 * how many. */
static size_t likely_entries(uint32_t entries[],
                             const struct alias_table *table,
                             const uint64_t hashes[], size_t n)
{
    size_t n_entries = 0;

    for (size_t i = 0; i < n && table->n_slots > 0; i++) {
        PREFETCH(&table->slots[slot_of(table, hashes[i])]);
    }
    for (size_t i = 0; i < n && table->n_slots > 0; i++) {
        entries[n_entries] = likely_entry(table, hashes[i]);
        n_entries += entries[n_entries] != ALIAS_NO_ROW;
    }
    return n_entries;
}

static void prefetch_rows(const struct alias_names *names,
                          const uint32_t rows[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        PREFETCH(&names->rows[rows[i]]);
    }
    for (size_t i = 0; i < n; i++) {
        prefetch_text(names, rows[i]);
    }
}

void alias_names_prefetch_ids(const struct alias_names *names,
                              const uint64_t hashes[], size_t n)
{
    const struct alias_idents *idents = names->idents;
    uint32_t entries[ALIAS_AT_ONCE];

    n = likely_entries(entries, &names->by_id, hashes, n);
    for (size_t i = 0; i < n; i++) {
        PREFETCH(&idents->ids[entries[i]]);
        PREFETCH(&idents->spellings[entries[i]]);
    }
    for (size_t i = 0; i < n; i++) {
        entries[i] = idents->spellings[entries[i]].first;
    }
    prefetch_rows(names, entries, n);
}

void alias_names_prefetch_aliases(const struct alias_names *names,
                                  const uint64_t hashes[], size_t n)
{
    uint32_t rows[ALIAS_AT_ONCE];

    prefetch_rows(names, rows,
                  likely_entries(rows, &names->by_text, hashes, n));
}

static bool has_text(const struct alias_names *names, uint32_t row,
                     const struct alias_text *text)
{
    char room[GUIDON_ALIAS_MAX];
    size_t len;
    const char *of = text_of(&len, room, names, row);

    return len == text->len && memcmp(of, text->text, len) == 0;
}

/* The row of a word, or of a spelling of an id that is not its first. */
static uint32_t find_listed(const struct alias_names *names,
                            const struct alias_text *text)
{
    const uint64_t hash = hash_of(names, text->text, text->len);
    uint32_t slot = SLOT_BEGIN, i;

    while ((i = next_entry(&slot, &names->by_text, hash)) != ALIAS_NO_ROW &&
           !has_text(names, row_of_entry(names, i), text)) {
    }
    return i == ALIAS_NO_ROW ? i : row_of_entry(names, i);
}

static uint32_t find_ident(const struct alias_names *names, const guidon_id *id,
                           uint64_t hash)
{
    uint32_t slot = SLOT_BEGIN, i;

    while ((i = next_entry(&slot, &names->by_id, hash)) != ALIAS_NO_ROW &&
           !guidon_equal(&names->idents->ids[i], id)) {
    }
    return i;
}

uint32_t alias_names_find(const struct alias_names *names,
                          const struct alias_text *text)
{
    struct alias_spellings of;
    uint32_t i;

    if (!is_id(text->span)) {
        return find_listed(names, text);
    }
    i = find_ident(names, &text->span->id, text->hash);
    if (i == ALIAS_NO_ROW) {
        return i;
    }
    of = names->idents->spellings[i];
    return has_text(names, of.first, text) ? of.first
           : of.n > 1                      ? find_listed(names, text)
                                           : ALIAS_NO_ROW;
}

uint32_t alias_names_find_id(const struct alias_names *names,
                             const struct alias_text *text)
{
    const uint32_t i = find_ident(names, &text->span->id, text->hash);

    return i == ALIAS_NO_ROW ? i : names->idents->spellings[i].first;
}

uint32_t alias_names_find_alias(const struct alias_names *names,
                                const char *text, size_t len, uint64_t hash)
{
    uint32_t slot = SLOT_BEGIN, row;

    /* With `by_alias`, an entry is a row. */
    while ((row = next_entry(&slot, &names->by_text, hash)) != ALIAS_NO_ROW) {
        char alias[GUIDON_ALIAS_MAX];
        const size_t n = alias_names_alias(alias, names, row);

        if (n <= len && (names->kind == ALIAS_UUID || n == len) &&
            memcmp(alias, text + len - n, n) == 0) {
            break;
        }
    }
    return row;
}

bool alias_names_has_word(const struct alias_names *names, const char *word,
                          size_t len)
{
    if (len == strlen(names->word) && memcmp(word, names->word, len) == 0) {
        return true;
    }
    for (uint32_t row = 0; row < names->n_rows; row++) {
        char room[GUIDON_ALIAS_MAX];
        size_t text_len;
        const char *text;

        if (names->rows[row].form != ROW_TYPEID) {
            continue;
        }
        text = text_of(&text_len, room, names, row);
        if (text_len == len + 1 + GUIDON_ULID_LEN &&
            memcmp(text, word, len) == 0) {
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------------- adds */

/* Choose the number and the spelling of a new row. False if none is left. */
static bool choose(struct alias_row *row, const struct alias_names *names,
                   uint32_t ident)
{
    const bool again = ident != ALIAS_NO_ROW && names->kind != ALIAS_UUID;

    row->number = (uint32_t)names->last_number + 1;
    if (again) {
        const struct alias_spellings *of = &names->idents->spellings[ident];

        row->number = names->rows[of->first].number;
        row->spelling = (uint16_t)of->n;
        return of->n <= GUIDON_ALIAS_SPELLING_LAST;
    }
    return names->last_number < GUIDON_ALIAS_NUMBER_LAST;
}

static bool reserve_all(struct alias_names *names, size_t len, bool ident,
                        bool listed)
{
    return reserve((void **)&names->rows, &names->rows_size, names->n_rows,
                   sizeof *names->rows) &&
           reserve_text(names, len) &&
           (!listed || (reserve((void **)&names->listed, &names->listed_size,
                                names->by_text.n, sizeof *names->listed) &&
                        reserve_slot(names, &names->by_text, hash_of_entry))) &&
           (!ident || (reserve_ident(names) &&
                       reserve_slot(names, &names->by_id, hash_of_ident)));
}

static void add_ident(struct alias_names *names, const struct alias_text *text)
{
    const uint32_t i = names->n_idents++;

    names->idents->ids[i] = text->span->id;
    names->idents->spellings[i] = (struct alias_spellings){names->n_rows, 0};
    names->by_id.n = names->n_idents;
    enter(&names->by_id, text->hash, names->n_idents);
}

/* Enter the last row into the table of texts. */
static void list_row(struct alias_names *names)
{
    const uint32_t i = names->by_text.n++;

    names->listed[i] = names->n_rows;
    enter(&names->by_text, hash_of_entry(names, i), i + 1);
}

static uint8_t form_for_row(guidon_form form)
{
    return form == GUIDON_SPAN_TYPEID ? ROW_TYPEID
           : form == GUIDON_SPAN_WORD ? ROW_WORD
                                      : (uint8_t)form;
}

/* Is a text the usual one of its id? */
static bool is_usual(const struct alias_text *text)
{
    char usual[GUIDON_ALIAS_MAX];

    return text->span->form < GUIDON_FORMS &&
           usual_text(usual, &text->span->id, text->span->form) == text->len &&
           memcmp(usual, text->text, text->len) == 0;
}

/* Keep the text of a row, which is the usual one of an id or not. */
static void keep_text(struct alias_row *row, struct alias_names *names,
                      const struct alias_text *text, uint32_t usual_of)
{
    row->of_id = usual_of != ALIAS_NO_ROW;
    if (row->of_id) {
        row->place = usual_of;
        return;
    }
    row->place = (uint64_t)names->texts_len << LEN_BITS | text->len;
    memcpy(names->texts + names->texts_len, text->text, text->len);
    names->texts_len += text->len;
}

uint32_t alias_names_add(const char **why, struct alias_names *names,
                         const struct alias_text *text)
{
    uint32_t ident = is_id(text->span)
                         ? find_ident(names, &text->span->id, text->hash)
                         : ALIAS_NO_ROW;
    const bool new_id = is_id(text->span) && ident == ALIAS_NO_ROW;
    const bool listed = !names->by_alias && !new_id;
    const bool usual = is_usual(text);
    struct alias_row row = {.form = form_for_row(text->span->form)};

    *why = NULL;
    if (!choose(&row, names, ident)) {
        *why = ident == ALIAS_NO_ROW ? "the map has no number left"
                                     : "the id has too many spellings";
        return ALIAS_NO_ROW;
    }
    if (!reserve_all(names, usual ? 0 : text->len, new_id, listed)) {
        return ALIAS_NO_ROW;
    }
    if (new_id) {
        ident = names->n_idents;
        add_ident(names, text);
    }
    keep_text(&row, names, text, usual ? ident : ALIAS_NO_ROW);
    names->rows[names->n_rows] = row;
    if (ident != ALIAS_NO_ROW) {
        names->idents->spellings[ident].n++;
    }
    if (listed) {
        list_row(names);
    }
    if (row.number > names->last_number) {
        names->last_number = row.number;
    }
    return names->n_rows++;
}

bool alias_names_list_aliases(struct alias_names *names)
{
    uint32_t n_slots = FIRST_SLOTS;

    while (n_slots != 0 && !has_room(n_slots, names->n_rows)) {
        n_slots *= 2;
    }
    names->by_text.n = names->n_rows;
    return set_slots(names, &names->by_text, n_slots, hash_of_entry);
}

guidon_alias_kind alias_names_kind(enum alias_kind kind)
{
    return kind == ALIAS_UUID     ? GUIDON_ALIAS_UUID
           : kind == ALIAS_TYPEID ? GUIDON_ALIAS_TYPEID
                                  : GUIDON_ALIAS_NUMBER;
}

bool alias_names_set(struct alias_names *names, enum alias_kind kind,
                     const char *word, size_t len)
{
    if (guidon_scanner_init(
            &names->scanner, len > 0 ? word : NULL, len, alias_names_kind(kind),
            GUIDON_SCAN_UUID | GUIDON_SCAN_ULID | GUIDON_SCAN_ULID_LOWER |
                GUIDON_SCAN_HEX | GUIDON_SCAN_TYPEID | GUIDON_SCAN_ANY_TIME) !=
        GUIDON_OK) {
        return false;
    }
    names->kind = kind;
    memcpy(names->word, word, len);
    names->word[len] = '\0';
    return true;
}

void alias_names_begin(struct alias_names *names, uint64_t seed)
{
    names->seed = seed;
}

void alias_names_free(struct alias_names *names)
{
    free(names->rows);
    free(names->texts);
    free(names->by_text.slots);
    free(names->by_id.slots);
    free(names->listed);
    if (names->idents) {
        free(names->idents->ids);
        free(names->idents->spellings);
        free(names->idents);
    }
    *names = (struct alias_names){0};
}
