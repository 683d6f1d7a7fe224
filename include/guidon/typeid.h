/* SPDX-License-Identifier: MIT */
/* TypeIDs: ids as text with a prefix that names their type. */
#ifndef GUIDON_TYPEID_H
#define GUIDON_TYPEID_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------- ids with a type prefix */

/*
 * A TypeID is a prefix, '_' and a suffix, for example
 * user_01h455vb4pex5vsknk084sn02q.
 *
 *   prefix  at most 63 characters a-z and '_', the first and the last of them
 *           a-z. "my_type" and "my__type" are prefixes too. If the prefix is
 *           empty, the TypeID is the suffix alone, without '_'.
 *   suffix  the id as 26 letters of Crockford's base32 in lower case, as in
 *           GUIDON_FORM_ULID_LOWER
 *
 * Any id can be in a TypeID. TypeIDs that a program makes should hold version
 * 7. TypeIDs of one prefix sort as their ids do.
 *
 * These functions allocate nothing, ignore the locale and may be called from
 * any thread. An output must not overlap an input.
 */
#define GUIDON_TYPEID_PREFIX_MAX 63
#define GUIDON_TYPEID_MAX        90 /* a prefix of 63, '_' and a suffix of 26 */

/*
 * Check whether a text can be the prefix of a TypeID.
 *
 *   prefix  in   `prefix_len` bytes; may be NULL if prefix_len is 0
 *   bad_at  out  written only on an error; may be NULL
 *
 * Errors, in this order
 *         GUIDON_E_LENGTH  prefix_len is above 63; *bad_at is 63
 *         GUIDON_E_CHAR    *bad_at is the offset of the first character that is
 *                          neither a-z nor a '_' between other characters
 * Source  TypeID 0.3.0, "Type Prefix"
 * Code    src/text/typeid.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_typeid_prefix_check(
    const char *prefix, size_t prefix_len, size_t *bad_at);

/*
 * Write an id as a TypeID. No NUL is added.
 *
 *   out      out  the text
 *   out_cap  in   the size of `out` in bytes; GUIDON_TYPEID_MAX fits every text
 *   out_len  out  the length of the text, also if it does not fit; may be NULL
 *   prefix   in   `prefix_len` bytes; may be NULL if prefix_len is 0
 *
 * Errors, in this order
 *         GUIDON_E_LENGTH, GUIDON_E_CHAR  as guidon_typeid_prefix_check
 *         GUIDON_E_SPACE                  out_cap is smaller than the text
 * Source  TypeID 0.3.0
 * Code    src/text/typeid.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_typeid_format(
    char *out, size_t out_cap, size_t *out_len, const char *prefix,
    size_t prefix_len, const guidon_id *id);

/*
 * Read a TypeID with any prefix, strictly.
 *
 * The last '_' of the text ends the prefix. A text without '_' is a suffix
 * alone.
 *
 *   out         out  the id, of any version and variant
 *   prefix_len  out  the length of the prefix, which begins at `text`; 0 if the
 *                    text has no prefix; may be NULL
 *   text        in   `len` bytes; may be NULL if len is 0
 *   bad_at      out  written only on an error; may be NULL
 *
 * Errors, in this order
 *         GUIDON_E_LENGTH  the prefix has more than 63 characters: *bad_at is
 *                          63. Or the suffix has fewer than 26: *bad_at is len.
 *                          Or the suffix has more: *bad_at is the offset of its
 *                          27th character
 *         GUIDON_E_CHAR    *bad_at is the offset of the first wrong character
 *                          of the text
 *         GUIDON_E_RANGE   all characters are right, but the suffix begins with
 *                          a letter above '7', so the number has more than 128
 *                          bits; *bad_at is the offset of the suffix
 * Source  TypeID 0.3.0
 * Code    src/text/typeid.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_typeid_parse(guidon_id *out, size_t *prefix_len, const char *text,
                    size_t len, size_t *bad_at);

#ifdef __cplusplus
}
#endif

#endif
