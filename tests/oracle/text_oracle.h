/* SPDX-License-Identifier: MIT */
/* Shared by the text tests: a slow second writer for every form, independent of
 * the library, ids that are hard for arithmetic, and statuses by name. */
#ifndef TEXT_ORACLE_H
#define TEXT_ORACLE_H

#include "form_rules.h"
#include "octet_orders.h"
#include "random.h"
#include "vectors.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------ random inputs */

/* Half of the ids are random. The others have many octets at the ends of their
 * range, because arithmetic fails at carries and empty limbs. */
static inline guidon_id random_id(uint64_t *state)
{
    static const unsigned char ends[4] = {0x00, 0xff, 0x7f, 0x80};
    int plain = draw(state) % 2 == 0;
    guidon_id id;

    for (size_t i = 0; i < 16; i++) {
        uint64_t r = draw(state);
        id.bytes[i] =
            plain || r % 4 == 0 ? (unsigned char)(r >> 8) : ends[r >> 8 & 3];
    }
    return id;
}

/* A random id that has a text in every form. */
static inline guidon_id random_ncs_id(uint64_t *state)
{
    guidon_id id = random_id(state);

    id.bytes[6] = id.bytes[7] = 0;
    id.bytes[8] %= 14;
    return id;
}

/* -------------------------------------------------------- reference writers */

static inline void in_case(char *text, size_t len, int (*change)(int))
{
    for (size_t i = 0; i < len; i++) {
        text[i] = (char)change((unsigned char)text[i]);
    }
}

/* Writes octets in the given order into a layout that has '#' for each. */
static inline size_t oracle_octets(char *out, const char *layout,
                                   const guidon_id *id,
                                   const unsigned char *order)
{
    size_t len = 0;

    for (size_t next = 0; *layout; layout++) {
        if (*layout == '#') {
            len += (size_t)snprintf(out + len, 3, "%02x",
                                    (unsigned)id->bytes[order[next++]]);
        } else {
            out[len++] = *layout;
        }
    }
    return len;
}

/* Bit 0 is the highest of octet 0. */
static inline unsigned bit_of(const guidon_id *id, unsigned bit)
{
    return (unsigned)id->bytes[bit / 8] >> (7 - bit % 8) & 1u;
}

/* Digits in a base of a number and the id behind it, by doubling the number and
 * adding one bit at a time. */
static inline size_t oracle_digits_above(char *out, const guidon_id *id,
                                         size_t width, unsigned base,
                                         const char *letters,
                                         unsigned char above)
{
    unsigned char digits[64] = {0};

    digits[width - 1] = above;
    for (unsigned bit = 0; bit < 128; bit++) {
        unsigned carry = bit_of(id, bit);
        for (size_t i = width; i-- > 0;) {
            unsigned twice = digits[i] * 2u + carry;
            digits[i] = (unsigned char)(twice % base);
            carry = twice / base;
        }
        assert_int_equal(carry, 0);
    }
    for (size_t i = 0; i < width; i++) {
        out[i] = letters[digits[i]];
    }
    return width;
}

static inline size_t oracle_digits(char *out, const guidon_id *id, size_t width,
                                   unsigned base, const char *letters)
{
    return oracle_digits_above(out, id, width, base, letters, 0);
}

/* Each four bytes are the last of an id, whose number has five digits. */
static inline size_t oracle_z85(char *out, const guidon_id *id)
{
    for (size_t i = 0; i < 4; i++) {
        guidon_id part = {{0}};

        memcpy(part.bytes + 12, id->bytes + 4 * i, 4);
        oracle_digits(out + 5 * i, &part, 5, 85,
                      "0123456789abcdefghijklmnopqrstuvwxyz"
                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#");
    }
    return 20;
}

/* 2^129 and the id, in the digits of BASE62. */
static inline size_t oracle_base62id(char *out, const guidon_id *id)
{
    return oracle_digits_above(out, id, 22, 62, form_rules[18].letters, 2);
}

static inline size_t oracle_decimal(char *out, const guidon_id *id)
{
    char wide[39];
    size_t zeros = 0;

    oracle_digits(wide, id, 39, 10, "0123456789");
    while (zeros < 38 && wide[zeros] == '0') {
        zeros++;
    }
    memcpy(out, wide + zeros, 39 - zeros);
    return 39 - zeros;
}

/* Both halves as numbers of two's complement: the first bit is worth -2^63. */
static inline size_t oracle_integers(char *out, const guidon_id *id)
{
    int64_t half[2];
    char text[48];
    size_t len;

    for (unsigned n = 0; n < 2; n++) {
        half[n] = bit_of(id, 64 * n) ? INT64_MIN : 0;
        for (unsigned i = 1; i < 64; i++) {
            half[n] +=
                bit_of(id, 64 * n + i) ? (int64_t)(UINT64_C(1) << (63 - i)) : 0;
        }
    }
    len = (size_t)snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, half[0],
                           half[1]);
    memcpy(out, text, len);
    return len;
}

/* Letters of `width` bits each, from `front` zero bits, the bits of the id, and
 * zero bits up to the end of the last letter. */
static inline size_t oracle_bits(char *out, const guidon_id *id, unsigned width,
                                 unsigned front, const char *letters)
{
    size_t len = (128 + width - 1) / width;

    for (unsigned i = 0; i < len; i++) {
        unsigned value = 0;
        for (unsigned k = 0; k < width; k++) {
            unsigned at = i * width + k; /* counts the zeros in front */
            int inside = at >= front && at - front < 128;
            value = value * 2 + (inside ? bit_of(id, at - front) : 0u);
        }
        out[i] = letters[value];
    }
    return len;
}

/* UUID-NCName: the bits of the version, the 120 other bits, and the four bits
 * from the variant on. Fills the indices of the bits in this order. */
static inline void oracle_ncname_bits(unsigned order[128])
{
    unsigned n = 0;

    for (unsigned bit = 48; bit < 52; bit++) {
        order[n++] = bit;
    }
    for (unsigned bit = 0; bit < 128; bit++) {
        if (bit / 4 != 12 && bit / 4 != 16) {
            order[n++] = bit;
        }
    }
    for (unsigned bit = 64; bit < 68; bit++) {
        order[n++] = bit;
    }
}

/* Letters of `width` bits each, but the first and the last of four. */
static inline size_t oracle_ncname(char *out, const guidon_id *id,
                                   unsigned width, const char *letters)
{
    unsigned order[128], at = 0;
    size_t len = 120 / width + 2;

    oracle_ncname_bits(order);
    for (size_t i = 0; i < len; i++) {
        unsigned value = 0;
        for (unsigned k = i == 0 || i == len - 1 ? 4 : width; k > 0; k--) {
            value = value * 2 + bit_of(id, order[at++]);
        }
        out[i] = letters[value];
    }
    return len;
}

/* Base 58 of Bitcoin: '1' for each zero byte in front of the 15, then the
 * digits of the number. '_' fills the text. */
static inline size_t oracle_ncname58(char *out, const guidon_id *id)
{
    unsigned order[128];
    guidon_id middle = {{0}};
    char digits[22];
    size_t zeros = 1, first = 0;

    oracle_ncname_bits(order);
    for (unsigned i = 0; i < 120; i++) {
        middle.bytes[1 + i / 8] |=
            (unsigned char)(bit_of(id, order[4 + i]) << (7 - i % 8));
    }
    oracle_digits(digits, &middle, 22, 58, form_rules[12].letters);
    while (zeros < 16 && middle.bytes[zeros] == 0) {
        zeros++;
    }
    while (first < 22 && digits[first] == '1') {
        first++;
    }
    out[0] = (char)('A' + (id->bytes[6] >> 4));
    memset(out + 1, '_', 21);
    memset(out + 1, '1', zeros - 1);
    memcpy(out + zeros, digits + first, 22 - first);
    out[22] = (char)('A' + (id->bytes[8] >> 4));
    return 23;
}

/* Writes the text of an id in a form. Returns its length, or 0 if the id has no
 * such text. */
static inline size_t oracle_write(char *out, const guidon_id *id,
                                  guidon_form form)
{
    static const unsigned char mixed[16] = {3, 2, 1,  0,  5,  4,  7,  6,
                                            8, 9, 10, 11, 12, 13, 14, 15};
    static const unsigned char java[16] = {7,  6,  5,  4,  3,  2,  1, 0,
                                           15, 14, 13, 12, 11, 10, 9, 8};
    static const unsigned char ncs[14] = {0, 1,  2,  3,  4,  5,  8,
                                          9, 10, 11, 12, 13, 14, 15};
    const char *uuid = "####-##-##-##-######";
    const char *hex = "################";
    const char *crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    size_t len = 0;

    switch (form) {
    case GUIDON_FORM_UUID:
        return oracle_octets(out, uuid, id, octets_in_place);
    case GUIDON_FORM_UUID_UPPER:
        len = oracle_octets(out, uuid, id, octets_in_place);
        in_case(out, len, toupper);
        return len;
    case GUIDON_FORM_HEX:
        return oracle_octets(out, hex, id, octets_in_place);
    case GUIDON_FORM_HEX_UPPER:
        len = oracle_octets(out, hex, id, octets_in_place);
        in_case(out, len, toupper);
        return len;
    case GUIDON_FORM_BRACES:
        len = oracle_octets(out, "{####-##-##-##-######}", id, octets_in_place);
        in_case(out, len, toupper);
        return len;
    case GUIDON_FORM_URN:
        return oracle_octets(out, "urn:uuid:####-##-##-##-######", id,
                             octets_in_place);
    case GUIDON_FORM_OID:
        memcpy(out, "2.25.", 5);
        return 5 + oracle_decimal(out + 5, id);
    case GUIDON_FORM_URN_OID:
        memcpy(out, "urn:oid:2.25.", 13);
        return 13 + oracle_decimal(out + 13, id);
    case GUIDON_FORM_INT:
        return oracle_decimal(out, id);
    case GUIDON_FORM_ULID:
        return oracle_bits(out, id, 5, 2, crockford);
    case GUIDON_FORM_ULID_LOWER:
        len = oracle_bits(out, id, 5, 2, crockford);
        in_case(out, len, tolower);
        return len;
    case GUIDON_FORM_BASE64URL:
        return oracle_bits(out, id, 6, 0,
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
                           "wxyz0123456789-_");
    case GUIDON_FORM_GUID_HEX:
        return oracle_octets(out, hex, id, mixed);
    case GUIDON_FORM_C:
        return oracle_octets(out,
                             "{0x#,0x#,0x#,0x#,0x#,0x#,0x#,0x#,"
                             "0x#,0x#,0x#,0x#,0x#,0x#,0x#,0x#}",
                             id, octets_in_place);
    case GUIDON_FORM_PARENS:
        return oracle_octets(out, "(####-##-##-##-######)", id,
                             octets_in_place);
    case GUIDON_FORM_GUID_X:
        return oracle_octets(out,
                             "{0x####,0x##,0x##,"
                             "{0x#,0x#,0x#,0x#,0x#,0x#,0x#,0x#}}",
                             id, octets_in_place);
    case GUIDON_FORM_NCS:
        if (id->bytes[6] || id->bytes[7] || id->bytes[8] > 13) {
            return 0;
        }
        return oracle_octets(out, "######.#.#.#.#.#.#.#.#", id, ncs);
    case GUIDON_FORM_BASE32:
        return oracle_bits(out, id, 5, 0, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
    case GUIDON_FORM_BASE32HEX:
        return oracle_bits(out, id, 5, 0, "0123456789ABCDEFGHIJKLMNOPQRSTUV");
    case GUIDON_FORM_BASE64:
        len = oracle_bits(out, id, 6, 0,
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
                          "wxyz0123456789+/");
        memcpy(out + len, "==", 2);
        return len + 2;
    case GUIDON_FORM_NCNAME32:
        return oracle_ncname(out, id, 5, "abcdefghijklmnopqrstuvwxyz234567");
    case GUIDON_FORM_NCNAME58:
        return oracle_ncname58(out, id);
    case GUIDON_FORM_NCNAME64:
        return oracle_ncname(out, id, 6,
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
                             "wxyz0123456789-_");
    case GUIDON_FORM_HEX_0X:
        return oracle_octets(out, "0x################", id, octets_in_place);
    case GUIDON_FORM_MONGO_JAVA:
        return oracle_octets(out, hex, id, java);
    case GUIDON_FORM_MYSQL_SWAP:
        return oracle_octets(out, hex, id, octets_of_mysql_swap);
    case GUIDON_FORM_INT64X2:
        return oracle_integers(out, id);
    case GUIDON_FORM_BASE32HUMAN:
        return oracle_bits(out, id, 5, 0, crockford);
    case GUIDON_FORM_BASE64SORT:
        return oracle_bits(out, id, 6, 0,
                           "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                           "abcdefghijklmnopqrstuvwxyz");
    case GUIDON_FORM_Z85:
        return oracle_z85(out, id);
    case GUIDON_FORM_BASE62ID:
        return oracle_base62id(out, id);
    default: /* a number of fixed width */
        assert_in_range(form, 0, GUIDON_FORMS - 1);
        assert_non_null(form_rules[form].letters);
        return oracle_digits(out, id, form_rules[form].len,
                             (unsigned)strlen(form_rules[form].letters),
                             form_rules[form].letters);
    }
}

/* ------------------------------------------------------------ small helpers */

/* The status of a vector row, which has the end of the status's name. */
static inline guidon_status row_status(json_t *row)
{
    static const struct {
        const char *name;
        guidon_status status;
    } names[] = {
        {"LENGTH", GUIDON_E_LENGTH},       {"CHAR", GUIDON_E_CHAR},
        {"RANGE", GUIDON_E_RANGE},         {"FORM", GUIDON_E_FORM},
        {"AMBIGUOUS", GUIDON_E_AMBIGUOUS},
    };
    const char *name = row_text(row, "status");

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].name, name) == 0) {
            return names[i].status;
        }
    }
    fail_msg("no status is called %s", name);
    return GUIDON_OK;
}

/* A copy in memory of exactly its length, so that a sanitizer sees every read
 * past the end. The caller frees the copy. */
static inline char *exact_copy(const char *text, size_t len)
{
    char *copy = calloc(1, len);

    if (len) {
        assert_non_null(copy);
        memcpy(copy, text, len);
    }
    return copy;
}

static inline int same_id(const guidon_id *a, const guidon_id *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

#endif
