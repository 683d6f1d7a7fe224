/* SPDX-License-Identifier: MIT */
/* test_guid.c - the mixed-endian image of Microsoft GUIDs, and NCS texts. */
#include "text_oracle.h"

static void test_image_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("guid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "images"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        guidon_id image = row_id(row, "guid_octets");
        unsigned char out[16];
        char uuid[36];
        guidon_to_guid_bytes(out, &id);
        assert_memory_equal(out, image.bytes, 16);
        guidon_id back = guidon_from_guid_bytes(image.bytes);
        assert_id_equal(back, id);
        guidon_uuid_format(uuid, &back); /* the text is the same for both */
        assert_memory_equal(uuid, row_text(row, "uuid"), 36);
    }
    json_decref(file);
}

/* The new position of each octet. A second conversion restores the id. */
static void test_each_octet_moves_within_its_field(void **state)
{
    static const size_t to[16] = {3, 2, 1,  0,  5,  4,  7,  6,
                                  8, 9, 10, 11, 12, 13, 14, 15};
    (void)state;

    for (size_t i = 0; i < 16; i++) {
        guidon_id id = {{0}};
        unsigned char out[16];
        unsigned char want[16] = {0};
        id.bytes[i] = 0xa5;
        want[to[i]] = 0xa5;
        guidon_to_guid_bytes(out, &id);
        assert_memory_equal(out, want, 16);
        guidon_id twice = guidon_from_guid_bytes(out);
        assert_id_equal(twice, id);
    }
}

static void test_image_may_be_written_over_its_id(void **state)
{
    guidon_id id = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
    static const unsigned char want[16] = {3, 2, 1,  0,  5,  4,  7,  6,
                                           8, 9, 10, 11, 12, 13, 14, 15};
    (void)state;

    guidon_to_guid_bytes(id.bytes, &id);
    assert_memory_equal(id.bytes, want, 16);
}

static void test_guid_hex_is_the_image_in_hex(void **state)
{
    json_t *file = vectors_load("guid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "images"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        guidon_id back = marked_id();
        char text[32];
        size_t len = 0;
        assert_int_equal(
            guidon_format(text, sizeof text, &len, &id, GUIDON_FORM_GUID_HEX),
            GUIDON_OK);
        assert_memory_equal(text, row_text(row, "guid_octets"), 32);
        assert_int_equal(
            guidon_parse_as(&back, text, 32, GUIDON_FORM_GUID_HEX, NULL),
            GUIDON_OK);
        assert_id_equal(back, id);
    }
    json_decref(file);
}

/* N1: text, octets and UUID of the same id, with digits in either case. */
static void test_ncs_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("ncs.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "ids"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        guidon_id back = marked_id();
        guidon_form found = GUIDON_FORM_UUID;
        char text[36];
        char uuid[36];
        assert_int_equal(
            guidon_format(text, sizeof text, NULL, &id, GUIDON_FORM_NCS),
            GUIDON_OK);
        assert_memory_equal(text, row_text(row, "text"), 36);
        guidon_uuid_format(uuid, &id);
        assert_memory_equal(uuid, row_text(row, "uuid"), 36);
        in_case(text, 36, toupper);
        assert_int_equal(
            guidon_parse(&back, &found, text, 36, GUIDON_ACCEPT_ANY, 0, NULL),
            GUIDON_OK);
        assert_id_equal(back, id);
        assert_int_equal(found, GUIDON_FORM_NCS);
    }
    json_decref(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_image_vectors_both_ways),
        cmocka_unit_test(test_each_octet_moves_within_its_field),
        cmocka_unit_test(test_image_may_be_written_over_its_id),
        cmocka_unit_test(test_guid_hex_is_the_image_in_hex),
        cmocka_unit_test(test_ncs_vectors_both_ways),
    };

    return cmocka_run_group_tests_name("guid", tests, NULL, NULL);
}
