/* SPDX-License-Identifier: MIT */
/* test_forms_many.c - compare the writers and readers of every form, one and
 * many, with slow ones that share no code and no table with the library. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
/* cmocka.h needs these four headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* The whole file, so that the test is one program on an emulated processor
 * too. */
#include "random.h"
#include "sanitized.h"
#include "slow_text.h"
#include "walls.h"

#include <cmocka.h>
#include <stdlib.h>

#define MOST 300 /* ids; every count up to it */
#define GAPS 40  /* the largest number of bytes between two texts */
#define EDGE 64  /* bytes before the texts that must stay as they are */

/* The memory of texts and ids, with a guard on both sides. */
static struct walled texts, wanted, ids_in, ids_out;

/* Ids that have a text in every form, and the slow texts of one form. */
static guidon_id ids[MOST];
static char right[MOST][GUIDON_TEXT_MAX];

/* `test_forms_many long`: 10^8 random texts. */
static bool is_long;

static guidon_form fixed_form(unsigned from)
{
    while (from < GUIDON_FORMS && guidon_form_len((guidon_form)from) == 0) {
        from++;
    }
    return (guidon_form)from;
}

/* Each form of fixed length, in a `for`. */
#define EACH_FIXED_FORM(form)                                                  \
  guidon_form form = fixed_form(0);                                            \
  (unsigned)form < GUIDON_FORMS;                                               \
  form = fixed_form((unsigned)form + 1)

static void require(bool holds, guidon_form form, const char *what, size_t n,
                    size_t stride, size_t at)
{
    if (!holds) {
        print_error("%s: %s, n %zu, stride %zu, at %zu\n",
                    guidon_form_name(form), what, n, stride, at);
    }
    assert_true(holds);
}

/* Half of the octets are at the ends of their range, where arithmetic
 * carries. */
static guidon_id hard_id(uint64_t *seed, bool ncs)
{
    static const unsigned char ends[4] = {0x00, 0xff, 0x7f, 0x80};
    guidon_id id = draw_id(seed);
    uint64_t r = draw(seed);

    for (size_t i = 0; i < 16 && r & 1; i++) {
        if (r >> (2 + i) & 1) {
            id.bytes[i] = ends[r >> (20 + 2 * i) & 3];
        }
    }
    if (ncs) {
        id.bytes[6] = id.bytes[7] = 0;
        id.bytes[8] %= 14;
    }
    return id;
}

static void make_right(guidon_form form)
{
    for (size_t i = 0; i < MOST; i++) {
        assert_int_equal(slow_write(right[i], &ids[i], form),
                         guidon_form_len(form));
    }
}

static size_t span_of(guidon_form form, size_t stride, size_t n)
{
    return n ? (n - 1) * stride + guidon_form_len(form) : 0;
}

/* The slow texts, with bytes between them that stand in no text. */
static void fill_texts(char *at, guidon_form form, size_t stride, size_t n)
{
    mark(at, span_of(form, stride, n));
    for (size_t i = 0; i < n; i++) {
        memcpy(at + i * stride, right[i], guidon_form_len(form));
    }
}

/* ------------------------------------------------------------------ writing */

/* The texts end at the guard or begin behind it. */
static void check_write(guidon_form form, size_t stride, size_t n, bool last)
{
    size_t size = span_of(form, stride, n);
    char *out = last ? texts.end - size : texts.begin;
    char *want = last ? wanted.end - size : wanted.begin;
    size_t before = last ? EDGE : 0, after = last ? 0 : EDGE;
    guidon_id *in = (guidon_id *)(void *)(ids_in.end - n * sizeof *in);

    memcpy(in, ids, n * sizeof *in);
    mark(out - before, before + size + after);
    mark(want - before, before + size + after);
    fill_texts(want, form, stride, n);
    assert_int_equal(guidon_format_many(out, stride, in, n, form), GUIDON_OK);
    require(memcmp(out - before, want - before, before + size + after) == 0,
            form, "writes", n, stride, last);
}

static void test_writes_every_count_as_the_slow_writer(void **state)
{
    (void)state;

    for (EACH_FIXED_FORM(form)) {
        make_right(form);
        for (size_t n = 0; n <= MOST; n += BRIEF ? 7 : 1) {
            size_t stride = guidon_form_len(form) + n * 7 % (GAPS + 1);

            check_write(form, stride, n, n % 2);
            check_write(form, guidon_form_len(form), n, n % 2 == 0);
        }
    }
}

/* -------------------------------------------------------------- both ways */

/* Read n texts at `text`, of which the first `bad` are right. */
static void check_read(guidon_form form, const char *text, size_t stride,
                       size_t n, size_t bad)
{
    guidon_id *out = (guidon_id *)(void *)(ids_out.end - n * sizeof *out);
    struct slow_answer want = {.status = GUIDON_OK, .bad_at = 777};
    size_t done = 777, bad_at = 777;
    guidon_status status;

    if (bad < n) {
        want =
            slow_read(form, text + bad * stride, guidon_form_len(form), false);
    }
    mark(out, n * sizeof *out);
    status = guidon_parse_many(out, text, stride, n, form, &done, &bad_at);
    require(status == want.status && done == bad, form, "stops", n, stride,
            bad);
    require(bad_at == want.bad_at, form, "offset", n, stride, bad_at);
    require(memcmp(out, ids, bad * sizeof *out) == 0 &&
                is_marked(out + bad, (n - bad) * sizeof *out),
            form, "ids", n, stride, bad);
    assert_int_equal(guidon_parse_many(out, text, stride, n, form, &done, NULL),
                     status);
}

static void test_reads_every_count(void **state)
{
    (void)state;

    for (EACH_FIXED_FORM(form)) {
        make_right(form);
        for (size_t n = 0; n <= MOST; n += BRIEF ? 7 : 1) {
            size_t stride = guidon_form_len(form) + n * 7 % (GAPS + 1);
            char *text =
                n % 2 ? texts.begin : texts.end - span_of(form, stride, n);

            fill_texts(text, form, stride, n);
            check_read(form, text, stride, n, n);
        }
    }
}

static void test_every_stride(void **state)
{
    static const size_t counts[] = {1, 2, 3, 8, 9, 33};
    (void)state;

    for (EACH_FIXED_FORM(form)) {
        make_right(form);
        for (size_t i = 0; i <= GAPS; i++) {
            for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
                size_t stride = guidon_form_len(form) + i, n = counts[k];
                char *text = texts.end - span_of(form, stride, n);

                check_write(form, stride, n, k % 2);
                fill_texts(text, form, stride, n);
                check_read(form, text, stride, n, n);
            }
        }
    }
}

/* The bad text is at each index, and all texts after it are bad too. */
static void test_stops_at_the_first_bad_text(void **state)
{
    const size_t n = 70;
    (void)state;

    for (EACH_FIXED_FORM(form)) {
        size_t len = guidon_form_len(form);
        size_t stride = len + 3;
        char *text = texts.end - span_of(form, stride, n);

        make_right(form);
        fill_texts(text, form, stride, n);
        for (size_t bad = n; bad-- > 0;) {
            text[bad * stride + (bad * 7 + 2) % len] = '\x7f';
            check_read(form, text, stride, n, bad);
        }
    }
}

/* In a batch and alone. */
static void check_byte(guidon_form form, char *text, size_t stride, size_t n,
                       size_t changed)
{
    size_t len = guidon_form_len(form);
    char *at = text + changed * stride;
    struct slow_answer want = slow_read(form, at, len, false);
    guidon_id was = ids[changed], one = marked_id(), sentinel = marked_id();
    size_t bad_at = 777;

    assert_int_equal(guidon_parse_as(&one, at, len, form, &bad_at),
                     want.status);
    assert_int_equal(bad_at, want.status ? want.bad_at : 777);
    assert_memory_equal(&one, want.status ? &sentinel : &want.id, sizeof one);
    ids[changed] = want.id;
    check_read(form, text, stride, n, want.status ? changed : n);
    ids[changed] = was;
}

/* In the second of three texts. */
static void test_every_byte_at_every_offset(void **state)
{
    const size_t n = 3;
    (void)state;

    for (EACH_FIXED_FORM(form)) {
        size_t len = guidon_form_len(form);
        size_t stride = len + 1;
        char *text = texts.end - span_of(form, stride, n);

        make_right(form);
        fill_texts(text, form, stride, n);
        for (size_t at = 0; at < len; at += BRIEF ? 5 : 1) {
            for (unsigned c = 0; c < 256; c++) {
                text[stride + at] = (char)c;
                check_byte(form, text, stride, n, 1);
            }
            text[stride + at] = right[1][at];
        }
    }
}

/* A right text that is cut, or goes on with its own characters. */
static void test_every_length(void **state)
{
    (void)state;

    for (unsigned f = 0; f < GUIDON_FORMS; f++) {
        char whole[2 * GUIDON_TEXT_MAX];
        size_t len = slow_write(whole, &ids[1], (guidon_form)f);

        for (size_t i = len; i < sizeof whole; i++) {
            whole[i] = whole[i - len / 2];
        }
        for (size_t i = 0; i <= 170; i++) {
            char *text = texts.end - i;
            struct slow_answer want;
            size_t bad_at = 777;
            guidon_id id;

            memcpy(text, whole, i);
            want = slow_read((guidon_form)f, text, i, false);
            assert_int_equal(guidon_parse_as(&id, text, i, f, &bad_at),
                             want.status);
            assert_int_equal(bad_at, want.status ? want.bad_at : 777);
        }
    }
}

/* ----------------------------------------------------------------- errors */

/* GUIDON_E_VERSION comes before anything is written. */
static void test_an_id_without_a_text_writes_nothing(void **state)
{
    (void)state;

    for (size_t bad = 0; bad < 40; bad++) {
        guidon_id some[40];
        char out[40 * 37];

        memcpy(some, ids, sizeof some);
        some[bad].bytes[7] = 1;
        mark(out, sizeof out);
        assert_int_equal(guidon_format_many(out, 37, some, 40, GUIDON_FORM_NCS),
                         GUIDON_E_VERSION);
        assert_true(is_marked(out, sizeof out));
        assert_int_equal(
            guidon_format_many(out, 37, some, bad, GUIDON_FORM_NCS), GUIDON_OK);
    }
}

static void test_what_is_no_batch(void **state)
{
    (void)state;

    for (unsigned f = 0; f <= GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        size_t len = guidon_form_len(form);

        for (size_t stride = 0; stride < (len ? len : 170); stride++) {
            char text[200];
            guidon_id id = marked_id();
            size_t done = 777, bad_at = 777;

            mark(text, sizeof text);
            assert_int_equal(guidon_format_many(text, stride, ids, 1, form),
                             GUIDON_E_ARGUMENT);
            assert_true(is_marked(text, sizeof text));
            assert_int_equal(
                guidon_parse_many(&id, text, stride, 1, form, &done, &bad_at),
                GUIDON_E_ARGUMENT);
            assert_int_equal(done, 0);
            assert_int_equal(bad_at, 0);
            assert_true(is_marked(&id, sizeof id));
        }
    }
}

static void test_none_at_all(void **state)
{
    (void)state;

    for (EACH_FIXED_FORM(form)) {
        size_t len = guidon_form_len(form), done = 777;

        assert_int_equal(guidon_format_many(NULL, len, NULL, 0, form),
                         GUIDON_OK);
        assert_int_equal(
            guidon_parse_many(NULL, NULL, len, 0, form, &done, NULL),
            GUIDON_OK);
        assert_int_equal(done, 0);
    }
}

/* ----------------------------------------------------------------- random */

/* One character in four texts is replaced, half of these by one that is right
 * at most offsets. */
static void spoil(char *text, size_t len, uint64_t *seed)
{
    static const char common[] = "0123456789abcdefABCDEF-z";
    uint64_t r = draw(seed);

    if ((r & 3) == 0) {
        text[(r >> 8 & 0xffff) % len] =
            r >> 2 & 1 ? common[(r >> 24 & 0xffff) % (sizeof common - 1)]
                       : (char)(r >> 40);
    }
}

static void check_random(guidon_form form, uint64_t *seed)
{
    guidon_id id = hard_id(seed, form == GUIDON_FORM_NCS);
    guidon_id one = marked_id(), sentinel = marked_id();
    char want[GUIDON_TEXT_MAX], text[GUIDON_TEXT_MAX];
    size_t want_len = slow_write(want, &id, form), len = 0, bad_at = 777;
    struct slow_answer answer;

    assert_int_equal(guidon_format(text, sizeof text, &len, &id, form),
                     GUIDON_OK);
    assert_int_equal(len, want_len);
    assert_memory_equal(text, want, len);
    spoil(text, len, seed);
    answer = slow_read(form, text, len, false);
    assert_int_equal(guidon_parse_as(&one, text, len, form, &bad_at),
                     answer.status);
    assert_int_equal(bad_at, answer.status ? answer.bad_at : 777);
    assert_memory_equal(&one, answer.status ? &sentinel : &answer.id,
                        sizeof one);
}

static void test_random_texts(void **state)
{
    const size_t each = is_long     ? 100000000 / GUIDON_FORMS
                        : SANITIZED ? 2000
                                    : 20000;
    uint64_t seed = 8;
    (void)state;

    for (unsigned f = 0; f < GUIDON_FORMS; f++) {
        for (size_t i = 0; i < each; i++) {
            check_random((guidon_form)f, &seed);
        }
    }
}

static int prepare(void **state)
{
    uint64_t seed = 7;
    (void)state;

    texts = walled_new(MOST * (81 + GAPS) + EDGE);
    wanted = walled_new(MOST * (81 + GAPS) + EDGE);
    ids_in = walled_new(sizeof ids);
    ids_out = walled_new(sizeof ids);
    for (size_t i = 0; i < MOST; i++) {
        ids[i] = hard_id(&seed, true);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writes_every_count_as_the_slow_writer),
        cmocka_unit_test(test_reads_every_count),
        cmocka_unit_test(test_every_stride),
        cmocka_unit_test(test_stops_at_the_first_bad_text),
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_an_id_without_a_text_writes_nothing),
        cmocka_unit_test(test_what_is_no_batch),
        cmocka_unit_test(test_none_at_all),
        cmocka_unit_test(test_random_texts),
    };
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests_name("forms_many", tests, prepare, NULL);
}
