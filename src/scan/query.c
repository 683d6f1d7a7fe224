/* SPDX-License-Identifier: MIT */
/*
 * query.c - which ids a part of a text, or a garbled text, may mean.
 *
 * Idea  The distance of Damerau and Levenshtein, in the restricted form: no
 *       character changes twice. A distance of at most GUIDON_QUERY_NEAR_MOST + 1
 *       needs only the cells near the diagonal of the table, and the rows end as
 *       soon as all of these are greater.
 *
 * Source  A technique for computer detection and correction of spelling errors
 *         (Damerau 1964); Binary codes capable of correcting deletions,
 *         insertions, and reversals (Levenshtein 1966).
 */
#include "../core/memory.h"
#include "../text/ascii.h"

#include <guidon/id.h>
#include <guidon/query.h>
#include <guidon/text.h>

enum {
    QUERY_BAND =
        GUIDON_QUERY_NEAR_MOST + 1,   /* cells on each side of the diagonal */
    QUERY_CELLS = 2 * QUERY_BAND + 1, /* of a row */
    QUERY_FAR = GUIDON_QUERY_NONE,
    QUERY_DIGITS = 32,
    QUERY_NEAR_LONGEST = QUERY_DIGITS + GUIDON_QUERY_NEAR_MOST
};
_Static_assert(GUIDON_QUERY_NONE == GUIDON_QUERY_NEAR_MOST + 2,
               "a distance that is one too far has a rank of its own");

/* The content of a guidon_query, which is copied: its memory has another type. */
struct query_state {
    guidon_id whole;
    uint32_t len;
    bool has_whole, of_text, near, digits, ulid;
    char text[GUIDON_TEXT_MAX];
};
_Static_assert(sizeof(struct query_state) <= sizeof(guidon_query),
               "a guidon_query has room for its content");

/* ---------------------------------------------------------------------- begin */

static bool query_is_mark(char c)
{
    static const char marks[] = "-_ \t\r\n'\"`{}()[]<>,.;";

    return memchr(marks, c, sizeof marks - 1) != NULL;
}

static bool query_is_digit(char c)
{
    return gdn_is_digit(c) || (c >= 'a' && c <= 'f');
}

/* The digits of a part. False if it is none. */
static bool query_take_digits(struct query_state *state, const char *text,
                              size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char c = gdn_to_lower(text[i]);

        if (c == '-') {
            continue;
        }
        if (state->len == QUERY_DIGITS || !query_is_digit(c)) {
            state->len = 0;
            return false;
        }
        state->text[state->len++] = c;
    }
    return state->len > 0;
}

/* The characters of a garbled text that count. False if it is near no id. */
static bool query_take_near(struct query_state *state, const char *text,
                            size_t len)
{
    static const char urn[] = "urn:uuid:";
    size_t i = 0;

    while (i < sizeof urn - 1 && i < len && gdn_to_lower(text[i]) == urn[i]) {
        i++;
    }
    i = i == sizeof urn - 1 ? i : 0;
    for (; i < len; i++) {
        const char c = gdn_to_lower(text[i]);

        if (query_is_mark(c)) {
            continue;
        }
        if (state->len == QUERY_NEAR_LONGEST) {
            return false;
        }
        state->text[state->len++] = c;
    }
    state->digits = state->len >= QUERY_DIGITS - GUIDON_QUERY_NEAR_MOST;
    state->ulid = state->len >= GUIDON_ULID_LEN - GUIDON_QUERY_NEAR_MOST &&
                  state->len <= GUIDON_ULID_LEN + GUIDON_QUERY_NEAR_MOST;
    return state->digits || state->ulid;
}

guidon_status guidon_query_init(guidon_query *query, const char *text,
                                size_t len, const guidon_id *whole,
                                guidon_query_kind kind)
{
    struct query_state state = {.has_whole = whole != NULL,
                                .of_text = kind == GUIDON_QUERY_TEXT,
                                .near = kind == GUIDON_QUERY_NEAR};

    if (whole) {
        state.whole = *whole;
    }
    if ((unsigned)kind > GUIDON_QUERY_NEAR || (!text && len > 0)) {
        return GUIDON_E_ARGUMENT;
    }
    if (kind == GUIDON_QUERY_NEAR) {
        if (!query_take_near(&state, text, len)) {
            return GUIDON_E_LENGTH;
        }
    } else if (kind == GUIDON_QUERY_TEXT) {
        if (len == 0 || len > sizeof state.text) {
            return GUIDON_E_LENGTH;
        }
        memcpy(state.text, text, len);
        state.len = (uint32_t)len;
    } else if (!query_take_digits(&state, text, len) && !whole) {
        return GUIDON_E_CHAR;
    }
    memcpy(query->opaque, &state, sizeof state);
    return GUIDON_OK;
}

/* ------------------------------------------------------------------- distance */

static unsigned query_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The cell of row `i` for column `i + d - QUERY_BAND`, from the rows before it. */
static unsigned query_cell(unsigned char rows[3][QUERY_CELLS], const char *a,
                           const char *b, size_t i, int d)
{
    const size_t j = i + (size_t)d - QUERY_BAND;
    unsigned cell = rows[1][d] + (a[i - 1] != b[j - 1] ? 1u : 0u);

    if (d + 1 < QUERY_CELLS) {
        cell = query_least(cell, rows[1][d + 1] + 1u);
    }
    if (d > 0) {
        cell = query_least(cell, rows[2][d - 1] + 1u);
    }
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cell = query_least(cell, rows[0][d] + 1u);
    }
    return query_least(cell, QUERY_FAR);
}

/* The distance of two texts, at most QUERY_FAR. */
static unsigned query_distance(const char *a, size_t a_len, const char *b,
                               size_t b_len)
{
    unsigned char rows[3][QUERY_CELLS]; /* of i - 2, i - 1 and i */

    if (a_len > b_len + QUERY_BAND || b_len > a_len + QUERY_BAND) {
        return QUERY_FAR;
    }
    memset(rows, QUERY_FAR, sizeof rows);
    for (int d = QUERY_BAND; d < QUERY_CELLS; d++) {
        rows[1][d] = (unsigned char)(d - QUERY_BAND);
    }
    for (size_t i = 1; i <= a_len; i++) {
        unsigned best = QUERY_FAR;

        for (int d = 0; d < QUERY_CELLS; d++) {
            const size_t j = i + (size_t)d - QUERY_BAND;

            rows[2][d] = QUERY_FAR;
            if (i + (size_t)d < QUERY_BAND || j > b_len) {
                continue;
            }
            rows[2][d] =
                (unsigned char)(j == 0 ? query_least((unsigned)i, QUERY_FAR)
                                       : query_cell(rows, a, b, i, d));
            best = query_least(best, rows[2][d]);
        }
        if (best == QUERY_FAR) {
            return QUERY_FAR;
        }
        memcpy(rows[0], rows[1], sizeof rows[0]);
        memcpy(rows[1], rows[2], sizeof rows[1]);
    }
    return rows[1][b_len + QUERY_BAND - a_len];
}

/* Letters of Crockford's alphabet that stand for digits. */
static char query_crockford(char c)
{
    return c == 'o' ? '0' : c == 'i' || c == 'l' ? '1' : c;
}

static void query_digits_of(char out[QUERY_DIGITS], const guidon_id *id)
{
    for (size_t i = 0; i < sizeof id->bytes; i++) {
        out[2 * i] = "0123456789abcdef"[id->bytes[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[id->bytes[i] & 15];
    }
}

static unsigned query_near(const struct query_state *state, const guidon_id *id)
{
    char of[QUERY_DIGITS], letters[QUERY_NEAR_LONGEST];
    unsigned nearest = QUERY_FAR;

    if (state->digits) {
        query_digits_of(of, id);
        nearest = query_distance(state->text, state->len, of, QUERY_DIGITS);
    }
    if (state->ulid) {
        guidon_ulid_format(of, id);
        for (size_t i = 0; i < GUIDON_ULID_LEN; i++) {
            of[i] = gdn_to_lower(of[i]);
        }
        for (size_t i = 0; i < state->len; i++) {
            letters[i] = query_crockford(state->text[i]);
        }
        nearest = query_least(
            nearest, query_distance(letters, state->len, of, GUIDON_ULID_LEN));
    }
    return nearest;
}

/* --------------------------------------------------------------------- places */

/* The first place of a text at which the part stands. */
static unsigned query_place(const struct query_state *state, const char *text,
                            size_t len)
{
    const size_t n = state->len;

    if (n == 0 || n > len) {
        return GUIDON_QUERY_NONE;
    }
    if (memcmp(text + len - n, state->text, n) == 0) {
        return n == len ? GUIDON_QUERY_WHOLE : GUIDON_QUERY_TAIL;
    }
    if (memcmp(text, state->text, n) == 0) {
        return GUIDON_QUERY_HEAD;
    }
    for (size_t at = 1; at + n < len; at++) {
        if (memcmp(text + at, state->text, n) == 0) {
            return GUIDON_QUERY_MIDDLE;
        }
    }
    return GUIDON_QUERY_NONE;
}

static unsigned query_rank_of(const struct query_state *state,
                              const guidon_id *id)
{
    char of[QUERY_DIGITS];

    if (state->near) {
        return query_near(state, id);
    }
    if (state->has_whole && guidon_equal(&state->whole, id)) {
        return GUIDON_QUERY_WHOLE;
    }
    query_digits_of(of, id);
    return query_place(state, of, sizeof of);
}

unsigned guidon_query_rank(const guidon_query *query, const guidon_id *id)
{
    struct query_state state;

    memcpy(&state, query->opaque, sizeof state);
    return query_rank_of(&state, id);
}

void guidon_query_rank_many(unsigned char *out, const guidon_query *query,
                            const guidon_id *in, size_t n)
{
    struct query_state state;

    memcpy(&state, query->opaque, sizeof state);
    for (size_t i = 0; i < n; i++) {
        out[i] = (unsigned char)query_rank_of(&state, &in[i]);
    }
}

unsigned guidon_query_rank_text(const guidon_query *query, const char *text,
                                size_t len)
{
    struct query_state state;

    memcpy(&state, query->opaque, sizeof state);
    return state.of_text ? query_place(&state, text, len) : GUIDON_QUERY_NONE;
}

guidon_status guidon_query_text(char *out, size_t out_cap, size_t *out_len,
                                const guidon_query *query)
{
    struct query_state state;

    memcpy(&state, query->opaque, sizeof state);
    if (out_len) {
        *out_len = state.len;
    }
    if (state.len > out_cap) {
        return GUIDON_E_SPACE;
    }
    if (state.len > 0) {
        memcpy(out, state.text, state.len);
    }
    return GUIDON_OK;
}
