/* SPDX-License-Identifier: MIT */
/* test_inline.c - compare <guidon/inline.h> with the library, for random inputs
 * and at the edges of memory. test_strict.c, which is run with the inline
 * functions too, compares them with an oracle. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
/* cmocka.h needs these four headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "calls.h"
#include "random.h"
#include "sanitized.h"
#include "walls.h"

#include <cmocka.h>
#include <stdlib.h>

#define LONGEST 48 /* bytes of a text that is too long */

/* The functions of the header for one form, by themselves. */
struct own {
    void (*format)(char *out, const guidon_id *id);
    guidon_status (*parse)(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at);
};
static const struct own own_uuid = {inline_uuid_format, inline_uuid_parse};
static const struct own own_ulid = {inline_ulid_format, inline_ulid_parse};

struct codec {
    guidon_form form;
    size_t len;
    const char *common;    /* characters that are right at most offsets */
    const struct own *own; /* or NULL */
};

#define HEX_DIGITS "0123456789abcdefABCDEF"
static const struct codec codecs[] = {
    {GUIDON_FORM_UUID, 36, HEX_DIGITS "-", &own_uuid},
    {GUIDON_FORM_ULID, 26,
     "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz", &own_ulid},
    {GUIDON_FORM_UUID_UPPER, 36, HEX_DIGITS "-", NULL},
    {GUIDON_FORM_HEX, 32, HEX_DIGITS, NULL},
    {GUIDON_FORM_HEX_UPPER, 32, HEX_DIGITS, NULL},
    {GUIDON_FORM_BRACES, 38, HEX_DIGITS "-{}", NULL},
    {GUIDON_FORM_PARENS, 38, HEX_DIGITS "-()", NULL},
    {GUIDON_FORM_URN, 45, HEX_DIGITS "-urnidURNID:", NULL},
    {GUIDON_FORM_GUID_HEX, 32, HEX_DIGITS, NULL}, /* calls the library */
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
    guidon_status status = guidon_parse_as(&want, text, len, c->form, &want_at);

    for (int own = 0; own <= (c->own != NULL); own++) {
        size_t at = 77;
        guidon_status got;

        mark(out, sizeof *out);
        got = own ? c->own->parse(out, text, len, &at)
                  : inline_parse_as(out, text, len, c->form, &at);
        if (got != status || at != want_at ||
            memcmp(out, &want, sizeof want) != 0) {
            fail_msg("%s: \"%.*s\" of length %zu, at %zu",
                     guidon_form_name(c->form), (int)len, len ? text : "", len,
                     want_at);
        }
    }
    if (status != GUIDON_OK) {
        assert_int_equal(inline_parse_as(out, text, len, c->form, NULL),
                         status);
        assert_true(is_marked(out, sizeof *out));
    }
}

static void check_format(const struct codec *c, char *out, const guidon_id *id)
{
    char want[LONGEST];

    assert_int_equal(guidon_format(want, c->len, NULL, id, c->form), GUIDON_OK);
    for (int own = 0; own <= (c->own != NULL); own++) {
        size_t len = 0;

        mark(out, c->len);
        if (own) {
            c->own->format(out, id);
            len = c->len;
        } else {
            assert_int_equal(inline_format(out, c->len, &len, id, c->form),
                             GUIDON_OK);
        }
        if (len != c->len || memcmp(out, want, len) != 0) {
            fail_msg("%s: \"%.*s\", not \"%.*s\"", guidon_form_name(c->form),
                     (int)c->len, out, (int)c->len, want);
        }
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
            char text[LONGEST];

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

/* A text that has too little space, a form that is none, and no length asked
 * for have the results of the library. */
static void test_refusals_are_those_of_the_library(void **state)
{
    static const guidon_form no_form = (guidon_form)GUIDON_FORMS;
    guidon_id id = marked_id();
    (void)state;

    for (EACH_CODEC(c)) {
        char text[LONGEST];
        size_t len = 77;

        mark(text, sizeof text);
        assert_int_equal(inline_format(text, c->len - 1, &len, &id, c->form),
                         GUIDON_E_SPACE);
        assert_true(is_marked(text, sizeof text) && len == c->len);
        assert_int_equal(inline_format(text, c->len, NULL, &id, c->form),
                         GUIDON_OK);
        if (!inline_takes_no_form()) {
            continue;
        }
        len = 77;
        assert_int_equal(inline_format(text, c->len, &len, &id, no_form),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(len, 77);
        assert_int_equal(inline_parse_as(&id, text, c->len, no_form, &len),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(len, 0);
        assert_true(is_marked(&id, sizeof id));
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_texts_as_by_the_library),
        cmocka_unit_test(test_nothing_past_the_edges),
        cmocka_unit_test(test_writes_the_text_and_no_more),
        cmocka_unit_test(test_refusals_are_those_of_the_library),
    };

    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests_name("inline", tests, NULL, NULL);
}
