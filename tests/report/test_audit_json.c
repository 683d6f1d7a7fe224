/* SPDX-License-Identifier: MIT */
/* test_audit_json.c - an audit as JSON. */
#include "random.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS 8192 /* more than the ids of a row */

/* Write the report as a string. It is right JSON. */
static const char *json_of(char out[GUIDON_AUDIT_JSON_MAX + 1],
                           const guidon_audit *audit,
                           const guidon_duplicates *duplicates)
{
    size_t len = 777;
    json_t *parsed;

    mark(out, GUIDON_AUDIT_JSON_MAX + 1);
    assert_int_equal(
        guidon_audit_json(out, GUIDON_AUDIT_JSON_MAX, &len, audit, duplicates),
        GUIDON_OK);
    assert_true(len <= GUIDON_AUDIT_JSON_MAX);
    assert_true(is_marked(out + len, GUIDON_AUDIT_JSON_MAX + 1 - len));
    out[len] = '\0';
    parsed = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(parsed);
    json_decref(parsed);
    return out;
}

static guidon_id id_of(const char *hex)
{
    guidon_id id;

    assert_int_equal(
        guidon_parse_as(&id, hex, strlen(hex), GUIDON_FORM_HEX, NULL),
        GUIDON_OK);
    return id;
}

static guidon_duplicates *begun(size_t slots)
{
    void *memory = malloc(guidon_duplicates_size(slots));
    guidon_duplicates *duplicates;

    assert_int_equal(guidon_duplicates_init(&duplicates, memory, slots),
                     GUIDON_OK);
    return duplicates;
}

static void check_document(json_t *row)
{
    char out[GUIDON_AUDIT_JSON_MAX + 1];
    guidon_duplicates *duplicates = begun(SLOTS);
    guidon_audit audit;
    size_t i;
    json_t *hex;

    guidon_audit_init(&audit);
    json_array_foreach(json_object_get(row, "ids"), i, hex)
    {
        guidon_id id = id_of(json_string_value(hex));
        guidon_audit_add(&audit, &id);
        guidon_duplicates_add(duplicates, &id);
    }
    assert_string_equal(json_of(out, &audit,
                                json_is_true(json_object_get(row, "counted"))
                                    ? duplicates
                                    : NULL),
                        row_text(row, "json"));
    free(duplicates);
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("audit.json", "documents", check_document);
}

/* Without ids, nobody had to count duplicates. */
static void test_no_ids_have_no_duplicates(void **state)
{
    char out[GUIDON_AUDIT_JSON_MAX + 1];
    guidon_audit audit;
    (void)state;

    guidon_audit_init(&audit);
    assert_non_null(strstr(json_of(out, &audit, NULL), "\"duplicates\":0,"));
}

/* 64 equal ids of a version, and one of each other version and variant: every bit is
 * weak and nearly every kind occurs. */
static void fill(guidon_audit *audit)
{
    guidon_id id = guidon_max();

    guidon_audit_init(audit);
    for (unsigned version = 0; version < 16; version++) {
        id.bytes[6] = (unsigned char)(version << 4 | 15);
        id.bytes[8] = 0xbf;
        for (unsigned i = 0; i < 64; i++) {
            guidon_audit_add(audit, &id);
        }
    }
    for (unsigned variant = 0; variant < 256; variant += 32) {
        id.bytes[8] = (unsigned char)variant;
        guidon_audit_add(audit, &id);
    }
    id = guidon_nil();
    guidon_audit_add(audit, &id);
    id = guidon_max();
    guidon_audit_add(audit, &id);
    guidon_audit_add_ulid(audit, &id);
}

/* The caller gets the whole report or GUIDON_E_SPACE. */
static void test_longest_and_space(void **state)
{
    char out[GUIDON_AUDIT_JSON_MAX + 1], cut[GUIDON_AUDIT_JSON_MAX];
    guidon_audit audit;
    size_t len, want;
    (void)state;

    fill(&audit);
    want = strlen(json_of(out, &audit, NULL));
    assert_in_range(want, 6000, GUIDON_AUDIT_JSON_MAX - 1500);
    for (size_t cap = 0; cap < want;
         cap = cap < 9 || cap + 997 > want ? cap + 1 : cap + 997) {
        mark(&len, sizeof len);
        mark(cut, sizeof cut);
        assert_int_equal(
            guidon_audit_json(cap ? cut : NULL, cap, &len, &audit, NULL),
            GUIDON_E_SPACE);
        assert_true(is_marked(cut, sizeof cut));
        assert_int_equal(len, want);
    }
    assert_int_equal(guidon_audit_json(cut, want, NULL, &audit, NULL),
                     GUIDON_OK);
    assert_memory_equal(cut, out, want);
}

/* Shares are rounded to four digits, whatever the counts are. The state is doubled by
 * merges with copies of itself. */
static void test_shares_of_large_counts(void **state)
{
    char out[GUIDON_AUDIT_JSON_MAX + 1];
    guidon_id one = guidon_max(), other;
    guidon_audit audit, copy;
    (void)state;

    one.bytes[6] = 0x4f;
    one.bytes[8] = 0xbf;
    other = one;
    other.bytes[0] = 0x7f;
    guidon_audit_init(&audit);
    for (unsigned i = 0; i < 128; i++) {
        guidon_audit_add(&audit, i < 44 ? &one : &other); /* 0.34375 */
    }
    for (unsigned i = 0; i < 51; i++) { /* 2^58 ids */
        copy = audit;
        guidon_audit_merge(&audit, &copy);
    }
    json_of(out, &audit, NULL);
    assert_non_null(strstr(out, "\"ids\":288230376151711744,"));
    assert_non_null(strstr(out, "{\"kind\":\"v4\",\"bit\":0,\"ones\":0.3438}"));
    assert_non_null(strstr(out, "{\"kind\":\"v4\",\"bit\":1,\"ones\":1.0000}"));
}

/* A number of duplicates that is not exact is null, and its bounds are not. */
static void test_sampled_duplicates(void **state)
{
    char out[GUIDON_AUDIT_JSON_MAX + 1];
    guidon_duplicates *duplicates = begun(8);
    guidon_audit audit;
    guidon_id id = guidon_nil();
    (void)state;

    guidon_audit_init(&audit);
    for (unsigned i = 0; i < 200; i++) {
        id.bytes[15] = (unsigned char)i;
        guidon_audit_add(&audit, &id);
        guidon_duplicates_add(duplicates, &id);
    }
    json_of(out, &audit, duplicates);
    assert_non_null(strstr(out, ",\"duplicates\":null,\"duplicates_seen\":0,"));
    assert_null(strstr(out, "\"sampled_1_in\":null"));
    free(duplicates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_no_ids_have_no_duplicates),
        cmocka_unit_test(test_longest_and_space),
        cmocka_unit_test(test_shares_of_large_counts),
        cmocka_unit_test(test_sampled_duplicates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
