/* SPDX-License-Identifier: MIT */
/* test_scanner.c - the scanner finds ids in any text, in pieces of any length.
 */
#include "core_test.h"
#include "slow_scan.h"

#include <ctype.h>
#include <string.h>

#define UUID  "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
#define ULID  "01FWHE4YDGFK1SHH6W1G60EECF"
#define LOWER "01fwhe4ydgfk1shh6w1g60eecf"

#define HEX   "017f22e279b07cc398c4dc0c0c07398f"
/* Ids that hold a number. */
#define ALIAS   "00000000-0000-4000-8000-00000000000b"
#define ALIAS_H "0000000000004000800000000000001c"
#define ALIAS_U "0000000000800800000000000A"
#define ALIAS_L "0000000000800800000000000a"
#define P63     "abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_abcdefghi"

enum {
    MOST = 64,
    ALL = GUIDON_SCAN_UUID | GUIDON_SCAN_ULID | GUIDON_SCAN_ULID_LOWER,
    ALL_AND_HEX = ALL | GUIDON_SCAN_HEX,
    EVERY = ALL_AND_HEX | GUIDON_SCAN_TYPEID,
    UUID_LEN = 36
};

/* Matches by their offset in the whole text. */
struct list {
    size_t n;
    guidon_span found[MOST];
};

static void append(struct list *list, guidon_span found, size_t start)
{
    assert_true(list->n < MOST);
    found.at += start;
    list->found[list->n++] = found;
}

static void assert_lists_equal(const struct list *a, const struct list *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        const guidon_span *one = &a->found[i], *other = &b->found[i];

        assert_int_equal(one->at, other->at);
        assert_int_equal(one->len, other->len);
        assert_int_equal(one->form, other->form);
        assert_memory_equal(one->id.bytes, other->id.bytes, 16);
        assert_int_equal(one->prefix_len, one->form == GUIDON_SPAN_TYPEID
                                              ? one->len - GUIDON_ULID_LEN - 1
                                              : 0);
    }
}

/* Scan as a command does that reads `step` bytes at a time. Each piece holds
 * the text that is not scanned yet and GUIDON_SCAN_BEFORE bytes before it, in
 * memory of exactly that size. */
static void find(struct list *list, unsigned forms, const char *text,
                 size_t len, size_t step)
{
    guidon_scanner scanner;
    guidon_span found;
    size_t given = 0, scanned = 0;

    list->n = 0;
    assert_int_equal(guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_NONE,
                                         forms | GUIDON_SCAN_ANY_TIME),
                     GUIDON_OK);
    do {
        size_t start =
            scanned > GUIDON_SCAN_BEFORE ? scanned - GUIDON_SCAN_BEFORE : 0;
        size_t before = scanned;

        given = given + step < len ? given + step : len;
        char *piece = malloc(given - start + 1);
        assert_non_null(piece);
        memcpy(piece, text + start, given - start);
        guidon_scanner_piece(&scanner, piece, given - start, scanned - start,
                             given == len);
        while (guidon_scanner_next(&found, &scanner)) {
            assert_true(start + found.at >= before);
            before = start + found.at + found.len;
            append(list, found, start);
        }
        assert_true(start + guidon_scanner_done(&scanner) >= before);
        scanned = start + guidon_scanner_done(&scanner);
        assert_true(given - scanned <=
                    (forms & (GUIDON_SCAN_TYPEID | GUIDON_SCAN_ALIAS)
                         ? GUIDON_TYPEID_MAX
                         : UUID_LEN));
        free(piece);
    } while (given < len);
    assert_int_equal(scanned, len);
}

/* -------------------------------------------------------------------- tests */

static void test_rows(void **state)
{
    static const struct {
        const char *why;
        const char *text;
        size_t at; /* of the first match; SIZE_MAX without a match */
        size_t n;
        unsigned forms;
    } rows[] = {
        {"alone", UUID, 0, 1, ALL},
        {"in upper case", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 0, 1, ALL},
        {"in braces", "{" UUID "}", 1, 1, ALL},
        {"as URN", "urn:uuid:" UUID, 9, 1, ALL},
        {"after '_'", "img_" UUID ".png", 4, 1, ALL},
        {"after '-' and hex", "12345678-" UUID, 9, 1, ALL},
        {"before '-'", UUID "-1", 0, 1, ALL},
        {"two with one byte between", UUID " " UUID, 0, 2, ALL},
        {"two with '-' between", UUID "-" UUID, 0, 2, ALL},
        {"in typographic quotes", "\xe2\x80\x9c" UUID "\xe2\x80\x9d", 3, 1,
         ALL},
        {"after a colour", "\033[1;31m" UUID "\033[0m", 7, 1, ALL},
        {"after a colour of 32 bytes, the longest",
         "\033[38;2;255;255;255;48;2;200;2;2m" UUID, 32, 1, ALL},
        {"after one of 33", "\033[38;2;255;255;255;48;2;200;2;22m" UUID,
         SIZE_MAX, 0, ALL},
        {"after a colour whose number has four digits", "\033[0031m" UUID,
         SIZE_MAX, 0, ALL},
        {"after a bare reset", "\033[m" UUID, 3, 1, ALL},
        {"after a colour with colons", "\033[38:2::255:0:10m" UUID, 17, 1, ALL},
        {"after a line feed of JSON", "a\\n" UUID "\\n", 3, 1, ALL},
        {"after a digit", "0" UUID, SIZE_MAX, 0, ALL},
        {"after a letter", "g" UUID, SIZE_MAX, 0, ALL},
        {"after an m", "[31m" UUID, SIZE_MAX, 0, ALL},
        {"after a backslash and another letter", "\\a" UUID, SIZE_MAX, 0, ALL},
        {"before a digit", UUID "0", SIZE_MAX, 0, ALL},
        {"a digit short", "17f22e2-79b0-7cc3-98c4-dc0c0c07398f", SIZE_MAX, 0,
         ALL},
        {"no hex", "g17f22e2-79b0-7cc3-98c4-dc0c0c07398f", SIZE_MAX, 0, ALL},
        {"a '-' amiss", "017f22e2-79b07-cc3-98c4-dc0c0c07398f", SIZE_MAX, 0,
         ALL},
        {"only '-'", "------------------------------------", SIZE_MAX, 0, ALL},
        {"not asked for", UUID, SIZE_MAX, 0,
         GUIDON_SCAN_ULID | GUIDON_SCAN_ULID_LOWER},
        {"a ULID", ULID, 0, 1, ALL},
        {"with a prefix", "user_" ULID, 5, 1, ALL},
        {"in lower case", LOWER, 0, 1, ALL},
        {"in lower case, not asked for", LOWER, SIZE_MAX, 0, GUIDON_SCAN_ULID},
        {"in upper case, not asked for", ULID, SIZE_MAX, 0,
         GUIDON_SCAN_ULID_LOWER},
        {"after a colour", "\033[32m" ULID "\033[0m", 5, 1, GUIDON_SCAN_ULID},
        {"in lower case after a colour", "\033[32m" LOWER "\033[0m", 5, 1, ALL},
        {"in lower case after an m", "32m" LOWER, SIZE_MAX, 0, ALL},
        {"in both cases", "01FWHE4YDGFK1SHH6W1G60EECf", SIZE_MAX, 0, ALL},
        {"longer", ULID "0", SIZE_MAX, 0, ALL},
        {"far longer", ULID ULID, SIZE_MAX, 0, ALL},
        {"shorter", "01FWHE4YDGFK1SHH6W1G60EEC", SIZE_MAX, 0, ALL},
        {"past the largest", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", SIZE_MAX, 0, ALL},
        {"digits alone", "01234567890123456789012345", 0, 1,
         GUIDON_SCAN_ULID_LOWER},
        {"an alias", "00000000-0000-4000-8000-00000000000f", 0, 1,
         GUIDON_SCAN_ALIAS},
        {"an alias of number 0", "00000000-0000-4000-8000-000000000000",
         SIZE_MAX, 0, GUIDON_SCAN_ALIAS},
        {"no alias", UUID " " ULID " " LOWER " " HEX, SIZE_MAX, 0,
         GUIDON_SCAN_ALIAS},
        {"an alias in hex", "00000000000040008000000000000001", 0, 1,
         GUIDON_SCAN_ALIAS},
        {"an alias behind 0x", "0x00000000000040008000000000000001", 0, 1,
         GUIDON_SCAN_ALIAS},
        {"an alias as a ULID", "00000000008008000000000001", 0, 1,
         GUIDON_SCAN_ALIAS},
        {"an alias as a lower-case ULID", "0000000000800800000000000a", 0, 1,
         GUIDON_SCAN_ALIAS},
        {"an alias as a TypeID", "user_00000000008008000000000001", 0, 1,
         GUIDON_SCAN_ALIAS},
        {"digits alone, once", "01234567890123456789012345", 0, 1, ALL_AND_HEX},
        {"of the last letters", "01ZZZZZZZZZZZZZZZZZZZZZZZZ", 0, 1,
         GUIDON_SCAN_ULID},
        {"of the last letters in lower case", "01zzzzzzzzzzzzzzzzzzzzzzzz", 0,
         1, GUIDON_SCAN_ULID_LOWER},
        {"a letter that base32 lacks", "01FWHE4YDGFK1SHH6W1G60EECU", SIZE_MAX,
         0, ALL},
        {"behind such a letter", "U" ULID, SIZE_MAX, 0, ALL},
        {"before such a letter", ULID "I", SIZE_MAX, 0, ALL},
        {"both kinds, the UUID first", UUID "," ULID, 0, 2, ALL},
        {"both kinds, the ULID first", ULID "/" UUID, 0, 2, ALL},
        {"nothing", "", SIZE_MAX, 0, ALL_AND_HEX},
        {"in a URL", "%2F" UUID "%2f", 3, 1, ALL},
        {"a ULID in a URL", "%3D" ULID "%26", 3, 1, GUIDON_SCAN_ULID},
        {"after a '%' and no hex", "%2G" UUID, SIZE_MAX, 0, ALL},
        {"after a '%' and a digit", "%2" UUID, SIZE_MAX, 0, ALL},
        {"after a character of JSON", "\\u003c" UUID "\\u003e", 6, 1, ALL},
        {"in lower case after one", "\\u003c" LOWER, 6, 1,
         GUIDON_SCAN_ULID_LOWER},
        {"after a 'u' and no hex", "\\u003g" UUID, SIZE_MAX, 0, ALL},
        {"after a 'u' and first no hex", "\\ug03c" UUID, SIZE_MAX, 0, ALL},
        {"after a 'u' and three digits", "\\u03c" UUID, SIZE_MAX, 0, ALL},
        {"after four digits without it", "u003c" UUID, SIZE_MAX, 0, ALL},
        {"32 digits", HEX, 0, 1, GUIDON_SCAN_HEX},
        {"32 digits, not asked for", HEX, SIZE_MAX, 0, ALL},
        {"32 digits in upper case", "017F22E279B07CC398C4DC0C0C07398F", 0, 1,
         GUIDON_SCAN_HEX},
        {"32 digits in both cases", "017f22e279b07cc398c4dc0c0c07398F", 0, 1,
         GUIDON_SCAN_HEX},
        {"32 digits in a URL", "%2F" HEX, 3, 1, ALL_AND_HEX},
        {"32 digits with the last variant", "017F22E279B07CC3B8C4DC0C0C07398F",
         0, 1, GUIDON_SCAN_HEX},
        {"33 digits", HEX "0", SIZE_MAX, 0, ALL_AND_HEX},
        {"64 digits", HEX HEX, SIZE_MAX, 0, ALL_AND_HEX},
        {"31 digits", "017f22e279b07cc398c4dc0c0c07398", SIZE_MAX, 0,
         ALL_AND_HEX},
        {"32 digits of version 0", "017f22e279b00cc398c4dc0c0c07398f", SIZE_MAX,
         0, ALL_AND_HEX},
        {"32 digits of version 8", "017f22e279b08cc398c4dc0c0c07398f", 0, 1,
         ALL_AND_HEX},
        {"32 digits of version 9", "017f22e279b09cc398c4dc0c0c07398f", SIZE_MAX,
         0, ALL_AND_HEX},
        {"32 digits of another variant", "017f22e279b07cc3c8c4dc0c0c07398f",
         SIZE_MAX, 0, ALL_AND_HEX},
        {"all three", UUID "," ULID "," HEX, 0, 3, ALL_AND_HEX},
        {"all three, backwards", HEX "," ULID "," UUID, 0, 3, ALL_AND_HEX},
        {"0x", "0x" HEX, 0, 1, GUIDON_SCAN_HEX},
        {"0X, in a call", "f(0X" HEX ")", 2, 1, GUIDON_SCAN_HEX},
        {"0x in a URL", "%2F0x" HEX, 3, 1, ALL_AND_HEX},
        {"0x, not asked for", "0x" HEX, SIZE_MAX, 0, ALL},
        {"0x behind a digit", "10x" HEX, SIZE_MAX, 0, ALL_AND_HEX},
        {"another digit before the x", "1x" HEX, SIZE_MAX, 0, ALL_AND_HEX},
        {"an x alone", "x" HEX, SIZE_MAX, 0, ALL_AND_HEX},
        {"0x and 33 digits", "0x" HEX "0", SIZE_MAX, 0, ALL_AND_HEX},
        {"0x and a hash", "0x017f22e279b09cc398c4dc0c0c07398f", SIZE_MAX, 0,
         ALL_AND_HEX},
        {"a TypeID", "user_" LOWER, 0, 1, GUIDON_SCAN_TYPEID},
        {"once, and before the ULID in it", "user_" LOWER, 0, 1, EVERY},
        {"not asked for", "user_" LOWER, 5, 1, ALL_AND_HEX},
        {"a prefix with '_'", "\"a_b_c_" LOWER "\"", 1, 1, GUIDON_SCAN_TYPEID},
        {"a prefix of 63", P63 "_" LOWER, 0, 1, GUIDON_SCAN_TYPEID},
        {"a prefix of 64", "a" P63 "_" LOWER, SIZE_MAX, 0, GUIDON_SCAN_TYPEID},
        {"a prefix of 64 that begins with '_'", "_" P63 "_" LOWER, SIZE_MAX, 0,
         GUIDON_SCAN_TYPEID},
        {"no prefix", LOWER, SIZE_MAX, 0, GUIDON_SCAN_TYPEID},
        {"an empty prefix", " _" LOWER, SIZE_MAX, 0, GUIDON_SCAN_TYPEID},
        {"a prefix that ends in '_'", "user__" LOWER, SIZE_MAX, 0,
         GUIDON_SCAN_TYPEID},
        {"behind '_'", "_user_" LOWER, 1, 1, GUIDON_SCAN_TYPEID},
        {"behind a capital letter", "User_" LOWER, SIZE_MAX, 0,
         GUIDON_SCAN_TYPEID},
        {"behind a digit", "v2user_" LOWER, SIZE_MAX, 0, GUIDON_SCAN_TYPEID},
        {"behind '-'", "my-user_" LOWER, 3, 1, GUIDON_SCAN_TYPEID},
        {"behind the end of a colour", "\033[muser_" LOWER, 3, 1,
         GUIDON_SCAN_TYPEID},
        {"behind a colour", "\033[1muser_" LOWER, 4, 1, GUIDON_SCAN_TYPEID},
        {"behind a line feed of JSON", "a\\nuser_" LOWER, 3, 1,
         GUIDON_SCAN_TYPEID},
        {"behind another letter of JSON", "\\bus_" LOWER, 1, 1,
         GUIDON_SCAN_TYPEID},
        {"in a URL", "%2fuser_" LOWER "%2F", 3, 1, GUIDON_SCAN_TYPEID},
        {"behind a colour", "\033[1muser_" LOWER, 4, 1, GUIDON_SCAN_TYPEID},
        {"behind a character of JSON", "\\u003cuser_" LOWER, 6, 1,
         GUIDON_SCAN_TYPEID},
        {"in upper case", "user_" ULID, SIZE_MAX, 0, GUIDON_SCAN_TYPEID},
        {"of version 4", "user_4hj44femph8cg9qb7r8zdm2j58", SIZE_MAX, 0,
         GUIDON_SCAN_TYPEID},
        {"of version 4 among ULIDs", "user_4hj44femph8cg9qb7r8zdm2j58", 5, 1,
         EVERY},
        {"a letter short", "user_01fwhe4ydgfk1shh6w1g60eec", SIZE_MAX, 0,
         GUIDON_SCAN_TYPEID},
        {"before a letter", "user_" LOWER "a", SIZE_MAX, 0, GUIDON_SCAN_TYPEID},
        {"before '_'", "user_" LOWER "_a", 0, 1, GUIDON_SCAN_TYPEID},
        {"two",
         "user_" LOWER "_"
         "user_" LOWER,
         0, 2, GUIDON_SCAN_TYPEID},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct list list;

        for (size_t step = 1; step < 100; step++) {
            find(&list, rows[i].forms, rows[i].text, strlen(rows[i].text),
                 step);
            if (list.n != rows[i].n ||
                (list.n > 0 && list.found[0].at != rows[i].at)) {
                fail_msg("%s, %zu at a time: %zu found", rows[i].why, step,
                         list.n);
            }
        }
    }
}

/* Every byte except letters and digits may stand beside an id, also 0 and 0xff.
 */
static void test_every_neighbour(void **state)
{
    char text[38];
    (void)state;

    for (unsigned c = 0; c < 256; c++) {
        struct list list;

        memcpy(text + 1, UUID, 36);
        text[0] = text[37] = (char)c;
        find(&list, ALL, text, sizeof text, sizeof text);
        assert_int_equal(list.n, !isalnum((int)c) || c > 127);
        memcpy(text + 1, ULID, 26);
        text[27] = (char)c;
        find(&list, ALL, text, 28, 28);
        assert_int_equal(list.n, !isalnum((int)c) || c > 127);
    }
}

/* Random texts of ids, parts of ids and neighbours of ids, in pieces of many
 * lengths, compared with the slow scanner. */
static void test_pieces(void **state)
{
    static const char *const parts[] = {
        UUID,    ULID,     LOWER,   LOWER,          "-", "--",   "a",
        "Z",     "7",      "_",     "\033[1m",      "[", "\\n",  "m",
        "-7cc3", "01FWHE", "98c4-", "dc0c0c07398f", "u", "017f", "\xff",
        UUID,    ULID,     LOWER,   "\033[1;31m",   " ", "\n",   ",",
        " ",     "-79b0",  "=",     "\"",           "/", "+",    ":",
        HEX,     HEX,      "%2f",   "\\u003c",      "%", "%2F",  "\\",
        "0x",    "user_",  "a_b_",  "_" LOWER,      "0", "x",    "t_" LOWER,
        ALIAS,   ALIAS_H,  ALIAS_U, "_" ALIAS_L,
    };
    uint64_t seed = 1;
    size_t ids = 0;
    (void)state;

    for (unsigned round = 0; round < 3000; round++) {
        char text[2048];
        size_t len = 0;
        struct list want, got;

        for (unsigned i = 0; i < 24; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const char *part =
                parts[(seed >> 33) % (sizeof parts / sizeof parts[0])];

            memcpy(text + len, part, strlen(part));
            len += strlen(part);
        }
        unsigned forms = round % 64;
        want.n = slow_scan(want.found, MOST, text, len, forms);
        ids += want.n;
        for (size_t step = 1; step < 90; step += 1 + round % 3) {
            find(&got, forms, text, len, step);
            assert_lists_equal(&got, &want);
        }
    }
    assert_true(ids > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_every_neighbour),
        cmocka_unit_test(test_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
