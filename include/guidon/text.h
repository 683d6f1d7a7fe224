/* SPDX-License-Identifier: MIT */
/* Ids to text and back, in every form that Guidon knows. */
#ifndef GUIDON_TEXT_H
#define GUIDON_TEXT_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A text is a pointer and a length in bytes. It need not end with NUL, and a
 * NUL inside it is a wrong character like any other. A text of length 0 may be
 * NULL.
 *
 * These functions allocate nothing, ignore the locale and may be called from
 * any thread. An output must not overlap an input unless the function allows
 * it.
 */

/* ------------------------------------------- forms of text and their names */

#define GUIDON_UUID_LEN      36
#define GUIDON_ULID_LEN      26
#define GUIDON_UUID_STR_SIZE 37  /* with NUL, for guidon_uuid_str */
#define GUIDON_ULID_STR_SIZE 27  /* with NUL, for guidon_ulid_str */
#define GUIDON_TEXT_MAX      160 /* fits every form of every id */

/* The forms of text. Hex digits are read in either case, whatever case the form
 * writes. "36" stands for the 36 characters of GUIDON_FORM_UUID.
 *
 * guidon_form_from_name and guidon_parse of a newer library may return a form
 * of GUIDON_FORMS or more: check a form before you use it as an index. */
typedef enum guidon_form {
    GUIDON_FORM_UUID,       /* 36 characters 8-4-4-4-12, lower case */
    GUIDON_FORM_UUID_UPPER, /* the same, upper case */
    GUIDON_FORM_HEX,        /* 32 hex digits, lower case */
    GUIDON_FORM_HEX_UPPER,  /* the same, upper case */
    GUIDON_FORM_BRACES,     /* {36}, upper case: Windows registry */
    GUIDON_FORM_URN,        /* urn:uuid:36 */
    GUIDON_FORM_OID,        /* 2.25.N, N in decimal */
    GUIDON_FORM_URN_OID,    /* urn:oid:2.25.N */
    GUIDON_FORM_INT,        /* unsigned decimal number */
    GUIDON_FORM_ULID,       /* 26 characters of Crockford base32, upper case */
    GUIDON_FORM_ULID_LOWER, /* the same, lower case */
    GUIDON_FORM_BASE64URL,  /* 22 characters, RFC 4648 section 5, no padding */
    GUIDON_FORM_BASE58,     /* 22 characters, Bitcoin alphabet, fixed width,
                               big-endian number */
    GUIDON_FORM_GUID_HEX,   /* 32 hex digits of the mixed-endian byte image of
                               Microsoft GUIDs */
    GUIDON_FORM_C,          /* {0x01,...,0x10}: 16 bytes as C source */
    GUIDON_FORM_PARENS,     /* (36), lower case: .NET "P" */
    GUIDON_FORM_GUID_X,     /* {0x01234567,0x89ab,0xcdef,{0x01,...}}: .NET "X",
                               a GUID initialiser in C */
    GUIDON_FORM_NCS,    /* 34dc23469000.0d.00.00.7c.5f.00.00.00: Apollo NCS */
    GUIDON_FORM_BASE62, /* 22 digits 0-9 A-Z a-z in this order, fixed width,
                           big-endian number */
    GUIDON_FORM_BASE36, /* 25 digits 0-9 a-z, fixed width, big-endian number,
                           lower case; read in either case */
    GUIDON_FORM_SHORTUUID,   /* 22 digits of base 57, fixed width, big-endian
                               number: Python package shortuuid, from 1.0 on */
    GUIDON_FORM_BASE85,      /* 20 digits, RFC 1924, big-endian number */
    GUIDON_FORM_BASE32,      /* 26 characters, RFC 4648 section 6, no padding,
                               upper case; read in either case */
    GUIDON_FORM_BASE32HEX,   /* 26 characters, RFC 4648 section 7, no padding,
                               upper case; read in either case */
    GUIDON_FORM_BASE64,      /* 24 characters, RFC 4648 section 4, padded */
    GUIDON_FORM_NCNAME32,    /* 26 characters, the first a letter, lower case;
                               read in either case: UUID-NCName-32 */
    GUIDON_FORM_NCNAME58,    /* 23 characters, the first and the last a letter,
                               which are read in either case: -58 */
    GUIDON_FORM_NCNAME64,    /* 22 characters, the first and the last a letter,
                               which are read in either case: -64 */
    GUIDON_FORM_HEX_0X,      /* 0x and 32 hex digits, lower case */
    GUIDON_FORM_MONGO_JAVA,  /* 32 hex digits of the bytes that the old Java
                               driver of MongoDB stores */
    GUIDON_FORM_MYSQL_SWAP,  /* 32 hex digits of UUID_TO_BIN(uuid, 1) */
    GUIDON_FORM_INT64X2,     /* N:N, both signed decimal numbers of 64 bits, the
                               most significant first: java.util.UUID */
    GUIDON_FORM_BASE32HUMAN, /* 26 characters, the bits of BASE32 in the alphabet
                                of ULID, upper case; read in either case */
    GUIDON_FORM_BASE52, /* 23 digits A-Z a-z, fixed width, big-endian number */
    GUIDON_FORM_BASE62_IEEE, /* 22 digits A-Z a-z 0-9 in this order, fixed width,
                                big-endian number */
    GUIDON_FORM_BASE64SORT,  /* 22 characters -, 0-9, A-Z, _, a-z, no padding */
    GUIDON_FORM_Z85,         /* 20 digits, five for each four bytes: ZeroMQ */
    GUIDON_FORM_BASE62ID,    /* 22 digits of BASE62, the first a letter: of the
                                bits 10 and the id */
    GUIDON_FORM_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_form;
GUIDON_ENUM_SIZE(guidon_form);

/* Every form, in the order of the enumeration. X is a macro with two
 * parameters: the constant without GUIDON_FORM_, and the name of the form. */
#define GUIDON_FORM_LIST(X)                                                    \
  X(UUID, "uuid")                                                              \
  X(UUID_UPPER, "uuid-upper")                                                  \
  X(HEX, "hex")                                                                \
  X(HEX_UPPER, "hex-upper")                                                    \
  X(BRACES, "braces")                                                          \
  X(URN, "urn")                                                                \
  X(OID, "oid")                                                                \
  X(URN_OID, "urn-oid")                                                        \
  X(INT, "int")                                                                \
  X(ULID, "ulid")                                                              \
  X(ULID_LOWER, "ulid-lower")                                                  \
  X(BASE64URL, "base64url")                                                    \
  X(BASE58, "base58")                                                          \
  X(GUID_HEX, "guid-hex")                                                      \
  X(C, "c")                                                                    \
  X(PARENS, "parens")                                                          \
  X(GUID_X, "guid-x")                                                          \
  X(NCS, "ncs")                                                                \
  X(BASE62, "base62")                                                          \
  X(BASE36, "base36")                                                          \
  X(SHORTUUID, "shortuuid")                                                    \
  X(BASE85, "base85")                                                          \
  X(BASE32, "base32")                                                          \
  X(BASE32HEX, "base32hex")                                                    \
  X(BASE64, "base64")                                                          \
  X(NCNAME32, "ncname32")                                                      \
  X(NCNAME58, "ncname58")                                                      \
  X(NCNAME64, "ncname64")                                                      \
  X(HEX_0X, "hex-0x")                                                          \
  X(MONGO_JAVA, "mongo-java")                                                  \
  X(MYSQL_SWAP, "mysql-swap")                                                  \
  X(INT64X2, "int64x2")                                                        \
  X(BASE32HUMAN, "base32human")                                                \
  X(BASE52, "base52")                                                          \
  X(BASE62_IEEE, "base62-ieee")                                                \
  X(BASE64SORT, "base64sort")                                                  \
  X(Z85, "z85")                                                                \
  X(BASE62ID, "base62id")

/* The number of forms. Their values are 0 .. GUIDON_FORMS - 1. */
#define GUIDON_FORM_COUNT_ONE(form, name) +1
#define GUIDON_FORMS                      (0 GUIDON_FORM_LIST(GUIDON_FORM_COUNT_ONE))

/* Other names of forms, for guidon_form_from_name: what a system calls the bytes
 * that it stores. A is a macro as for GUIDON_FORM_LIST.
 *
 *   mongo-csharp  BSON binary of subtype 3, as the old C# driver of MongoDB
 *                 stores a UUID ("csharpLegacy")
 *   mssql         a uniqueidentifier, as SQL Server stores it
 */
#define GUIDON_FORM_ALIAS_LIST(A)                                              \
  A(GUID_HEX, "mongo-csharp")                                                  \
  A(GUID_HEX, "mssql")

/*
 * Return the name of a form, or find the form of a name.
 *
 * guidon_form_name returns the name in GUIDON_FORM_LIST, which is constant. For a
 * value that is not a form, the name is "unknown". guidon_form_from_name also takes the names in
 * GUIDON_FORM_ALIAS_LIST.
 *
 *   name  in  ends with NUL; must match exactly, in lower case
 *
 * Errors  GUIDON_E_ARGUMENT  no form has this name
 * Code    src/text/forms.c
 */
GUIDON_API const char *guidon_form_name(guidon_form form);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_form_from_name(guidon_form *out, const char *name);

/* Traits of a form, for guidon_form_traits. */
#define GUIDON_TRAIT_FIXED_LEN  1u  /* all texts written have one length */
#define GUIDON_TRAIT_SORTS      2u  /* texts sort as the ids do */
#define GUIDON_TRAIT_MIXED_CASE 4u  /* 'A' and 'a' are different digits */
#define GUIDON_TRAIT_PARTIAL    8u  /* some ids have no text in this form */
#define GUIDON_TRAIT_VARIANT    16u /* the previous form in the other case */
#define GUIDON_TRAIT_EXPLICIT                                                  \
  32u /* read only by its name: not part of
                                       GUIDON_ACCEPT_ANY */

/*
 * Return the traits of a form as an OR of GUIDON_TRAIT_... values, or 0 if the
 * value is not a form. Test single bits, because later versions may add traits.
 *
 * Order  GUIDON_TRAIT_SORTS means the order of memcmp. A collation that ignores
 *        case breaks this order if the form also has GUIDON_TRAIT_MIXED_CASE.
 * Code   src/text/forms.c
 */
GUIDON_API unsigned guidon_form_traits(guidon_form form);

/*
 * Describe a character of a form and its alphabet in English, for error messages.
 * For example, the result for GUIDON_FORM_HEX is "hexadecimal digit (0-9,
 * a-f)".
 *
 * The description is constant. It leaves out prefixes and separators. For a value
 * that is not a form, the result is "".
 *
 * Code src/text/forms.c
 */
GUIDON_API const char *guidon_form_alphabet(guidon_form form);

/*
 * Return the length in bytes of every text that guidon_format writes in the
 * form, without NUL; 0 if it writes texts of several lengths (INT, OID, URN_OID,
 * INT64X2) or the value is not a form.
 *
 * Code src/text/forms.c
 */
GUIDON_API size_t guidon_form_len(guidon_form form);

/* ------------------------------------------------- UUIDs and ULIDs as text */

/*
 * Write the canonical text of a UUID (36 characters, lower case) or of a ULID
 * (26 characters, upper case). No NUL is added. Every id has both texts.
 *
 * Source RFC 9562, section 4; ULID specification, "Canonical String
 *        Representation"
 * Code   src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API void guidon_uuid_format(char out[36], const guidon_id *id);
GUIDON_API void guidon_ulid_format(char out[26], const guidon_id *id);

/*
 * Write the same text with a NUL after it, and return `out`:
 *
 *   char text[GUIDON_UUID_STR_SIZE];
 *   printf("%s\n", guidon_uuid_str(text, &id));
 *
 * The text stays in `out`. No other function adds a NUL.
 *
 * Source RFC 9562, section 4; ULID specification, "Canonical String
 *        Representation"
 * Code   src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API char *guidon_uuid_str(char out[GUIDON_UUID_STR_SIZE],
                                 const guidon_id *id);
GUIDON_API char *guidon_ulid_str(char out[GUIDON_ULID_STR_SIZE],
                                 const guidon_id *id);

/*
 * Read the canonical text of one UUID or one ULID. Any variant and version is
 * accepted.
 *
 * A UUID has exactly 36 characters, with '-' at offsets 8, 13, 18 and 23 and
 * hex digits in either case. A ULID has exactly 26 characters in either case.
 * It has no aliases and no hyphens, and is at most 7ZZZZZZZZZZZZZZZZZZZZZZZZZ.
 *
 *   text    in   `len` bytes
 *   bad_at  out  written only on an error; may be NULL
 *
 * Errors  GUIDON_E_LENGTH  len is not 36 (ULID: 26); *bad_at is len if the text
 *                          is too short, and 36 (26) if it is too long
 *         GUIDON_E_CHAR    *bad_at is the offset of the first wrong character
 *         GUIDON_E_RANGE   ULID only: all characters are right, but the first
 *                          is above '7'; *bad_at is 0
 * Source  RFC 9562, section 4; ULID specification
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
 * Write an id in any form.
 *
 *   out      out  the text, without NUL
 *   out_cap  in   the size of `out` in bytes; GUIDON_TEXT_MAX fits every text
 *   out_len  out  the length of the text, also if it does not fit (GUIDON_E_SPACE);
 *                 may be NULL
 *
 * Errors, in this order
 *         GUIDON_E_ARGUMENT  no such form
 *         GUIDON_E_VERSION   GUIDON_FORM_NCS: the id is not of the NCS variant,
 *                            has an address family above 13, or reserved bits
 *                            set
 *         GUIDON_E_SPACE     out_cap is smaller than the text
 * Code    src/text/forms.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_format(char *out,
                                                         size_t out_cap,
                                                         size_t *out_len,
                                                         const guidon_id *id,
                                                         guidon_form form);

/*
 * Read the text of one form, whatever the text looks like: an id, or an error of
 * this form. Digits and letters may have either case. guidon_parse reads texts of
 * several forms, and says more of each form.
 *
 *   text    in   `len` bytes
 *   bad_at  out  written only on an error; may be NULL
 *
 * Errors  GUIDON_E_ARGUMENT  no such form; *bad_at is 0
 *         GUIDON_E_FORM, GUIDON_E_LENGTH, GUIDON_E_CHAR, GUIDON_E_RANGE
 *                            as guidon_parse
 * Source  as guidon_parse
 * Code    src/text/recognise.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_parse_as(guidon_id *out,
                                                           const char *text,
                                                           size_t len,
                                                           guidon_form form,
                                                           size_t *bad_at);

/*
 * The forms that guidon_parse accepts. A form alone is not such a set: it does not
 * compile where a set belongs. `forms` is the OR of GUIDON_FORM_BIT(form). Both
 * cases of a form are read alike: the bit of UUID or UUID_UPPER accepts both, and
 * so do HEX and ULID, but see GUIDON_PARSE_EXACT_CASE.
 *
 * GUIDON_ACCEPT(form) is a set of one form, and GUIDON_ACCEPT_FORMS(bits) one of
 * several. These are values, and in C++ constant expressions. In C, an object with
 * static storage has braces in their place:
 *
 *   static const guidon_accept short_ones = {
 *       GUIDON_FORM_BIT(GUIDON_FORM_BASE58) | GUIDON_FORM_BIT(GUIDON_FORM_BASE62)};
 *
 * Other languages pass a structure of one uint64_t by value.
 */
typedef struct guidon_accept {
    uint64_t forms;
} guidon_accept;

#define GUIDON_FORM_BIT(form) (UINT64_C(1) << (unsigned)(form))
#ifdef __cplusplus
#  define GUIDON_ACCEPT_FORMS(bits) (guidon_accept{(bits)})
#else
#  define GUIDON_ACCEPT_FORMS(bits) ((guidon_accept){(bits)})
#endif
#define GUIDON_ACCEPT(form) GUIDON_ACCEPT_FORMS(GUIDON_FORM_BIT(form))
/*
 * The forms that are read without a name: UUID, HEX and ULID in both cases,
 * BRACES, PARENS, URN, OID, URN_OID, C, GUID_X and NCS. Every other form has
 * GUIDON_TRAIT_EXPLICIT and is read only if `accept` names it, even if no other
 * form has such a text. So whether a text is read depends on its form, and never
 * on the digits of the id. The value stays as it is when later versions add
 * forms.
 *
 * Two shapes belong to one form each, although other forms have such texts: 32
 * hex digits are HEX (never GUID_HEX, MONGO_JAVA or MYSQL_SWAP), and 26
 * characters of Crockford's alphabet are a ULID (never BASE32, BASE32HEX or
 * BASE32HUMAN).
 */
#define GUIDON_ACCEPT_ANY GUIDON_ACCEPT_FORMS(GUIDON_ANY_FORMS)
#define GUIDON_ANY_FORMS  UINT64_C(0x3c6ff)

/*
 * A flag of guidon_parse, for lenient reading. Blanks at both ends of the text are
 * passed over: spaces, tabs, line feeds, vertical tabs, form feeds and carriage
 * returns. These texts are read too:
 *
 *   ULID          the aliases I i L l for 1 and O o for 0, and hyphens anywhere.
 *                 U is still an error. See Crockford's base32. So more texts of
 *                 BASE32, BASE32HEX and BASE32HUMAN are a ULID than without this
 *                 flag
 *   BRACES, URN   32 digits without hyphens, as the Go package gofrs/uuid reads
 *                 them: "{" and "}" around HEX, and "urn:uuid:" before it
 *   UUID, BRACES  32 digits with a hyphen or none after each group of four but
 *                 the last, as PostgreSQL reads them; in UUID, one hyphen at
 *                 least
 *   UUID, BRACES, PARENS
 *                 '+', "0x" or "+0x" in place of the first digits of a group, as
 *                 in .NET's Guid.Parse
 *   GUID_X, C     blanks anywhere, and '+', "0x" or "+0x" after the "0x" of a
 *                 number, as in .NET's Guid.Parse. "0X" is read as "0x".
 *
 * All other texts have the error of the text without the blanks at its ends,
 * read without this flag (ULID, and BRACES and URN of 34 and 41 characters, have
 * their own errors). Offsets count all bytes.
 */
#define GUIDON_PARSE_LENIENT 1u
/*
 * A flag of guidon_parse with which UUID, UUID_UPPER, HEX, HEX_UPPER, ULID and
 * ULID_LOWER each stand for their own case. With ULID_LOWER alone, for example,
 * a letter in upper case is GUIDON_E_CHAR. With both cases of a form, a text has
 * one or the other, but not a mixture. The case is checked last, after all other
 * errors.
 */
#define GUIDON_PARSE_EXACT_CASE 2u

/*
 * Read an id in any accepted form.
 *
 *   found   out  the form of the text. UUID, HEX and ULID have a variant in the
 *                other case (UUID_UPPER, HEX_UPPER, ULID_LOWER), which is found
 *                if the text has letters and all are in that case; may be NULL
 *   text    in   `len` bytes
 *   accept  in   GUIDON_ACCEPT_ANY, or other forms
 *   flags   in   0, or the OR of GUIDON_PARSE_LENIENT and GUIDON_PARSE_EXACT_CASE
 *   bad_at  out  written only on an error; may be NULL
 *
 * If `accept` names a single form (in one case or in both), the text is read as
 * that form, and the errors are those of that form.
 *
 * Otherwise the prefix, the length and the separators choose the form. The
 * first accepted form in this list whose shape fits is taken, and then every
 * character must be right:
 *
 *   URN       begins with "urn:uuid:", in any case
 *   URN_OID   begins with "urn:oid:", in any case
 *   OID       begins with "2.25."
 *   GUID_X    an initialiser with a second '{', with ten or eleven commas, or
 *             with more than two hex digits in its first number and not with 15
 *             or 16 commas
 *   C         an initialiser without these
 *   BRACES    begins with "{" and is not an initialiser
 *   PARENS    begins with "("
 *   ULID      26 characters; lenient: 26 that are not hyphens
 *   NCS       36 characters, with '.' at offsets 12 and 15
 *   UUID      36 characters; if INT is accepted, not 36 decimal digits
 *   HEX       32 characters
 *   HEX_0X    34 characters that begin with "0x", in any case
 *   BASE64    24 characters; if INT is accepted, not 24 decimal digits
 *   NCNAME58  23 characters; if INT is accepted, not 23 decimal digits; not if
 *             BASE52 is accepted
 *
 * Here an initialiser is '{', blanks, '0' and a byte that is not a hex digit. It
 * has no '-'.
 *
 * The other forms have no such shape. If `accept` names several of them, a text
 * without one of these shapes is read as every one of them. It is read if all
 * forms that fit give the same id; `found` is the first of them. If they give
 * different ids, the status is GUIDON_E_AMBIGUOUS. So with several such forms it
 * depends on the text, and not on its form alone, whether the text is read: name
 * one form to read all of its texts.
 *
 * A text that is not read, but that a form without GUIDON_ACCEPT_ANY would read,
 * is GUIDON_E_AMBIGUOUS too, even if only one form would read it. This holds for
 * the forms that `accept` names; if `accept` has all of GUIDON_ACCEPT_ANY, it
 * holds for every form. guidon_parse_candidates returns these forms.
 *
 * Numbers have 1 to 39 digits, no sign, no space and no leading zero except "0"
 * itself. The two numbers of INT64X2 have 1 to 19 digits, and a '-' in front if
 * they are below 0.
 *
 * GUID_X and C are read as they stand in C source:
 *
 *   GUID_X   '{' 4 ',' 2 ',' 2 ',' '{' 1 ',' 1 ',' 1 ',' 1 ',' 1 ',' 1 ',' 1 ','
 *            1 '}' '}', or the same without the inner braces
 *   C        '{', sixteen times 1 with ',' between them, '}'
 *            In both, a ',' may stand before a '}'.
 *   1, 2, 4  a number of so many bytes: "0x" or "0X" and at least one hex digit,
 *            at most two for each byte after leading zeros, or "0" alone; then
 *            U, L, UL, LU or none of these, in either case
 *
 * Blanks may stand before each ',', '{', '}' and number, but not before the
 * first '{'. A blank is a space, tab, line feed, vertical tab, form feed or
 * carriage return, or a backslash with a line feed after it, or with a carriage
 * return and a line feed. There are no comments, and no ',' after the last
 * number.
 *
 * Errors  GUIDON_E_FORM      no accepted form has this shape; *bad_at is 0
 *         GUIDON_E_AMBIGUOUS only by its name a form may read this text;
 *                            *bad_at is 0
 *         GUIDON_E_LENGTH    the shape is that of a form but the length is not,
 *                            or a number has no digits; *bad_at as in
 *                            guidon_uuid_parse. GUID_X and C: the text is right
 *                            but ends too early (*bad_at is len), or has bytes
 *                            after its end (*bad_at is the first of them)
 *         GUIDON_E_CHAR      *bad_at is the offset of the first wrong character
 *         GUIDON_E_RANGE     well-formed, but 2^128 or more, an NCS family
 *                            above 13, digits of NCNAME58 that are not 15
 *                            bytes, a number of INT64X2 outside -2^63 ..
 *                            2^63 - 1, five digits of Z85 that are 2^32 or
 *                            more, or BASE62ID without its bits 10; *bad_at is
 *                            the offset of the number
 *         GUIDON_E_ARGUMENT  `accept` names no form, or `accept` or `flags` has
 *                            unknown bits; *bad_at is 0
 * Source  RFC 9562, section 4; ITU-T X.667; .NET System.Guid; Apollo NCS;
 *         Crockford's base32; RFC 4648, sections 4 to 7; RFC 1924, section 4.2;
 *         draft-taylor-uuid-ncname-01; java.util.UUID;
 *         draft-davis-uuidrev-alt-uuid-encoding-methods-01; ZeroMQ 32/Z85
 * Code    src/text/recognise.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_parse(guidon_id *out, guidon_form *found, const char *text, size_t len,
             guidon_accept accept, unsigned flags, size_t *bad_at);

/*
 * Return the forms that an ambiguous text may have: those that make guidon_parse
 * return GUIDON_E_AMBIGUOUS with the same `text`, `len`, `accept` and `flags`. Use
 * it for a message that names them. For every other text and status, the result
 * has no form.
 *
 * Code src/text/recognise.c
 */
GUIDON_API guidon_accept guidon_parse_candidates(const char *text, size_t len,
                                                 guidon_accept accept,
                                                 unsigned flags);

#define GUIDON_REASON_MAX 512 /* fits every sentence of guidon_parse_reason */

/*
 * Say in an English sentence why guidon_parse does not read a text: what is wrong,
 * where, and what would be right. If only the name of the form is missing, the
 * sentence names the forms that the text could have. For example:
 *
 *   'O' at offset 34 is not a hexadecimal digit (expected 0-9, a-f)
 *   37 bytes is the wrong length for uuid (expected 36)
 *   the text could be base58, base62 or shortuuid; name the form
 *
 * The sentence is printable ASCII on one line, without a full stop. It shows a
 * character that is not printable ASCII as its code point, such as U+00E9, and a
 * byte that is not UTF-8 as "byte 0xff". It names at most one offset, with the
 * words "at offset ". Programs should print the sentence and decide by the
 * status: later versions may use other words.
 *
 *   out      out  the sentence, without NUL; may be NULL if out_cap is 0
 *   out_cap  in   the size of `out` in bytes; GUIDON_REASON_MAX always suffices
 *   out_len  out  the length of the sentence, also if it does not fit; 0 if
 *                 guidon_parse reads the text; may be NULL
 *   text     in   `len` bytes, as for guidon_parse
 *   accept   in   as for guidon_parse
 *   flags    in   as for guidon_parse
 *
 * Errors  GUIDON_E_SPACE  out_cap is smaller than the sentence
 * Threads any
 * Code    src/report/reason.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_parse_reason(
    char *out, size_t out_cap, size_t *out_len, const char *text, size_t len,
    guidon_accept accept, unsigned flags);

/* Fits every document of guidon_describe_json. */
#define GUIDON_DESCRIBE_MAX 16384

/*
 * Write what a text could be as a JSON array on one line: an object for each id that it
 * may be read as, none if guidon_parse_reason has a reason other than that the name of
 * the form is missing. For example, without its fields and forms:
 *
 *   [{"form":"uuid","kind":"v7","variant":"RFC 9562","version":7,
 *     "time":"2022-02-22T19:22:22.000Z","fields":[...],"forms":{...}}]
 *
 * A text that needs the name of its form has a reading of each form that it could have.
 * A TypeID with a prefix is read if `accept` has all of GUIDON_ACCEPT_ANY. An object
 * begins with its form. docs/json.md describes the members; later versions may add some.
 *
 *   out      out  the text, without NUL; may be NULL if out_cap is 0
 *   out_cap  in   the size of `out` in bytes; GUIDON_DESCRIBE_MAX always suffices
 *   out_len  out  the length of the text, also if it does not fit; may be NULL
 *   text     in   `len` bytes, as for guidon_parse
 *   accept   in   as for guidon_parse
 *   flags    in   as for guidon_parse
 *
 * Units   times are UTC, with the digits of guidon_kind_time_of
 * Errors  GUIDON_E_SPACE  out_cap is smaller than the document
 * Threads any
 * Source  RFC 8259; RFC 3339
 * Code    src/report/describe.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_describe_json(
    char *out, size_t out_cap, size_t *out_len, const char *text, size_t len,
    guidon_accept accept, unsigned flags);

/*
 * Write an id as 26 characters of your own alphabet, with `alphabet[v]` for the
 * value v. The texts sort as the ids only if the alphabet is in byte order.
 *
 * Errors  GUIDON_E_ARGUMENT  two of the 32 characters are equal
 * Code    src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_format_alphabet(
    char out[26], const guidon_id *id, const char alphabet[32]);

/* ------------------------------------------------------ many texts at once */

/*
 * Write n canonical texts, one every `stride` bytes.
 *
 *   out     out  text i begins at out + i * stride; no byte between or after
 *                the texts is written
 *   stride  in   bytes from one text to the next, at least 36 (ULID: 26)
 *   in      in   n ids without gaps
 *
 * Errors  GUIDON_E_ARGUMENT  stride is below 36 (26)
 * Code    src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_uuid_format_many(
    char *out, size_t stride, const guidon_id *in, size_t n);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_format_many(
    char *out, size_t stride, const guidon_id *in, size_t n);

/*
 * Read n canonical texts, one every `stride` bytes, up to the first bad one.
 *
 *   out     out  the ids before the bad text; out[*done] and later ids are
 *                unchanged
 *   text    in   text i begins at text + i * stride; no byte between or after
 *                the texts is read
 *   stride  in   bytes from one text to the next, at least 36 (ULID: 26)
 *   done    out  the number of ids read, n on success; always written
 *   bad_at  out  on an error, the offset inside the bad text; may be NULL
 *
 * Errors  GUIDON_E_CHAR, GUIDON_E_RANGE  as for one text; text *done is bad
 *         GUIDON_E_ARGUMENT              stride is below 36 (26); *done and
 *                                        *bad_at are 0
 * Code    src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_uuid_parse_many(guidon_id *out, const char *text, size_t stride,
                       size_t n, size_t *done, size_t *bad_at);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_ulid_parse_many(guidon_id *out, const char *text, size_t stride,
                       size_t n, size_t *done, size_t *bad_at);

/*
 * Write n texts of a form of fixed length (see guidon_form_len), one every
 * `stride` bytes.
 *
 *   out     out  text i begins at out + i * stride; no byte between or after
 *                the texts is written; may be NULL if n is 0
 *   stride  in   bytes from one text to the next, at least guidon_form_len(form)
 *   in      in   n ids without gaps; may be NULL if n is 0
 *
 * On an error, nothing is written.
 *
 * Errors, in this order
 *         GUIDON_E_ARGUMENT  no such form, a form without a fixed length, or a
 *                            stride below that length
 *         GUIDON_E_VERSION   an id has no text in the form, see guidon_format
 * Code    src/text/forms_many.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_format_many(
    char *out, size_t stride, const guidon_id *in, size_t n, guidon_form form);

/*
 * Read n texts of a form of fixed length, one every `stride` bytes, up to the
 * first bad one. Each text has guidon_form_len(form) bytes. It is read as
 * guidon_parse_as reads it, so digits may have either case.
 *
 *   out     out  the ids before the bad text; out[*done] and later ids are
 *                unchanged; may be NULL if n is 0
 *   text    in   text i begins at text + i * stride; no byte between or after
 *                the texts is read; may be NULL if n is 0
 *   stride  in   bytes from one text to the next, at least guidon_form_len(form)
 *   done    out  the number of ids read, n on success; always written
 *   bad_at  out  on an error, the offset inside the bad text; may be NULL
 *
 * Errors  GUIDON_E_CHAR, GUIDON_E_RANGE  as for one text; text *done is bad
 *         GUIDON_E_LENGTH                GUID_X and C only, as for one text
 *         GUIDON_E_ARGUMENT              no such form, a form without a fixed
 *                                        length, or a stride below that length;
 *                                        *done and *bad_at are 0
 * Code    src/text/forms_many.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_parse_many(guidon_id *out, const char *text, size_t stride, size_t n,
                  guidon_form form, size_t *done, size_t *bad_at);

/* ---------------------------------------------- many texts, each on a line */

/*
 * Write n lines: canonical texts, each with '\n' after it.
 *
 *   out  out  n x 37 bytes (ULID: 27)
 *   in   in   n ids without gaps
 *
 * Code src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API void guidon_uuid_format_lines(char *out, const guidon_id *in,
                                         size_t n);
GUIDON_API void guidon_ulid_format_lines(char *out, const guidon_id *in,
                                         size_t n);

/*
 * Read the lines of a text, up to the first bad one. Each line is a canonical
 * text, with digits in either case, and then "\n" or "\r\n". The last line may
 * lack its end.
 *
 *   out     out  the ids before the bad line; out[*done] and later ids are
 *                unchanged
 *   text    in   `len` bytes; may be NULL if len is 0
 *   n       in   the number of ids that `out` has memory for
 *   done    out  the number of ids read; always written
 *   bad_at  out  on an error, an offset in the text; may be NULL
 *
 * Errors  GUIDON_E_CHAR    *bad_at is the offset of the first wrong character of
 *                          line *done
 *         GUIDON_E_LENGTH  the last line is too short; *bad_at is len
 *         GUIDON_E_RANGE   as for one ULID; *bad_at is the offset of the line
 *         GUIDON_E_SPACE   n ids are read, and more lines follow; *bad_at is the
 *                          offset of the next line
 * Code    src/text/uuid_text.c, src/text/ulid_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_uuid_parse_lines(guidon_id *out, const char *text, size_t len, size_t n,
                        size_t *done, size_t *bad_at);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_ulid_parse_lines(guidon_id *out, const char *text, size_t len, size_t n,
                        size_t *done, size_t *bad_at);

/* ------------------------------------------------ other byte images of ids */

/*
 * Convert an id to the bytes of a Microsoft GUID, or back. In a GUID the first
 * three fields are little-endian.
 *
 * The bytes do not show which of the two orders they have, so Guidon never
 * guesses the order. The text of an id is the same for both orders. `out` may
 * be id->bytes.
 *
 * Source Microsoft, structure GUID
 * Code   src/text/guid.c
 */
GUIDON_API void guidon_to_guid_bytes(unsigned char out[16],
                                     const guidon_id *id);
GUIDON_API guidon_id guidon_from_guid_bytes(const unsigned char in[16]);

/*
 * Write or read the DER encoding of the object identifier 2.25.N. It has 4 to
 * GUIDON_OID_DER_MAX bytes, including tag and length.
 *
 *   out_len  out  the number of bytes written; may be NULL
 *   der      in   `len` bytes; may be NULL if len is 0
 *   bad_at   out  on an error, the offset of the first wrong byte; may be NULL
 *
 * Errors  GUIDON_E_LENGTH  the input ends too early, or has bytes after its end
 *         GUIDON_E_CHAR    another tag, length or arc, or a number that has
 *                          more bytes than DER allows
 *         GUIDON_E_RANGE   N is 2^128 or more
 * Source  ITU-T X.690, 8.19; ITU-T X.667
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
