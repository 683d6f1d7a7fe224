/* SPDX-License-Identifier: MIT */
/* Ids to text and back, in every form that people write them. */
#ifndef GUIDON_TEXT_H
#define GUIDON_TEXT_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Texts are bytes with a length: none is ended by NUL, and a NUL inside one is
 * a wrong character like any other; one of length 0 may be NULL. Nothing here
 * allocates or asks the locale; everything may be called from any thread. An
 * output must not overlap an input unless its function says that it may.
 */

/* ------------------------------------------- forms of text and their names */

#define GUIDON_UUID_LEN 36
#define GUIDON_ULID_LEN 26
#define GUIDON_TEXT_MAX 160 /* fits every form of every id */

/* The forms; in brackets, their names for guidon_form_name and the tool. Hex
 * digits are read in either case whatever a form writes. */
typedef enum guidon_form {
    GUIDON_FORM_UUID,       /* [uuid] 36 characters 8-4-4-4-12, lower case */
    GUIDON_FORM_UUID_UPPER, /* [uuid-upper] */
    GUIDON_FORM_HEX,        /* [hex] 32 hex digits, lower case */
    GUIDON_FORM_HEX_UPPER,  /* [hex-upper] */
    GUIDON_FORM_BRACES,     /* [braces] {36}, upper case: Windows registry */
    GUIDON_FORM_URN,        /* [urn] urn:uuid:36 (R8) */
    GUIDON_FORM_OID,        /* [oid] 2.25.N (X3) */
    GUIDON_FORM_URN_OID,    /* [urn-oid] urn:oid:2.25.N (X4) */
    GUIDON_FORM_INT,        /* [int] unsigned decimal (R3, X2) */
    GUIDON_FORM_ULID,       /* [ulid] 26 Crockford base32 letters (U3) */
    GUIDON_FORM_ULID_LOWER, /* [ulid-lower] */
    GUIDON_FORM_BASE64URL,  /* [base64url] 22 chars, RFC 4648 5, no padding */
    GUIDON_FORM_BASE58,     /* [base58] 22 chars, Bitcoin alphabet, fixed width,
                               big-endian number */
    GUIDON_FORM_GUID_HEX,   /* [guid-hex] 32 hex digits of the mixed-endian byte
                               image of Microsoft GUIDs (G1) */
    GUIDON_FORM_C,          /* [c] {0x01,...,0x10}: sixteen bytes of C source */
    GUIDON_FORM_PARENS,     /* [parens] (36), lower case: .NET "P" (G3) */
    GUIDON_FORM_GUID_X,     /* [guid-x] {0x01234567,0x89ab,0xcdef,{0x01,...}}:
                               .NET "X", a GUID initialiser in C (G3) */
    GUIDON_FORM_NCS /* [ncs] 34dc23469000.0d.00.00.7c.5f.00.00.00 (N1) */
} guidon_form;
#define GUIDON_FORMS 18 /* how many there are: 0 .. GUIDON_FORMS - 1 */

/*
 * A form's name, as in brackets above ("unknown" for a value that is no form),
 * and the form of a name: exact, lower case, ended by NUL.
 *
 * Errors GUIDON_E_ARGUMENT  no form has that name
 * Code   src/text/forms.c
 */
GUIDON_API const char *guidon_form_name(guidon_form form);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_form_from_name(guidon_form *out, const char *name);

/* ------------------------------------------------- UUIDs and ULIDs as text */

/*
 * Write the canonical text: 36 lower-case characters, 26 upper-case ones. No
 * NUL is added. Any sixteen bytes have both texts.
 *
 * Source RFC 9562, 4 (R4, R5, X6); ULID specification (U3)
 * Code   src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API void guidon_uuid_format(char out[36], const guidon_id *id);
GUIDON_API void guidon_ulid_format(char out[26], const guidon_id *id);

/*
 * Read one UUID (exactly 36 characters, digits in either case, '-' at offsets
 * 8, 13, 18, 23) or one ULID (exactly 26 characters in either case, no aliases,
 * no hyphens, at most 7ZZZZZZZZZZZZZZZZZZZZZZZZZ). Any variant and version.
 *
 *   text    in   `len` bytes
 *   bad_at  out  written on failure alone; may be NULL
 *
 * Errors  GUIDON_E_LENGTH  len is not 36 (26); *bad_at is where the text
 *                          ended too early (len) or went on too long (36, 26)
 *         GUIDON_E_CHAR    *bad_at is the offset of the first wrong character
 *         GUIDON_E_RANGE   ULID alone: all letters are right, the first is
 *                          above '7'; *bad_at is 0 (U8)
 * Source  RFC 9562, 4 (R5, R6); ULID specification (U3, U4, U8, U11)
 * Code    src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_uuid_parse(guidon_id *out,
                                                             const char *text,
                                                             size_t len,
                                                             size_t *bad_at);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_parse(guidon_id *out,
                                                             const char *text,
                                                             size_t len,
                                                             size_t *bad_at);

/* ----------------------------------------------- ids as text in every form */

/*
 * Write an id in a form.
 *
 *   out      out  the text, without NUL
 *   out_cap  in   bytes that `out` has; GUIDON_TEXT_MAX fits everything
 *   out_len  out  how many were written; may be NULL
 *
 * Errors, in this order
 *         GUIDON_E_ARGUMENT  no such form
 *         GUIDON_E_VERSION   NCS form: the id is not of the NCS variant, has
 *                            an address family above 13, or reserved bits set
 *         GUIDON_E_SPACE     out_cap is smaller than this id's text
 * Code    src/text/forms.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_format(char *out,
                                                         size_t out_cap,
                                                         size_t *out_len,
                                                         const guidon_id *id,
                                                         guidon_form form);

/* Masks for guidon_parse. The two cases of a form (UUID and UUID_UPPER, HEX and
 * HEX_UPPER, ULID and ULID_LOWER) are read alike: naming one accepts both. */
#define GUIDON_ACCEPT(form) (1u << (unsigned)(form))
#define GUIDON_ACCEPT_ANY   ((1u << GUIDON_FORMS) - 1u)
/* Adds Crockford's aliases (I i L l for 1, O o for 0) and hyphens anywhere to
 * the base32 forms; U stays wrong (C1, C2, U11). */
#define GUIDON_ACCEPT_LENIENT (1u << 31)

/*
 * Read an id in whichever accepted form fits.
 *
 * Length and marks decide which form a text has, in this order; the form then
 * has to be right in every character:
 *   "urn:uuid:" URN, "urn:oid:" URN_OID (both in any case), "2.25." OID,
 *   "{0x" C or, where a second '{' follows, GUID_X, another "{" BRACES,
 *   "(" PARENS, 26 characters ULID (lenient: 26 that are not hyphens, however
 *   long the text), 36 with '.' at 12 and 15 NCS, 36 UUID (but not 36 decimal
 *   digits where INT is accepted), 32 HEX.
 * A form that `accept` does not name is passed over. A text with none of these
 * shapes may be INT, BASE64URL, BASE58 or GUID_HEX, which are hard to tell from
 * each other: one is taken where it is right and no other of them is. So 32 hex
 * digits are GUID_HEX only where neither HEX form is accepted; and a number of
 * 26 digits is a ULID, one of 32 is HEX, where those are accepted.
 *
 *   found   out  the form as written; of a form that has a twin (UUID_UPPER,
 *                HEX_UPPER, ULID_LOWER), the twin where there are letters and
 *                all are of the twin's case; may be NULL
 *   text    in   `len` bytes
 *   accept  in   OR of GUIDON_ACCEPT(form), or GUIDON_ACCEPT_ANY; with
 *                GUIDON_ACCEPT_LENIENT or without
 *   bad_at  out  written on failure alone; may be NULL
 *
 * Where `accept` names one form alone (its twin in the other case aside), the
 * text is read as that form whatever its shape, and every failure is that
 * form's own.
 *
 * Errors  GUIDON_E_FORM      no accepted form has this shape, or two of the
 *                            ambiguous four fit; *bad_at is 0
 *         GUIDON_E_LENGTH    the marks are those of a form, the length is not,
 *                            or a number has no digits; *bad_at as in
 *                            guidon_uuid_parse
 *         GUIDON_E_CHAR      *bad_at is the offset of the first wrong character
 *         GUIDON_E_RANGE     well written, but 2^128 or more, or an NCS family
 *                            above 13; *bad_at is where the number begins
 *         GUIDON_E_ARGUMENT  `accept` names no form, or has unknown bits;
 *                            *bad_at is 0
 * Numbers have 1 to 39 digits, no sign, no space, no leading zero but "0" (X3).
 * Source  R7, R8, X3, X4, G3, G4, N1, C1, C2
 * Code    src/text/recognise.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_parse(guidon_id *out, guidon_form *found, const char *text, size_t len,
             unsigned accept, size_t *bad_at);

/*
 * Write 26 letters of the caller's own alphabet, `alphabet[v]` for the value v.
 * Only an alphabet in rising byte order keeps the order of the ids.
 *
 * Errors  GUIDON_E_ARGUMENT  two of the 32 letters are the same
 * Code    src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_format_alphabet(
    char out[26], const guidon_id *id, const char alphabet[32]);

/* ------------------------------------------------------ many texts at once */

/*
 * Write n canonical texts, one every `stride` bytes.
 *
 *   out     out  writes touch the text's own bytes at out + i * stride and
 *                nothing between or after them
 *   stride  in   bytes from one text to the next, at least 36 (26); with a
 *                smaller one nothing is written
 *   in      in   n ids, packed
 *
 * Code src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API void guidon_uuid_format_many(char *out, size_t stride,
                                        const guidon_id *in, size_t n);
GUIDON_API void guidon_ulid_format_many(char *out, size_t stride,
                                        const guidon_id *in, size_t n);

/*
 * Read n texts, one every `stride` bytes, up to the first bad one.
 *
 *   out     out  the ids before the bad one; out[*done] and after stay as they
 *                were
 *   done    out  how many were read: n on success; always written
 *   text    in   reads touch text + i * stride for 36 (26) bytes each
 *   bad_at  out  on failure, the offset inside the bad record; may be NULL
 *
 * Errors  GUIDON_E_CHAR, GUIDON_E_RANGE  as for one; record *done is bad
 *         GUIDON_E_ARGUMENT              stride is below 36 (26); *done and
 *                                        *bad_at are 0
 * Code    src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_uuid_parse_many(guidon_id *out, size_t *done, const char *text,
                       size_t stride, size_t n, size_t *bad_at);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_ulid_parse_many(guidon_id *out, size_t *done, const char *text,
                       size_t stride, size_t n, size_t *bad_at);

/* ---------------------------------------------- many texts, each on a line */

/*
 * Write n lines: canonical texts, '\n' after each.
 *
 *   out  out  n x 37 bytes (27)
 *   in   in   n ids, packed
 *
 * Code src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API void guidon_uuid_format_lines(char *out, const guidon_id *in,
                                         size_t n);
GUIDON_API void guidon_ulid_format_lines(char *out, const guidon_id *in,
                                         size_t n);

/*
 * Read n lines of 37 (27) bytes, digits in either case and '\n' after them, up
 * to the first bad one.
 *
 *   out     out  the ids before the bad one; out[*done] and after stay as they
 *                were
 *   done    out  how many were read: n on success; always written
 *   text    in   n x 37 bytes (27)
 *   bad_at  out  on failure, the offset inside the bad line; may be NULL
 *
 * Errors  GUIDON_E_CHAR, GUIDON_E_RANGE  as for one; line *done is bad. Where
 *                        all is right but the '\n', it is GUIDON_E_CHAR, and
 *                        *bad_at is 36 (26)
 * Code    src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_uuid_parse_lines(
    guidon_id *out, size_t *done, const char *text, size_t n, size_t *bad_at);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_parse_lines(
    guidon_id *out, size_t *done, const char *text, size_t n, size_t *bad_at);

/* ------------------------------------------------ other byte images of ids */

/*
 * The mixed-endian byte image of Microsoft GUIDs: the first three fields are
 * little-endian. Nothing in the bytes tells one image from the other, so it is
 * never guessed (G4); the text of an id is the same for both. `out` may be
 * id->bytes.
 *
 * Source Microsoft GUID layout (G1, G2)
 * Code   src/text/guid.c
 */
GUIDON_API void guidon_to_guid_bytes(unsigned char out[16],
                                     const guidon_id *id);
GUIDON_API guidon_id guidon_from_guid_bytes(const unsigned char in[16]);

/*
 * The DER encoding of the object identifier 2.25.N, tag and length included:
 * 4 to GUIDON_OID_DER_MAX bytes.
 *
 *   out_len  out  how many bytes were written
 *   der      in   `len` bytes; may be NULL where len is 0
 *   bad_at   out  on failure, the offset of the first wrong byte; may be NULL
 *
 * Errors  GUIDON_E_LENGTH  the input ends too early, or more follows
 *         GUIDON_E_CHAR    another tag, length or arc, or a number that is not
 *                          written as shortly as DER asks
 *         GUIDON_E_RANGE   N is 2^128 or more
 * Source  X.690 8.19; X.667 (X12)
 * Code    src/text/der.c
 */
#define GUIDON_OID_DER_MAX 22
GUIDON_API void guidon_to_oid_der(unsigned char out[GUIDON_OID_DER_MAX],
                                  size_t *out_len, const guidon_id *id);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_from_oid_der(
    guidon_id *out, const unsigned char *der, size_t len, size_t *bad_at);

#ifdef __cplusplus
}
#endif

#endif
