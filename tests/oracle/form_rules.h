/* SPDX-License-Identifier: MIT */
/* The forms again, one row for each, written by hand from the standards. The
 * tests and the fuzzer compare src/text/forms.c with these rows. */
#ifndef FORM_RULES_H
#define FORM_RULES_H

#include <guidon/text.h>
#include <stddef.h>

#define RULE_FIXED    GUIDON_TRAIT_FIXED_LEN
#define RULE_SORTS    GUIDON_TRAIT_SORTS
#define RULE_MIXED    GUIDON_TRAIT_MIXED_CASE
#define RULE_PARTIAL  GUIDON_TRAIT_PARTIAL
#define RULE_VARIANT  GUIDON_TRAIT_VARIANT
#define RULE_EXPLICIT GUIDON_TRAIT_EXPLICIT

/*
 * A row is X(form, value, name, traits, len, letters). The value, name and
 * traits are published: a change would break programs and bindings. `len` is the
 * length of each text; 0 if texts have several. `letters` are the digits of a
 * number of fixed width in order of value, or NULL for a form that is something
 * else. They are read in either case without RULE_MIXED.
 */
#define FORM_RULES(X)                                                          \
  X(UUID, 0, "uuid", RULE_FIXED | RULE_SORTS, 36, NULL)                        \
  X(UUID_UPPER, 1, "uuid-upper", RULE_FIXED | RULE_SORTS | RULE_VARIANT, 36,   \
    NULL)                                                                      \
  X(HEX, 2, "hex", RULE_FIXED | RULE_SORTS, 32, NULL)                          \
  X(HEX_UPPER, 3, "hex-upper", RULE_FIXED | RULE_SORTS | RULE_VARIANT, 32,     \
    NULL)                                                                      \
  X(BRACES, 4, "braces", RULE_FIXED | RULE_SORTS, 38, NULL)                    \
  X(URN, 5, "urn", RULE_FIXED | RULE_SORTS, 45, NULL)                          \
  X(OID, 6, "oid", 0, 0, NULL)                                                 \
  X(URN_OID, 7, "urn-oid", 0, 0, NULL)                                         \
  X(INT, 8, "int", RULE_EXPLICIT, 0, NULL)                                     \
  X(ULID, 9, "ulid", RULE_FIXED | RULE_SORTS, 26, NULL)                        \
  X(ULID_LOWER, 10, "ulid-lower", RULE_FIXED | RULE_SORTS | RULE_VARIANT, 26,  \
    NULL)                                                                      \
  X(BASE64URL, 11, "base64url", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT, 22,   \
    NULL)                                                                      \
  X(BASE58, 12, "base58",                                                      \
    RULE_FIXED | RULE_SORTS | RULE_MIXED | RULE_EXPLICIT, 22,                  \
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")              \
  X(GUID_HEX, 13, "guid-hex", RULE_FIXED | RULE_EXPLICIT, 32, NULL)            \
  X(C, 14, "c", RULE_FIXED | RULE_SORTS, 81, NULL)                             \
  X(PARENS, 15, "parens", RULE_FIXED | RULE_SORTS, 38, NULL)                   \
  X(GUID_X, 16, "guid-x", RULE_FIXED | RULE_SORTS, 68, NULL)                   \
  X(NCS, 17, "ncs", RULE_FIXED | RULE_SORTS | RULE_PARTIAL, 36, NULL)          \
  X(BASE62, 18, "base62",                                                      \
    RULE_FIXED | RULE_SORTS | RULE_MIXED | RULE_EXPLICIT, 22,                  \
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")          \
  X(BASE36, 19, "base36", RULE_FIXED | RULE_SORTS | RULE_EXPLICIT, 25,         \
    "0123456789abcdefghijklmnopqrstuvwxyz")                                    \
  X(SHORTUUID, 20, "shortuuid",                                                \
    RULE_FIXED | RULE_SORTS | RULE_MIXED | RULE_EXPLICIT, 22,                  \
    "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")               \
  X(BASE85, 21, "base85", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT, 20,         \
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"           \
    "!#$%&()*+-;<=>?@^_`{|}~")                                                 \
  X(BASE32, 22, "base32", RULE_FIXED | RULE_EXPLICIT, 26, NULL)                \
  X(BASE32HEX, 23, "base32hex", RULE_FIXED | RULE_SORTS | RULE_EXPLICIT, 26,   \
    NULL)                                                                      \
  X(BASE64, 24, "base64", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT, 24, NULL)   \
  X(NCNAME32, 25, "ncname32", RULE_FIXED | RULE_EXPLICIT, 26, NULL)            \
  X(NCNAME58, 26, "ncname58", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT, 23,     \
    NULL)                                                                      \
  X(NCNAME64, 27, "ncname64", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT, 22,     \
    NULL)                                                                      \
  X(HEX_0X, 28, "hex-0x", RULE_FIXED | RULE_SORTS | RULE_EXPLICIT, 34, NULL)   \
  X(MONGO_JAVA, 29, "mongo-java", RULE_FIXED | RULE_EXPLICIT, 32, NULL)        \
  X(MYSQL_SWAP, 30, "mysql-swap", RULE_FIXED | RULE_EXPLICIT, 32, NULL)        \
  X(INT64X2, 31, "int64x2", RULE_EXPLICIT, 0, NULL)                            \
  X(BASE32HUMAN, 32, "base32human", RULE_FIXED | RULE_SORTS | RULE_EXPLICIT,   \
    26, NULL)                                                                  \
  X(BASE52, 33, "base52",                                                      \
    RULE_FIXED | RULE_SORTS | RULE_MIXED | RULE_EXPLICIT, 23,                  \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")                    \
  X(BASE62_IEEE, 34, "base62-ieee", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT,   \
    22, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")      \
  X(BASE64SORT, 35, "base64sort",                                              \
    RULE_FIXED | RULE_SORTS | RULE_MIXED | RULE_EXPLICIT, 22, NULL)            \
  X(Z85, 36, "z85", RULE_FIXED | RULE_MIXED | RULE_EXPLICIT, 20, NULL)         \
  X(BASE62ID, 37, "base62id",                                                  \
    RULE_FIXED | RULE_SORTS | RULE_MIXED | RULE_EXPLICIT, 22, NULL)

struct form_rule {
    const char *name;
    unsigned traits;
    size_t len;
    const char *letters;
};

#define FORM_RULE(form, value, name, traits, len, letters)                     \
  [value] = {name, traits, len, letters},
static const struct form_rule form_rules[] = {FORM_RULES(FORM_RULE)};
_Static_assert(sizeof form_rules == GUIDON_FORMS * sizeof form_rules[0],
               "tests/oracle/form_rules.h has a row for every form");

#define FORM_VALUE(form, value, name, traits, len, letters)                    \
  _Static_assert(GUIDON_FORM_##form == (value), #form);
FORM_RULES(FORM_VALUE)

/* The forms that the shape of a text shows, in the order in which they are tried. */
static const guidon_form form_shape_order[] = {
    GUIDON_FORM_URN,    GUIDON_FORM_URN_OID,  GUIDON_FORM_OID,
    GUIDON_FORM_C,      GUIDON_FORM_GUID_X,   GUIDON_FORM_BRACES,
    GUIDON_FORM_PARENS, GUIDON_FORM_ULID,     GUIDON_FORM_NCS,
    GUIDON_FORM_UUID,   GUIDON_FORM_HEX,      GUIDON_FORM_HEX_0X,
    GUIDON_FORM_BASE64, GUIDON_FORM_NCNAME58,
};

#endif
