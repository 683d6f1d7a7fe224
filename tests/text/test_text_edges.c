/* SPDX-License-Identifier: MIT */
/* test_text_edges.c - what the comments of the headers promise at the edges of texts: NULL
 * with a length of 0, lengths of SIZE_MAX, and outputs of the exact size. */
#include "core_test.h"

#include <guidon/audit.h>
#include <guidon/time.h>
#include <guidon/typeid.h>
#include <stdlib.h>

#define N 5

static const guidon_id v7 = {{0x01, 0x7f, 0x22, 0xe2, 0x79, 0xb0, 0x7c, 0xc3,
                              0x98, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f}};
static const guidon_id ncs = {{0x34, 0xdc, 0x23, 0x46, 0x90, 0x00, 0, 0, 0x0d,
                               0, 0, 0x7c, 0x5f, 0, 0, 0}};
static guidon_audit audit; /* of no id */

/* ------------------------------------------------- NULL, with a length of 0 */

static void test_no_text_at_null(void **state)
{
    guidon_id id;
    guidon_time time;
    size_t bad_at = 9, done = 9;

    (void)state;
    assert_int_equal(guidon_uuid_parse(&id, NULL, 0, &bad_at), GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 0);
    assert_int_equal(guidon_uuid_parse(&id, NULL, 0, NULL), GUIDON_E_LENGTH);
    assert_int_equal(guidon_ulid_parse(&id, NULL, 0, NULL), GUIDON_E_LENGTH);
    assert_int_equal(
        guidon_parse(&id, NULL, NULL, 0, GUIDON_ACCEPT_ANY, 0, NULL),
        GUIDON_E_FORM);
    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        assert_int_equal(guidon_parse_as(&id, NULL, 0, (guidon_form)form, NULL),
                         GUIDON_E_LENGTH);
    }
    assert_int_equal(
        guidon_parse_candidates(NULL, 0, GUIDON_ACCEPT_ANY, 0).forms, 0);
    assert_int_equal(guidon_from_oid_der(&id, NULL, 0, NULL), GUIDON_E_LENGTH);
    assert_int_equal(guidon_time_parse(&time, NULL, NULL, 0, NULL),
                     GUIDON_E_LENGTH);
    assert_int_equal(guidon_typeid_parse(&id, NULL, NULL, 0, NULL),
                     GUIDON_E_LENGTH);
    assert_int_equal(guidon_typeid_prefix_check(NULL, 0, NULL), GUIDON_OK);
    assert_int_equal(guidon_uuid_parse_lines(NULL, NULL, 0, 0, &done, NULL),
                     GUIDON_OK);
    assert_int_equal(done, 0);
    assert_int_equal(guidon_ulid_parse_lines(NULL, NULL, 0, 0, &done, NULL),
                     GUIDON_OK);
}

static void test_no_items_at_null(void **state)
{
    size_t done = 9;

    (void)state;
    assert_int_equal(guidon_uuid_format_many(NULL, 36, NULL, 0), GUIDON_OK);
    assert_int_equal(guidon_ulid_format_many(NULL, 26, NULL, 0), GUIDON_OK);
    assert_int_equal(guidon_uuid_parse_many(NULL, NULL, 36, 0, &done, NULL),
                     GUIDON_OK);
    assert_int_equal(done, 0);
    assert_int_equal(guidon_ulid_parse_many(NULL, NULL, 26, 0, &done, NULL),
                     GUIDON_OK);
    guidon_uuid_format_lines(NULL, NULL, 0);
    guidon_ulid_format_lines(NULL, NULL, 0);
    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        const size_t len = guidon_form_len((guidon_form)form);
        const guidon_status want = len ? GUIDON_OK : GUIDON_E_ARGUMENT;

        done = 9;
        assert_int_equal(
            guidon_format_many(NULL, len, NULL, 0, (guidon_form)form), want);
        assert_int_equal(guidon_parse_many(NULL, NULL, len, 0,
                                           (guidon_form)form, &done, NULL),
                         want);
        assert_int_equal(done, 0);
    }
}

/* ------------------------------------------------------------------- SIZE_MAX */

/* A text that ends with a wrong character is not read behind it, whatever its length is
 * said to be; a wrong length is noticed first. */
static void test_a_huge_text(void **state)
{
    static const char text[256] =
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f with more behind it";
    guidon_id id;
    guidon_time time;
    size_t bad_at;

    (void)state;
    assert_int_equal(guidon_uuid_parse(&id, text, SIZE_MAX, &bad_at),
                     GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 36);
    assert_int_equal(guidon_ulid_parse(&id, text, SIZE_MAX, &bad_at),
                     GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 26);
    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        if (guidon_form_len((guidon_form)form) != 0) {
            assert_int_not_equal(guidon_parse_as(&id, text, SIZE_MAX,
                                                 (guidon_form)form, &bad_at),
                                 GUIDON_OK);
            assert_true(bad_at < sizeof text);
        }
    }
    assert_int_equal(guidon_typeid_prefix_check(text, SIZE_MAX, &bad_at),
                     GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 63);
    assert_int_equal(guidon_time_parse(&time, NULL, text, SIZE_MAX, &bad_at),
                     GUIDON_E_CHAR);
    assert_true(bad_at < 5);
    assert_int_equal(guidon_data_check_text("abc\xff", SIZE_MAX, &bad_at),
                     GUIDON_E_CHAR);
    assert_int_equal(bad_at, 3);
    assert_int_equal(guidon_from_oid_der(&id, (const unsigned char *)text,
                                         SIZE_MAX, &bad_at),
                     GUIDON_E_CHAR);
    assert_int_equal(bad_at, 0);
}

static void test_a_huge_stride_or_number(void **state)
{
    char text[64] = "";
    guidon_id id;
    size_t done = 9, bad_at;

    (void)state;
    /* One item begins at the start, whatever the stride is. */
    assert_int_equal(guidon_uuid_format_many(text, SIZE_MAX, &v7, 1),
                     GUIDON_OK);
    assert_int_equal(
        guidon_uuid_parse_many(&id, text, SIZE_MAX, 1, &done, NULL), GUIDON_OK);
    assert_true(guidon_equal(&id, &v7) && done == 1);
    assert_int_equal(
        guidon_format_many(text, SIZE_MAX, &v7, 1, GUIDON_FORM_BASE58),
        GUIDON_OK);
    assert_int_equal(guidon_parse_many(&id, text, SIZE_MAX, 1,
                                       GUIDON_FORM_BASE58, &done, NULL),
                     GUIDON_OK);
    assert_true(guidon_equal(&id, &v7) && done == 1);
    /* A stride that is too small is noticed before the first item. */
    assert_int_equal(guidon_uuid_format_many(text, 35, &v7, SIZE_MAX),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_ulid_format_many(text, 25, &v7, SIZE_MAX),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(
        guidon_uuid_parse_many(&id, text, 35, SIZE_MAX, &done, &bad_at),
        GUIDON_E_ARGUMENT);
    assert_true(done == 0 && bad_at == 0);
    assert_int_equal(guidon_parse_many(&id, text, 21, SIZE_MAX,
                                       GUIDON_FORM_BASE58, &done, &bad_at),
                     GUIDON_E_ARGUMENT);
    assert_true(done == 0 && bad_at == 0);
    assert_int_equal(
        guidon_format_many(text, 21, &v7, SIZE_MAX, GUIDON_FORM_BASE58),
        GUIDON_E_ARGUMENT);
}

/* ------------------------------------------------ outputs of the exact size */

/* A writer of a text into `cap` bytes. */
typedef guidon_status (*writer)(char *to, size_t cap, size_t *len,
                                const void *what);

static guidon_status form_of(char *to, size_t cap, size_t *len,
                             const void *what)
{
    const guidon_form form = *(const guidon_form *)what;

    return guidon_format(to, cap, len, form == GUIDON_FORM_NCS ? &ncs : &v7,
                         form);
}

static guidon_status time_of(char *to, size_t cap, size_t *len,
                             const void *what)
{
    const guidon_time time = {1645557742, 123456789};

    return guidon_time_format(to, cap, len, time, *(const unsigned *)what);
}

static guidon_status typeid_of(char *to, size_t cap, size_t *len,
                               const void *what)
{
    const char *prefix = what;

    return guidon_typeid_format(to, cap, len, prefix, strlen(prefix), &v7);
}

static guidon_status reason_of(char *to, size_t cap, size_t *len,
                               const void *what)
{
    const char *text = what;

    return guidon_parse_reason(to, cap, len, text, strlen(text),
                               GUIDON_ACCEPT_ANY, 0);
}

static guidon_status audit_of(char *to, size_t cap, size_t *len,
                              const void *what)
{
    (void)what;
    return guidon_audit_json(to, cap, len, &audit, NULL);
}

/* Every capacity below the length is refused and leaves the memory, and the length itself
 * suffices. Builds with sanitizers, and Valgrind, report a byte behind it. */
static void check_capacities(const char *why, writer write, const void *what)
{
    char whole[GUIDON_AUDIT_JSON_MAX];
    size_t len = 0, need = 0;

    assert_row(why, write(whole, sizeof whole, &len, what) == GUIDON_OK);
    assert_row(why, write(NULL, 0, NULL, what) == GUIDON_E_SPACE);
    assert_row(why, write(whole, SIZE_MAX, NULL, what) == GUIDON_OK);
    for (size_t cap = 0; cap <= len; cap++) {
        char *memory = malloc(cap + 1);

        assert_non_null(memory);
        memset(memory, 0x5a, cap + 1);
        memory = realloc(memory, cap ? cap : 1);
        assert_non_null(memory);
        if (cap == len) {
            assert_row(why, write(memory, cap, &need, what) == GUIDON_OK);
            assert_row(why, !memcmp(memory, whole, len));
        } else {
            assert_row(why, write(memory, cap, &need, what) == GUIDON_E_SPACE);
            for (size_t i = 0; i < cap; i++) {
                assert_row(why, memory[i] == 0x5a);
            }
        }
        /* The length that the text needs, also if there is too little. */
        assert_int_equal(need, len);
        free(memory);
    }
}

static void test_every_capacity(void **state)
{
    static const char *const prefixes[] = {"", "user", "a_b"};
    static const char *const wrong[] = {
        "x", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", "1234567890123456789012"};

    (void)state;
    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        const guidon_form form = (guidon_form)i;

        check_capacities(guidon_form_name(form), form_of, &form);
    }
    for (unsigned digits = 0; digits <= GUIDON_TIME_DIGITS_MAX; digits++) {
        check_capacities("time", time_of, &digits);
    }
    for (size_t i = 0; i < 3; i++) {
        check_capacities(prefixes[i], typeid_of, prefixes[i]);
        check_capacities(wrong[i], reason_of, wrong[i]);
    }
    guidon_audit_add(&audit, &v7);
    check_capacities("audit", audit_of, NULL);
}

/* Texts of a fixed size: a margin keeps its bytes. */
static void test_fixed_sizes(void **state)
{
    const char alphabet[] = "0123456789abcdefghijklmnopqrstuv";
    unsigned char der[GUIDON_OID_DER_MAX];
    char text[64];
    size_t len;

    (void)state;
    memset(text, 0x5a, sizeof text);
    guidon_uuid_format(text, &v7);
    assert_int_equal(text[36], 0x5a);
    memset(text, 0x5a, sizeof text);
    guidon_ulid_format(text, &v7);
    assert_int_equal(text[26], 0x5a);
    memset(text, 0x5a, sizeof text);
    assert_int_equal(guidon_ulid_format_alphabet(text, &v7, alphabet),
                     GUIDON_OK);
    assert_int_equal(text[26], 0x5a);
    memset(text, 0x5a, sizeof text);
    assert_string_equal(guidon_uuid_str(text, &v7),
                        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    assert_int_equal(text[GUIDON_UUID_STR_SIZE], 0x5a);
    memset(text, 0x5a, sizeof text);
    assert_string_equal(guidon_ulid_str(text, &v7),
                        "01FWHE4YDGFK1SHH6W1G60EECF");
    assert_int_equal(text[GUIDON_ULID_STR_SIZE], 0x5a);
    guidon_to_oid_der(der, &len, &v7);
    guidon_to_oid_der(der, NULL, &v7);
    assert_in_range(len, 4, GUIDON_OID_DER_MAX);
}

/* Batches write their texts, and no byte between or behind them. */
static void test_batches_write_no_more(void **state)
{
    const guidon_id ids[N] = {v7, v7, v7, v7, v7};

    (void)state;
    for (size_t n = 0; n <= N; n++) {
        char *lines = malloc(n * 37 + 1), *texts = malloc(n * 40 + 1);

        assert_true(lines && texts);
        lines[n * 37] = 0x5a;
        guidon_uuid_format_lines(lines, ids, n);
        assert_int_equal(lines[n * 37], 0x5a);
        lines[n * 27] = 0x5a;
        guidon_ulid_format_lines(lines, ids, n);
        assert_int_equal(lines[n * 27], 0x5a);
        memset(texts, 0x5a, n * 40 + 1);
        assert_int_equal(guidon_uuid_format_many(texts, 40, ids, n), GUIDON_OK);
        for (size_t i = 0; i < n * 40 + 1; i++) {
            assert_int_equal(texts[i] == 0x5a, i % 40 >= 36 || i == n * 40);
        }
        free(lines);
        free(texts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_text_at_null),
        cmocka_unit_test(test_no_items_at_null),
        cmocka_unit_test(test_a_huge_text),
        cmocka_unit_test(test_a_huge_stride_or_number),
        cmocka_unit_test(test_every_capacity),
        cmocka_unit_test(test_fixed_sizes),
        cmocka_unit_test(test_batches_write_no_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
