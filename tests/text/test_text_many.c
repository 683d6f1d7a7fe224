/* SPDX-License-Identifier: MIT */
/* test_text_many.c - batches of UUIDs or ULIDs with any stride */
#include "text_oracle.h"

#define MOST    70   /* the tests use every count up to this one */
#define LARGEST 1000 /* and some counts up to this one */

/* The two kinds go through the same tests. */
struct kind {
    guidon_form form;
    size_t len;
    guidon_status (*format)(char *out, size_t stride, const guidon_id *in,
                            size_t n);
    guidon_status (*parse)(guidon_id *out, const char *text, size_t stride,
                           size_t n, size_t *done, size_t *bad_at);
};

static const struct kind kinds[] = {
    {GUIDON_FORM_UUID, 36, guidon_uuid_format_many, guidon_uuid_parse_many},
    {GUIDON_FORM_ULID, 26, guidon_ulid_format_many, guidon_ulid_parse_many},
};

/* The bytes between two texts: none, one for NUL or LF, odd numbers, a cache
 * line and more. */
static const size_t gaps[] = {0, 1, 2, 5, 28, 38, 100};

#define EACH(i, array)                                                         \
  size_t i = 0;                                                                \
  i < sizeof(array) / sizeof(array)[0];                                        \
  i++

/* Counts around 2^8, where an index of one byte would wrap, and above it. */
static const size_t large[] = {255, 256, 257, LARGEST};

static void fill_ids(guidon_id *ids, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        ids[i] = random_id(&seed);
    }
}

/* The bytes from the start of the first text to the end of the last one,
 * without more, so that a sanitizer detects accesses past the end. */
static size_t span(const struct kind *kind, size_t stride, size_t n)
{
    return n ? (n - 1) * stride + kind->len : 0;
}

/* The texts of the reference with '#' between them. The caller frees them. */
static char *oracle_texts(const struct kind *kind, const guidon_id *ids,
                          size_t stride, size_t n)
{
    size_t size = span(kind, stride, n);
    char *texts = malloc(size);

    assert_true(texts || !size);
    if (size) {
        memset(texts, '#', size);
    }
    for (size_t i = 0; i < n; i++) {
        char text[GUIDON_TEXT_MAX];
        oracle_write(text, &ids[i], kind->form);
        memcpy(texts + i * stride, text, kind->len);
    }
    return texts;
}

/* ------------------------------------------------------------------ writing */

static void check_format(const struct kind *kind, size_t stride, size_t n)
{
    guidon_id ids[LARGEST] = {{{0}}};
    size_t size = span(kind, stride, n);
    char *out = malloc(size);

    assert_true(out || !size);
    fill_ids(ids, n, n);
    if (size) {
        memset(out, '#', size);
    }
    assert_int_equal(kind->format(out, stride, ids, n), GUIDON_OK);
    char *want = oracle_texts(kind, ids, stride, n);
    if (size) {
        assert_memory_equal(out, want, size);
    }
    free(out);
    free(want);
}

static void test_writes_each_text_and_nothing_between(void **state)
{
    (void)state;

    for (EACH(k, kinds)) {
        for (EACH(g, gaps)) {
            for (size_t n = 0; n <= MOST; n++) {
                check_format(&kinds[k], kinds[k].len + gaps[g], n);
            }
            for (EACH(i, large)) {
                check_format(&kinds[k], kinds[k].len + gaps[g], large[i]);
            }
        }
    }
}

static void test_a_stride_too_small_writes_nothing(void **state)
{
    guidon_id ids[2];
    (void)state;

    memset(ids, 0x11, sizeof ids);
    for (EACH(k, kinds)) {
        for (size_t stride = 0; stride < kinds[k].len; stride++) {
            char out[80];
            memset(out, '#', sizeof out);
            assert_int_equal(kinds[k].format(out, stride, ids, 2),
                             GUIDON_E_ARGUMENT);
            for (size_t i = 0; i < sizeof out; i++) {
                assert_int_equal(out[i], '#');
            }
        }
    }
}

/* ------------------------------------------------------------------ reading */

static void check_parse(const struct kind *kind, size_t stride, size_t n)
{
    const guidon_id sentinel = marked_id();
    guidon_id ids[LARGEST] = {{{0}}};
    guidon_id out[LARGEST + 1];
    size_t done = 777;
    size_t bad_at = 777;

    fill_ids(ids, n, n + 1000);
    char *texts = oracle_texts(kind, ids, stride, n);
    mark(out, sizeof out);
    assert_int_equal(kind->parse(out, texts, stride, n, &done, &bad_at),
                     GUIDON_OK);
    assert_int_equal(done, n);
    assert_int_equal(bad_at, 777);
    for (size_t i = 0; i < n; i++) {
        assert_id_equal(out[i], ids[i]);
    }
    assert_id_equal(out[n], sentinel);
    free(texts);
}

static void test_reads_each_text_and_nothing_between(void **state)
{
    (void)state;

    for (EACH(k, kinds)) {
        for (EACH(g, gaps)) {
            for (size_t n = 0; n <= MOST; n++) {
                check_parse(&kinds[k], kinds[k].len + gaps[g], n);
            }
            for (EACH(i, large)) {
                check_parse(&kinds[k], kinds[k].len + gaps[g], large[i]);
            }
        }
    }
}

/* Compare one call on damaged texts with the expected result. */
static void check_stops(const struct kind *kind, const char *texts,
                        const guidon_id *ids, size_t stride, size_t n,
                        size_t bad, guidon_status status, size_t at)
{
    const guidon_id sentinel = marked_id();
    guidon_id out[MOST];
    size_t done = 777;
    size_t bad_at = 777;

    mark(out, sizeof out);
    assert_int_equal(kind->parse(out, texts, stride, n, &done, &bad_at),
                     status);
    assert_int_equal(done, bad);
    assert_int_equal(bad_at, at);
    for (size_t i = 0; i < MOST; i++) {
        const guidon_id *want = i < bad ? &ids[i] : &sentinel;
        assert_id_equal(out[i], *want);
    }
    assert_int_equal(kind->parse(out, texts, stride, n, &done, NULL), status);
}

/* The first bad record is at each index, its bad character at each offset.
 * All later records are bad too, so that the test shows that the first is
 * reported. */
static void test_stops_at_the_first_bad_record(void **state)
{
    (void)state;

    for (EACH(k, kinds)) {
        const struct kind *kind = &kinds[k];
        for (EACH(g, gaps)) {
            size_t stride = kind->len + gaps[g];
            guidon_id ids[MOST];
            fill_ids(ids, MOST, stride);
            char *texts = oracle_texts(kind, ids, stride, MOST);
            for (size_t bad = MOST; bad-- > 0;) {
                size_t at = (bad * 7 + stride) % kind->len;
                texts[bad * stride + at] = '!';
                check_stops(kind, texts, ids, stride, MOST, bad, GUIDON_E_CHAR,
                            at);
            }
            free(texts);
        }
    }
}

static void test_every_count_with_its_last_record_bad(void **state)
{
    (void)state;

    for (EACH(k, kinds)) {
        const struct kind *kind = &kinds[k];
        for (size_t n = 1; n <= MOST; n++) {
            guidon_id ids[MOST];
            fill_ids(ids, n, n);
            char *texts = oracle_texts(kind, ids, kind->len, n);
            texts[n * kind->len - 1] = '!';
            check_stops(kind, texts, ids, kind->len, n, n - 1, GUIDON_E_CHAR,
                        kind->len - 1);
            free(texts);
        }
    }
}

static void test_a_ulid_too_large_is_a_bad_record(void **state)
{
    const struct kind *ulid = &kinds[1];
    (void)state;

    for (size_t bad = 0; bad < MOST; bad++) {
        guidon_id ids[MOST];
        fill_ids(ids, MOST, bad);
        char *texts = oracle_texts(ulid, ids, 27, MOST);
        texts[bad * 27] = '8';
        check_stops(ulid, texts, ids, 27, MOST, bad, GUIDON_E_RANGE, 0);
        free(texts);
    }
}

static void test_a_stride_too_small_reads_nothing(void **state)
{
    const guidon_id sentinel = marked_id();
    (void)state;

    for (EACH(k, kinds)) {
        for (size_t stride = 0; stride < kinds[k].len; stride++) {
            for (size_t n = 0; n < 3; n++) {
                char texts[80];
                guidon_id out = sentinel;
                size_t done = 777;
                size_t bad_at = 777;
                memset(texts, '0', sizeof texts);
                assert_int_equal(
                    kinds[k].parse(&out, texts, stride, n, &done, &bad_at),
                    GUIDON_E_ARGUMENT);
                assert_int_equal(done, 0);
                assert_int_equal(bad_at, 0);
                assert_int_equal(
                    kinds[k].parse(&out, texts, stride, n, &done, NULL),
                    GUIDON_E_ARGUMENT);
                assert_id_equal(out, sentinel);
            }
        }
    }
}

/* Each offset in each of a few dozen lines, '\n' included. */
static void test_lines_of_uuids_stop_at_the_first_bad_one(void **unused)
{
    enum { N = 40, LINE = GUIDON_UUID_LEN + 1 };
    char text[N * LINE];
    guidon_id ids[N], out[N];

    (void)unused;
    for (size_t i = 0; i < N; i++) {
        memset(ids[i].bytes, (int)(i * 7 + 1), sizeof ids[i].bytes);
    }
    guidon_uuid_format_lines(text, ids, N);
    for (size_t bad = 0; bad < N; bad++) {
        for (size_t at = 0; at < LINE; at++) {
            char kept = text[bad * LINE + at];
            size_t done = 99, bad_at = 99;

            text[bad * LINE + at] = '?';
            memset(out, 0x55, sizeof out);
            assert_int_equal(guidon_uuid_parse_lines(out, text, sizeof text, N,
                                                     &done, &bad_at),
                             GUIDON_E_CHAR);
            assert_int_equal(done, bad);
            assert_int_equal(bad_at, bad * LINE + at);
            assert_memory_equal(out, ids, bad * sizeof *ids);
            for (size_t i = bad * sizeof *ids; i < sizeof out; i++) {
                assert_int_equal(((unsigned char *)out)[i], 0x55);
            }
            text[bad * LINE + at] = kept;
        }
    }
}

/* For no ids the pointers may be NULL. */
static void test_none_at_all(void **unused)
{
    size_t done = 9;

    (void)unused;
    assert_int_equal(guidon_uuid_format_many(NULL, 36, NULL, 0), GUIDON_OK);
    assert_int_equal(guidon_ulid_format_many(NULL, 26, NULL, 0), GUIDON_OK);
    guidon_uuid_format_lines(NULL, NULL, 0);
    guidon_ulid_format_lines(NULL, NULL, 0);
    assert_int_equal(guidon_uuid_parse_many(NULL, NULL, 36, 0, &done, NULL),
                     GUIDON_OK);
    assert_int_equal(done, 0);
    assert_int_equal(guidon_ulid_parse_many(NULL, NULL, 26, 0, &done, NULL),
                     GUIDON_OK);
    assert_int_equal(guidon_uuid_parse_lines(NULL, NULL, 0, 0, &done, NULL),
                     GUIDON_OK);
    assert_int_equal(guidon_ulid_parse_lines(NULL, NULL, 0, 0, &done, NULL),
                     GUIDON_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writes_each_text_and_nothing_between),
        cmocka_unit_test(test_a_stride_too_small_writes_nothing),
        cmocka_unit_test(test_reads_each_text_and_nothing_between),
        cmocka_unit_test(test_stops_at_the_first_bad_record),
        cmocka_unit_test(test_every_count_with_its_last_record_bad),
        cmocka_unit_test(test_a_ulid_too_large_is_a_bad_record),
        cmocka_unit_test(test_a_stride_too_small_reads_nothing),
        cmocka_unit_test(test_lines_of_uuids_stop_at_the_first_bad_one),
        cmocka_unit_test(test_none_at_all),
    };

    return cmocka_run_group_tests_name("text_many", tests, NULL, NULL);
}
