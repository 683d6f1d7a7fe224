/* SPDX-License-Identifier: MIT */
/* test_reason.c - the sentence that says why a text is not read. */
#include "slow_text.h"
#include "text_oracle.h"

#include "accept_of.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

#define UUID     "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

/* Write the sentence as a string. Every sentence is printable ASCII. */
static const char *reason_of(char out[GUIDON_REASON_MAX + 1], const char *text,
                             size_t text_len, uint64_t accept)
{
    char *exact = exact_copy(text, text_len);
    size_t len = 777;

    mark(out, GUIDON_REASON_MAX + 1);
    assert_int_equal(guidon_parse_reason(out, GUIDON_REASON_MAX, &len, exact,
                                         text_len, SLOW_ACCEPT(accept)),
                     GUIDON_OK);
    assert_true(len <= GUIDON_REASON_MAX);
    assert_true(is_marked(out + len, GUIDON_REASON_MAX + 1 - len));
    for (size_t i = 0; i < len; i++) {
        assert_in_range(out[i], ' ', '~');
    }
    out[len] = '\0';
    free(exact);
    return out;
}

static void check_vector(json_t *row)
{
    char out[GUIDON_REASON_MAX + 1];
    size_t len;
    const char *text = row_bytes(row, "text", &len);

    assert_string_equal(reason_of(out, text, len, accept_of(row)),
                        row_text(row, "reason"));
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("reasons.json", "reasons", check_vector);
}

/* Texts and masks that no other language passes. */
static void test_rows(void **state)
{
    static const uint64_t lower = GUIDON_FORM_BIT(GUIDON_FORM_UUID) |
                                  SLOW_EXACT_CASE,
                          upper = GUIDON_FORM_BIT(GUIDON_FORM_UUID_UPPER) |
                                  SLOW_EXACT_CASE;
    static const char digits[] = " is not a hexadecimal digit (expected 0-9, "
                                 "a-f)";
    static const struct {
        const char *why;
        const char *text;
        uint64_t accept;
        const char *want;
        const char *then;
    } rows[] = {
        {"no form", UUID, 0, "accept names no form, or a bit is unknown", ""},
        {"an unknown bit", UUID, UINT64_C(1) << 61,
         "accept names no form, or a bit is unknown", ""},
        {"another case", "017f22E2-79b0-7cc3-98c4-dc0c0c07398f", lower,
         "'E' at offset 6 is in the wrong case", ""},
        {"the other way", "017f22E2-79b0-7cc3-98c4-dc0c0c07398f", upper,
         "'f' at offset 3 is in the wrong case", ""},
        {"two cases", "017f22E2-79b0-7cc3-98c4-dc0c0c07398f", lower | upper,
         "'E' at offset 6 is in the wrong case", ""},
        {"a wrong character comes before a wrong case",
         "017g22E2-79b0-7cc3-98c4-dc0c0c07398f", lower, "'g' at offset 3",
         digits},
        {"0xff begins no character",
         "\xff"
         "17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "byte 0xff at offset 0", digits},
        {"a byte that only continues",
         "\x80"
         "17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "byte 0x80 at offset 0", digits},
        {"'/' in two bytes is overlong",
         "\xc0\xaf"
         "7f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "byte 0xc0 at offset 0", digits},
        {"a surrogate",
         "\xed\xa0\x80"
         "f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "byte 0xed at offset 0", digits},
        {"the last before the surrogates",
         "\xed\x9f\xbf"
         "f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "U+D7FF at offset 0", digits},
        {"the last character",
         "\xf4\x8f\xbf\xbf"
         "22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "U+10FFFF at offset 0", digits},
        {"after the last",
         "\xf4\x90\x80\x80"
         "22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "byte 0xf4 at offset 0", digits},
        {"a character that the text cuts off",
         "017f22e2-79b0-7cc3-98c4-dc0c0c0739\xe2\x82", GUIDON_ANY_FORMS,
         "byte 0xe2 at offset 34", digits},
        {"the last printable character", "~17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "'~' at offset 0", digits},
        {"a byte order mark alone", "\xef\xbb\xbf", GUIDON_ANY_FORMS,
         "byte order mark at offset 0 (expected an id)", ""},
        {"'_' and a ULID", "_01FWHE4YDGFK1SHH6W1G60EECF", GUIDON_ANY_FORMS,
         "27 bytes of text with an id at offset 1 (expected an id alone)", ""},
        {"a character behind an initialiser",
         "{0x01, 0x7f, 0x22, 0xe2, 0x79, 0xb0, 0x7c, 0xc3, 0x98, 0xc4, 0xdc, "
         "0x0c, 0x0c, 0x07, 0x39, 0x8f}x",
         GUIDON_ANY_FORMS, "'x' at offset 96 comes after the end of c", ""},
        {"DEL",
         "\x7f"
         "17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         GUIDON_ANY_FORMS, "byte 0x7f at offset 0", digits},
    };
    char out[GUIDON_REASON_MAX + 1], want[GUIDON_REASON_MAX];
    (void)state;

    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *text = rows[i].text;

        snprintf(want, sizeof want, "%s%s", rows[i].want, rows[i].then);
        reason_of(out, text, strlen(text), rows[i].accept);
        if (strcmp(out, want) != 0) {
            fail_msg("%s: '%s', not '%s'", rows[i].why, out, want);
        }
    }
}

static void test_nul_is_a_byte_like_any_other(void **state)
{
    char out[GUIDON_REASON_MAX + 1];
    (void)state;

    assert_string_equal(reason_of(out, UUID "\0", 37, GUIDON_ANY_FORMS),
                        "37 bytes of text with an id at offset 0 (expected an "
                        "id alone)");
    assert_string_equal(
        reason_of(out, "\0", 1, GUIDON_FORM_BIT(GUIDON_FORM_INT)),
        "byte 0x00 at offset 0 is not a decimal digit (expected 0-9, without a "
        "leading zero)");
}

/* What stands after the text is not part of its last character. */
static void test_a_character_ends_with_the_text(void **state)
{
    static const char text[] = "017f22e2-79b0-7cc3-98c4-dc0c0c0739\xe2\x82\xac";
    char out[GUIDON_REASON_MAX];
    size_t len = 0;
    (void)state;

    assert_int_equal(guidon_parse_reason(out, sizeof out, &len, text, 36,
                                         GUIDON_ACCEPT_ANY, 0),
                     GUIDON_OK);
    assert_true(len > 22 && memcmp(out, "byte 0xe2 at offset 34", 22) == 0);
}

/* The caller gets the whole sentence or GUIDON_E_SPACE. */
static void test_space(void **state)
{
    char out[GUIDON_REASON_MAX + 1], cut[GUIDON_REASON_MAX];
    const char *want = reason_of(out, "zz", 2, GUIDON_ANY_FORMS);
    size_t want_len = strlen(want);
    (void)state;

    for (size_t cap = 0; cap < want_len; cap++) {
        size_t len;

        mark(&len, sizeof len);
        mark(cut, sizeof cut);
        assert_int_equal(guidon_parse_reason(cap ? cut : NULL, cap, &len, "zz",
                                             2, GUIDON_ACCEPT_ANY, 0),
                         GUIDON_E_SPACE);
        assert_true(is_marked(cut, sizeof cut));
        assert_int_equal(len, want_len);
    }
    assert_int_equal(
        guidon_parse_reason(cut, want_len, NULL, "zz", 2, GUIDON_ACCEPT_ANY, 0),
        GUIDON_OK);
    assert_memory_equal(cut, want, want_len);
    assert_int_equal(
        guidon_parse_reason(NULL, 0, NULL, UUID, 36, GUIDON_ACCEPT_ANY, 0),
        GUIDON_OK);
}

/* The longest sentences name many forms: those that are accepted, and those that
 * read a text of 22 or 26 characters. */
static void test_longest(void **state)
{
    const uint64_t every = GUIDON_FORM_BIT(GUIDON_FORMS) - 1;
    static const char *const texts[] = {"z", "AAAAAAAAAAAAAAAAAAAAAA",
                                        "AAAAAAAAAAAAAAAAAAAAAAAAAA",
                                        "00000000000000000000000000000000"};
    char out[GUIDON_REASON_MAX + 1];
    size_t longest = 0;
    (void)state;

    for (size_t i = 0; i < COUNT(texts); i++) {
        for (unsigned form = 0; form < GUIDON_FORMS; form++) {
            size_t len = strlen(texts[i]);
            uint64_t one = GUIDON_FORM_BIT(form);
            const uint64_t masks[] = {one, every & ~one, one | 1, every};

            for (size_t m = 0; m < COUNT(masks); m++) {
                size_t n = strlen(reason_of(out, texts[i], len, masks[m]));
                longest = n > longest ? n : longest;
            }
        }
    }
    assert_in_range(longest, 200, GUIDON_REASON_MAX - 100);
}

/* Each word of the text may be where a ULID begins, and everything before it may be the
 * prefix of a TypeID. Only as much as a prefix may have is read again, or this test
 * would take an hour. */
static void test_long_text_of_prefixes(void **state)
{
    const size_t words = 1500000, len = 3 * words;
    char *text = malloc(len), out[GUIDON_REASON_MAX + 1];
    (void)state;

    assert_non_null(text);
    for (size_t i = 0; i < len; i++) {
        text[i] = "aa_"[i % 3];
    }
    assert_string_equal(
        reason_of(out, text, len, GUIDON_ANY_FORMS),
        "4500000 bytes in no known form (a UUID has 36 or 32, a "
        "ULID 26)");
    free(text);
}

/* A prefix of 63 characters is one, and one of 64 is none. */
static void test_longest_prefix_inside(void **state)
{
    char text[128], out[GUIDON_REASON_MAX + 1];
    (void)state;

    for (size_t len = 63; len <= 64; len++) {
        snprintf(
            text, sizeof text, "at %.*s_01h455vb4pex5vsknk084sn02q.", (int)len,
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
        assert_int_equal(
            strstr(reason_of(out, text, strlen(text), GUIDON_ANY_FORMS),
                   "offset 3") != NULL,
            len == 63);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_nul_is_a_byte_like_any_other),
        cmocka_unit_test(test_a_character_ends_with_the_text),
        cmocka_unit_test(test_space),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_longest_prefix_inside),
        cmocka_unit_test(test_long_text_of_prefixes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
