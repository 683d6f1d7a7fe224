/* SPDX-License-Identifier: MIT */
/* typeid.c - TypeIDs: a prefix, '_', and a ULID in lower case. */
#include <guidon/typeid.h>

#include "../core/bytes.h"
#include "../core/memory.h"
#include "../cpu/arch.h"
#include "ascii.h"
#include "base32.h"
#include "parse_error.h"

_Static_assert(GUIDON_TYPEID_MAX ==
                   GUIDON_TYPEID_PREFIX_MAX + 1 + GDN_BASE32_LEN,
               "the longest TypeID has the longest prefix");

/* -------------------------------------------------------------------- prefix */

guidon_status guidon_typeid_prefix_check(const char *prefix, size_t prefix_len,
                                         size_t *bad_at)
{
    if (prefix_len > GUIDON_TYPEID_PREFIX_MAX) {
        return gdn_parse_error(bad_at, GUIDON_TYPEID_PREFIX_MAX,
                               GUIDON_E_LENGTH);
    }
    for (size_t i = 0; i < prefix_len; i++) {
        const bool inside = i > 0 && i + 1 < prefix_len;

        if (!gdn_is_lower(prefix[i]) && !(inside && prefix[i] == '_')) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
    }
    return GUIDON_OK;
}

/* -------------------------------------------------------------------- suffix */

/* The case of eight letters. Base-32 digits have the bit, too. */
#define LOWER_BITS UINT64_C(0x2020202020202020)

/* The words that cover a suffix begin at these offsets. The last overlaps. */
static const unsigned char suffix_word_at[] = {0, 8, 16, 18};
#define SUFFIX_WORDS (sizeof suffix_word_at)

static void suffix_to_lower(char suffix[GDN_BASE32_LEN])
{
    unsigned char *bytes = (unsigned char *)suffix;

    GDN_UNROLL
    for (size_t i = 0; i < SUFFIX_WORDS; i++) {
        unsigned char *at = bytes + suffix_word_at[i];

        gdn_store_be64(at, gdn_load_be64(at) | LOWER_BITS);
    }
}

/* Are all letters of the suffix in lower case? Characters that are not base-32
 * letters may give either answer. */
static bool suffix_is_lower(const char suffix[GDN_BASE32_LEN])
{
    const unsigned char *bytes = (const unsigned char *)suffix;
    uint64_t all = LOWER_BITS;

    GDN_UNROLL
    for (size_t i = 0; i < SUFFIX_WORDS; i++) {
        all &= gdn_load_be64(bytes + suffix_word_at[i]);
    }
    return all == LOWER_BITS;
}

/* ------------------------------------------------------------------- writing */

guidon_status guidon_typeid_format(char *out, size_t out_cap, size_t *out_len,
                                   const char *prefix, size_t prefix_len,
                                   const guidon_id *id)
{
    const size_t before = prefix_len > 0 ? prefix_len + 1 : 0;
    const guidon_status status =
        guidon_typeid_prefix_check(prefix, prefix_len, NULL);

    if (status != GUIDON_OK) {
        return status;
    }
    if (out_len) {
        *out_len = before + GDN_BASE32_LEN;
    }
    if (out_cap < before + GDN_BASE32_LEN) {
        return GUIDON_E_SPACE;
    }
    if (before > 0) {
        memcpy(out, prefix, prefix_len);
        out[prefix_len] = '_';
    }
    GDN_TEXT(base32, format)(out + before, id);
    suffix_to_lower(out + before);
    return GUIDON_OK;
}

/* ------------------------------------------------------------------- reading */

/* The offset of the suffix: behind the last '_', or 0 without one. */
static size_t suffix_offset(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] != '_') {
        len--;
    }
    return len;
}

/* The offset in the suffix of the first character that is not a base-32 letter
 * in lower case; GDN_BASE32_LEN if all are. */
static size_t suffix_bad_at(const char suffix[GDN_BASE32_LEN])
{
    size_t i = 0;

    while (i < GDN_BASE32_LEN && !gdn_is_upper(suffix[i]) &&
           gdn_base32_value[(unsigned char)suffix[i]] != GDN_NO_LETTER) {
        i++;
    }
    return i;
}

/* The error of a text that is not a TypeID. */
static guidon_status typeid_error(size_t *bad_at, const char *text, size_t len)
{
    const size_t start = suffix_offset(text, len);
    const size_t suffix_len = len - start;
    size_t at = 0;

    if (start > GUIDON_TYPEID_PREFIX_MAX + 1) {
        return gdn_parse_error(bad_at, GUIDON_TYPEID_PREFIX_MAX,
                               GUIDON_E_LENGTH);
    }
    if (suffix_len != GDN_BASE32_LEN) {
        return gdn_parse_error_length(bad_at, len, start + GDN_BASE32_LEN);
    }
    if (start == 1) { /* '_' without a prefix */
        return gdn_parse_error(bad_at, 0, GUIDON_E_CHAR);
    }
    if (start > 1 &&
        guidon_typeid_prefix_check(text, start - 1, &at) != GUIDON_OK) {
        return gdn_parse_error(bad_at, at, GUIDON_E_CHAR);
    }
    at = suffix_bad_at(text + start);
    return at < GDN_BASE32_LEN
               ? gdn_parse_error(bad_at, start + at, GUIDON_E_CHAR)
               : gdn_parse_error(bad_at, start, GUIDON_E_RANGE);
}

/* Does the text begin with a prefix and '_', and end with 26 characters? Sets
 * *start to the offset of these. */
static bool has_typeid_shape(size_t *start, const char *text, size_t len)
{
    if (len <= GDN_BASE32_LEN) {
        *start = 0;
        return len == GDN_BASE32_LEN;
    }
    *start = len - GDN_BASE32_LEN;
    return *start > 1 && text[*start - 1] == '_' &&
           guidon_typeid_prefix_check(text, *start - 1, NULL) == GUIDON_OK;
}

/* No '_' is a letter of a suffix, so the '_' in front of a right suffix is the
 * last one. */
guidon_status guidon_typeid_parse(guidon_id *out, size_t *prefix_len,
                                  const char *text, size_t len, size_t *bad_at)
{
    size_t start;

    if (!has_typeid_shape(&start, text, len) ||
        !suffix_is_lower(text + start) ||
        GDN_TEXT(base32, parse)(out, text + start, NULL) != GUIDON_OK) {
        return typeid_error(bad_at, text, len);
    }
    if (prefix_len) {
        *prefix_len = start > 0 ? start - 1 : 0;
    }
    return GUIDON_OK;
}
