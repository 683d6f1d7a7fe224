/* SPDX-License-Identifier: MIT */
/* base_n.c - ids in digits of any base, by one routine: the forms that need no speed.
 *
 * Source draft-davis-uuidrev-alt-uuid-encoding-methods-01; 32/Z85 of ZeroMQ */
#include "../core/bytes.h"
#include "ascii.h"
#include "forms.h"
#include "parse_error.h"

#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz"
#define LARGE_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DECIMALS      "0123456789"

/*
 * A form. The id is `groups` numbers of equal width, each written in digits of fixed
 * width. The number of a form with one group has more bits than the id: `above` is the
 * number before the 128 bits, and `spare` is how many zero bits are behind them. It has
 * fewer bits than a struct limbs.
 */
struct base_n {
    const char *digits; /* in order of value */
    unsigned char base; /* how many */
    unsigned char len;  /* of the text */
    unsigned char groups;
    unsigned char above;
    unsigned char spare;
    bool any_case; /* read small letters as large ones */
};

static const struct base_n base_n_32human = {
    .digits = DECIMALS "ABCDEFGHJKMNPQRSTVWXYZ",
    .base = 32,
    .len = 26,
    .groups = 1,
    .spare = 2,
    .any_case = true,
};

static const struct base_n base_n_52 = {
    .digits = LARGE_LETTERS SMALL_LETTERS,
    .base = 52,
    .len = 23,
    .groups = 1,
};

static const struct base_n base_n_62ieee = {
    .digits = LARGE_LETTERS SMALL_LETTERS DECIMALS,
    .base = 62,
    .len = 22,
    .groups = 1,
};

static const struct base_n base_n_64sort = {
    .digits = "-" DECIMALS LARGE_LETTERS "_" SMALL_LETTERS,
    .base = 64,
    .len = 22,
    .groups = 1,
    .spare = 4,
};

static const struct base_n base_n_z85 = {
    .digits = DECIMALS SMALL_LETTERS LARGE_LETTERS ".-:+=^!/*?&<>()[]{}@%$#",
    .base = 85,
    .len = 20,
    .groups = 4,
};

/* The bits 10 before the id make the first digit a letter, from F to N. */
static const struct base_n base_n_62id = {
    .digits = DECIMALS LARGE_LETTERS SMALL_LETTERS,
    .base = 62,
    .len = 22,
    .groups = 1,
    .above = 2,
};

/* ------------------------------------------------------------------ numbers */

#define LIMBS 5

/* A number of 160 bits, its most significant part first. */
struct limbs {
    uint32_t part[LIMBS];
};

/* *n = *n * base + digit, which must be below 2^160. */
static void limbs_append(struct limbs *n, uint32_t base, uint32_t digit)
{
    uint64_t carry = digit;

    for (size_t i = LIMBS; i-- > 0;) {
        carry += (uint64_t)n->part[i] * base;
        n->part[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* *n /= base; returns the remainder. */
static uint32_t limbs_divide(struct limbs *n, uint32_t base)
{
    uint64_t rest = 0;

    for (size_t i = 0; i < LIMBS; i++) {
        rest = rest << 32 | n->part[i];
        n->part[i] = (uint32_t)(rest / base);
        rest %= base;
    }
    return (uint32_t)rest;
}

/* ------------------------------------------------------------------- groups */

/* The part where the bits of the id begin in the number of a group. */
static size_t first_limb(const struct base_n *of)
{
    return LIMBS - 4u / of->groups;
}

static void write_group(char *out, const unsigned char *bytes,
                        const struct base_n *of)
{
    const size_t first = first_limb(of);
    struct limbs n = {{0}};

    n.part[first - 1] = of->above;
    for (size_t i = first; i < LIMBS; i++) {
        n.part[i] = gdn_load_be32(bytes + 4 * (i - first));
    }
    limbs_append(&n, 1u << of->spare, 0);
    for (size_t i = of->len / of->groups; i-- > 0;) {
        out[i] = of->digits[limbs_divide(&n, of->base)];
    }
}

static unsigned value_of(char c, const struct base_n *of)
{
    unsigned value = 0;

    if (of->any_case && gdn_is_lower(c)) {
        c = (char)(c & ~0x20);
    }
    while (value < of->base && of->digits[value] != c) {
        value++;
    }
    return value;
}

/* Read the digits of a group, which are digits. GUIDON_E_CHAR is for the last one. */
static guidon_status read_group(unsigned char *bytes, const char *text,
                                const struct base_n *of)
{
    const size_t first = first_limb(of);
    struct limbs n = {{0}};
    uint32_t above = 0;

    for (size_t i = 0; i < (size_t)(of->len / of->groups); i++) {
        limbs_append(&n, of->base, value_of(text[i], of));
    }
    if (limbs_divide(&n, 1u << of->spare)) {
        return GUIDON_E_CHAR;
    }
    for (size_t i = 0; i < first; i++) {
        above |= n.part[i];
    }
    if (above != of->above) {
        return GUIDON_E_RANGE;
    }
    for (size_t i = first; i < LIMBS; i++) {
        gdn_store_be32(bytes + 4 * (i - first), n.part[i]);
    }
    return GUIDON_OK;
}

/* -------------------------------------------------------------------- texts */

static size_t base_n_write(char *out, const guidon_id *id,
                           const struct base_n *of)
{
    for (size_t i = 0; i < of->groups; i++) {
        write_group(out + i * (of->len / of->groups),
                    id->bytes + i * (16u / of->groups), of);
    }
    return of->len;
}

/* A wrong character anywhere is reported before a number that is too large. */
static guidon_status base_n_read(guidon_id *out, const char *text, size_t len,
                                 size_t *bad_at, const struct base_n *of)
{
    const size_t digits = of->len / of->groups;
    guidon_id id;

    if (len != of->len) {
        return gdn_parse_error_length(bad_at, len, of->len);
    }
    for (size_t i = 0; i < len; i++) {
        if (value_of(text[i], of) == of->base) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
    }
    for (size_t i = 0; i < of->groups; i++) {
        const size_t at = i * digits;
        const guidon_status status =
            read_group(id.bytes + i * (16u / of->groups), text + at, of);

        if (status) {
            return gdn_parse_error(
                bad_at, status == GUIDON_E_CHAR ? at + digits - 1 : at, status);
        }
    }
    *out = id;
    return GUIDON_OK;
}

/* The writer and the reader of a form. */
#define BASE_N_FORM(name, of)                                                  \
  size_t gdn_##name##_write(char *out, const guidon_id *id)                    \
  {                                                                            \
    return base_n_write(out, id, &(of));                                       \
  }                                                                            \
  guidon_status gdn_##name##_read(guidon_id *out, const char *text,            \
                                  size_t len, size_t *bad_at)                  \
  {                                                                            \
    return base_n_read(out, text, len, bad_at, &(of));                         \
  }

BASE_N_FORM(base32human, base_n_32human)
BASE_N_FORM(base52, base_n_52)
BASE_N_FORM(base62_ieee, base_n_62ieee)
BASE_N_FORM(base64sort, base_n_64sort)
BASE_N_FORM(z85, base_n_z85)
BASE_N_FORM(base62id, base_n_62id)
