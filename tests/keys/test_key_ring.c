/* SPDX-License-Identifier: MIT */
/* test_key_ring.c - rings of keys against the vectors, and keys that are added. */
#include "random.h"
#include "vectors.h"

#include <stdio.h>
#include <string.h>

/* The keys of the ring are those of the row, in its order. */
static void check_keys(const guidon_key_ring *ring, json_t *row)
{
    json_t *numbers = json_object_get(row, "numbers");
    json_t *keys = json_object_get(row, "keys");
    const size_t n = json_array_size(numbers);
    uint32_t number = 12345;

    assert_true(n > 0);
    assert_int_equal(json_array_size(keys), n);
    for (unsigned i = 0; i < n; i++) {
        const char *digits = json_string_value(json_array_get(keys, i));
        const size_t len = strlen(digits) / 2;
        unsigned char bytes[GUIDON_KEY_LEN];
        char found[2 * GUIDON_KEY_LEN + 1];
        size_t found_len = 0;

        assert_int_equal(guidon_key_ring_number(&number, ring, i), GUIDON_OK);
        assert_int_equal(number,
                         json_integer_value(json_array_get(numbers, i)));
        assert_int_equal(
            guidon_key_ring_find(bytes, sizeof bytes, &found_len, ring, number),
            GUIDON_OK);
        assert_int_equal(found_len, len);
        for (size_t k = 0; k < len; k++) {
            snprintf(found + 2 * k, 3, "%02x", bytes[k]);
        }
        assert_string_equal(found, digits);
    }
    assert_int_equal(guidon_key_ring_number(&number, ring, (unsigned)n),
                     GUIDON_E_ARGUMENT);
}

static void ring_row(json_t *row)
{
    guidon_key_ring ring;
    uint32_t current = 12345;
    size_t len, bad_at = 54321, reason_len = 1;
    const char *text = row_bytes(row, "text", &len);

    memset(&ring, 0xa5, sizeof ring); /* a ring is not initialised before */
    assert_int_equal(guidon_key_ring_parse(&ring, text, len, &bad_at),
                     GUIDON_OK);
    assert_int_equal(bad_at, 54321);
    assert_int_equal(guidon_key_ring_current(&current, &ring), GUIDON_OK);
    assert_int_equal(current, row_u64(row, "current"));
    check_keys(&ring, row);
    assert_int_equal(guidon_key_ring_reason(NULL, 0, &reason_len, text, len),
                     GUIDON_OK);
    assert_int_equal(reason_len, 0);
}

static void test_texts_of_rings(void **unused)
{
    (void)unused;
    vectors_each("key_rings.json", "rings", ring_row);
}

static guidon_status status_of(const char *name)
{
    return strcmp(name, "CHAR") == 0     ? GUIDON_E_CHAR
           : strcmp(name, "RANGE") == 0  ? GUIDON_E_RANGE
           : strcmp(name, "LENGTH") == 0 ? GUIDON_E_LENGTH
           : strcmp(name, "SPACE") == 0  ? GUIDON_E_SPACE
                                         : GUIDON_OK;
}

static void damaged_row(json_t *row)
{
    guidon_key_ring ring;
    char reason[GUIDON_KEY_RING_REASON_MAX + 1];
    size_t len, bad_at = 54321, reason_len = 0;
    const char *text = row_bytes(row, "text", &len);

    mark(&ring, sizeof ring);
    assert_int_equal(guidon_key_ring_parse(&ring, text, len, &bad_at),
                     status_of(row_text(row, "status")));
    assert_int_equal(bad_at, row_u64(row, "bad_at"));
    assert_true(is_marked(&ring, sizeof ring));
    assert_int_equal(guidon_key_ring_reason(reason, GUIDON_KEY_RING_REASON_MAX,
                                            &reason_len, text, len),
                     GUIDON_OK);
    reason[reason_len] = '\0';
    assert_string_equal(reason, row_text(row, "reason"));
}

static void test_damaged_texts_are_refused_by_line(void **unused)
{
    (void)unused;
    vectors_each("key_rings.json", "damaged", damaged_row);
}

/* What is cut off a text is a ring of fewer keys, or refused: never other keys. */
static void test_each_beginning_of_a_text_is_a_ring_or_refused(void **unused)
{
    static const char text[] = "1 000102030405060708090a0b0c0d0e0f\n"
                               "2 101112131415161718191a1b1c1d1e1f\n";
    const size_t line = (sizeof text - 1) / 2;

    (void)unused;
    for (size_t len = 0; len < sizeof text; len++) {
        const size_t in_line = len % line;
        const bool whole = len > 0 && (in_line == 0 || in_line == line - 1);
        guidon_key_ring ring;
        uint32_t number;

        assert_int_equal(
            guidon_key_ring_parse(&ring, text, len, NULL) == GUIDON_OK, whole);
        if (whole) {
            assert_int_equal(guidon_key_ring_number(&number, &ring, 1),
                             len > line ? GUIDON_OK : GUIDON_E_ARGUMENT);
        }
    }
}

static void test_keys_are_added_up_to_the_last(void **unused)
{
    unsigned char bytes[GUIDON_KEY_LEN] = {0}, found[GUIDON_KEY_LEN];
    guidon_key_ring ring = {{0}}, before;
    uint32_t number = 0;

    (void)unused;
    for (uint32_t i = 0; i < GUIDON_KEY_RING_MAX; i++) {
        bytes[31] = (unsigned char)i;
        assert_int_equal(
            guidon_key_ring_add(&ring, GUIDON_KEY_NUMBER_MAX - i, bytes, 32),
            GUIDON_OK);
    }
    before = ring;
    assert_int_equal(guidon_key_ring_add(&ring, 1, bytes, 32), GUIDON_E_SPACE);
    assert_int_equal(guidon_key_ring_add(&ring, 65535, bytes, 32),
                     GUIDON_E_RANGE); /* as in a text */
    assert_int_equal(guidon_key_ring_add(&ring, 1, NULL, 32),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_key_ring_add(&ring, 1, bytes, 16),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_key_ring_add(&ring, 65536, bytes, 32),
                     GUIDON_E_RANGE);
    assert_memory_equal(&ring, &before, sizeof ring);
    assert_int_equal(guidon_key_ring_current(&number, &ring), GUIDON_OK);
    assert_int_equal(number, GUIDON_KEY_NUMBER_MAX);
    for (uint32_t i = 0; i < GUIDON_KEY_RING_MAX; i++) {
        assert_int_equal(guidon_key_ring_find(found, sizeof found, NULL, &ring,
                                              GUIDON_KEY_NUMBER_MAX - i),
                         GUIDON_OK);
        assert_int_equal(found[31], i);
    }
}

static void test_the_length_of_a_key_is_said_before_it_is_written(void **unused)
{
    unsigned char found[GUIDON_KEY_LEN];
    const unsigned char bytes[GUIDON_MASK_KEY_LEN] = {9};
    guidon_key_ring ring = {{0}};
    size_t len = 0;

    (void)unused;
    for (size_t n = 0; n <= 40; n++) {
        if (n != GUIDON_MASK_KEY_LEN && n != GUIDON_KEY_LEN) {
            assert_int_equal(guidon_key_ring_add(&ring, 0, bytes, n),
                             GUIDON_E_ARGUMENT);
        }
    }
    assert_int_equal(guidon_key_ring_add(&ring, 0, bytes, sizeof bytes),
                     GUIDON_OK);
    mark(found, sizeof found);
    assert_int_equal(
        guidon_key_ring_find(found, sizeof bytes - 1, &len, &ring, 0),
        GUIDON_E_SPACE);
    assert_int_equal(len, sizeof bytes);
    assert_int_equal(guidon_key_ring_find(found, sizeof found, &len, &ring, 1),
                     GUIDON_E_ARGUMENT);
    assert_true(is_marked(found, sizeof found));
    assert_int_equal(guidon_key_ring_find(NULL, 0, NULL, &ring, 0),
                     GUIDON_E_SPACE);
}

static void test_a_wiped_ring_has_no_key(void **unused)
{
    static const guidon_key_ring zeros;
    const unsigned char bytes[GUIDON_KEY_LEN] = {1};
    guidon_key_ring ring = {{0}};
    uint32_t number;

    (void)unused;
    assert_int_equal(guidon_key_ring_add(&ring, 0, bytes, sizeof bytes),
                     GUIDON_OK);
    guidon_key_ring_wipe(&ring);
    assert_memory_equal(&ring, &zeros, sizeof ring);
    assert_int_equal(guidon_key_ring_current(&number, &ring),
                     GUIDON_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_of_rings),
        cmocka_unit_test(test_damaged_texts_are_refused_by_line),
        cmocka_unit_test(test_each_beginning_of_a_text_is_a_ring_or_refused),
        cmocka_unit_test(test_keys_are_added_up_to_the_last),
        cmocka_unit_test(test_the_length_of_a_key_is_said_before_it_is_written),
        cmocka_unit_test(test_a_wiped_ring_has_no_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
