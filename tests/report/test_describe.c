/* SPDX-License-Identifier: MIT */
/* test_describe.c - what a text could be, as JSON; and the kinds of ids. */
#include "slow_text.h"
#include "text_oracle.h"

#include "accept_of.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

#define UUID     "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

/* Write the document as a string. Every document is printable ASCII. */
static const char *document_of(char out[GUIDON_DESCRIBE_MAX + 1],
                               const char *text, size_t text_len,
                               uint64_t accept)
{
    char *exact = exact_copy(text, text_len);
    size_t len = 777;

    mark(out, GUIDON_DESCRIBE_MAX + 1);
    assert_int_equal(guidon_describe_json(out, GUIDON_DESCRIBE_MAX, &len, exact,
                                          text_len, SLOW_ACCEPT(accept)),
                     GUIDON_OK);
    assert_true(is_marked(out + len, GUIDON_DESCRIBE_MAX + 1 - len));
    for (size_t i = 0; i < len; i++) {
        assert_in_range(out[i], ' ', '~');
    }
    out[len] = '\0';
    free(exact);
    return out;
}

static json_t *described(const char *text, uint64_t accept)
{
    char out[GUIDON_DESCRIBE_MAX + 1];
    json_t *readings = json_loads(document_of(out, text, strlen(text), accept),
                                  JSON_REJECT_DUPLICATES, NULL);

    assert_true(json_is_array(readings));
    return readings;
}

static void check_vector(json_t *row)
{
    char out[GUIDON_DESCRIBE_MAX + 1];
    size_t len;
    const char *text = row_bytes(row, "text", &len);

    assert_string_equal(document_of(out, text, len, accept_of(row)),
                        row_text(row, "json"));
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("described.json", "described", check_vector);
}

/* The fields of each kind follow one another from bit 0 to bit 127. */
static void test_fields_cover_each_id(void **state)
{
    const guidon_field *fields;
    (void)state;

    for (int kind = 0; kind < GUIDON_ID_KINDS; kind++) {
        const size_t n = guidon_fields_of(&fields, (guidon_id_kind)kind);
        unsigned bit = 0;

        assert_in_range(n, 1, GUIDON_FIELDS_MAX);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(fields[i].bit, bit);
            bit += fields[i].width;
        }
        assert_int_equal(bit, 128);
    }
    for (int kind = -1; kind <= GUIDON_ID_KINDS; kind += GUIDON_ID_KINDS + 1) {
        assert_int_equal(guidon_fields_of(&fields, (guidon_id_kind)kind), 0);
        assert_null(fields);
    }
}

/* The hex digits of the fields, shifted to their places, are the id. */
static void test_fields_hold_the_id(void **state)
{
    guidon_id id = guidon_nil();
    (void)state;

    for (unsigned at = 0; at < 128; at++) {
        for (unsigned form = 0; form < 2; form++) {
            guidon_id built = guidon_nil();
            char text[GUIDON_TEXT_MAX + 1] = "";
            json_t *readings, *field;
            size_t i;

            id.bytes[at / 8] ^= (unsigned char)(0xb5u >> at % 8);
            assert_int_equal(
                guidon_format(text, GUIDON_TEXT_MAX, NULL, &id,
                              form ? GUIDON_FORM_ULID : GUIDON_FORM_UUID),
                GUIDON_OK);
            readings = described(text, GUIDON_ANY_FORMS);
            json_array_foreach(
                json_object_get(json_array_get(readings, 0), "fields"), i,
                field)
            {
                const char *hex = row_text(field, "hex");
                const size_t bit = (size_t)row_u64(field, "bit"),
                             width = (size_t)row_u64(field, "width"),
                             digits = strlen(hex);

                assert_int_equal(digits, (width + 3) / 4);
                for (size_t b = 0; b < 4 * digits; b++) {
                    const char digit[] = {hex[digits - 1 - b / 4], '\0'};
                    const size_t to = bit + width - 1 - b;

                    if (strtoul(digit, NULL, 16) >> b % 4 & 1) {
                        assert_in_range(b, 0, width - 1);
                        built.bytes[to / 8] |= (unsigned char)(0x80u >> to % 8);
                    }
                }
            }
            assert_memory_equal(&built, &id, sizeof id);
            json_decref(readings);
        }
    }
}

/* A time just inside or outside the years 2000 to 2099 decides what else the bits could
 * be, and whether a ULID has other readings. */
static void test_usual_times(void **state)
{
    static const struct {
        uint64_t ms;
        bool is_usual;
    } rows[] = {{0, false},
                {946684799999, false},
                {946684800000, true},
                {4102444799999, true},
                {4102444800000, false}};
    (void)state;

    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_id_kind other = GUIDON_KIND_MAX;
        char text[GUIDON_ULID_LEN + 1] = "";
        guidon_id id;
        json_t *readings;

        assert_int_equal(
            guidon_ulid_make(&id, rows[i].ms, (const unsigned char[10]){0}),
            GUIDON_OK);
        guidon_ulid_format(text, &id);
        assert_int_equal(
            guidon_kind_alternative(&other, &id, guidon_kind_of(&id)),
            rows[i].is_usual);
        assert_int_equal(other,
                         rows[i].is_usual ? GUIDON_KIND_ULID : GUIDON_KIND_MAX);
        readings = described(text, GUIDON_ANY_FORMS);
        assert_int_equal(
            json_object_get(json_array_get(readings, 0), "or_as") != NULL,
            !rows[i].is_usual &&
                (guidon_parse_as(&id, text, GUIDON_ULID_LEN,
                                 GUIDON_FORM_BASE32HEX, NULL) == GUIDON_OK ||
                 guidon_parse_as(&id, text, GUIDON_ULID_LEN,
                                 GUIDON_FORM_BASE32HUMAN, NULL) == GUIDON_OK));
        json_decref(readings);
    }
}

/* Only a version from 3 to 8 is likely for a ULID whose time is unusual. */
static void test_bits_of_a_ulid(void **state)
{
    static const struct {
        const char *text;
        guidon_id_kind other;
    } rows[] = {
        {"ffffffff-ffff-2fff-8fff-ffffffffffff", GUIDON_KIND_MAX},
        {"ffffffff-ffff-3fff-8fff-ffffffffffff", GUIDON_KIND_V3},
        {"ffffffff-ffff-4fff-8fff-ffffffffffff", GUIDON_KIND_V4},
        {"ffffffff-ffff-8fff-8fff-ffffffffffff", GUIDON_KIND_V8},
        {"ffffffff-ffff-9fff-8fff-ffffffffffff", GUIDON_KIND_MAX},
        {"017f22e2-79b0-4cc3-98c4-dc0c0c07398f", GUIDON_KIND_MAX},
    };
    (void)state;

    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_id_kind other = GUIDON_KIND_MAX;
        guidon_id id;

        assert_int_equal(guidon_uuid_parse(&id, rows[i].text, 36, NULL),
                         GUIDON_OK);
        assert_int_equal(guidon_kind_alternative(&other, &id, GUIDON_KIND_ULID),
                         rows[i].other != GUIDON_KIND_MAX);
        assert_int_equal(other, rows[i].other);
    }
}

/* Each version of four bits is named, the last too. */
static void test_last_version(void **state)
{
    json_t *readings =
        described("017f22e2-79b0-fcc3-98c4-dc0c0c07398f", GUIDON_ANY_FORMS);

    (void)state;
    assert_int_equal(row_u64(json_array_get(readings, 0), "version"), 15);
    json_decref(readings);
}

/* A kind without a time, and an id that the kind does not fit, leave the outputs. */
static void test_kinds_without_time(void **state)
{
    const guidon_time before = {7, 8};
    guidon_time time = before;
    guidon_id id;
    unsigned digits = 9;
    (void)state;

    assert_int_equal(guidon_uuid_parse(&id, UUID, 36, NULL), GUIDON_OK);
    for (int kind = -1; kind <= GUIDON_ID_KINDS; kind++) {
        if (kind != GUIDON_KIND_V7 && kind != GUIDON_KIND_ULID) {
            assert_int_equal(
                guidon_kind_time_of(&time, &digits, &id, (guidon_id_kind)kind),
                kind == GUIDON_KIND_V1 || kind == GUIDON_KIND_V6
                    ? GUIDON_OK
                    : GUIDON_E_VERSION);
        }
    }
    assert_int_equal(guidon_kind_time_of(&time, NULL, &id, GUIDON_KIND_V7),
                     GUIDON_OK);
}

/* The longest documents have every reading of an ambiguous text: six for 22 digits. */
static void test_longest_and_space(void **state)
{
    static const char text[] = "GZ9hmkG472uTkSn67QjydF";
    char out[GUIDON_DESCRIBE_MAX + 1], cut[GUIDON_DESCRIBE_MAX];
    size_t len, want;
    json_t *readings = described(text, GUIDON_ANY_FORMS);
    (void)state;

    assert_int_equal(json_array_size(readings), 6);
    json_decref(readings);
    want = strlen(document_of(out, text, strlen(text), GUIDON_ANY_FORMS));
    assert_in_range(want, 13000, GUIDON_DESCRIBE_MAX - 2000);
    for (size_t cap = 0; cap < want;
         cap = cap < 9 || cap + 97 > want ? cap + 1 : cap + 97) {
        mark(&len, sizeof len);
        mark(cut, sizeof cut);
        assert_int_equal(guidon_describe_json(cap ? cut : NULL, cap, &len, text,
                                              strlen(text), GUIDON_ACCEPT_ANY,
                                              0),
                         GUIDON_E_SPACE);
        assert_true(is_marked(cut, sizeof cut));
        assert_int_equal(len, want);
    }
    assert_int_equal(guidon_describe_json(cut, want, NULL, text, strlen(text),
                                          GUIDON_ACCEPT_ANY, 0),
                     GUIDON_OK);
    assert_memory_equal(cut, out, want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_fields_cover_each_id),
        cmocka_unit_test(test_fields_hold_the_id),
        cmocka_unit_test(test_usual_times),
        cmocka_unit_test(test_bits_of_a_ulid),
        cmocka_unit_test(test_last_version),
        cmocka_unit_test(test_kinds_without_time),
        cmocka_unit_test(test_longest_and_space),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
