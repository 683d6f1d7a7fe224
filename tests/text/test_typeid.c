/* SPDX-License-Identifier: MIT */
/* test_typeid.c - write and read TypeIDs, by vectors and by a slow reader and
 * writer that share no code with the library. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "text_oracle.h"

#include "sanitized.h"
#include "slow_typeid.h"
#include "walls.h"

#define SUFFIX "01h455vb4pex5vsknk084sn02q"
#define LONGEST                                                                \
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"

/* Texts between two pages that must not be touched. */
static struct walled texts, outs;

/* Read a text as the slow reader does, from memory beside a page. On an error,
 * `id` must stay as it is. */
static void check_copy(char *copy, const char *text, size_t len)
{
    const struct slow_typeid want = slow_typeid_read(text, len);
    guidon_id id = marked_id();
    size_t prefix_len = 77, bad_at = 77;
    guidon_status status;

    memmove(copy, text, len);
    status = guidon_typeid_parse(&id, &prefix_len, copy, len, &bad_at);
    if (status != want.status || (status && bad_at != want.bad_at)) {
        fail_msg("%.*s: %s at %zu, not %s at %zu", (int)len, text,
                 guidon_status_text(status), bad_at,
                 guidon_status_text(want.status), want.bad_at);
    }
    if (status != GUIDON_OK) {
        assert_true(is_marked(&id, sizeof id));
        assert_int_equal(prefix_len, 77);
        return;
    }
    assert_id_equal(id, want.id);
    assert_int_equal(prefix_len, want.prefix_len);
    assert_int_equal(bad_at, 77);
}

static void check_read(const char *text, size_t len)
{
    check_copy(texts.begin, text, len);
    check_copy(texts.end - len, text, len);
}

/* ------------------------------------------------------------------ vectors */

static void test_valid_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("typeid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "valid"), i, row)
    {
        const char *text = row_text(row, "text");
        const char *prefix = row_text(row, "prefix");
        const guidon_id want = row_id(row, "octets");
        char out[GUIDON_TYPEID_MAX];
        guidon_id id = marked_id();
        size_t len = 0, prefix_len = 77;

        check_read(text, strlen(text));
        assert_int_equal(
            guidon_typeid_parse(&id, &prefix_len, text, strlen(text), NULL),
            GUIDON_OK);
        assert_id_equal(id, want);
        assert_int_equal(prefix_len, strlen(prefix));
        assert_memory_equal(text, prefix, prefix_len);
        assert_int_equal(guidon_typeid_format(out, sizeof out, &len, prefix,
                                              strlen(prefix), &want),
                         GUIDON_OK);
        assert_int_equal(len, strlen(text));
        assert_memory_equal(out, text, len);
    }
    json_decref(file);
}

static void check_refused(json_t *rows)
{
    size_t i;
    json_t *row;

    json_array_foreach(rows, i, row)
    {
        size_t len, bad_at = 77;
        const char *text = row_bytes(row, "text", &len);
        guidon_id id = marked_id();
        const guidon_status status =
            guidon_typeid_parse(&id, NULL, text, len, &bad_at);

        if (status != row_status(row) || bad_at != row_u64(row, "bad_at")) {
            fail_msg("%s: %s at %zu", row_text(row, "why"),
                     guidon_status_text(status), bad_at);
        }
        assert_int_equal(guidon_typeid_parse(&id, NULL, text, len, NULL),
                         status);
        check_read(text, len);
    }
}

static void test_invalid_vectors(void **state)
{
    json_t *file = vectors_load("typeid.json");
    (void)state;

    check_refused(vectors_rows(file, "invalid"));
    check_refused(vectors_rows(file, "refused"));
    json_decref(file);
}

static void test_prefix_vectors(void **state)
{
    json_t *file = vectors_load("typeid.json");
    const guidon_id id = guidon_max();
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "prefixes"), i, row)
    {
        const bool wrong = row_has(row, "status");
        char out[GUIDON_TYPEID_MAX];
        size_t len, bad_at = 77;
        const char *prefix = row_bytes(row, "prefix", &len);
        const guidon_status status =
            guidon_typeid_prefix_check(prefix, len, &bad_at);

        if (status != (wrong ? row_status(row) : GUIDON_OK) ||
            bad_at != (wrong ? row_u64(row, "bad_at") : 77)) {
            fail_msg("%s: %s at %zu", row_text(row, "why"),
                     guidon_status_text(status), bad_at);
        }
        assert_int_equal(
            guidon_typeid_format(out, sizeof out, NULL, prefix, len, &id),
            status);
    }
    json_decref(file);
}

/* ------------------------------------------------------------------ reading */

/* One character is replaced, then another one, too. */
static void test_every_byte_at_every_offset(void **state)
{
    static const char *const right[] = {SUFFIX, "a_" SUFFIX, "pre_fix_" SUFFIX,
                                        LONGEST "_7zzzzzzzzzzzzzzzzzzzzzzzzz"};
    (void)state;

    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        const size_t len = strlen(right[i]);

        for (size_t at = 0; at < len; at++) {
            for (int c = 0; c < 256; c++) {
                char text[GUIDON_TYPEID_MAX + 1];

                memcpy(text, right[i], len);
                text[at] = (char)c;
                check_read(text, len);
                text[(at * 7 + 5) % len] = "~_A0"[c % 4];
                check_read(text, len);
            }
        }
    }
}

/* All lengths of prefix and suffix, with and without the '_' between them. */
static void test_every_length(void **state)
{
    char text[100];
    (void)state;

    for (size_t before = 0; before < sizeof text; before++) {
        for (size_t len = before; len <= sizeof text; len++) {
            memset(text, 'a', before);
            memset(text + before, '7', len - before);
            check_read(text, len);
            if (before > 0) {
                text[before - 1] = '_';
                check_read(text, len);
            }
        }
    }
    assert_int_equal(
        guidon_typeid_parse(&(guidon_id){{0}}, NULL, NULL, 0, &(size_t){0}),
        GUIDON_E_LENGTH);
}

/* ------------------------------------------------------------------ writing */

/* A random prefix that TypeIDs may have. Returns its length. */
static size_t random_prefix(char out[GUIDON_TYPEID_PREFIX_MAX], uint64_t *seed)
{
    const size_t len = draw(seed) % (GUIDON_TYPEID_PREFIX_MAX + 1);

    for (size_t i = 0; i < len; i++) {
        const unsigned letter = draw(seed) % 32;

        out[i] = letter < 26            ? (char)('a' + letter)
                 : i > 0 && i + 1 < len ? '_'
                                        : 'z';
    }
    return len;
}

/* Write one TypeID in `cap` bytes before the page. */
static void check_write(const char *prefix, size_t prefix_len,
                        const guidon_id *id, size_t cap)
{
    char want[GUIDON_TYPEID_MAX];
    const size_t want_len = slow_typeid_write(want, prefix, prefix_len, id);
    char *out = outs.end - cap;
    size_t len = 77;

    mark(outs.begin, (size_t)(outs.end - outs.begin));
    if (cap < want_len) {
        assert_int_equal(
            guidon_typeid_format(out, cap, &len, prefix, prefix_len, id),
            GUIDON_E_SPACE);
        assert_true(is_marked(outs.begin, (size_t)(outs.end - outs.begin)));
        assert_int_equal(len, want_len);
        return;
    }
    assert_int_equal(
        guidon_typeid_format(out, cap, &len, prefix, prefix_len, id),
        GUIDON_OK);
    assert_int_equal(len, want_len);
    assert_memory_equal(out, want, len);
    assert_true(is_marked(outs.begin, (size_t)(out - outs.begin)));
    assert_true(is_marked(out + len, cap - len));
}

static void test_every_size_of_output(void **state)
{
    const guidon_id ids[] = {guidon_nil(), guidon_max()};
    (void)state;

    for (size_t prefix_len = 0; prefix_len <= 63; prefix_len++) {
        char *prefix = texts.end - prefix_len;

        memcpy(prefix, LONGEST, prefix_len);
        for (size_t cap = 0; cap <= GUIDON_TYPEID_MAX + 2; cap++) {
            check_write(prefix, prefix_len, &ids[cap % 2], cap);
        }
    }
    assert_int_equal(guidon_typeid_format(outs.begin, GUIDON_TYPEID_MAX, NULL,
                                          NULL, 0, &ids[0]),
                     GUIDON_OK);
}

/* A wrong prefix comes before a small output, and writes nothing. */
static void test_a_wrong_prefix_writes_nothing(void **state)
{
    const guidon_id id = guidon_max();
    char out[GUIDON_TYPEID_MAX];
    (void)state;

    mark(out, sizeof out);
    assert_int_equal(guidon_typeid_format(out, 0, NULL, "user_", 5, &id),
                     GUIDON_E_CHAR);
    assert_int_equal(
        guidon_typeid_format(out, sizeof out, NULL, "user_", 5, &id),
        GUIDON_E_CHAR);
    assert_true(is_marked(out, sizeof out));
}

static void test_random_ids_and_prefixes_both_ways(void **state)
{
    uint64_t seed = 20221122;
    (void)state;

    for (int i = 0; i < (SANITIZED ? 10000 : 200000); i++) {
        char prefix[GUIDON_TYPEID_PREFIX_MAX], text[GUIDON_TYPEID_MAX];
        const guidon_id id = random_id(&seed);
        const size_t prefix_len = random_prefix(prefix, &seed);
        size_t len;

        assert_int_equal(guidon_typeid_format(text, sizeof text, &len, prefix,
                                              prefix_len, &id),
                         GUIDON_OK);
        check_write(prefix, prefix_len, &id, len);
        check_read(text, len);
        text[draw(&seed) % len] = "_aAzZ07uil-8\0~"[draw(&seed) % 15];
        check_read(text, len);
    }
}

/* ------------------------------------------------------------------- order */

static int sign(int order)
{
    return (order > 0) - (order < 0);
}

/* TypeIDs of one prefix sort as their ids do. */
static void test_order_within_a_prefix_is_that_of_the_ids(void **state)
{
    uint64_t seed = 3;
    (void)state;

    for (int i = 0; i < 20000; i++) {
        char prefix[GUIDON_TYPEID_PREFIX_MAX];
        char text[2][GUIDON_TYPEID_MAX];
        guidon_id id[2] = {random_id(&seed), random_id(&seed)};
        const size_t prefix_len = random_prefix(prefix, &seed);
        size_t len = 0;

        if (i % 2) { /* two ids that differ in one bit, or not at all */
            id[1] = id[0];
            id[1].bytes[draw(&seed) % 16] ^=
                (unsigned char)(1u << draw(&seed) % 9);
        }
        for (int k = 0; k < 2; k++) {
            assert_int_equal(guidon_typeid_format(text[k], sizeof text[k], &len,
                                                  prefix, prefix_len, &id[k]),
                             GUIDON_OK);
        }
        assert_int_equal(sign(memcmp(text[0], text[1], len)),
                         sign(guidon_compare(&id[0], &id[1])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_vectors_both_ways),
        cmocka_unit_test(test_invalid_vectors),
        cmocka_unit_test(test_prefix_vectors),
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_every_size_of_output),
        cmocka_unit_test(test_a_wrong_prefix_writes_nothing),
        cmocka_unit_test(test_random_ids_and_prefixes_both_ways),
        cmocka_unit_test(test_order_within_a_prefix_is_that_of_the_ids),
    };

    texts = walled_new(GUIDON_TYPEID_MAX + 20);
    outs = walled_new(GUIDON_TYPEID_MAX + 20);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
