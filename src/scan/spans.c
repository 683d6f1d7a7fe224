/* SPDX-License-Identifier: MIT */
/*
 * spans.c - the ids and the aliases of a text, in order, and the text of an alias.
 *
 * Idea  What decides about an id or an alias is the text itself and the few bytes
 *       beside it. An alias is written only where the search for aliases would find
 *       it again, and every other word of its shape gets an alias too. So the
 *       aliases of the output are exactly the texts that were replaced, and to
 *       restore it needs nothing but the rows of the map.
 */
#include "../core/memory.h"
#include "../text/ascii.h"
#include "alias_id.h"
#include "scanner.h"
#include "words.h"

#include <guidon/id.h>
#include <guidon/text.h>
#include <guidon/typeid.h>

#define SPANS_FLAGS                                                            \
  (GUIDON_SCAN_UUID | GUIDON_SCAN_ULID | GUIDON_SCAN_ULID_LOWER |              \
   GUIDON_SCAN_HEX | GUIDON_SCAN_TYPEID | GUIDON_SCAN_ALIAS |                  \
   GUIDON_SCAN_ANY_TIME)

/* C forbids to access the words of a guidon_scanner through members of other
 * types, unless the compiler is told. */
#if defined(__GNUC__)
#  define SPANS_MAY_ALIAS __attribute__((__may_alias__))
#else
#  define SPANS_MAY_ALIAS
#endif

typedef struct SPANS_MAY_ALIAS spans_state {
    guidon_alias_kind kind;
    bool any_time;
    bool has_id; /* `id` is found, but not given yet */
    bool at_end; /* `end` is known: no id follows */
    size_t from; /* nothing before it is left to find */
    size_t end;  /* before it, everything is decided */
    struct gdn_shape shape;
    struct gdn_scan ids;
    guidon_span id;
} spans_state;

_Static_assert(sizeof(spans_state) <= sizeof(guidon_scanner) &&
                   _Alignof(spans_state) <= _Alignof(guidon_scanner),
               "a guidon_scanner has room for its state");
_Static_assert(GUIDON_SCAN_BEFORE >=
                   GUIDON_TYPEID_PREFIX_MAX + 2 + GDN_SCAN_BEFORE,
               "a prefix that is too long, and an escape sequence before it");
_Static_assert(GUIDON_SCAN_AFTER > GDN_SCAN_AFTER + GDN_WORDS_AFTER,
               "an id that the next piece decides, and a word before it");
_Static_assert(GUIDON_ALIAS_MAX == GDN_ALIAS_TEXT_MAX &&
                   GUIDON_ALIAS_SPELLING_LAST == GDN_ALIAS_SPELLING_MAX,
               "the limits of the header are those of words.h");

static spans_state *spans_of(guidon_scanner *scanner)
{
    return (spans_state *)(void *)scanner->opaque;
}

static const spans_state *spans_in(const guidon_scanner *scanner)
{
    return (const spans_state *)(const void *)scanner->opaque;
}

static bool spans_have_words(const spans_state *state)
{
    return state->kind == GUIDON_ALIAS_NUMBER ||
           state->kind == GUIDON_ALIAS_TYPEID;
}

guidon_status guidon_scanner_init(guidon_scanner *scanner, const char *word,
                                  size_t len, guidon_alias_kind kind,
                                  unsigned flags)
{
    spans_state *const state = spans_of(scanner);
    const bool has_word =
        kind == GUIDON_ALIAS_NUMBER || kind == GUIDON_ALIAS_TYPEID;

    if ((unsigned)kind > GUIDON_ALIAS_TYPEID || flags & ~SPANS_FLAGS ||
        (!word && len > 0) ||
        (has_word ? !gdn_words_is_word(word, len, kind == GUIDON_ALIAS_TYPEID)
                  : len > 0)) {
        return GUIDON_E_ARGUMENT;
    }
    memset(scanner->opaque, 0, sizeof scanner->opaque);
    state->kind = kind;
    state->any_time = flags & GUIDON_SCAN_ANY_TIME;
    state->shape.any_word = kind == GUIDON_ALIAS_TYPEID;
    state->shape.word_len = len;
    if (len > 0) {
        memcpy(state->shape.word, word, len);
    }
    state->ids.forms = flags & ~GUIDON_SCAN_ANY_TIME;
    if (kind == GUIDON_ALIAS_UUID) {
        state->ids.forms |= GUIDON_SCAN_ALIAS;
    }
    return GUIDON_OK;
}

void guidon_scanner_piece(guidon_scanner *scanner, const char *text, size_t len,
                          size_t from, bool last)
{
    spans_state *const state = spans_of(scanner);

    /* Without a text there is nothing to find, whatever its length. */
    gdn_scan_piece(&state->ids, text ? text : "", text ? from : 0,
                   text ? len : 0, last);
    state->has_id = state->at_end = false;
    state->from = from;
    state->end = from;
}

/* ----------------------------------------------------------------------- ids */

/* The milliseconds of 2000-01-01 and of 2100-01-01. */
#define SPANS_YEAR_2000 UINT64_C(946684800000)
#define SPANS_YEAR_2100 UINT64_C(4102444800000)

/* Is a ULID or a TypeID, which a word may be too, an id? */
static bool spans_is_wanted(const spans_state *state, const guidon_span *id)
{
    uint64_t ms = 0;

    if (state->any_time || id->number > 0 ||
        (id->form != GUIDON_FORM_ULID && id->form != GUIDON_SPAN_TYPEID)) {
        return true;
    }
    for (int i = 0; i < 6; i++) {
        ms = ms << 8 | id->id.bytes[i];
    }
    return ms >= SPANS_YEAR_2000 && ms < SPANS_YEAR_2100;
}

/* Find the next id. False behind the last. */
static bool spans_next_id(guidon_span *out, spans_state *state)
{
    do {
        if (!gdn_scan_next(out, &state->ids)) {
            return false;
        }
        out->number = state->ids.forms & GUIDON_SCAN_ALIAS
                          ? gdn_alias_id_number(&out->id)
                          : 0;
    } while (!spans_is_wanted(state, out));
    out->prefix_len =
        out->form == GUIDON_SPAN_TYPEID ? out->len - GUIDON_ULID_LEN - 1 : 0;
    out->spelling = 0;
    out->stays = false;
    return true;
}

/* Would an alias at the place of an id be found again? */
static bool spans_stays(const spans_state *state, const guidon_span *id,
                        const struct gdn_piece *piece)
{
    const char first =
        state->kind == GUIDON_ALIAS_TYPEID && id->form == GUIDON_SPAN_TYPEID
            ? piece->text[id->at]
            : *state->shape.word;

    return !gdn_words_fits(&state->shape, piece, id->at, id->at + id->len,
                           first);
}

/* Find the next id, about which this piece decides, or the end. */
static void spans_advance(spans_state *state, const struct gdn_piece *piece)
{
    state->has_id = state->ids.forms != 0 && spans_next_id(&state->id, state);
    if (!state->has_id) {
        state->end = state->ids.forms == 0 ? piece->len : state->ids.scanned;
    } else if (!gdn_words_decides(piece, state->id.at + state->id.len)) {
        state->has_id = false;
        state->end = state->id.at;
    }
    state->at_end = !state->has_id;
    if (state->at_end && !piece->last && spans_have_words(state)) {
        state->end = gdn_words_cut(piece, state->from, state->end);
    }
    if (state->has_id && spans_have_words(state)) {
        state->id.stays = spans_stays(state, &state->id, piece);
    }
}

static void spans_set_word(guidon_span *out, const struct gdn_word *word)
{
    *out = (guidon_span){
        .at = word->at,
        .len = word->len,
        .prefix_len = word->word_len,
        .number = word->number,
        .form = GUIDON_SPAN_WORD,
        .spelling = word->spelling,
    };
}

bool guidon_scanner_next(guidon_span *out, guidon_scanner *scanner)
{
    spans_state *const state = spans_of(scanner);
    const struct gdn_piece piece = {state->ids.text, state->ids.len,
                                    state->ids.last};
    struct gdn_word word;
    size_t to;

    if (state->kind == GUIDON_ALIAS_NONE) {
        guidon_span id;
        const bool found = spans_next_id(&id, state);

        if (found) {
            *out = id;
        }
        return found;
    }
    if (!state->has_id && !state->at_end) {
        spans_advance(state, &piece);
    }
    to = state->has_id ? state->id.at : state->end;
    if (spans_have_words(state) &&
        gdn_words_next(&word, &state->shape, &piece, state->from, to)) {
        spans_set_word(out, &word);
        state->from = word.at + word.len;
        return true;
    }
    state->from = to;
    if (state->has_id) {
        *out = state->id;
        state->from = out->at + out->len;
        state->has_id = false;
        return true;
    }
    return false;
}

size_t guidon_scanner_done(const guidon_scanner *scanner)
{
    const spans_state *const state = spans_in(scanner);

    return state->kind == GUIDON_ALIAS_NONE ? state->ids.scanned : state->end;
}

/* --------------------------------------------------------------------- texts */

/* Are there upper-case letters and no lower-case ones? The "x" of "0x" and the
 * prefix of a TypeID do not count. A ULID of digits alone is one in upper case. */
static bool spans_is_upper(const guidon_span *span, const char *text)
{
    bool upper = span->form == GUIDON_FORM_ULID, lower = false;

    for (size_t i = span->form == GUIDON_FORM_HEX_0X ? 2 : 0; i < span->len;
         i++) {
        upper |= gdn_is_upper(text[i]);
        lower |= gdn_is_lower(text[i]);
    }
    return upper && !lower;
}

/* Write the 32 digits of an id, and with `marks` the '-' of the canonical text.
 * Returns the length. guidon_format would bring the table of all forms into a small
 * program. */
static size_t spans_put_digits(char *out, const guidon_id *id, bool marks)
{
    size_t len = 0;

    for (size_t i = 0; i < sizeof id->bytes; i++) {
        if (marks && (i == 4 || i == 6 || i == 8 || i == 10)) {
            out[len++] = '-';
        }
        out[len++] = "0123456789abcdef"[id->bytes[i] >> 4];
        out[len++] = "0123456789abcdef"[id->bytes[i] & 15];
    }
    return len;
}

/* Write an id in the form and the case of a span that is no TypeID. Returns the
 * length. */
static size_t spans_put_id(char out[GUIDON_ALIAS_MAX], const guidon_id *id,
                           const guidon_span *span, const char *text)
{
    const bool upper = spans_is_upper(span, text);
    size_t begin = 0, len;

    if (span->form == GUIDON_FORM_ULID) {
        guidon_ulid_format(out, id);
        len = GUIDON_ULID_LEN;
    } else {
        if (span->form == GUIDON_FORM_HEX_0X) {
            memcpy(out, text, 2);
            begin = 2;
        }
        len = begin +
              spans_put_digits(out + begin, id, span->form == GUIDON_FORM_UUID);
    }
    for (size_t i = begin; i < len; i++) {
        out[i] = upper ? gdn_to_upper(out[i]) : gdn_to_lower(out[i]);
    }
    return len;
}

/* Give a text to the caller, if it has room. */
static guidon_status spans_give(char *out, size_t out_cap, size_t *out_len,
                                const char *text, size_t len)
{
    if (out_len) {
        *out_len = len;
    }
    if (len > out_cap) {
        return GUIDON_E_SPACE;
    }
    memcpy(out, text, len);
    return GUIDON_OK;
}

guidon_status guidon_span_format(char *out, size_t out_cap, size_t *out_len,
                                 const guidon_id *id, const guidon_span *span,
                                 const char *text)
{
    char all[GUIDON_ALIAS_MAX];
    size_t len = 0;

    if (span->form == GUIDON_SPAN_WORD ||
        (span->form == GUIDON_SPAN_TYPEID &&
         guidon_typeid_format(all, sizeof all, &len, text, span->prefix_len,
                              id) != GUIDON_OK)) {
        return GUIDON_E_ARGUMENT;
    }
    if (span->form != GUIDON_SPAN_TYPEID) {
        len = spans_put_id(all, id, span, text);
    }
    return spans_give(out, out_cap, out_len, all, len);
}

guidon_status guidon_alias_format(char *out, size_t out_cap, size_t *out_len,
                                  const guidon_scanner *scanner,
                                  const guidon_span *span, const char *text,
                                  uint64_t number, unsigned spelling)
{
    const spans_state *const state = spans_in(scanner);
    const bool own =
        state->kind == GUIDON_ALIAS_TYPEID && span->form == GUIDON_SPAN_TYPEID;
    const bool uuid = state->kind == GUIDON_ALIAS_UUID;
    char all[GUIDON_ALIAS_MAX];

    if (state->kind == GUIDON_ALIAS_NONE) {
        return GUIDON_E_ARGUMENT;
    }
    if (number == 0 || number > GUIDON_ALIAS_NUMBER_LAST ||
        spelling > (uuid ? 0 : GUIDON_ALIAS_SPELLING_LAST)) {
        return GUIDON_E_RANGE;
    }
    if (uuid) {
        const guidon_id id = gdn_alias_id_of(number);

        return guidon_span_format(out, out_cap, out_len, &id, span, text);
    }
    return spans_give(
        out, out_cap, out_len, all,
        gdn_words_write(all, own ? text : state->shape.word,
                        own ? span->prefix_len : state->shape.word_len, number,
                        spelling));
}
