/* SPDX-License-Identifier: MIT */
/* test_strict.c - the texts that the reader of each form accepts and rejects,
 * and what the functions of UUIDs and of ULIDs alone write */
#include "text_oracle.h"

#include "slow_text.h"

/* An id whose texts have letters, digits and no leading zero. */
static guidon_id sample(guidon_form form)
{
    static const guidon_id rfc = {{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11,
                                   0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e,
                                   0x6b, 0xf6}};
    static const guidon_id ncs = {{0x34, 0xdc, 0x23, 0x46, 0x90, 0x00, 0, 0,
                                   0x0d, 0x00, 0x00, 0x7c, 0x5f, 0xe1, 0xfa,
                                   0xb0}};

    return form == GUIDON_FORM_NCS ? ncs : rfc;
}

/* The functions of a form that has its own. */
struct own {
    guidon_form form;
    size_t len;
    void (*format)(char *out, const guidon_id *id);
    guidon_status (*parse)(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at);
};

static const struct own owns[] = {
    {GUIDON_FORM_UUID, 36, guidon_uuid_format, guidon_uuid_parse},
    {GUIDON_FORM_ULID, 26, guidon_ulid_format, guidon_ulid_parse},
};

#define EACH_OWN(own)                                                          \
  const struct own *own = owns;                                                \
  own < owns + sizeof owns / sizeof owns[0];                                   \
  own++

static void check_own(const struct own *own, const char *text, size_t len,
                      const struct slow_answer *want)
{
    for (int told = 0; told < 2; told++) {
        guidon_id id = marked_id();
        guidon_id sentinel = marked_id();
        size_t bad_at = 7777;
        guidon_status status =
            own->parse(&id, text, len, told ? &bad_at : NULL);

        if (status != want->status ||
            bad_at != (told && status ? want->bad_at : 7777)) {
            fail_msg("own reader of \"%.*s\" (%zu): %s at %zu, not %s at %zu",
                     (int)(len < 99 ? len : 99), text, len,
                     guidon_status_text(status), bad_at,
                     guidon_status_text(want->status), want->bad_at);
        }
        assert_id_equal(id, status ? sentinel : want->id);
    }
}

/* Read `text` as `form` only, by each reader of the form, and compare with the
 * slow reader. Returns its answer. */
static struct slow_answer check(guidon_form form, const char *text, size_t len)
{
    guidon_id id = marked_id();
    guidon_id sentinel = marked_id();
    guidon_form found = GUIDON_FORM_NCS;
    size_t bad_at = 7777;
    struct slow_answer want = slow_read(form, text, len, false);
    guidon_status status =
        guidon_parse(&id, &found, text, len, GUIDON_ACCEPT(form), 0, &bad_at);

    if (status != want.status || bad_at != (status ? want.bad_at : 7777)) {
        fail_msg("%s of \"%.*s\" (%zu): %s at %zu, not %s at %zu",
                 guidon_form_name(form), (int)len, text, len,
                 guidon_status_text(status), bad_at,
                 guidon_status_text(want.status), want.bad_at);
    }
    assert_id_equal(id, status ? sentinel : want.id);
    assert_true(!status || found == GUIDON_FORM_NCS);
    for (EACH_OWN(own)) {
        if (own->form == form) {
            check_own(own, text, len, &want);
        }
    }
    return want;
}

/* The same, of a text whose answer is known. */
static void check_is(guidon_form form, const char *text, size_t len,
                     guidon_status status, size_t bad_at)
{
    struct slow_answer slow = check(form, text, len);

    assert_int_equal(slow.status, status);
    assert_int_equal(slow.bad_at, bad_at);
}

/* R5 R6 X6 U4 and all others: every byte at every offset of a right text. */
static void test_every_byte_at_every_offset(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char right[GUIDON_TEXT_MAX];
        size_t len = oracle_write(right, &id, form);
        char *text = exact_copy(right, len);

        for (size_t i = 0; i < len; i++) {
            for (int c = 0; c < 256; c++) {
                text[i] = (char)c;
                check(form, text, len);
            }
            text[i] = right[i];
        }
        free(text);
    }
}

/* If two characters are wrong, the reader reports the first. The pairs move
 * from both ends to the middle. */
static void test_the_first_wrong_character_is_told(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char text[GUIDON_TEXT_MAX];
        size_t len = oracle_write(text, &id, form);

        for (size_t i = len; i-- > 0;) {
            text[i] = '\x7f'; /* in no alphabet */
            check_is(form, text, len, GUIDON_E_CHAR, i);
        }
    }
}

/* If a reader adds up the faults, two of them must not cancel: the same byte at
 * any two offsets, and any two bytes instead of two dashes. */
static void test_two_faults_do_not_cancel(void **state)
{
    static const size_t dashes[4] = {8, 13, 18, 23};
    char text[GUIDON_TEXT_MAX];
    (void)state;

    for (EACH_OWN(own)) {
        guidon_id id = sample(own->form);
        char right[GUIDON_TEXT_MAX];

        memcpy(text, right, oracle_write(right, &id, own->form));
        for (size_t pair = 0; pair < own->len * own->len; pair++) {
            size_t i = pair / own->len;
            size_t k = pair % own->len;
            for (int c = 0; i < k && c < 256; c++) {
                text[i] = text[k] = (char)c;
                check(own->form, text, own->len);
            }
            text[i] = right[i];
            text[k] = right[k];
        }
    }
    guidon_id id = sample(GUIDON_FORM_UUID);
    oracle_write(text, &id, GUIDON_FORM_UUID);
    for (unsigned n = 0; n < 16 * 65536; n++) {
        size_t i = dashes[n >> 16 & 3];
        size_t k = dashes[n >> 18];
        if (i < k) {
            text[i] = (char)(n & 255);
            text[k] = (char)(n >> 8 & 255);
            check(GUIDON_FORM_UUID, text, 36);
            text[i] = text[k] = '-';
        }
    }
}

/* ------------------------------------------------------------------ lengths */

/* The character that lengthens a right text at offset i. */
static char filler(guidon_form form, const char *right, size_t len, size_t i)
{
    switch (form) {
    case GUIDON_FORM_INT:
    case GUIDON_FORM_OID:
    case GUIDON_FORM_URN_OID:
    case GUIDON_FORM_INT64X2:
        return '7';
    default:
        return right[i % len];
    }
}

static void test_lengths_0_to_100(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char right[GUIDON_TEXT_MAX];
        size_t right_len = oracle_write(right, &id, form);

        for (size_t i = right_len; i <= 100; i++) {
            right[i] = filler(form, right, right_len, i);
        }
        for (size_t len = 0; len <= 100; len++) {
            char *text = exact_copy(right, len);
            check(form, text, len);
            free(text);
        }
    }
}

/* The reader reports a wrong length before a wrong character. */
static void test_length_is_told_before_characters(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char text[GUIDON_TEXT_MAX];
        size_t len = oracle_write(text, &id, form);

        if (form_rules[form].traits & RULE_FIXED && form != GUIDON_FORM_C &&
            form != GUIDON_FORM_GUID_X) {
            memset(text, '!', sizeof text);
            check_is(form, text, len - 1, GUIDON_E_LENGTH, len - 1);
            check_is(form, text, len + 1, GUIDON_E_LENGTH, len);
        }
    }
}

static void test_null_text_of_length_0(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        check_is((guidon_form)f, NULL, 0, GUIDON_E_LENGTH, 0);
    }
}

/* No reader adds such a length to a pointer. */
static void test_a_length_of_all_memory(void **state)
{
    (void)state;

    for (EACH_OWN(own)) {
        const struct slow_answer want = {.status = GUIDON_E_LENGTH,
                                         .bad_at = own->len};
        check_own(own, "01ARZ3NDEKTSV4RRFFQ69G5FAV----------", SIZE_MAX, &want);
    }
}

/* ------------------------------------------------------------------- writers */

static void check_written(const struct own *own, const guidon_id *id,
                          const char *want)
{
    char text[GUIDON_TEXT_MAX];
    char *exact = exact_copy(want, own->len);

    memset(text, '#', sizeof text);
    own->format(text + 1, id);
    assert_memory_equal(text + 1, want, own->len);
    assert_true(text[0] == '#' && text[own->len + 1] == '#');
    own->format(exact, id);
    assert_memory_equal(exact, want, own->len);
    for (int upper = 0; upper < 2; upper++) {
        in_case(exact, own->len, upper ? toupper : tolower);
        struct slow_answer read = check(own->form, exact, own->len);
        assert_int_equal(read.status, GUIDON_OK);
        assert_id_equal(read.id, *id);
    }
    free(exact);
}

/* Every value of every octet, written, and read in lower and in upper case. */
static void test_every_octet_value(void **state)
{
    (void)state;

    for (EACH_OWN(own)) {
        for (unsigned n = 0; n < 16 * 256; n++) {
            guidon_id id = sample(own->form);
            char want[GUIDON_TEXT_MAX];
            id.bytes[n / 256] = (unsigned char)n;
            oracle_write(want, &id, own->form);
            check_written(own, &id, want);
        }
    }
}

/* -------------------------------------------------------------- the vectors */

static size_t refused[GUIDON_FORMS];

/* A row, in a buffer of exactly its length. */
static void check_refused(json_t *row)
{
    const char *name = row_has(row, "form") ? row_text(row, "form") : "ulid";
    guidon_form form;
    size_t len;
    const char *text = row_bytes(row, "text", &len);

    if (strcmp(name, "any") == 0) {
        return; /* test_recognise.c */
    }
    assert_int_equal(guidon_form_from_name(&form, name), GUIDON_OK);
    char *copy = exact_copy(text, len);
    check_is(form, copy, len, row_status(row), row_u64(row, "bad_at"));
    free(copy);
    refused[form]++;
}

/* R6 R7 R8 X3 X4 G3 N1 U8: every row with a form; ULIDs have a file of their
 * own. */
static void test_refused_vectors(void **state)
{
    (void)state;

    vectors_each("refuse.json", "refused", check_refused);
    vectors_each("ulid.json", "refused", check_refused);
    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        if (!refused[f] && !(form_rules[f].traits & RULE_VARIANT)) {
            fail_msg("refuse.json has no %s", form_rules[f].name);
        }
    }
}

static void check_row(json_t *row)
{
    for (EACH_OWN(own)) {
        const char *name = guidon_form_name(own->form);
        guidon_id id = row_id(row, "octets");
        if (row_has(row, name)) {
            check_written(own, &id, row_text(row, name));
        }
    }
}

static void test_vectors_both_ways(void **state)
{
    (void)state;

    vectors_each("text.json", "texts", check_row);
    vectors_each("ulid.json", "ulids", check_row);
}

/* G3: the texts of .NET and of the registry, in either case. */
static void test_guid_texts_are_read(void **state)
{
    json_t *file = vectors_load("guid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "texts"), i, row)
    {
        guidon_form form;
        guidon_id id = marked_id();
        guidon_id want = row_id(row, "octets");
        const char *text = row_text(row, "text");
        assert_int_equal(guidon_form_from_name(&form, row_text(row, "form")),
                         GUIDON_OK);
        assert_int_equal(guidon_parse_as(&id, text, strlen(text), form, NULL),
                         GUIDON_OK);
        assert_id_equal(id, want);
    }
    json_decref(file);
}

/* Half of the numbers are random, half have digits that carry. Half of those
 * with 39 digits are too large; a lost carry would accept them. */
static void test_numbers_of_1_to_41_digits(void **state)
{
    uint64_t seed = 4;
    (void)state;

    for (int n = 0; n < 2000; n++) {
        char text[64];
        size_t len = 1 + draw(&seed) % 41;
        for (size_t i = 0; i < len; i++) {
            static const char digits[] = "0019999";
            text[i] = n % 2 ? digits[draw(&seed) % 7]
                            : (char)('0' + draw(&seed) % 10);
        }
        text[0] = text[0] == '0' ? '3' : text[0];
        check(GUIDON_FORM_INT, text, len);
    }
}

/* A number at an edge of 64 bits, or of 1 to 21 random digits. */
static size_t some_integer(char *out, uint64_t *seed)
{
    static const char *const edges[] = {
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "9999999999999999999",
        "0",
        "-1",
    };
    const char *edge = edges[draw(seed) % (sizeof edges / sizeof edges[0])];
    size_t len = 1 + draw(seed) % 21;

    if (draw(seed) % 2) {
        memcpy(out, edge, strlen(edge));
        return strlen(edge);
    }
    for (size_t i = 0; i < len; i++) {
        out[i] = (char)('0' + draw(seed) % 10);
    }
    return len;
}

/* Two numbers, of which half have another character somewhere. */
static void test_pairs_of_integers(void **state)
{
    uint64_t seed = 24;
    (void)state;

    for (int n = 0; n < 20000; n++) {
        char text[64];
        size_t len = some_integer(text, &seed);
        text[len++] = ':';
        len += some_integer(text + len, &seed);
        if (n % 2) {
            text[draw(&seed) % len] = "-0123456789:+ "[draw(&seed) % 14];
        }
        char *copy = exact_copy(text, len);
        check(GUIDON_FORM_INT64X2, copy, len);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_the_first_wrong_character_is_told),
        cmocka_unit_test(test_two_faults_do_not_cancel),
        cmocka_unit_test(test_lengths_0_to_100),
        cmocka_unit_test(test_length_is_told_before_characters),
        cmocka_unit_test(test_null_text_of_length_0),
        cmocka_unit_test(test_a_length_of_all_memory),
        cmocka_unit_test(test_every_octet_value),
        cmocka_unit_test(test_refused_vectors),
        cmocka_unit_test(test_vectors_both_ways),
        cmocka_unit_test(test_guid_texts_are_read),
        cmocka_unit_test(test_numbers_of_1_to_41_digits),
        cmocka_unit_test(test_pairs_of_integers),
    };

    return cmocka_run_group_tests_name("strict", tests, NULL, NULL);
}
