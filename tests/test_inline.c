/* SPDX-License-Identifier: MIT */
/* test_inline.c - compare <guidon/inline.h> with the library, for random inputs
 * and at the edges of memory. test_uuid_text.c and test_ulid_text.c, which are
 * run with the inline functions too, compare them with an oracle. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
/* cmocka.h needs these four headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "inline/calls.h"
#include "random.h"
#include "sanitized.h"
#include "walls.h"

#include <cmocka.h>
#include <stdlib.h>

#define LONGEST 40 /* bytes of a text that is too long */

/* The functions for a kind of text, of the library and of the header. */
struct codec {
    const char *name;
    size_t len;
    const char *common; /* characters that are right at most offsets */
    void (*format)(char *out, const guidon_id *id);
    void (*inline_format)(char *out, const guidon_id *id);
    guidon_status (*parse)(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at);
    guidon_status (*inline_parse)(guidon_id *out, const char *text, size_t len,
                                  size_t *bad_at);
};

static const struct codec codecs[] = {
    {"UUID", 36, "0123456789abcdefABCDEF-", guidon_uuid_format,
     inline_uuid_format, guidon_uuid_parse, inline_uuid_parse},
    {"ULID", 26, "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz",
     guidon_ulid_format, inline_ulid_format, guidon_ulid_parse,
     inline_ulid_parse},
};
#define EACH_CODEC(c)                                                          \
  const struct codec *c = codecs;                                              \
  c < codecs + sizeof codecs / sizeof codecs[0];                               \
  c++

/* `test_inline long`: 10^8 texts of each kind. */
static bool is_long;

static void check_parse(const struct codec *c, guidon_id *out, const char *text,
                        size_t len)
{
    guidon_id want = marked_id();
    size_t want_at = 77;
    size_t at = 77;
    guidon_status status = c->parse(&want, text, len, &want_at);

    mark(out, sizeof *out);
    if (c->inline_parse(out, text, len, &at) != status || at != want_at ||
        memcmp(out, &want, sizeof want) != 0) {
        fail_msg("%s: \"%.*s\" of length %zu, at %zu", c->name, (int)len,
                 len ? text : "", len, want_at);
    }
    if (status != GUIDON_OK) {
        assert_int_equal(c->inline_parse(out, text, len, NULL), status);
        assert_true(is_marked(out, sizeof *out));
    }
}

static void check_format(const struct codec *c, char *out, const guidon_id *id)
{
    char want[36];

    c->format(want, id);
    mark(out, c->len);
    c->inline_format(out, id);
    if (memcmp(out, want, c->len) != 0) {
        fail_msg("%s: \"%.*s\", not \"%.*s\"", c->name, (int)c->len, out,
                 (int)c->len, want);
    }
}

/* One text in two has its letters in the other case, and one in two has a
 * character replaced, half of these by one that is right at most offsets. */
static void spoil(const struct codec *c, char *text, uint64_t *seed)
{
    uint64_t r = draw(seed);

    for (size_t i = 0; r & 1 && i < c->len; i++) {
        text[i] = (char)(text[i] >= 'A' ? text[i] ^ 0x20 : text[i]);
    }
    if (r & 2) {
        text[(r >> 8 & 0xffff) % c->len] =
            r & 4 ? c->common[(r >> 24 & 0xffff) % strlen(c->common)]
                  : (char)(r >> 40);
    }
}

static void test_random_texts_as_by_the_library(void **state)
{
    const long n = is_long ? 100000000 : SANITIZED ? 20000 : 300000;
    (void)state;

    for (EACH_CODEC(c)) {
        uint64_t seed = 1;

        for (long i = 0; i < n; i++) {
            uint64_t halves[2] = {draw(&seed), draw(&seed)};
            guidon_id id, back;
            char text[36];

            memcpy(id.bytes, halves, sizeof id.bytes);
            check_format(c, text, &id);
            spoil(c, text, &seed);
            check_parse(c, &back, text, c->len);
        }
    }
}

/* Texts and ids end before a page that must not be touched, or begin after one,
 * and lie at each offset in a cache line. A text of each length, right and
 * wrong, is read. */
static void test_nothing_past_the_edges(void **state)
{
    struct walled texts = walled_new(4096);
    struct walled ids = walled_new(4096);
    uint64_t seed = 2;
    (void)state;

    for (EACH_CODEC(c)) {
        for (size_t at = 0; at < 64; at++) {
            guidon_id *first = (guidon_id *)(void *)(ids.begin + at);
            guidon_id *last =
                (guidon_id *)(void *)(ids.end - sizeof *last - at);
            char *text = texts.end - c->len - at;

            *first = *last = draw_id(&seed);
            check_format(c, texts.begin + at, last);
            check_format(c, text, first);
            check_parse(c, first, text, c->len);
            check_parse(c, last, texts.begin + at, c->len);
            text[draw(&seed) % c->len] = '@';
            check_parse(c, first, text, c->len);
        }
        for (size_t len = 0; len <= LONGEST; len++) {
            guidon_id *out = (guidon_id *)(void *)(ids.end - sizeof *out);
            memset(texts.end - LONGEST, '0', LONGEST);
            check_parse(c, out, texts.end - len, len);
        }
        check_parse(c, (guidon_id *)(void *)ids.begin, NULL, 0);
    }
}

/* No byte beside the text is written. */
static void test_writes_the_text_and_no_more(void **state)
{
    uint64_t seed = 3;
    (void)state;

    for (EACH_CODEC(c)) {
        for (int i = 0; i < 1000; i++) {
            guidon_id id = draw_id(&seed);
            char text[128];

            mark(text, sizeof text);
            check_format(c, text + 40, &id);
            assert_true(is_marked(text, 40));
            assert_true(
                is_marked(text + 40 + c->len, sizeof text - 40 - c->len));
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_texts_as_by_the_library),
        cmocka_unit_test(test_nothing_past_the_edges),
        cmocka_unit_test(test_writes_the_text_and_no_more),
    };

    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests_name("inline", tests, NULL, NULL);
}
