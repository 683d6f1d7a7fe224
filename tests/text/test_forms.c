/* SPDX-License-Identifier: MIT */
/* test_forms.c - the names of the forms, and writers for every form */
#include "text_oracle.h"

/* A published id (N1) with a text in every form. */
static const guidon_id ncs = {
    {0x34, 0xdc, 0x23, 0x46, 0x90, 0, 0, 0, 0x0d, 0, 0, 0x7c, 0x5f, 0, 0, 0}};

/* -------------------------------------------------------------------- names */

static void test_names_are_those_of_the_header(void **state)
{
    (void)state;

    for (size_t i = 0; i < GUIDON_FORMS; i++) {
        guidon_form form = GUIDON_FORM_UUID;
        const char *name = form_rules[i].name;
        assert_string_equal(guidon_form_name((guidon_form)i), name);
        assert_int_equal(guidon_form_from_name(&form, name), GUIDON_OK);
        assert_int_equal(form, i);
    }
    assert_string_equal(guidon_form_name((guidon_form)GUIDON_FORMS), "unknown");
    assert_string_equal(guidon_form_name((guidon_form)-1), "unknown");
    assert_string_equal(guidon_form_name((guidon_form)1000000), "unknown");
}

static void test_other_names_are_refused(void **state)
{
    static const struct {
        const char *why;
        const char *name;
    } rows[] = {
        {"empty", ""},
        {"the beginning of a name", "uui"},
        {"a name and more", "uuid "},
        {"two names, one the other's beginning", "ulid-"},
        {"upper case", "UUID"},
        {"the beginning of another name", "mongo-c"},
        {"another name in upper case", "MSSQL"},
        {"the result of guidon_form_name for an unknown form", "unknown"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_form form = GUIDON_FORM_NCS;
        if (guidon_form_from_name(&form, rows[i].name) != GUIDON_E_ARGUMENT ||
            form != GUIDON_FORM_NCS) {
            fail_msg("%s", rows[i].why);
        }
    }
}

/* ------------------------------------------------------------------ writing */

/* Write one id in one form: into a buffer of exactly the right length, into
 * a large one, and into one that is a byte too short, which must stay
 * unchanged. */
static void check_format(const guidon_id *id, guidon_form form,
                         const char *want, size_t want_len)
{
    size_t len = 77;
    char *exact = malloc(want_len);
    char *tight = malloc(want_len - 1);

    assert_non_null(exact);
    assert_non_null(tight);
    assert_int_equal(guidon_format(exact, want_len, &len, id, form), GUIDON_OK);
    assert_int_equal(len, want_len);
    if (memcmp(exact, want, want_len) != 0) {
        fail_msg("%s: wrote %.*s, not %.*s", guidon_form_name(form),
                 (int)want_len, exact, (int)want_len, want);
    }
    assert_int_equal(guidon_format(exact, want_len, NULL, id, form), GUIDON_OK);

    char large[GUIDON_TEXT_MAX];
    mark(large, sizeof large);
    assert_int_equal(guidon_format(large, sizeof large, &len, id, form),
                     GUIDON_OK);
    assert_memory_equal(large, want, want_len);
    assert_true(is_marked(large + want_len, sizeof large - want_len));

    len = 77;
    mark(tight, want_len - 1);
    assert_int_equal(guidon_format(tight, want_len - 1, &len, id, form),
                     GUIDON_E_SPACE);
    assert_int_equal(len, want_len);
    assert_true(is_marked(tight, want_len - 1));
    free(exact);
    free(tight);
}

/* R3 R4 X2 X3 X4 U3 G3 N1: the vectors, in both directions. */
static void test_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("text.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "texts"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        for (size_t f = 0; f < GUIDON_FORMS; f++) {
            guidon_form form = (guidon_form)f;
            guidon_id back = marked_id();
            if (!row_has(row, guidon_form_name(form))) {
                if (!(form_rules[f].traits & RULE_PARTIAL)) {
                    fail_msg("text.json: %s has no %s", row_text(row, "why"),
                             guidon_form_name(form));
                }
                continue;
            }
            const char *text = row_text(row, guidon_form_name(form));
            check_format(&id, form, text, strlen(text));
            assert_int_equal(
                guidon_parse_as(&back, text, strlen(text), form, NULL),
                GUIDON_OK);
            assert_id_equal(back, id);
        }
    }
    json_decref(file);
}

static guidon_form form_of(const char *name)
{
    guidon_form form = GUIDON_FORM_UUID;

    assert_int_equal(guidon_form_from_name(&form, name), GUIDON_OK);
    return form;
}

/* The id reads back from the text, and gives it in some case. */
static void check_drafts_text(const guidon_id *id, guidon_form form,
                              const char *text)
{
    guidon_id back = marked_id();
    char got[GUIDON_TEXT_MAX], want[GUIDON_TEXT_MAX];
    const size_t len = strlen(text);

    assert_true(len <= sizeof want);
    assert_int_equal(guidon_parse_as(&back, text, len, form, NULL), GUIDON_OK);
    assert_id_equal(back, *id);
    assert_int_equal(guidon_format(got, sizeof got, NULL, id, form), GUIDON_OK);
    memcpy(want, text, len);
    if (!(form_rules[form].traits & RULE_MIXED)) {
        in_case(want, len, tolower);
        in_case(got, len, tolower);
    }
    assert_memory_equal(got, want, len);
}

/* E10: the test vectors of the draft on other encodings, its errors and the leading zeros
 * that it leaves out. */
static void test_vectors_of_the_draft(void **state)
{
    json_t *file = vectors_load("draft.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "texts"), i, row)
    {
        const guidon_id id = row_id(row, "octets");
        const char *name;
        json_t *text;

        json_object_foreach(json_object_get(row, "texts"), name, text)
        {
            check_drafts_text(&id, form_of(name), json_string_value(text));
        }
    }
    assert_int_equal(i, 13);
    json_array_foreach(vectors_rows(file, "short"), i, row)
    {
        const guidon_id id = row_id(row, "octets");
        const guidon_form form = form_of(row_text(row, "form"));
        const char *text = row_text(row, "draft");
        guidon_id back;

        assert_int_equal(guidon_parse_as(&back, text, strlen(text), form, NULL),
                         GUIDON_E_LENGTH);
        check_drafts_text(&id, form, row_text(row, "text"));
    }
    json_array_foreach(vectors_rows(file, "errors"), i, row)
    {
        const guidon_id id = row_id(row, "octets");
        const guidon_form form = form_of(row_text(row, "form"));
        const char *text = row_text(row, "draft");
        guidon_id back;

        assert_true(guidon_parse_as(&back, text, strlen(text), form, NULL) ||
                    !same_id(&back, &id));
        check_drafts_text(&id, form, row_text(row, "text"));
    }
    json_decref(file);
}

/* What databases call the bytes that they store: a name of the form, or another
 * name for it. The form keeps its own name. */
static void test_names_that_systems_give(void **state)
{
    json_t *file = vectors_load("text.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "names"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        const char *text = row_text(row, "text");
        guidon_form form = GUIDON_FORM_NCS;

        assert_int_equal(guidon_form_from_name(&form, row_text(row, "name")),
                         GUIDON_OK);
        assert_string_equal(guidon_form_name(form), row_text(row, "form"));
        check_format(&id, form, text, strlen(text));
    }
    json_decref(file);
}

/* R2 R3: text, integer and binary digits represent the same number. */
static void test_figures_of_one_number(void **state)
{
    json_t *file = vectors_load("text.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "figures"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        const char *uuid = row_text(row, "uuid");
        const char *number = row_text(row, "int");
        const char *binary = row_text(row, "binary");
        check_format(&id, GUIDON_FORM_UUID, uuid, strlen(uuid));
        check_format(&id, GUIDON_FORM_INT, number, strlen(number));
        assert_int_equal(strlen(binary), 128);
        for (unsigned bit = 0; bit < 128; bit++) {
            assert_int_equal(binary[bit] - '0', bit_of(&id, bit));
        }
    }
    json_decref(file);
}

static void test_every_form_agrees_with_a_second_writer(void **state)
{
    uint64_t seed = 1;
    (void)state;

    for (int n = 0; n < 1000; n++) {
        guidon_id id = n % 4 ? random_id(&seed) : random_ncs_id(&seed);
        for (size_t f = 0; f < GUIDON_FORMS; f++) {
            char want[GUIDON_TEXT_MAX];
            size_t len = oracle_write(want, &id, (guidon_form)f);
            if (len) {
                check_format(&id, (guidon_form)f, want, len);
            }
        }
    }
}

/* Ids with one bit set, and with one bit clear, detect a digit that takes a
 * wrong bit. */
static void test_every_bit_goes_to_its_place(void **state)
{
    (void)state;

    for (unsigned bit = 0; bit < 256; bit++) {
        guidon_id id;
        memset(id.bytes, bit < 128 ? 0x00 : 0xff, 16);
        id.bytes[bit / 8 % 16] ^= (unsigned char)(0x80u >> bit % 8);
        for (size_t f = 0; f < GUIDON_FORMS; f++) {
            char want[GUIDON_TEXT_MAX];
            size_t len = oracle_write(want, &id, (guidon_form)f);
            if (len) {
                check_format(&id, (guidon_form)f, want, len);
            }
        }
    }
}

/* ------------------------------------------------------------------- errors */

static void test_no_such_form(void **state)
{
    static const int forms[] = {GUIDON_FORMS, GUIDON_FORMS + 1, -1, 1 << 20};
    (void)state;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char out[GUIDON_TEXT_MAX] = "as before";
        size_t len = 77;
        assert_int_equal(
            guidon_format(out, sizeof out, &len, &ncs, (guidon_form)forms[i]),
            GUIDON_E_ARGUMENT);
        assert_string_equal(out, "as before");
        assert_int_equal(len, 77);
        assert_int_equal(
            guidon_format(out, 0, NULL, &ncs, (guidon_form)forms[i]),
            GUIDON_E_ARGUMENT);
    }
}

/* C source is the longest text. GUIDON_TEXT_MAX is large enough for it. */
static void test_every_text_fits_the_largest(void **state)
{
    guidon_id max = guidon_max();
    size_t longest = 0;
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        char text[GUIDON_TEXT_MAX];
        size_t len = 0;
        guidon_status status =
            guidon_format(text, sizeof text, &len, &max, (guidon_form)f);
        assert_int_equal(status, form_rules[f].traits & RULE_PARTIAL
                                     ? GUIDON_E_VERSION
                                     : GUIDON_OK);
        longest = len > longest ? len : longest;
    }
    assert_int_equal(longest, 81);
    _Static_assert(GUIDON_TEXT_MAX == 160, "as published");
}

/* The order of errors: an unknown form, then an id without a text in the form,
 * then the size of the buffer. */
static void test_what_is_wrong_is_told_in_order(void **state)
{
    guidon_id max = guidon_max();
    (void)state;

    assert_int_equal(
        guidon_format(NULL, 0, NULL, &max, (guidon_form)GUIDON_FORMS),
        GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_format(NULL, 0, NULL, &max, GUIDON_FORM_NCS),
                     GUIDON_E_VERSION);
    assert_int_equal(guidon_format(NULL, 0, NULL, &ncs, GUIDON_FORM_NCS),
                     GUIDON_E_SPACE);
}

static void test_no_space_at_all(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        assert_int_equal(guidon_format(NULL, 0, NULL, &ncs, (guidon_form)f),
                         GUIDON_E_SPACE);
    }
}

static void test_ncs_form_is_for_ncs_ids(void **state)
{
    static const struct {
        const char *why;
        size_t octet;
        unsigned char value;
        guidon_status want;
    } rows[] = {
        {"as published", 8, 0x0d, GUIDON_OK},
        {"family 0", 8, 0x00, GUIDON_OK},
        {"the first family that is none", 8, 0x0e, GUIDON_E_VERSION},
        {"the largest of the variant", 8, 0x7f, GUIDON_E_VERSION},
        {"the variant of RFC 9562", 8, 0x8d, GUIDON_E_VERSION},
        {"the variant of Microsoft", 8, 0xcd, GUIDON_E_VERSION},
        {"first reserved octet", 6, 0x01, GUIDON_E_VERSION},
        {"first reserved octet, where versions are", 6, 0x10, GUIDON_E_VERSION},
        {"second reserved octet", 7, 0x80, GUIDON_E_VERSION},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[GUIDON_TEXT_MAX] = "as before";
        size_t len = 77;
        guidon_id id = ncs;
        id.bytes[rows[i].octet] = rows[i].value;
        if (guidon_format(out, sizeof out, &len, &id, GUIDON_FORM_NCS) !=
            rows[i].want) {
            fail_msg("%s", rows[i].why);
        }
        if (rows[i].want) {
            assert_string_equal(out, "as before");
            assert_int_equal(len, 77);
        }
    }
}

/* -------------------------------------------------------------- round trips */

static void test_round_trip_of_100000_ids_in_every_form(void **state)
{
    uint64_t seed = 2;
    (void)state;

    for (int n = 0; n < 100000; n++) {
        guidon_id id = n % 8 ? random_id(&seed) : random_ncs_id(&seed);
        for (size_t f = 0; f < GUIDON_FORMS; f++) {
            char text[GUIDON_TEXT_MAX];
            size_t len = 0;
            guidon_id back = marked_id();
            guidon_status status =
                guidon_format(text, sizeof text, &len, &id, (guidon_form)f);
            if (status == GUIDON_E_VERSION &&
                form_rules[f].traits & RULE_PARTIAL) {
                continue;
            }
            if (status ||
                guidon_parse_as(&back, text, len, (guidon_form)f, NULL) !=
                    GUIDON_OK ||
                !same_id(&back, &id)) {
                fail_msg("%s: %.*s", guidon_form_name((guidon_form)f), (int)len,
                         text);
            }
        }
    }
}

/* guidon_form_len is the length of every text, and 0 if there is none. */
static void test_len(void **state)
{
    uint64_t seed = 5;
    (void)state;

    for (size_t f = 0; f <= GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        bool fixed = (guidon_form_traits(form) & GUIDON_TRAIT_FIXED_LEN) != 0;

        assert_int_equal(guidon_form_len(form) > 0, fixed);
        for (int n = 0; n < 1000 && fixed; n++) {
            char text[GUIDON_TEXT_MAX];
            size_t len = 0;
            guidon_id id = random_ncs_id(&seed);

            assert_int_equal(guidon_format(text, sizeof text, &len, &id, form),
                             GUIDON_OK);
            assert_int_equal(len, guidon_form_len(form));
        }
    }
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* Texts of fixed width whose digits rise in ASCII sort like the octets. */
static void test_order_of_text_is_order_of_octets(void **state)
{
    uint64_t seed = 3;
    (void)state;

    for (int n = 0; n < 2000; n++) {
        guidon_id a = random_ncs_id(&seed);
        guidon_id b = n % 2 ? random_ncs_id(&seed) : a;
        b.bytes[9 + n % 7] ^= (unsigned char)n;
        for (size_t f = 0; f < GUIDON_FORMS; f++) {
            char text_a[GUIDON_TEXT_MAX];
            char text_b[GUIDON_TEXT_MAX];
            size_t len_a = 0;
            size_t len_b = 0;
            if (!(form_rules[f].traits & RULE_SORTS)) {
                continue;
            }
            assert_int_equal(guidon_format(text_a, sizeof text_a, &len_a, &a,
                                           (guidon_form)f),
                             GUIDON_OK);
            assert_int_equal(guidon_format(text_b, sizeof text_b, &len_b, &b,
                                           (guidon_form)f),
                             GUIDON_OK);
            assert_int_equal(len_a, len_b);
            assert_int_equal(sign(memcmp(text_a, text_b, len_a)),
                             sign(memcmp(a.bytes, b.bytes, 16)));
        }
    }
}

/* ------------------------------------------------------------------- traits */

struct text {
    char at[GUIDON_TEXT_MAX];
    size_t len; /* 0 if the id has no such form */
};

static struct text text_of(const guidon_id *id, guidon_form form)
{
    struct text text = {.len = 0};

    if (guidon_format(text.at, sizeof text.at, &text.len, id, form) !=
        GUIDON_OK) {
        text.len = 0;
    }
    return text;
}

/* Byte order, as in memcmp and strcmp. */
static int order_of(const struct text *a, const struct text *b)
{
    size_t len = a->len < b->len ? a->len : b->len;
    int order = sign(memcmp(a->at, b->at, len));

    return order ? order : (a->len > b->len) - (a->len < b->len);
}

static unsigned mixed_case(const struct text *text, const guidon_id *id,
                           guidon_form form)
{
    struct text lower = *text;
    guidon_id back;

    in_case(lower.at, lower.len, tolower);
    return guidon_parse_as(&back, lower.at, lower.len, form, NULL) ==
                       GUIDON_OK &&
                   same_id(&back, id)
               ? 0
               : GUIDON_TRAIT_MIXED_CASE;
}

/* Does this text differ from that of the previous form only in case? */
static unsigned case_variant(const struct text *text, const guidon_id *id,
                             guidon_form form)
{
    struct text lower = *text;
    struct text before = {.len = 0};

    if (form > 0) {
        before = text_of(id, (guidon_form)(form - 1));
        in_case(before.at, before.len, tolower);
    }
    in_case(lower.at, lower.len, tolower);
    return order_of(&lower, &before) == 0 ? GUIDON_TRAIT_VARIANT : 0;
}

/* Does the text give its id only if the form is named? */
static unsigned needs_name(const struct text *text, const guidon_id *id)
{
    guidon_id back;

    return guidon_parse(&back, NULL, text->at, text->len, GUIDON_ACCEPT_ANY, 0,
                        NULL) == GUIDON_OK &&
                   same_id(&back, id)
               ? 0
               : GUIDON_TRAIT_EXPLICIT;
}

/* The traits that the texts of many ids show. */
static unsigned shown_traits(guidon_form form)
{
    unsigned traits =
        GUIDON_TRAIT_FIXED_LEN | GUIDON_TRAIT_SORTS | GUIDON_TRAIT_VARIANT;
    guidon_id last = guidon_nil();
    uint64_t seed = 4;

    for (int n = 0; n < 2000; n++) {
        guidon_id id = n % 2 ? random_id(&seed) : random_ncs_id(&seed);
        struct text text = text_of(&id, form);
        struct text before = text_of(&last, form);

        if (text.len == 0) {
            traits |= GUIDON_TRAIT_PARTIAL;
            continue;
        }
        if (text.len != before.len) {
            traits &= ~GUIDON_TRAIT_FIXED_LEN;
        }
        if (order_of(&text, &before) != sign(guidon_compare(&id, &last))) {
            traits &= ~GUIDON_TRAIT_SORTS;
        }
        traits |= mixed_case(&text, &id, form);
        traits &= ~GUIDON_TRAIT_VARIANT | case_variant(&text, &id, form);
        traits |= needs_name(&text, &id);
        last = id;
    }
    return traits;
}

static void test_traits_are_those_of_the_texts(void **state)
{
    static const int others[] = {GUIDON_FORMS, GUIDON_FORMS + 1, -1, 1 << 20};
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        unsigned traits = guidon_form_traits((guidon_form)f);
        assert_int_equal(traits & GUIDON_TRAIT_EXPLICIT ? 0 : 1,
                         GUIDON_ANY_FORMS >> f & 1);
        if (traits != form_rules[f].traits ||
            traits != shown_traits((guidon_form)f)) {
            fail_msg("%s has traits %#x, published %#x, shown %#x",
                     form_rules[f].name, traits, form_rules[f].traits,
                     shown_traits((guidon_form)f));
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(guidon_form_traits((guidon_form)others[i]), 0);
        assert_string_equal(guidon_form_alphabet((guidon_form)others[i]), "");
    }
}

/* This test runs first. It fails for a form without a row in
 * src/text/forms.c. */
static void test_every_form_has_a_row(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        if (!guidon_form_alphabet((guidon_form)f)) {
            fail_msg("src/text/forms.c has no row for %s",
                     guidon_form_name((guidon_form)f));
        }
    }
}

static void test_alphabets_are_words_for_messages(void **state)
{
    (void)state;

    assert_string_equal(guidon_form_alphabet(GUIDON_FORM_BRACES),
                        "hexadecimal digit (0-9, a-f)");
    assert_string_equal(guidon_form_alphabet(GUIDON_FORM_OID),
                        "decimal digit (0-9, without a leading zero)");
    assert_string_equal(guidon_form_alphabet(GUIDON_FORM_ULID_LOWER),
                        "base32 letter (0-9 and A-Z without I, L, O, U)");
    assert_string_equal(guidon_form_alphabet(GUIDON_FORM_BASE58),
                        "base58 letter (1-9, A-Z, a-z without I, O, l)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_form_has_a_row),
        cmocka_unit_test(test_names_are_those_of_the_header),
        cmocka_unit_test(test_traits_are_those_of_the_texts),
        cmocka_unit_test(test_alphabets_are_words_for_messages),
        cmocka_unit_test(test_vectors_of_the_draft),
        cmocka_unit_test(test_names_that_systems_give),
        cmocka_unit_test(test_other_names_are_refused),
        cmocka_unit_test(test_vectors_both_ways),
        cmocka_unit_test(test_figures_of_one_number),
        cmocka_unit_test(test_every_form_agrees_with_a_second_writer),
        cmocka_unit_test(test_every_bit_goes_to_its_place),
        cmocka_unit_test(test_no_such_form),
        cmocka_unit_test(test_every_text_fits_the_largest),
        cmocka_unit_test(test_what_is_wrong_is_told_in_order),
        cmocka_unit_test(test_no_space_at_all),
        cmocka_unit_test(test_ncs_form_is_for_ncs_ids),
        cmocka_unit_test(test_round_trip_of_100000_ids_in_every_form),
        cmocka_unit_test(test_len),
        cmocka_unit_test(test_order_of_text_is_order_of_octets),
    };

    return cmocka_run_group_tests_name("forms", tests, NULL, NULL);
}
