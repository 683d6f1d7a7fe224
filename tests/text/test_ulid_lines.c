/* SPDX-License-Identifier: MIT */
/* test_ulid_lines.c - batches of ULIDs as lines: how lines end, and what is wrong
 * with one. test_text_kernels.c writes and reads right lines. */
#include "random.h"
#include "vectors.h"

#include <guidon/text.h>
#include <stdlib.h>
#include <string.h>

#define N    40
#define LINE 27

static guidon_id ids[N];
static char text[N * LINE];

/* Make the lines one by one. */
static int prepare(void **state)
{
    uint64_t seed = 27;
    (void)state;

    for (size_t i = 0; i < N; i++) {
        ids[i] = draw_id(&seed);
        guidon_ulid_format(text + i * LINE, &ids[i]);
        text[i * LINE + 26] = '\n';
    }
    return 0;
}

static const struct {
    const char *why;
    const char *line; /* 27 bytes */
    guidon_status status;
    size_t bad_at;
} bad_lines[] = {
    {"no newline", "01ARZ3NDEKTSV4RRFFQ69G5FAV0", GUIDON_E_CHAR, 26},
    {"a carriage return", "01ARZ3NDEKTSV4RRFFQ69G5FAV\r", GUIDON_E_CHAR, 26},
    {"'0', as which a kernel reads the newline", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ0",
     GUIDON_E_CHAR, 26},
    {"newline with its highest bit set", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ\x8a",
     GUIDON_E_CHAR, 26},
    {"a newline too early", "01ARZ3NDEKTSV4RRFFQ69G5FA\n\n", GUIDON_E_CHAR, 25},
    {"a letter and the newline wrong: the letter is first",
     "01ARZ3NDEKTSV4RRFFQ69G5FAU0", GUIDON_E_CHAR, 25},
    {"2^128 (U8)", "80000000000000000000000000\n", GUIDON_E_RANGE, 0},
    {"2^128 and no newline: the number is checked first (U8)",
     "80000000000000000000000000x", GUIDON_E_RANGE, 0},
    {"above '7' and a letter wrong: the letter (U8)",
     "8000000000000000000000000I\n", GUIDON_E_CHAR, 25},
};

static void test_the_first_bad_line_is_told(void **state)
{
    (void)state;

    for (size_t i = 0; i < sizeof bad_lines / sizeof bad_lines[0]; i++) {
        for (size_t bad = 0; bad < N; bad++) {
            char damaged[N * LINE];
            guidon_id out[N];
            size_t done = 777;
            size_t bad_at = 777;

            memcpy(damaged, text, sizeof text);
            memcpy(damaged + bad * LINE, bad_lines[i].line, LINE);
            mark(out, sizeof out);
            guidon_status status = guidon_ulid_parse_lines(
                out, damaged, sizeof damaged, N, &done, &bad_at);
            if (status != bad_lines[i].status || done != bad ||
                bad_at != bad * LINE + bad_lines[i].bad_at) {
                fail_msg("%s, line %zu: %s at %zu of line %zu",
                         bad_lines[i].why, bad, guidon_status_text(status),
                         bad_at, done);
            }
            assert_memory_equal(out, ids, bad * sizeof *out);
            assert_true(is_marked(out + bad, (N - bad) * sizeof *out));
            assert_int_equal(guidon_ulid_parse_lines(
                                 out, damaged, sizeof damaged, N, &done, NULL),
                             status);
        }
    }
}

/* Lines of every end: LF, CR LF, and at the end of the text none. */
static size_t write_lines(char *out, unsigned with_cr, bool ended)
{
    size_t len = 0;

    for (size_t i = 0; i < 4; i++) {
        memcpy(out + len, text + i * LINE, LINE - 1);
        len += LINE - 1;
        if (i == 3 && !ended) {
            break;
        }
        if (with_cr >> i & 1) {
            out[len++] = '\r';
        }
        out[len++] = '\n';
    }
    return len;
}

static void test_a_line_ends_in_lf_in_cr_lf_or_with_the_text(void **state)
{
    (void)state;

    for (unsigned with_cr = 0; with_cr < 16; with_cr++) {
        for (unsigned ended = 0; ended < 2; ended++) {
            char lines[4 * (LINE + 1)];
            const size_t len = write_lines(lines, with_cr, ended);
            char *exact = malloc(len); /* a sanitizer sees a byte past it */
            guidon_id out[4];
            size_t done = 777, bad_at = 777;

            assert_non_null(exact);
            memcpy(exact, lines, len);
            assert_int_equal(
                guidon_ulid_parse_lines(out, exact, len, 4, &done, &bad_at),
                GUIDON_OK);
            assert_int_equal(done, 4);
            assert_int_equal(bad_at, 777);
            assert_memory_equal(out, ids, sizeof out);
            free(exact);
        }
    }
}

static void test_more_lines_than_memory(void **state)
{
    guidon_id out[N];
    size_t done = 777, bad_at = 777;
    (void)state;

    for (size_t n = 0; n < N; n++) {
        mark(out, sizeof out);
        assert_int_equal(
            guidon_ulid_parse_lines(out, text, sizeof text, n, &done, &bad_at),
            GUIDON_E_SPACE);
        assert_int_equal(done, n);
        assert_int_equal(bad_at, n * LINE);
        assert_memory_equal(out, ids, n * sizeof *out);
        assert_true(is_marked(out + n, (N - n) * sizeof *out));
    }
}

/* Wherever the text is cut, the lines before the cut are read. */
static void test_a_text_that_is_cut(void **state)
{
    guidon_id out[N];
    (void)state;

    for (size_t len = 0; len < sizeof text; len++) {
        const bool whole = len % LINE == 0 || len % LINE == LINE - 1;
        size_t done = 777, bad_at = 777;

        assert_int_equal(
            guidon_ulid_parse_lines(out, text, len, N, &done, &bad_at),
            whole ? GUIDON_OK : GUIDON_E_LENGTH);
        assert_int_equal(done, (len + 1) / LINE);
        assert_int_equal(bad_at, whole ? 777 : len);
    }
}

static void test_a_wrong_character_in_a_line_that_is_cut(void **state)
{
    static const char *const cut[] = {"U", "0U", "0\n",
                                      "01ARZ3NDEKTSV4RRFFQ\r\n",
                                      "01ARZ3NDEKTSV4RRFFQ69G5FA!"};
    guidon_id out = guidon_nil();
    size_t done, bad_at;
    (void)state;

    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        assert_int_equal(guidon_ulid_parse_lines(&out, cut[i], strlen(cut[i]),
                                                 1, &done, &bad_at),
                         GUIDON_E_CHAR);
        assert_int_equal(done, 0);
        assert_int_equal(bad_at, strcspn(cut[i], "U!\r\n"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_bad_line_is_told),
        cmocka_unit_test(test_a_line_ends_in_lf_in_cr_lf_or_with_the_text),
        cmocka_unit_test(test_more_lines_than_memory),
        cmocka_unit_test(test_a_text_that_is_cut),
        cmocka_unit_test(test_a_wrong_character_in_a_line_that_is_cut),
    };

    return cmocka_run_group_tests_name("ulid_lines", tests, prepare, NULL);
}
