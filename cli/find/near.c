/* SPDX-License-Identifier: MIT */
/*
 * near.c - how far a garbled text is from an id.
 *
 * Idea  The distance of Damerau and Levenshtein, in the restricted form: no
 *       character changes twice. A distance of at most NEAR_MOST + 1 needs only
 *       the cells near the diagonal of the table, and the rows end as soon as all
 *       of these are greater.
 *
 * Source  A technique for computer detection and correction of spelling errors
 *         (Damerau 1964); Binary codes capable of correcting deletions,
 *         insertions, and reversals (Levenshtein 1966).
 */
#include "near.h"

#include <string.h>

enum {
    BAND = NEAR_MOST + 1, /* cells on each side of the diagonal */
    CELLS = 2 * BAND + 1, /* of a row */
    HEX_LEN = 32,
    LONGEST = HEX_LEN + NEAR_MOST /* of a near text */
};

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

bool near_prepare(struct near_text *out, const char *text)
{
    *out = (struct near_text){.len = 0};
    if (strncmp(text, "urn:uuid:", 9) == 0) {
        text += 9;
    }
    for (; *text; text++) {
        char c = *text >= 'A' && *text <= 'Z' ? (char)(*text | 0x20) : *text;

        if (strchr("-_ \t\r\n'\"`{}()[]<>,.;", c)) {
            continue;
        }
        if (out->len == sizeof out->text) {
            return false;
        }
        out->text[out->len++] = c;
    }
    out->hex = out->len >= HEX_LEN - NEAR_MOST && out->len <= LONGEST;
    out->ulid = out->len >= GUIDON_ULID_LEN - NEAR_MOST &&
                out->len <= GUIDON_ULID_LEN + NEAR_MOST;
    return out->hex || out->ulid;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The cell of row `i` for column `i + d - BAND`, from the rows before it. */
static unsigned cell_of(unsigned char rows[3][CELLS], const char *a,
                        const char *b, size_t i, int d)
{
    const size_t j = i + (size_t)d - BAND;
    unsigned cell = rows[1][d] + (a[i - 1] != b[j - 1] ? 1u : 0u);

    if (d + 1 < CELLS) {
        cell = least(cell, rows[1][d + 1] + 1u);
    }
    if (d > 0) {
        cell = least(cell, rows[2][d - 1] + 1u);
    }
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cell = least(cell, rows[0][d] + 1u);
    }
    return least(cell, NEAR_FAR);
}

/* The distance of two texts, at most NEAR_FAR. */
static unsigned distance(const char *a, size_t a_len, const char *b,
                         size_t b_len)
{
    unsigned char rows[3][CELLS]; /* of i - 2, i - 1 and i */

    if (a_len > b_len + BAND || b_len > a_len + BAND) {
        return NEAR_FAR;
    }
    memset(rows, NEAR_FAR, sizeof rows);
    for (int d = BAND; d < CELLS; d++) {
        rows[1][d] = (unsigned char)(d - BAND);
    }
    for (size_t i = 1; i <= a_len; i++) {
        unsigned best = NEAR_FAR;

        for (int d = 0; d < CELLS; d++) {
            const size_t j = i + (size_t)d - BAND;

            rows[2][d] = NEAR_FAR;
            if (i + (size_t)d < BAND || j > b_len) {
                continue;
            }
            rows[2][d] = (unsigned char)(j == 0 ? least((unsigned)i, NEAR_FAR)
                                                : cell_of(rows, a, b, i, d));
            best = least(best, rows[2][d]);
        }
        if (best == NEAR_FAR) {
            return NEAR_FAR;
        }
        memcpy(rows[0], rows[1], sizeof rows[0]);
        memcpy(rows[1], rows[2], sizeof rows[1]);
    }
    return rows[1][b_len + BAND - a_len];
}

/* Letters of Crockford's alphabet that stand for digits. */
static char crockford(char c)
{
    return c == 'o' ? '0' : c == 'i' || c == 'l' ? '1' : c;
}

unsigned near_distance(const struct near_text *text, const guidon_id *id)
{
    char digits[GUIDON_UUID_LEN], letters[sizeof text->text];
    unsigned nearest = NEAR_FAR;
    size_t len;

    if (text->hex && guidon_format(digits, sizeof digits, &len, id,
                                   GUIDON_FORM_HEX) == GUIDON_OK) {
        nearest = distance(text->text, text->len, digits, len);
    }
    if (text->ulid && guidon_format(digits, sizeof digits, &len, id,
                                    GUIDON_FORM_ULID_LOWER) == GUIDON_OK) {
        for (size_t i = 0; i < text->len; i++) {
            letters[i] = is_letter(text->text[i]) ? crockford(text->text[i])
                                                  : text->text[i];
        }
        nearest = least(nearest, distance(letters, text->len, digits, len));
    }
    return nearest;
}
