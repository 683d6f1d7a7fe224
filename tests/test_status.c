/* SPDX-License-Identifier: MIT */
/* test_status.c - the texts of the statuses, and the library's version. */
#include "vectors.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { LAST = GUIDON_E_MEMORY };

/* As from a caller in another language, whose statuses are plain numbers. */
static const char *text_of(int status)
{
    return guidon_status_text((guidon_status)status);
}

static void test_each_status_has_one_line_of_english(void **state)
{
    (void)state;
    for (int s = GUIDON_OK; s <= LAST; s++) {
        const char *text = text_of(s);
        size_t len = strlen(text);

        assert_true(len > 0);
        assert_int_not_equal(text[len - 1], '.');
        for (size_t i = 0; i < len; i++) {
            assert_in_range(text[i], ' ', '~');
        }
    }
}

static void test_no_two_statuses_say_the_same(void **state)
{
    (void)state;
    for (int a = GUIDON_OK; a <= LAST; a++) {
        assert_string_not_equal(text_of(a), "unknown status");
        for (int b = GUIDON_OK; b < a; b++) {
            assert_string_not_equal(text_of(a), text_of(b));
        }
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_status_has_one_line_of_english),
        cmocka_unit_test(test_no_two_statuses_say_the_same),
        cmocka_unit_test(test_what_is_no_status_is_named_so),
        cmocka_unit_test(test_the_library_is_of_the_version_of_its_header),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
