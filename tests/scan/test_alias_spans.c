/* SPDX-License-Identifier: MIT */
/* test_alias_spans.c - what a scanner finds beside ids, wherever the text is cut, and
 * the texts of aliases. */
#include "core_test.h"

#include <string.h>

#define UUID "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
#define ULID "01FWHE4YDGFK1SHH6W1G60EECF"
#define USER "user_01fwhe4ydgfk1shh6w1g60eecf"

enum {
    ALL = GUIDON_SCAN_UUID | GUIDON_SCAN_ULID | GUIDON_SCAN_ULID_LOWER |
          GUIDON_SCAN_HEX | GUIDON_SCAN_TYPEID,
    TEXT_MAX = 1024
};

/* Write the spans of a text as "[...]", those that stay as "<...>", with a piece that
 * ends at `cut`. */
static size_t mark_spans(char out[TEXT_MAX], guidon_alias_kind kind,
                         unsigned flags, const char *text, size_t len,
                         size_t cut)
{
    guidon_scanner scanner;
    guidon_span span;
    size_t from = 0, copied = 0, n = 0;

    assert_int_equal(
        guidon_scanner_init(&scanner, kind == GUIDON_ALIAS_UUID ? NULL : "id",
                            kind == GUIDON_ALIAS_UUID ? 0 : 2, kind, flags),
        GUIDON_OK);
    for (size_t end = cut;; end = len) {
        const size_t start =
            from > GUIDON_SCAN_BEFORE ? from - GUIDON_SCAN_BEFORE : 0;
        char *piece =
            malloc(end - start + 1); /* so that no byte behind is read */

        assert_non_null(piece);
        memcpy(piece, text + start, end - start);
        guidon_scanner_piece(&scanner, piece, end - start, from - start,
                             end == len);
        while (guidon_scanner_next(&span, &scanner)) {
            const size_t at = start + span.at;

            assert_true(at >= copied && at + span.len <= end);
            memcpy(out + n, text + copied, at - copied);
            n += at - copied;
            out[n++] = span.stays ? '<' : '[';
            memcpy(out + n, text + at, span.len);
            n += span.len;
            out[n++] = span.stays ? '>' : ']';
            copied = at + span.len;
        }
        from = start + guidon_scanner_done(&scanner);
        assert_true(from >= copied && end - from <= GUIDON_SCAN_AFTER);
        free(piece);
        if (end == len) {
            assert_int_equal(from, len);
            break;
        }
    }
    memcpy(out + n, text + copied, len - copied);
    return n + len - copied;
}

/* 64 bytes: five are more than a piece keeps for the next one. */
#define FILLER                                                                 \
  "                                "                                           \
  "                                "

static void test_every_cut(void **state)
{
    static const struct {
        guidon_alias_kind kind;
        unsigned flags;
        const char *text, *want;
    } rows[] = {
        {GUIDON_ALIAS_NUMBER, ALL, "a " UUID ", id-7.b.",
         "a [" UUID "], [id-7.b]."},
        {GUIDON_ALIAS_NUMBER, ALL, "x_" UUID " -" UUID,
         "x_<" UUID "> -<" UUID ">"},
        {GUIDON_ALIAS_NUMBER, ALL, UUID ".txt " UUID ". ",
         "<" UUID ">.txt [" UUID "]. "},
        {GUIDON_ALIAS_NUMBER, ALL, "id-07 id-0 id-1.a xid-1 id-1-2", NULL},
        {GUIDON_ALIAS_NUMBER, ALL, "\033[1mid-1\033[0m \\nid-2",
         "\033[1m[id-1]\033[0m \\n[id-2]"},
        {GUIDON_ALIAS_NUMBER, ALL, "user-1 " USER, "user-1 [" USER "]"},
        {GUIDON_ALIAS_NUMBER, 0, UUID " id-1 id-2", UUID " [id-1] [id-2]"},
        {GUIDON_ALIAS_TYPEID, ALL, "user-1 " USER " id-1",
         "[user-1] [" USER "] [id-1]"},
        {GUIDON_ALIAS_TYPEID, 0, "my_type-3 tom-9\r\n",
         "[my_type-3] [tom-9]\r\n"},
        {GUIDON_ALIAS_NUMBER, ALL, "a id-1.abcd id-1.a", NULL},
        {GUIDON_ALIAS_TYPEID, ALL, "user1-1 user_-2 userX-3", NULL},
        {GUIDON_ALIAS_NUMBER, ALL,
         UUID FILLER FILLER FILLER FILLER FILLER "id-1",
         "[" UUID "]" FILLER FILLER FILLER FILLER FILLER "[id-1]"},
        {GUIDON_ALIAS_TYPEID, ALL, "\033[muser-1 \033[0m\033[mtom-2",
         "\033[m[user-1] \033[0m\033[m[tom-2]"},
        {GUIDON_ALIAS_UUID, ALL, "x-" UUID "-1 " ULID,
         "x-[" UUID "]-1 [" ULID "]"},
        {GUIDON_ALIAS_UUID, 0, UUID " 00000000-0000-4000-8000-00000000000a.",
         UUID " [00000000-0000-4000-8000-00000000000a]."},
        {GUIDON_ALIAS_NUMBER, ALL,
         "00VHNCZB00000000000000000Z 00VHNCZAZZ0000000000000000",
         "[00VHNCZB00000000000000000Z] 00VHNCZAZZ0000000000000000"},
        {GUIDON_ALIAS_NUMBER, ALL,
         "03QCPC7NZZ0000000000000000 03QCPC7P000000000000000000",
         "[03QCPC7NZZ0000000000000000] 03QCPC7P000000000000000000"},
        {GUIDON_ALIAS_NUMBER, ALL, "71234567890123456789012345 id-1",
         "71234567890123456789012345 [id-1]"},
        {GUIDON_ALIAS_NUMBER, ALL | GUIDON_SCAN_ANY_TIME,
         "71234567890123456789012345 id-1",
         "[71234567890123456789012345] [id-1]"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *want = rows[i].want ? rows[i].want : rows[i].text;
        const size_t len = strlen(rows[i].text);

        for (size_t cut = 0; cut <= len; cut++) {
            char out[TEXT_MAX];
            const size_t n = mark_spans(out, rows[i].kind, rows[i].flags,
                                        rows[i].text, len, cut);

            if (n != strlen(want) || memcmp(out, want, n) != 0) {
                fail_msg("row %zu, cut at %zu: %.*s", i, cut, (int)n, out);
            }
        }
    }
}

/* A span of a whole text. */
static guidon_span span_of(guidon_scanner *scanner, const char *text)
{
    guidon_span span = {0};

    guidon_scanner_piece(scanner, text, strlen(text), 0, true);
    assert_true(guidon_scanner_next(&span, scanner));
    assert_int_equal(span.len, strlen(text));
    return span;
}

static void test_aliases(void **state)
{
    static const struct {
        guidon_alias_kind kind;
        const char *text;
        uint64_t number;
        unsigned spelling;
        const char *want;
    } rows[] = {
        {GUIDON_ALIAS_NUMBER, UUID, 1, 0, "id-1"},
        {GUIDON_ALIAS_NUMBER, USER, 10, 1, "id-10.b"},
        {GUIDON_ALIAS_NUMBER, "id-7", 4294967294, 18277, "id-4294967294.zzz"},
        {GUIDON_ALIAS_NUMBER, UUID, 1, 25, "id-1.z"},
        {GUIDON_ALIAS_NUMBER, UUID, 1, 26, "id-1.aa"},
        {GUIDON_ALIAS_TYPEID, USER, 7, 0, "user-7"},
        {GUIDON_ALIAS_TYPEID, UUID, 7, 2, "id-7.c"},
        {GUIDON_ALIAS_UUID, UUID, 10, 0,
         "00000000-0000-4000-8000-00000000000a"},
        {GUIDON_ALIAS_UUID, "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 10, 0,
         "00000000-0000-4000-8000-00000000000A"},
        {GUIDON_ALIAS_UUID, "0X017f22e279b07cc398c4dc0c0c07398f", 1, 0,
         "0X00000000000040008000000000000001"},
        {GUIDON_ALIAS_UUID, ULID, 31, 0, "0000000000800800000000000Z"},
        {GUIDON_ALIAS_UUID, "01fwhe4ydgfk1shh6w1g60eecf", 31, 0,
         "0000000000800800000000000z"},
        {GUIDON_ALIAS_UUID, USER, 1, 0, "user_00000000008008000000000001"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool uuid = rows[i].kind == GUIDON_ALIAS_UUID;
        char out[GUIDON_ALIAS_MAX];
        guidon_scanner scanner;
        guidon_span span;
        size_t len = 0;

        assert_int_equal(guidon_scanner_init(&scanner, "id", uuid ? 0 : 2,
                                             rows[i].kind, ALL),
                         GUIDON_OK);
        span = span_of(&scanner, rows[i].text);
        assert_int_equal(guidon_alias_format(out, strlen(rows[i].want), &len,
                                             &scanner, &span, rows[i].text,
                                             rows[i].number, rows[i].spelling),
                         GUIDON_OK);
        assert_int_equal(len, strlen(rows[i].want));
        assert_memory_equal(out, rows[i].want, len);
        assert_int_equal(guidon_alias_format(out, len - 1, &len, &scanner,
                                             &span, rows[i].text,
                                             rows[i].number, rows[i].spelling),
                         GUIDON_E_SPACE);
        assert_int_equal(len, strlen(rows[i].want));
        span = span_of(&scanner, rows[i].want); /* an alias is found again */
        assert_int_equal(span.number, rows[i].number);
        assert_int_equal(span.spelling, rows[i].spelling);
    }
}

static void test_words(void **state)
{
    static const struct {
        const char *word;
        guidon_alias_kind kind;
        guidon_status status;
    } rows[] = {
        {"id", GUIDON_ALIAS_NUMBER, GUIDON_OK},
        {"Id_9", GUIDON_ALIAS_NUMBER, GUIDON_OK},
        {"abcdefghijklmnopqrstuvwxyzabcde", GUIDON_ALIAS_NUMBER, GUIDON_OK},
        {"abcdefghijklmnopqrstuvwxyzabcdef", GUIDON_ALIAS_NUMBER,
         GUIDON_E_ARGUMENT},
        {"", GUIDON_ALIAS_NUMBER, GUIDON_E_ARGUMENT},
        {"9", GUIDON_ALIAS_NUMBER, GUIDON_E_ARGUMENT},
        {"_a", GUIDON_ALIAS_NUMBER, GUIDON_E_ARGUMENT},
        {"a-b", GUIDON_ALIAS_NUMBER, GUIDON_E_ARGUMENT},
        {"a.b", GUIDON_ALIAS_NUMBER, GUIDON_E_ARGUMENT},
        {"a b", GUIDON_ALIAS_NUMBER, GUIDON_E_ARGUMENT},
        {"my_id", GUIDON_ALIAS_TYPEID, GUIDON_OK},
        {"Id", GUIDON_ALIAS_TYPEID, GUIDON_E_ARGUMENT},
        {"id_", GUIDON_ALIAS_TYPEID, GUIDON_E_ARGUMENT},
        {"name", GUIDON_ALIAS_TYPEID, GUIDON_E_ARGUMENT},
        {"id", GUIDON_ALIAS_UUID, GUIDON_E_ARGUMENT},
        {"id", GUIDON_ALIAS_NONE, GUIDON_E_ARGUMENT},
        {"", GUIDON_ALIAS_NONE, GUIDON_OK},
        {"", (guidon_alias_kind)4, GUIDON_E_ARGUMENT},
    };
    guidon_scanner scanner;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(guidon_scanner_init(&scanner, rows[i].word,
                                             strlen(rows[i].word), rows[i].kind,
                                             0),
                         rows[i].status);
    }
    assert_int_equal(
        guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_NONE, 128),
        GUIDON_E_ARGUMENT);
    assert_int_equal(
        guidon_scanner_init(&scanner, NULL, 1, GUIDON_ALIAS_NUMBER, 0),
        GUIDON_E_ARGUMENT);
}

/* Nothing is read, whatever the length, and nothing is done. */
static void test_no_text(void **state)
{
    guidon_scanner scanner;
    guidon_span span;

    (void)state;
    assert_int_equal(
        guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_NONE, ALL),
        GUIDON_OK);
    guidon_scanner_piece(&scanner, NULL, SIZE_MAX, 7, true);
    assert_false(guidon_scanner_next(&span, &scanner));
    assert_int_equal(guidon_scanner_done(&scanner), 0);
}

static void test_what_has_no_alias(void **state)
{
    char out[GUIDON_ALIAS_MAX];
    guidon_scanner scanner;
    guidon_span span;
    size_t len;

    (void)state;
    assert_int_equal(
        guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_NONE, ALL),
        GUIDON_OK);
    span = span_of(&scanner, UUID);
    assert_int_equal(
        guidon_alias_format(out, sizeof out, &len, &scanner, &span, UUID, 1, 0),
        GUIDON_E_ARGUMENT);
    assert_int_equal(
        guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_UUID, ALL),
        GUIDON_OK);
    assert_int_equal(
        guidon_alias_format(out, sizeof out, &len, &scanner, &span, UUID, 1, 1),
        GUIDON_E_RANGE);
    assert_int_equal(guidon_alias_format(out, sizeof out, &len, &scanner, &span,
                                         UUID, UINT64_C(0xffffffff), 0),
                     GUIDON_E_RANGE);
    span.form = GUIDON_SPAN_WORD;
    assert_int_equal(guidon_alias_format(out, sizeof out, &len, &scanner, &span,
                                         "id-1", 1, 0),
                     GUIDON_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_no_text),
        cmocka_unit_test(test_what_has_no_alias),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
