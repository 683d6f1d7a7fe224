/* SPDX-License-Identifier: MIT */
/* rfc4648.c - ids in base 32 and base 64 of RFC 4648. */
#include "../core/bytes.h"
#include "forms.h"
#include "letters.h"
#include "parse_error.h"

#define LARGE_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DECIMALS      "0123456789"

/* Section 6 */
const struct gdn_letters gdn_letters_32 = {
    .letters = LARGE_LETTERS "234567",
    .bits = 5,
    .value = {['A'] = GDN_RUN26(1),
              ['a'] = GDN_RUN26(1),
              ['2'] = GDN_RUN5(27),
              ['7'] = 32},
};

/* Section 7 */
const struct gdn_letters gdn_letters_32hex = {
    .letters = DECIMALS "ABCDEFGHIJKLMNOPQRSTUV",
    .bits = 5,
    .value = {['0'] = GDN_RUN10(1),
              ['A'] = GDN_RUN14(11),
              ['O'] = GDN_RUN8(25),
              ['a'] = GDN_RUN14(11),
              ['o'] = GDN_RUN8(25)},
};

/* Section 4 */
const struct gdn_letters gdn_letters_64 = {
    .letters = LARGE_LETTERS SMALL_LETTERS DECIMALS "+/",
    .bits = 6,
    .value = {['A'] = GDN_RUN26(1),
              ['a'] = GDN_RUN26(27),
              ['0'] = GDN_RUN10(53),
              ['+'] = 63,
              ['/'] = 64},
};

/* Section 5 */
const struct gdn_letters gdn_letters_64url = {
    .letters = LARGE_LETTERS SMALL_LETTERS DECIMALS "-_",
    .bits = 6,
    .value = {['A'] = GDN_RUN26(1),
              ['a'] = GDN_RUN26(27),
              ['0'] = GDN_RUN10(53),
              ['-'] = 63,
              ['_'] = 64},
};

/*
 * The 128 bits are 60, 60 and 8 with zero bits behind them, which the last of
 * two letters has no use for. A letter of six bits leaves four, one of five
 * leaves two.
 */
static inline size_t group_of(unsigned width)
{
    return 60 / width;
}

static inline size_t letters_of(unsigned width)
{
    return 2 * group_of(width) + 2;
}

static inline size_t rfc4648_write(char *out, const guidon_id *id,
                                   const char *letters, unsigned width)
{
    const size_t group = group_of(width);
    uint64_t high = gdn_load_be64(id->bytes);
    uint64_t low = gdn_load_be64(id->bytes + 8);

    gdn_letters_write(out, group, high >> 4, letters, width);
    gdn_letters_write(out + group, group, high << 56 | low >> 8, letters,
                      width);
    gdn_letters_write(out + 2 * group, 2, low << (2 * width - 8), letters,
                      width);
    return letters_of(width);
}

/* The error of a text with a wrong letter. If there is no other, the last is
 * wrong. */
static guidon_status rfc4648_error(const char *text, size_t *bad_at,
                                   const struct gdn_letters *of)
{
    size_t i = 0;

    while (i < letters_of(of->bits) - 1 && of->value[(unsigned char)text[i]]) {
        i++;
    }
    return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
}

/* Read as many letters as an id has. */
static inline guidon_status rfc4648_read(guidon_id *out, const char *text,
                                         size_t *bad_at,
                                         const struct gdn_letters *of,
                                         unsigned width)
{
    const size_t group = group_of(width);
    const unsigned spare = 2 * width - 8;
    unsigned wrong = 0;
    uint64_t high = gdn_letters_read(text, group, &wrong, of->value, width);
    uint64_t middle =
        gdn_letters_read(text + group, group, &wrong, of->value, width);
    uint64_t low =
        gdn_letters_read(text + 2 * group, 2, &wrong, of->value, width);

    if (wrong & GDN_NO_VALUE || low & ((1u << spare) - 1)) {
        return rfc4648_error(text, bad_at, of);
    }
    gdn_store_be64(out->bytes, high << 4 | middle >> 56);
    gdn_store_be64(out->bytes + 8, middle << 8 | low >> spare);
    return GUIDON_OK;
}

/* The writer and the reader of a form without padding. */
#define RFC4648_FORM(name, of, width)                                          \
  size_t gdn_##name##_write(char *out, const guidon_id *id)                    \
  {                                                                            \
    return rfc4648_write(out, id, (of).letters, width);                        \
  }                                                                            \
  guidon_status gdn_##name##_read(guidon_id *out, const char *text,            \
                                  size_t len, size_t *bad_at)                  \
  {                                                                            \
    if (len != letters_of(width)) {                                            \
      return gdn_parse_error_length(bad_at, len, letters_of(width));           \
    }                                                                          \
    return rfc4648_read(out, text, bad_at, &(of), width);                      \
  }

RFC4648_FORM(base32_rfc, gdn_letters_32, 5)
RFC4648_FORM(base32hex, gdn_letters_32hex, 5)
RFC4648_FORM(base64url, gdn_letters_64url, 6)

/* ------------------------------------------------------------- with padding */

#define PADDED_LEN 24

size_t gdn_base64_write(char *out, const guidon_id *id)
{
    size_t len = rfc4648_write(out, id, gdn_letters_64.letters, 6);

    out[len] = out[len + 1] = '=';
    return PADDED_LEN;
}

/* A wrong letter comes before wrong padding. */
guidon_status gdn_base64_read(guidon_id *out, const char *text, size_t len,
                              size_t *bad_at)
{
    const size_t letters = letters_of(6);
    guidon_id id;
    guidon_status status;

    if (len != PADDED_LEN) {
        return gdn_parse_error_length(bad_at, len, PADDED_LEN);
    }
    status = rfc4648_read(&id, text, bad_at, &gdn_letters_64, 6);
    if (status) {
        return status;
    }
    if (text[letters] != '=' || text[letters + 1] != '=') {
        return gdn_parse_error(bad_at, letters + (text[letters] == '='),
                               GUIDON_E_CHAR);
    }
    *out = id;
    return GUIDON_OK;
}
