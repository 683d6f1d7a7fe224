/* SPDX-License-Identifier: MIT */
/* test_json.c - what --json writes is what jansson writes, and jansson reads. */
#include "core_test.h"
#include "term/output.h"
#include "text/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT_OF_ROWS(rows) (sizeof(rows) / sizeof *(rows))

static FILE *file; /* takes the output */

/* The line that json_print writes for the object, valid until the next call; NULL
 * if it fails. */
static const char *line_of(struct json object)
{
    static char line[1 << 16];
    ssize_t len;

    assert_int_equal(ftruncate(fileno(file), 0), 0);
    assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
    if (!json_print(&object)) {
        return NULL;
    }
    output_settle();
    len = pread(fileno(file), line, sizeof line - 1, 0);
    assert_in_range(len, 1, sizeof line - 1);
    assert_int_equal(line[len - 1], '\n');
    line[len - 1] = '\0';
    return line;
}

/* Is the line byte for byte what jansson writes for the object? Frees both. */
static void expect_same(struct json object, json_t *want)
{
    char *dump = json_dumps(want, JSON_COMPACT | JSON_PRESERVE_ORDER |
                                      JSON_REAL_PRECISION(15));

    assert_non_null(dump);
    assert_string_equal(line_of(object), dump);
    free(dump);
    json_decref(want);
}

static void test_objects(void **state)
{
    struct json object = json_new_object(), inner = json_new_object();
    struct json array = json_new_array();

    (void)state;
    expect_same(json_new_object(), json_pack("{}"));
    json_put(&object, "none", json_new_object());
    json_put(&object, "nothing", json_new_array());
    json_append_integer(&array, 0);
    json_append_integer(&array, 10);
    json_append(&array, json_new_array());
    json_put_integer(&inner, "in", INT64_MAX);
    json_put_null(&inner, "null");
    json_append(&array, inner);
    json_put(&object, "array", array);
    json_put_bool(&object, "yes", true);
    json_put_bool(&object, "no", false);
    json_put_text(&object, "text", "a\"b\\c/d");
    json_put_bytes(&object, "bytes", "abc", 2);
    json_put_time(&object, "time", (guidon_time){1645557742, 0}, 3);
    expect_same(object, json_pack("{s{} s[] s[i i [] {sI sn}] sb sb ss ss ss}",
                                  "none", "nothing", "array", 0, 10, "in",
                                  (json_int_t)INT64_MAX, "null", "yes", 1, "no",
                                  0, "text", "a\"b\\c/d", "bytes", "ab", "time",
                                  "2022-02-22T19:22:22.000Z"));
}

static void test_integers(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= INT64_MAX / 10; n *= 10) {
        for (uint64_t i = n - 1; i <= n + 1; i++) {
            struct json object = json_new_object();

            json_put_integer(&object, "n", i);
            expect_same(object, json_pack("{sI}", "n", (json_int_t)i));
        }
    }
    struct json object = json_new_object();
    json_put_integer(&object, "n", UINT64_MAX);
    assert_string_equal(line_of(object), "{\"n\":18446744073709551615}");
}

static void expect_real(double number)
{
    struct json object = json_new_object();

    json_put_real(&object, "x", number);
    expect_same(object, json_pack("{sf}", "x", number));
}

static void test_reals(void **state)
{
    static const double rows[] = {0.0,       -0.0,
                                  0.1,       1,
                                  -1,        100,
                                  1e14,      123456789012345,
                                  1e15,      1e16,
                                  1e20,      1e-4,
                                  1e-5,      1.5e-7,
                                  -2.5e-100, 1e100,
                                  4.9e-324,  1.7976931348623157e308,
                                  1.0 / 3,   2.0 / 3e200};
    uint64_t bits = 1;

    (void)state;
    for (size_t i = 0; i < COUNT_OF_ROWS(rows); i++) {
        expect_real(rows[i]);
    }
    for (int i = 0; i < 10000; i++) { /* the constants of Knuth's MMIX */
        double number;

        bits = bits * UINT64_C(6364136223846793005) +
               UINT64_C(1442695040888963407);
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            expect_real(number);
        }
    }
}

/* UTF-8 of any code point, by shifting alone. */
static size_t encode(char *out, unsigned point)
{
    const size_t n = point < 0x80      ? 1
                     : point < 0x800   ? 2
                     : point < 0x10000 ? 3
                                       : 4;

    for (size_t i = n; i-- > 1; point >>= 6) {
        out[i] = (char)(0x80 | (point & 0x3f));
    }
    out[0] = (char)(n == 1 ? point : (0xf0 << (4 - n) & 0xff) | point);
    return n;
}

/* Every character, 64 in a text: jansson reads the same text from the line. */
static void test_every_character(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 0x110000; first += 64) {
        char text[4 * 64];
        size_t len = 0;

        if (first >= 0xd800 && first < 0xe000) {
            continue; /* surrogates */
        }
        for (unsigned i = 0; i < 64; i++) {
            len += encode(text + len, first + i);
        }
        struct json object = json_new_object();
        json_put_bytes(&object, "text", text, len);
        json_t *read = json_loads(line_of(object), JSON_ALLOW_NUL, NULL);
        const json_t *got = json_object_get(read, "text");
        assert_int_equal(json_string_length(got), len);
        assert_memory_equal(json_string_value(got), text, len);
        json_decref(read);
    }
}

/* The characters below 127 are escaped as jansson escapes them. */
static void test_ascii(void **state)
{
    (void)state;
    for (char c = 1; c < 127; c++) {
        struct json object = json_new_object();
        const char text[] = {'a', c, 'b', '\0'};

        json_put_text(&object, text, text);
        expect_same(object, json_pack("{ss}", text, text));
    }
}

/* All texts of four bytes of these, which stand at the limits of RFC 3629: a text
 * is UTF-8 if jansson takes it. */
static void test_utf8(void **state)
{
    static const unsigned char bytes[] = {
        0,    'A',  0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
        0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
        0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff};
    const size_t n = sizeof bytes;

    (void)state;
    for (size_t i = 0; i < n * n * n * n; i++) {
        const char text[] = {(char)bytes[i / n / n / n],
                             (char)bytes[i / n / n % n], (char)bytes[i / n % n],
                             (char)bytes[i % n], '\0'};
        json_t *string = json_string(text);

        assert_int_equal(json_holds(text), string != NULL);
        json_decref(string);
    }
}

/* What JSON cannot hold is not written as if it were something else. */
static void test_impossible(void **state)
{
    const double numbers[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};

    (void)state;
    for (size_t i = 0; i < COUNT_OF_ROWS(numbers); i++) {
        struct json object = json_new_object();

        json_put_real(&object, "x", numbers[i]);
        json_put_null(&object, "y");
        assert_null(line_of(object));
    }
    struct json object = json_new_object(), inner = json_new_object();
    json_put_text(&inner, "text", "\xff");
    json_put(&object, "inner", inner);
    assert_null(line_of(object));
    object = json_new_object();
    json_put_bytes(&object, "a character that is cut", "\xe2\x82\xac", 2);
    assert_null(line_of(object));
    object = json_new_object();
    json_put_path(&object, "path", "a\xff\"\\\n");
    assert_string_equal(line_of(object),
                        "{\"path\":\"a\\\\xff\\\"\\\\\\\\x0a\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_reals),
        cmocka_unit_test(test_every_character),
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_impossible),
    };

    file = tmpfile();
    if (!file) {
        perror("tmpfile");
        return 1;
    }
    output_to(fileno(file));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
