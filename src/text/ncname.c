/* SPDX-License-Identifier: MIT */
/*
 * ncname.c - ids as names that begin with a letter: UUID-NCName.
 *
 * The first letter has the four bits of the version, and the last letter the
 * four bits that begin with the variant: A to P, read in either case. The other
 * 120 bits stand between them in base 32, 58 or 64, so every id has a text.
 *
 * Source draft-taylor-uuid-ncname-01, "Compact UUIDs for Constrained Grammars"
 */
#include "../core/bytes.h"
#include "../core/memory.h"
#include "ascii.h"
#include "forms.h"
#include "letters.h"
#include "number.h"
#include "parse_error.h"

/* The parts of an id: the two letters, and 60 and 60 bits. */
struct ncname {
    unsigned version, variant;
    uint64_t high, low;
};

#define LOW_60 (UINT64_MAX >> 4)

static struct ncname ncname_of(const guidon_id *id)
{
    uint64_t high = gdn_load_be64(id->bytes);
    uint64_t low = gdn_load_be64(id->bytes + 8);
    struct ncname name = {
        .version = (unsigned)(high >> 12 & 15u),
        .variant = (unsigned)(low >> 60),
        .high = high >> 16 << 12 | (high & 0xfffu),
        .low = low & LOW_60,
    };

    return name;
}

static guidon_id ncname_id(const struct ncname *name)
{
    guidon_id id;

    gdn_store_be64(id.bytes, name->high >> 12 << 16 |
                                 (uint64_t)name->version << 12 |
                                 (name->high & 0xfffu));
    gdn_store_be64(id.bytes + 8, (uint64_t)name->variant << 60 | name->low);
    return id;
}

/* ---------------------------------------------------- the letters at the ends */

static bool is_end(char c)
{
    return gdn_to_lower(c) >= 'a' && gdn_to_lower(c) <= 'p';
}

static unsigned end_value(char c)
{
    return (unsigned)(gdn_to_lower(c) - 'a');
}

/* -------------------------------------------------------- base 32 and base 64 */

static inline size_t ncname_write(char *out, const guidon_id *id,
                                  const char *letters, unsigned width)
{
    const struct ncname name = ncname_of(id);
    const size_t group = 60 / width;

    out[0] = letters[name.version];
    gdn_letters_write(out + 1, group, name.high, letters, width);
    gdn_letters_write(out + 1 + group, group, name.low, letters, width);
    out[1 + 2 * group] = letters[name.variant];
    return 2 * group + 2;
}

/* The first wrong character of a name with 2 * group letters inside. */
static size_t ncname_bad_at(const char *text, size_t inside,
                            const unsigned char value[256])
{
    size_t i = 1;

    if (!is_end(text[0])) {
        return 0;
    }
    while (i <= inside && value[(unsigned char)text[i]]) {
        i++;
    }
    return i;
}

static inline guidon_status ncname_read(guidon_id *out, const char *text,
                                        size_t len, size_t *bad_at,
                                        const unsigned char value[256],
                                        unsigned width)
{
    const size_t group = 60 / width, want = 2 * group + 2;
    unsigned wrong = 0;
    struct ncname name;

    if (len != want) {
        return gdn_parse_error_length(bad_at, len, want);
    }
    name.version = end_value(text[0]);
    name.high = gdn_letters_read(text + 1, group, &wrong, value, width);
    name.low = gdn_letters_read(text + 1 + group, group, &wrong, value, width);
    name.variant = end_value(text[want - 1]);
    if (wrong & GDN_NO_VALUE || !is_end(text[0]) || !is_end(text[want - 1])) {
        return gdn_parse_error(bad_at, ncname_bad_at(text, 2 * group, value),
                               GUIDON_E_CHAR);
    }
    *out = ncname_id(&name);
    return GUIDON_OK;
}

/* Names in base 32 are written in lower case. */
size_t gdn_ncname32_write(char *out, const guidon_id *id)
{
    return ncname_write(out, id, "abcdefghijklmnopqrstuvwxyz234567", 5);
}

size_t gdn_ncname64_write(char *out, const guidon_id *id)
{
    return ncname_write(out, id, gdn_letters_64url.letters, 6);
}

guidon_status gdn_ncname32_read(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    return ncname_read(out, text, len, bad_at, gdn_letters_32.value, 5);
}

guidon_status gdn_ncname64_read(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    return ncname_read(out, text, len, bad_at, gdn_letters_64url.value, 6);
}

/* ------------------------------------------------------------------- base 58 */

/*
 * The 120 bits are 15 bytes, and base 58 is that of Bitcoin: a digit '1' for
 * each zero byte in front, then the digits of the number, of which the first is
 * not '1'. '_' fills the text up to 21 digits, which 58^21 > 2^120 calls for.
 */
#define MIDDLE_LEN   21
#define MIDDLE_BYTES 15
#define NAME_58_LEN  (MIDDLE_LEN + 2)

static size_t zero_bytes_of(const struct gdn_number *number)
{
    size_t n = 0;

    while (n < MIDDLE_BYTES && (n < 7 ? number->high >> (48 - 8 * n)
                                      : number->low >> (112 - 8 * n)) == 0) {
        n++;
    }
    return n;
}

size_t gdn_ncname58_write(char *out, const guidon_id *id)
{
    const struct ncname name = ncname_of(id);
    struct gdn_number number = {name.high >> 4, name.high << 60 | name.low};
    const size_t zeros = zero_bytes_of(&number);
    char digits[MIDDLE_LEN];
    size_t first = 0;

    gdn_base58_write_21(digits, &number);
    while (first < MIDDLE_LEN && digits[first] == '1') {
        first++;
    }
    out[0] = gdn_letters_32.letters[name.version];
    memset(out + 1, '_', MIDDLE_LEN);
    memset(out + 1, '1', zeros);
    memcpy(out + 1 + zeros, digits + first, MIDDLE_LEN - first);
    out[NAME_58_LEN - 1] = gdn_letters_32.letters[name.variant];
    return NAME_58_LEN;
}

/* How many digits stand before the '_' that fill the text. */
static size_t ncname_digits(const char *text)
{
    size_t n = MIDDLE_LEN;

    while (n > 0 && text[n - 1] == '_') {
        n--;
    }
    return n;
}

/* Read n digits, with zeros in front. Returns the offset of the first that is
 * no digit, or n. */
static size_t ncname_read_digits(struct gdn_number *number, const char *text,
                                 size_t n)
{
    char digits[MIDDLE_LEN];
    size_t at = MIDDLE_LEN;

    memset(digits, '1', MIDDLE_LEN);
    memcpy(digits + MIDDLE_LEN - n, text, n);
    gdn_base58_read_21(number, digits, &at);
    return at - (MIDDLE_LEN - n);
}

/* 21 digits are less than 2^124, so the number never overflows. Is it the one
 * of 15 bytes whose digits are these? */
static bool ncname_fits(const struct gdn_number *number, const char *text,
                        size_t n)
{
    size_t zeros = 0, zero_bytes = zero_bytes_of(number);

    while (zeros < n && text[zeros] == '1') {
        zeros++;
    }
    return number->high >> 56 == 0 && zeros == zero_bytes;
}

guidon_status gdn_ncname58_read(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    struct gdn_number number = {0, 0};
    struct ncname name;
    size_t n, at;

    if (len != NAME_58_LEN) {
        return gdn_parse_error_length(bad_at, len, NAME_58_LEN);
    }
    if (!is_end(text[0])) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_CHAR);
    }
    n = ncname_digits(text + 1);
    at = ncname_read_digits(&number, text + 1, n);
    if (at < n || !is_end(text[NAME_58_LEN - 1])) {
        return gdn_parse_error(bad_at, at < n ? 1 + at : NAME_58_LEN - 1,
                               GUIDON_E_CHAR);
    }
    if (!ncname_fits(&number, text + 1, n)) {
        return gdn_parse_error(bad_at, 1, GUIDON_E_RANGE);
    }
    name.version = end_value(text[0]);
    name.variant = end_value(text[NAME_58_LEN - 1]);
    name.high = number.high << 4 | number.low >> 60;
    name.low = number.low & LOW_60;
    *out = ncname_id(&name);
    return GUIDON_OK;
}
