/* SPDX-License-Identifier: MIT */
/* test_status.c - the numbers of all enums, the texts of the statuses, and the
 * library's version */
#include "form_rules.h"
#include "vectors.h"

#include <limits.h>
#include <stdio.h>

/* Bindings know only the numbers, so a changed number would go unnoticed
 * there. */
#define PIN(name, number) _Static_assert((name) == (number), #name);

PIN(GUIDON_OK, 0)
PIN(GUIDON_E_LENGTH, 1)
PIN(GUIDON_E_CHAR, 2)
PIN(GUIDON_E_RANGE, 3)
PIN(GUIDON_E_FORM, 4)
PIN(GUIDON_E_VERSION, 5)
PIN(GUIDON_E_FUTURE, 6)
PIN(GUIDON_E_ARGUMENT, 7)
PIN(GUIDON_E_SPACE, 8)
PIN(GUIDON_E_OVERFLOW, 9)
PIN(GUIDON_E_CLOCK, 10)
PIN(GUIDON_E_ENTROPY, 11)
PIN(GUIDON_E_STATE, 12)
PIN(GUIDON_E_MEMORY, 13)
PIN(GUIDON_E_AMBIGUOUS, 14)

PIN(GUIDON_DOMAIN_PERSON, 0)
PIN(GUIDON_DOMAIN_GROUP, 1)
PIN(GUIDON_DOMAIN_ORG, 2)
PIN(GUIDON_DOMAIN_LAST, 255)

/* A version is its own number. */
PIN(GUIDON_V1, 1)
PIN(GUIDON_V2, 2)
PIN(GUIDON_V4, 4)
PIN(GUIDON_V6, 6)
PIN(GUIDON_V7, 7)
PIN(GUIDON_V8_NODE, 0x80)
PIN(GUIDON_V8_PREFIXED, 0x81)
PIN(GUIDON_ULID, 0x100)
PIN(GUIDON_ULID_MONOTONIC, 0x101)

PIN(GUIDON_NAME_V3, 3)
PIN(GUIDON_NAME_V5, 5)
PIN(GUIDON_NAME_V8_SHA256, 0x80)

PIN(GUIDON_VARIANT_NCS, 0)
PIN(GUIDON_VARIANT_RFC, 1)
PIN(GUIDON_VARIANT_MICROSOFT, 2)
PIN(GUIDON_VARIANT_FUTURE, 3)

/* The forms' values are pinned in form_rules.h. */

enum { LAST = GUIDON_E_AMBIGUOUS };

/* Callers in other languages pass plain numbers. */
static const char *text_of(int status)
{
    return guidon_status_text((guidon_status)status);
}

/* The numbers and the texts are part of the interface, because bindings and
 * logs store them. */
static void test_numbers_and_texts_of_the_statuses(void **state)
{
    static const char *const texts[] = {
        [0] = "no error",
        [1] = "the input has the wrong length for its form",
        [2] = "a character that this form does not allow",
        [3] = "the value is past what its field holds",
        [4] = "no accepted form fits the text",
        [5] = "the id is of another variant or version than this takes",
        [6] = "the time of the id has not come",
        [7] = "an argument is out of its range",
        [8] = "the buffer is too small",
        [9] = "a monotonic field or clock tick is exhausted",
        [10] = "the clock reads out of range or stepped back too far",
        [11] = "the system gave no random bytes",
        [12] = "the generator has expired, or its state file cannot be used",
        [13] = "not enough memory",
        [14] = "the text is ambiguous: read it by the name of its form",
    };

    (void)state;
    assert_int_equal(sizeof texts / sizeof texts[0], LAST + 1);
    for (int s = 0; s <= LAST; s++) {
        assert_string_equal(text_of(s), texts[s]);
    }
}

static void test_what_is_no_status_is_named_so(void **state)
{
    static const int unknown[] = {-1, LAST + 1, 255, INT_MAX, INT_MIN};

    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_string_equal(text_of(unknown[i]), "unknown status");
    }
}

static void test_the_library_is_of_the_version_of_its_header(void **state)
{
    char parts[32];

    (void)state;
    snprintf(parts, sizeof parts, "%d.%d.%d", GUIDON_VERSION_MAJOR,
             GUIDON_VERSION_MINOR, GUIDON_VERSION_PATCH);
    assert_string_equal(guidon_library_version(), parts);
    assert_string_equal(guidon_library_version(), GUIDON_VERSION);
    assert_int_equal(guidon_version_number(), GUIDON_VERSION_NUMBER);
    assert_int_equal(GUIDON_VERSION_NUMBER / 10000, GUIDON_VERSION_MAJOR);
    assert_int_equal(GUIDON_VERSION_NUMBER / 100 % 100, GUIDON_VERSION_MINOR);
    assert_int_equal(GUIDON_VERSION_NUMBER % 100, GUIDON_VERSION_PATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_texts_of_the_statuses),
        cmocka_unit_test(test_what_is_no_status_is_named_so),
        cmocka_unit_test(test_the_library_is_of_the_version_of_its_header),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
