/* SPDX-License-Identifier: MIT */
/* forms.c - the table of text forms, and the functions that look a form up. */
#include "forms.h"
#include "../core/memory.h"

#include "base32.h"
#include "hex.h"
#include "hex_layout.h"
#include "runs.h"

static size_t forms_write_uuid(char *out, const guidon_id *id)
{
    guidon_uuid_format(out, id);
    return GUIDON_UUID_LEN;
}

static size_t forms_write_ulid(char *out, const guidon_id *id)
{
    guidon_ulid_format(out, id);
    return GUIDON_ULID_LEN;
}

/* A ULID in lower case. Bit 5 makes letters small, and digits have it. */
static void ulid_to_lower(char text[GUIDON_ULID_LEN])
{
    for (size_t i = 0; i < GUIDON_ULID_LEN; i++) {
        text[i] = (char)(text[i] | 0x20);
    }
}

static size_t forms_write_ulid_lower(char *out, const guidon_id *id)
{
    guidon_ulid_format(out, id);
    ulid_to_lower(out);
    return GUIDON_ULID_LEN;
}

/* The loop goes in blocks that stay in the fastest cache. */
static guidon_status forms_write_ulids_lower(char *out, size_t stride,
                                             const guidon_id *ids, size_t n)
{
    guidon_status status = GUIDON_OK;

    while (n > 0 && status == GUIDON_OK) {
        size_t block = n < 128 ? n : 128;

        status = guidon_ulid_format_many(out, stride, ids, block);
        for (size_t i = 0; i < block; i++, out += stride) {
            ulid_to_lower(out);
        }
        ids += block;
        n -= block;
    }
    return status;
}

/* ---------------------------------------------------------------- layouts */

#define MARK     GDN_MARK
#define MARKS_3  MARK, MARK, MARK
#define MARKS_9  MARKS_3, MARKS_3, MARKS_3

#define NIL_UUID "00000000-0000-0000-0000-000000000000"
#define NIL_HEX  "00000000000000000000000000000000"

/* The digits of 8-4-4-4-12 text, and their offsets after `before` bytes. */
#define UUID_DIGITS                                                            \
  GDN_RUN8(0), MARK, GDN_RUN4(8), MARK, GDN_RUN4(12), MARK, GDN_RUN4(16),      \
      MARK, GDN_RUN12(20)
#define UUID_AT(before)                                                        \
  GDN_RUN8(before), GDN_RUN4((before) + 9), GDN_RUN4((before) + 14),           \
      GDN_RUN4((before) + 19), GDN_RUN12((before) + 24)

/* "urn:uuid:" is read in either case. */
#define URN      "urn:uuid:"
#define URN_FOLD ' ', ' ', ' ', 0, ' ', ' ', ' ', ' '

/* Eight octets such as 0x01,0x02 from a digit or an offset on. */
#define BYTES_8 "0x00,0x00,0x00,0x00,0x00,0x00,0x00,0x00"
#define BYTES_2_DIGITS(d)                                                      \
  MARK, MARK, GDN_RUN2(d), MARK, MARK, MARK, GDN_RUN2((d) + 2)
#define BYTES_8_DIGITS(d)                                                      \
  BYTES_2_DIGITS(d), MARK, BYTES_2_DIGITS((d) + 4), MARK,                      \
      BYTES_2_DIGITS((d) + 8), MARK, BYTES_2_DIGITS((d) + 12)
#define BYTES_2_AT(at) GDN_RUN2((at) + 2), GDN_RUN2((at) + 7)
#define BYTES_8_AT(at)                                                         \
  BYTES_2_AT(at), BYTES_2_AT((at) + 10), BYTES_2_AT((at) + 20),                \
      BYTES_2_AT((at) + 30)

#define HEX_LAYOUT(letters)                                                    \
  {                                                                            \
    .len = 32, .kind = GDN_HEX_PLAIN, .digits = (letters), .nil = NIL_HEX,     \
    .digit = {GDN_RUN32(0)}, .at = {GDN_RUN32(0)},                             \
  }

static const struct gdn_hex_layout layout_uuid_upper = {
    .len = GUIDON_UUID_LEN,
    .kind = GDN_HEX_CANONICAL,
    .digits = gdn_hex_upper,
    .nil = NIL_UUID,
    .digit = {UUID_DIGITS},
    .at = {UUID_AT(0)},
};

static const struct gdn_hex_layout layout_hex = HEX_LAYOUT(gdn_hex_lower);
static const struct gdn_hex_layout layout_hex_upper = HEX_LAYOUT(gdn_hex_upper);

static const struct gdn_hex_layout layout_braces = {
    .len = 38,
    .kind = GDN_HEX_CANONICAL,
    .before = 1,
    .digits = gdn_hex_upper,
    .nil = "{" NIL_UUID "}",
    .digit = {MARK, UUID_DIGITS, MARK},
    .at = {UUID_AT(1)},
};

static const struct gdn_hex_layout layout_braces_hex = {
    .len = 34,
    .nil = "{" NIL_HEX "}",
    .digit = {MARK, GDN_RUN32(0), MARK},
    .at = {GDN_RUN32(1)},
};

static const struct gdn_hex_layout layout_urn = {
    .len = 45,
    .kind = GDN_HEX_CANONICAL,
    .before = 9,
    .digits = gdn_hex_lower,
    .nil = URN NIL_UUID,
    .digit = {MARKS_9, UUID_DIGITS},
    .at = {UUID_AT(9)},
    .fold = {URN_FOLD},
};

static const struct gdn_hex_layout layout_urn_hex = {
    .len = 41,
    .nil = URN NIL_HEX,
    .digit = {MARKS_9, GDN_RUN32(0)},
    .at = {GDN_RUN32(9)},
    .fold = {URN_FOLD},
};

/* The octets of the three fields that a GUID has in the other order. */
static const struct gdn_hex_layout layout_guid_hex = {
    .len = 32,
    .digits = gdn_hex_lower,
    .nil = NIL_HEX,
    .digit = {6, 7, 4, 5, 2, 3, 0, 1, 10, 11, 8, 9, 14, 15, 12, 13,
              GDN_RUN12(16), GDN_RUN4(28)},
    .at = {6, 7, 4, 5, 2, 3, 0, 1, 10, 11, 8, 9, 14, 15, 12, 13, GDN_RUN12(16),
           GDN_RUN4(28)},
};

static const struct gdn_hex_layout layout_c = {
    .len = 81,
    .digits = gdn_hex_lower,
    .nil = "{" BYTES_8 "," BYTES_8 "}",
    .digit = {MARK, BYTES_8_DIGITS(0), MARK, BYTES_8_DIGITS(16), MARK},
    .at = {BYTES_8_AT(1), BYTES_8_AT(41)},
};

static const struct gdn_hex_layout layout_parens = {
    .len = 38,
    .kind = GDN_HEX_CANONICAL,
    .before = 1,
    .digits = gdn_hex_lower,
    .nil = "(" NIL_UUID ")",
    .digit = {MARK, UUID_DIGITS, MARK},
    .at = {UUID_AT(1)},
};

static const struct gdn_hex_layout layout_guid_x = {
    .len = 68,
    .digits = gdn_hex_lower,
    .nil = "{0x00000000,0x0000,0x0000,{" BYTES_8 "}}",
    .digit = {MARKS_3, GDN_RUN8(0), MARKS_3, GDN_RUN4(8), MARKS_3, GDN_RUN4(12),
              MARK, MARK, BYTES_8_DIGITS(16), MARK, MARK},
    .at = {GDN_RUN8(3), GDN_RUN4(14), GDN_RUN4(21), BYTES_8_AT(27)},
};

static const struct gdn_hex_layout layout_hex_0x = {
    .len = 34,
    .digits = gdn_hex_lower,
    .nil = "0x" NIL_HEX,
    .digit = {MARK, MARK, GDN_RUN32(0)},
    .at = {GDN_RUN32(2)},
    .fold = {0, ' '},
};

/* Both halves of eight octets back to front. */
#define BACK_4(d)                                                              \
  (d) + 6, (d) + 7, (d) + 4, (d) + 5, (d) + 2, (d) + 3, (d), (d) + 1
#define BACK_8(d) BACK_4((d) + 8), BACK_4(d)

static const struct gdn_hex_layout layout_mongo_java = {
    .len = 32,
    .digits = gdn_hex_lower,
    .nil = NIL_HEX,
    .digit = {BACK_8(0), BACK_8(16)},
    .at = {BACK_8(0), BACK_8(16)},
};

/* The time of version 1 in the order of its weight: high, middle and low. */
static const struct gdn_hex_layout layout_mysql_swap = {
    .len = 32,
    .digits = gdn_hex_lower,
    .nil = NIL_HEX,
    .digit = {GDN_RUN4(12), GDN_RUN4(8), GDN_RUN8(0), GDN_RUN12(16),
              GDN_RUN4(28)},
    .at = {GDN_RUN8(8), GDN_RUN4(4), GDN_RUN4(0), GDN_RUN12(16), GDN_RUN4(28)},
};

/* ---------------------------------------------------------------- the table */

#define FIXED_LEN          GUIDON_TRAIT_FIXED_LEN
#define SORTS              GUIDON_TRAIT_SORTS
#define MIXED_CASE         GUIDON_TRAIT_MIXED_CASE
#define PARTIAL            GUIDON_TRAIT_PARTIAL
#define VARIANT            GUIDON_TRAIT_VARIANT
#define EXPLICIT           GUIDON_TRAIT_EXPLICIT

#define ALPHABET_HEX       "hexadecimal digit (0-9, a-f)"
#define ALPHABET_DECIMAL   "decimal digit (0-9, without a leading zero)"
#define ALPHABET_CROCKFORD "base32 letter (0-9 and A-Z without I, L, O, U)"

const struct gdn_form gdn_forms[] = {
    [GUIDON_FORM_UUID] = {.write = forms_write_uuid,
                          .read = guidon_uuid_parse,
                          .write_many = guidon_uuid_format_many,
                          .read_many = guidon_uuid_parse_many,
                          .len = GUIDON_UUID_LEN,
                          .alphabet = ALPHABET_HEX,
                          .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_UUID_UPPER] = {.layout = &layout_uuid_upper,
                                .read = guidon_uuid_parse,
                                .read_many = guidon_uuid_parse_many,
                                .len = GUIDON_UUID_LEN,
                                .alphabet = ALPHABET_HEX,
                                .traits = FIXED_LEN | SORTS | VARIANT},
    [GUIDON_FORM_HEX] = {.layout = &layout_hex,
                         .len = 32,
                         .alphabet = ALPHABET_HEX,
                         .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_HEX_UPPER] = {.layout = &layout_hex_upper,
                               .len = 32,
                               .alphabet = ALPHABET_HEX,
                               .traits = FIXED_LEN | SORTS | VARIANT},
    [GUIDON_FORM_BRACES] = {.layout = &layout_braces,
                            .lenient = &layout_braces_hex,
                            .len = 38,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_URN] = {.layout = &layout_urn,
                         .lenient = &layout_urn_hex,
                         .len = 45,
                         .alphabet = ALPHABET_HEX,
                         .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_OID] = {.write = gdn_oid_write,
                         .read = gdn_oid_read,
                         .alphabet = ALPHABET_DECIMAL},
    [GUIDON_FORM_URN_OID] = {.write = gdn_urn_oid_write,
                             .read = gdn_urn_oid_read,
                             .alphabet = ALPHABET_DECIMAL},
    [GUIDON_FORM_INT] = {.write = gdn_int_write,
                         .read = gdn_int_read,
                         .alphabet = ALPHABET_DECIMAL,
                         .traits = EXPLICIT},
    [GUIDON_FORM_ULID] = {.write = forms_write_ulid,
                          .read = guidon_ulid_parse,
                          .write_many = guidon_ulid_format_many,
                          .read_many = guidon_ulid_parse_many,
                          .len = GUIDON_ULID_LEN,
                          .alphabet = ALPHABET_CROCKFORD,
                          .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_ULID_LOWER] = {.write = forms_write_ulid_lower,
                                .read = guidon_ulid_parse,
                                .write_many = forms_write_ulids_lower,
                                .read_many = guidon_ulid_parse_many,
                                .len = GUIDON_ULID_LEN,
                                .alphabet = ALPHABET_CROCKFORD,
                                .traits = FIXED_LEN | SORTS | VARIANT},
    [GUIDON_FORM_BASE64URL] = {.write = gdn_base64url_write,
                               .read = gdn_base64url_read,
                               .len = 22,
                               .alphabet =
                                   "base64url letter (A-Z, a-z, 0-9, -, _; "
                                   "the last of 22 is A, Q, g or w)",
                               .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE58] = {.write = gdn_base58_write,
                            .read = gdn_base58_read,
                            .len = 22,
                            .alphabet =
                                "base58 letter (1-9, A-Z, a-z without I, O, l)",
                            .traits =
                                FIXED_LEN | SORTS | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_GUID_HEX] = {.layout = &layout_guid_hex,
                              .len = 32,
                              .alphabet = ALPHABET_HEX,
                              .traits = FIXED_LEN | EXPLICIT},
    [GUIDON_FORM_C] = {.layout = &layout_c,
                       .read = gdn_c_read,
                       .len = 81,
                       .alphabet = ALPHABET_HEX,
                       .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_PARENS] = {.layout = &layout_parens,
                            .len = 38,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_GUID_X] = {.layout = &layout_guid_x,
                            .read = gdn_guid_x_read,
                            .len = 68,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_NCS] = {.write = gdn_ncs_write,
                         .read = gdn_ncs_read,
                         .len = 36,
                         .alphabet = ALPHABET_HEX,
                         .traits = FIXED_LEN | SORTS | PARTIAL},
    [GUIDON_FORM_BASE62] = {.write = gdn_base62_write,
                            .read = gdn_base62_read,
                            .len = 22,
                            .alphabet = "base62 letter (0-9, A-Z, a-z)",
                            .traits =
                                FIXED_LEN | SORTS | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE36] = {.write = gdn_base36_write,
                            .read = gdn_base36_read,
                            .len = 25,
                            .alphabet = "base36 letter (0-9, a-z)",
                            .traits = FIXED_LEN | SORTS | EXPLICIT},
    [GUIDON_FORM_SHORTUUID] =
        {.write = gdn_shortuuid_write,
         .read = gdn_shortuuid_read,
         .len = 22,
         .alphabet = "base57 letter (2-9, A-Z, a-z without I, O, l)",
         .traits = FIXED_LEN | SORTS | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE85] = {.write = gdn_base85_write,
                            .read = gdn_base85_read,
                            .len = 20,
                            .alphabet =
                                "base85 letter (0-9, A-Z, a-z or one of "
                                "!#$%&()*+-;<=>?@^_`{|}~)",
                            .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE32] = {.write = gdn_base32_rfc_write,
                            .read = gdn_base32_rfc_read,
                            .len = 26,
                            .alphabet =
                                "base32 letter (A-Z, 2-7; the last of 26 is "
                                "A, E, I, M, Q, U, Y or 4)",
                            .traits = FIXED_LEN | EXPLICIT},
    [GUIDON_FORM_BASE32HEX] =
        {.write = gdn_base32hex_write,
         .read = gdn_base32hex_read,
         .len = 26,
         .alphabet = "base32hex letter (0-9, A-V; the last of 26 is 0, 4, 8, "
                     "C, G, K, O or S)",
         .traits = FIXED_LEN | SORTS | EXPLICIT},
    [GUIDON_FORM_BASE64] = {.write = gdn_base64_write,
                            .read = gdn_base64_read,
                            .len = 24,
                            .alphabet = "base64 letter (A-Z, a-z, 0-9, +, /; "
                                        "the last of 22 is A, Q, g or w)",
                            .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_NCNAME32] = {.write = gdn_ncname32_write,
                              .read = gdn_ncname32_read,
                              .len = 26,
                              .alphabet = "letter of UUID-NCName-32 (a-z, 2-7; "
                                          "the first and the last a-p)",
                              .traits = FIXED_LEN | EXPLICIT},
    [GUIDON_FORM_NCNAME58] =
        {.write = gdn_ncname58_write,
         .read = gdn_ncname58_read,
         .len = 23,
         .alphabet = "letter of UUID-NCName-58 (1-9, A-Z, a-z without I, O, l; "
                     "the first and the last A-P)",
         .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_NCNAME64] =
        {.write = gdn_ncname64_write,
         .read = gdn_ncname64_read,
         .len = 22,
         .alphabet = "letter of UUID-NCName-64 (A-Z, a-z, 0-9, -, _; the first "
                     "and the last A-P)",
         .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_HEX_0X] = {.layout = &layout_hex_0x,
                            .len = 34,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS | EXPLICIT},
    [GUIDON_FORM_MONGO_JAVA] = {.layout = &layout_mongo_java,
                                .len = 32,
                                .alphabet = ALPHABET_HEX,
                                .traits = FIXED_LEN | EXPLICIT},
    [GUIDON_FORM_MYSQL_SWAP] = {.layout = &layout_mysql_swap,
                                .len = 32,
                                .alphabet = ALPHABET_HEX,
                                .traits = FIXED_LEN | EXPLICIT},
    [GUIDON_FORM_INT64X2] = {.write = gdn_int64x2_write,
                             .read = gdn_int64x2_read,
                             .alphabet = "decimal digit (0-9, as two numbers "
                                         "without leading zeros, such as "
                                         "12:-34)",
                             .traits = EXPLICIT},
    [GUIDON_FORM_BASE32HUMAN] =
        {.write = gdn_base32human_write,
         .read = gdn_base32human_read,
         .len = 26,
         .alphabet = "base32human letter (0-9 and A-Z without I, L, O, U; the "
                     "last of 26 is 0, 4, 8, C, G, M, R or W)",
         .traits = FIXED_LEN | SORTS | EXPLICIT},
    [GUIDON_FORM_BASE52] = {.write = gdn_base52_write,
                            .read = gdn_base52_read,
                            .len = 23,
                            .alphabet = "base52 letter (A-Z, a-z)",
                            .traits =
                                FIXED_LEN | SORTS | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE62_IEEE] = {.write = gdn_base62_ieee_write,
                                 .read = gdn_base62_ieee_read,
                                 .len = 22,
                                 .alphabet =
                                     "base62-ieee letter (A-Z, a-z, 0-9)",
                                 .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE64SORT] =
        {.write = gdn_base64sort_write,
         .read = gdn_base64sort_read,
         .len = 22,
         .alphabet = "base64sort letter (-, 0-9, A-Z, _, a-z; the last of 22 "
                     "is -, F, V or k)",
         .traits = FIXED_LEN | SORTS | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_Z85] = {.write = gdn_z85_write,
                         .read = gdn_z85_read,
                         .len = 20,
                         .alphabet = "z85 letter (0-9, a-z, A-Z or one of "
                                     ".-:+=^!/*?&<>()[]{}@%$#)",
                         .traits = FIXED_LEN | MIXED_CASE | EXPLICIT},
    [GUIDON_FORM_BASE62ID] = {.write = gdn_base62id_write,
                              .read = gdn_base62id_read,
                              .len = 22,
                              .alphabet = "base62id letter (0-9, A-Z, a-z)",
                              .traits =
                                  FIXED_LEN | SORTS | MIXED_CASE | EXPLICIT},
};

_Static_assert(sizeof gdn_forms == GUIDON_FORMS * sizeof gdn_forms[0],
               "every form has a row");

#define NAME(form, name) [GUIDON_FORM_##form] = name,
static const char *const form_names[] = {GUIDON_FORM_LIST(NAME)};
_Static_assert(sizeof form_names == GUIDON_FORMS * sizeof form_names[0],
               "GUIDON_FORM_LIST has every form of the enum once");

#define ALIAS(form, name) {GUIDON_FORM_##form, name},
static const struct {
    guidon_form form;
    const char *name;
} form_aliases[] = {GUIDON_FORM_ALIAS_LIST(ALIAS)};

/* ------------------------------------------------------- looking up a form */

static bool is_form(guidon_form form)
{
    return (unsigned)form < GUIDON_FORMS;
}

const char *guidon_form_name(guidon_form form)
{
    return is_form(form) ? form_names[form] : "unknown";
}

guidon_status guidon_form_from_name(guidon_form *out, const char *name)
{
    for (size_t i = 0; i < GUIDON_FORMS; i++) {
        if (strcmp(form_names[i], name) == 0) {
            *out = (guidon_form)i;
            return GUIDON_OK;
        }
    }
    for (size_t i = 0; i < sizeof form_aliases / sizeof form_aliases[0]; i++) {
        if (strcmp(form_aliases[i].name, name) == 0) {
            *out = form_aliases[i].form;
            return GUIDON_OK;
        }
    }
    return GUIDON_E_ARGUMENT;
}

unsigned guidon_form_traits(guidon_form form)
{
    return is_form(form) ? gdn_forms[form].traits : 0;
}

size_t guidon_form_len(guidon_form form)
{
    return is_form(form) ? gdn_forms[form].len : 0;
}

const char *guidon_form_alphabet(guidon_form form)
{
    return is_form(form) ? gdn_forms[form].alphabet : "";
}

/* ------------------------------------------------------ writing and reading */

size_t gdn_form_write(char *out, const guidon_id *id,
                      const struct gdn_form *form)
{
    if (form->write) {
        return form->write(out, id);
    }
    gdn_hex_layout()->write(out, 0, id, 1, form->layout);
    return form->len;
}

/* Write a text that `out` may have too little space for. It is GUIDON_E_VERSION
 * that is reported if there is no text. */
static GDN_OUT_OF_LINE guidon_status format_tightly(char *out, size_t out_cap,
                                                    size_t *out_len,
                                                    const guidon_id *id,
                                                    const struct gdn_form *form)
{
    char text[GUIDON_TEXT_MAX];
    size_t len = gdn_form_write(text, id, form);

    if (len == 0) {
        return GUIDON_E_VERSION;
    }
    if (out_len) {
        *out_len = len;
    }
    if (len > out_cap) {
        return GUIDON_E_SPACE;
    }
    memcpy(out, text, len);
    return GUIDON_OK;
}

guidon_status guidon_format(char *out, size_t out_cap, size_t *out_len,
                            const guidon_id *id, guidon_form form)
{
    const struct gdn_form *f;
    size_t len;

    if (!is_form(form)) {
        return GUIDON_E_ARGUMENT;
    }
    f = &gdn_forms[form];
    if (out_cap < (f->len ? f->len : GUIDON_TEXT_MAX)) {
        return format_tightly(out, out_cap, out_len, id, f);
    }
    len = gdn_form_write(out, id, f);
    if (len == 0) {
        return GUIDON_E_VERSION;
    }
    if (out_len) {
        *out_len = len;
    }
    return GUIDON_OK;
}

guidon_status gdn_form_read(guidon_id *out, guidon_form form, const char *text,
                            size_t len, size_t *bad_at)
{
    const struct gdn_form *f = &gdn_forms[form];

    return f->read ? f->read(out, text, len, bad_at)
                   : gdn_hex_layout_parse(out, text, len, bad_at, f->layout);
}
