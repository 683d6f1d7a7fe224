/* SPDX-License-Identifier: MIT */
/* test_uuid_text.c - write and read the 36 characters of a UUID */
#include "text_oracle.h"

#include "text/hex.h"

#define A6         "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
#define HEX_DIGITS "0123456789abcdefABCDEF"

static const guidon_id a6 = {{0x01, 0x7f, 0x22, 0xe2, 0x79, 0xb0, 0x7c, 0xc3,
                              0x98, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f}};

/* ------------------------------------------------------------------ vectors */

static void test_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("text.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "texts"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        guidon_id back = marked_id();
        size_t bad_at = 77;
        char text[36];
        guidon_uuid_format(text, &id);
        assert_memory_equal(text, row_text(row, "uuid"), 36);
        assert_int_equal(guidon_uuid_parse(&back, text, 36, &bad_at),
                         GUIDON_OK);
        assert_id_equal(back, id);
        assert_int_equal(bad_at, 77);
    }
    json_decref(file);
}

/* --------------------------------------------------------------------- rows */

/* R5 R6 X6: the reason for each row, and the expected result. */
static const struct {
    const char *why;
    const char *text;
    size_t len;
    guidon_status want;
    size_t bad_at;
} rows[] = {
    {"RFC 9562 A.6", A6, 36, GUIDON_OK, 0},
    {"R5: upper case", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 36, GUIDON_OK,
     0},
    {"R5: mixed case", "017f22E2-79b0-7Cc3-98c4-dC0c0C07398F", 36, GUIDON_OK,
     0},
    {"R6: empty", "", 0, GUIDON_E_LENGTH, 0},
    {"R6: 35", A6, 35, GUIDON_E_LENGTH, 35},
    {"R6: 37, a digit more", A6 "0", 37, GUIDON_E_LENGTH, 36},
    {"R6: trailing LF", A6 "\n", 37, GUIDON_E_LENGTH, 36},
    {"R6: the final NUL counted", A6, 37, GUIDON_E_LENGTH, 36},
    {"R6: a length that is large", A6, (size_t)-1, GUIDON_E_LENGTH, 36},
    {"R6: 36 characters, 38 bytes: U+FF11 is three",
     "017f22e2-79b0-7cc3-98c4-dc0c0c07398\xef\xbc\x91", 38, GUIDON_E_LENGTH,
     36},
    {"R6: U+FF11 in 36 bytes", "017f22e2-79b0-7cc3-98c4-dc0c0c073\xef\xbc\x91",
     36, GUIDON_E_CHAR, 33},
    {"R6: embedded NUL", "017f22e2-79b0-7cc3-98c4-dc0c\0c07398f", 36,
     GUIDON_E_CHAR, 28},
    {"R6: dash at 9", "017f22e27-9b0-7cc3-98c4-dc0c0c07398f", 36, GUIDON_E_CHAR,
     8},
    {"digit where '-' belongs", "017f22e2079b0-7cc3-98c4-dc0c0c07398f", 36,
     GUIDON_E_CHAR, 8},
    {"'g' just past the digits", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", 36,
     GUIDON_E_CHAR, 35},
    {"the first of two wrong ones", "017f22e2-79bg-7cc3-98c4+dc0c0c07398f", 36,
     GUIDON_E_CHAR, 12},
    {"the first is a dash", "017f22e2-79b0+7cc3-98c4-dc0c0c07398g", 36,
     GUIDON_E_CHAR, 13},
    {"R6: two dashes wrong in the same way",
     "017f22e2+79b0+7cc3-98c4-dc0c0c07398f", 36, GUIDON_E_CHAR, 8},
    {"R7: braces", "{" A6 "}", 38, GUIDON_E_LENGTH, 36},
    {"R7: a URN", "urn:uuid:" A6, 45, GUIDON_E_LENGTH, 36},
    {"a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV", 26, GUIDON_E_LENGTH, 26},
};

static void test_rows(void **state)
{
    const guidon_id sentinel = marked_id();
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_id id = sentinel;
        size_t bad_at = 77;
        guidon_status status =
            guidon_uuid_parse(&id, rows[i].text, rows[i].len, &bad_at);
        if (status != rows[i].want ||
            bad_at != (status ? rows[i].bad_at : 77) ||
            !same_id(&id, status ? &sentinel : &a6)) {
            fail_msg("%s: %s at %zu", rows[i].why, guidon_status_text(status),
                     bad_at);
        }
        assert_int_equal(
            guidon_uuid_parse(&id, rows[i].text, rows[i].len, NULL), status);
    }
}

static void test_null_text_of_length_0(void **state)
{
    guidon_id id = a6;
    size_t bad_at = 77;
    (void)state;

    assert_int_equal(guidon_uuid_parse(&id, NULL, 0, &bad_at), GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 0);
    assert_id_equal(id, a6);
}

/* ------------------------------------------------------------- exhaustively */

/* Every byte at every offset, in memory that ends with the text. */
static void test_every_byte_at_every_offset(void **state)
{
    const guidon_id sentinel = marked_id();
    char *text = exact_copy(A6, 36);
    (void)state;

    for (size_t i = 0; i < 36; i++) {
        int dash = i == 8 || i == 13 || i == 18 || i == 23;
        for (int c = 0; c < 256; c++) {
            guidon_id id = sentinel;
            size_t bad_at = 77;
            int right = dash ? c == '-' : c < 128 && isxdigit(c);
            text[i] = (char)c;
            guidon_status status = guidon_uuid_parse(&id, text, 36, &bad_at);
            if (!right) {
                assert_int_equal(status, GUIDON_E_CHAR);
                assert_int_equal(bad_at, i);
                assert_id_equal(id, sentinel);
                continue;
            }
            char want[GUIDON_TEXT_MAX];
            char lower[36];
            memcpy(lower, text, 36);
            in_case(lower, 36, tolower);
            assert_int_equal(status, GUIDON_OK);
            oracle_write(want, &id, GUIDON_FORM_UUID);
            assert_memory_equal(want, lower, 36);
        }
        text[i] = A6[i];
    }
    free(text);
}

/* The offset of the first wrong character; 36 if all are right. */
static size_t first_wrong(const char *text)
{
    static const char rule[] = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
    size_t i = 0;

    while (i < 36 &&
           (rule[i] == '-' ? text[i] == '-'
                           : text[i] && strchr(HEX_DIGITS, text[i]))) {
        i++;
    }
    return i;
}

static void check_against_rule(const char *text)
{
    guidon_id id = marked_id();
    size_t want = first_wrong(text);
    size_t bad_at = 36;
    guidon_status status = guidon_uuid_parse(&id, text, 36, &bad_at);

    if (status != (want == 36 ? GUIDON_OK : GUIDON_E_CHAR) || bad_at != want ||
        (status && !is_marked(&id, sizeof id))) {
        fail_msg("\"%.36s\": %s at %zu, not %zu", text,
                 guidon_status_text(status), bad_at, want);
    }
}

/* If a reader adds up the faults, two of them must not cancel: the same byte at
 * any two offsets, and any two bytes instead of two dashes. */
static void test_two_faults_do_not_cancel(void **state)
{
    static const size_t dashes[4] = {8, 13, 18, 23};
    char text[] = A6;
    (void)state;

    for (size_t i = 0; i < 36; i++) {
        for (size_t k = i + 1; k < 36; k++) {
            for (int c = 0; c < 256; c++) {
                text[i] = text[k] = (char)c;
                check_against_rule(text);
            }
            text[k] = A6[k];
        }
        text[i] = A6[i];
    }
    for (unsigned n = 0; n < 16 * 65536; n++) {
        size_t i = dashes[n >> 16 & 3];
        size_t k = dashes[n >> 18];
        if (i < k) {
            text[i] = (char)(n & 255);
            text[k] = (char)(n >> 8 & 255);
            check_against_rule(text);
            text[i] = text[k] = '-';
        }
    }
}

static void test_writes_36_bytes_and_no_more(void **state)
{
    char text[38];
    char *exact = malloc(36);
    (void)state;

    memset(text, '#', sizeof text);
    guidon_uuid_format(text + 1, &a6);
    assert_memory_equal(text, "#" A6 "#", 38);
    assert_non_null(exact);
    guidon_uuid_format(exact, &a6);
    assert_memory_equal(exact, A6, 36);
    free(exact);
}

/* Every value of every octet, written and read in lower and in upper case. */
static void test_every_octet_value(void **state)
{
    (void)state;

    for (size_t i = 0; i < 16; i++) {
        for (unsigned v = 0; v < 256; v++) {
            char text[36];
            char want[GUIDON_TEXT_MAX];
            guidon_id id = a6;
            guidon_id back = marked_id();
            id.bytes[i] = (unsigned char)v;
            guidon_uuid_format(text, &id);
            oracle_write(want, &id, GUIDON_FORM_UUID);
            assert_memory_equal(text, want, 36);
            in_case(text, 36, toupper);
            assert_int_equal(guidon_uuid_parse(&back, text, 36, NULL),
                             GUIDON_OK);
            assert_id_equal(back, id);
        }
    }
}

/* Kernels may find faults in different ways, but bad_at is the same for all. */
static void test_bad_at_is_36_where_nothing_is_wrong(void **state)
{
    (void)state;

    assert_int_equal(gdn_hex_bad_at(A6), 36);
    assert_int_equal(gdn_hex_bad_at("017F22E2-79B0-7CC3-98C4-DC0C0C07398!"),
                     35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_both_ways),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_null_text_of_length_0),
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_two_faults_do_not_cancel),
        cmocka_unit_test(test_writes_36_bytes_and_no_more),
        cmocka_unit_test(test_every_octet_value),
        cmocka_unit_test(test_bad_at_is_36_where_nothing_is_wrong),
    };

    return cmocka_run_group_tests_name("uuid_text", tests, NULL, NULL);
}
