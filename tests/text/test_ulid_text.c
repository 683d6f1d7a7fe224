/* SPDX-License-Identifier: MIT */
/* test_ulid_text.c - write and read the 26 characters of a ULID */
#include "text_oracle.h"

#include "text/base32.h"

#define SPEC    "01ARZ3NDEKTSV4RRFFQ69G5FAV"
#define LETTERS "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz"

static const guidon_id spec = {{0x01, 0x56, 0x3e, 0x3a, 0xb5, 0xd3, 0xd6, 0x76,
                                0x4c, 0x61, 0xef, 0xb9, 0x93, 0x02, 0xbd,
                                0x5b}};

/* ------------------------------------------------------------------ vectors */

static void test_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("ulid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "ulids"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        guidon_id back = marked_id();
        size_t bad_at = 77;
        char text[26];
        uint64_t ms = 0;
        guidon_ulid_format(text, &id);
        assert_memory_equal(text, row_text(row, "ulid"), 26);
        assert_int_equal(guidon_ulid_parse(&back, text, 26, &bad_at),
                         GUIDON_OK);
        assert_id_equal(back, id);
        assert_int_equal(bad_at, 77);
        in_case(text, 26, tolower);
        back = marked_id();
        assert_int_equal(guidon_ulid_parse(&back, text, 26, NULL), GUIDON_OK);
        assert_id_equal(back, id);
        for (size_t k = 0; k < 6; k++) {
            ms = ms << 8 | id.bytes[k];
        }
        assert_true(ms == row_u64(row, "ms"));
    }
    json_decref(file);
}

/* The vectors of increments hold for the numbers too. */
static void test_increments_are_one_apart(void **state)
{
    json_t *file = vectors_load("ulid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "increments"), i, row)
    {
        guidon_id id = marked_id();
        guidon_id next = marked_id();
        if (json_is_null(json_object_get(row, "next"))) {
            continue;
        }
        assert_int_equal(
            guidon_ulid_parse(&id, row_text(row, "ulid"), 26, NULL), GUIDON_OK);
        assert_int_equal(
            guidon_ulid_parse(&next, row_text(row, "next"), 26, NULL),
            GUIDON_OK);
        for (size_t k = 16; k-- > 0 && ++id.bytes[k] == 0;) {
        }
        assert_id_equal(id, next);
    }
    json_decref(file);
}

/* Each ULID is the previous one plus one, for any clock. */
static void test_monotonic_runs_go_up_by_one(void **state)
{
    json_t *file = vectors_load("ulid.json");
    size_t i;
    json_t *row;
    guidon_id before;
    (void)state;

    json_array_foreach(vectors_rows(file, "monotonic"), i, row)
    {
        guidon_id id = marked_id();
        assert_int_equal(
            guidon_ulid_parse(&id, row_text(row, "ulid"), 26, NULL), GUIDON_OK);
        if (i == 0) {
            assert_true(guidon_ulid_ms_of(&id) == row_u64(row, "clock_ms"));
        } else {
            assert_int_equal(guidon_ulid_increment(&before), GUIDON_OK);
            assert_id_equal(id, before);
        }
        before = id;
    }
    json_decref(file);
}

static void test_refused_vectors(void **state)
{
    const guidon_id sentinel = marked_id();
    json_t *file = vectors_load("ulid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "refused"), i, row)
    {
        size_t len;
        const char *text = row_bytes(row, "text", &len);
        char *copy = exact_copy(text, len);
        guidon_id id = sentinel;
        size_t bad_at = 77;
        guidon_status status = guidon_ulid_parse(&id, copy, len, &bad_at);
        if (status != row_status(row) || bad_at != row_u64(row, "bad_at")) {
            fail_msg("%s: %s at %zu", row_text(row, "why"),
                     guidon_status_text(status), bad_at);
        }
        assert_int_equal(guidon_ulid_parse(&id, copy, len, NULL), status);
        assert_id_equal(id, sentinel);
        free(copy);
    }
    json_decref(file);
}

/* The suffixes of TypeIDs are ULIDs in lower case. */
static void test_typeid_suffixes(void **state)
{
    json_t *file = vectors_load("typeid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "valid"), i, row)
    {
        guidon_id id = marked_id();
        guidon_id want = row_id(row, "octets");
        guidon_form found = GUIDON_FORM_NCS;
        const char *suffix = row_text(row, "suffix");
        char text[26];
        char uuid[36];
        size_t len = 0;
        assert_int_equal(guidon_parse(&id, &found, suffix, strlen(suffix),
                                      GUIDON_ACCEPT(GUIDON_FORM_ULID_LOWER),
                                      NULL),
                         GUIDON_OK);
        assert_id_equal(id, want);
        assert_int_equal(strpbrk(suffix, "abcdefghjkmnpqrstvwxyz")
                             ? GUIDON_FORM_ULID_LOWER
                             : GUIDON_FORM_ULID,
                         found);
        assert_int_equal(
            guidon_format(text, sizeof text, &len, &id, GUIDON_FORM_ULID_LOWER),
            GUIDON_OK);
        assert_memory_equal(text, suffix, 26);
        guidon_uuid_format(uuid, &id);
        assert_memory_equal(uuid, row_text(row, "uuid"), 36);
    }
    json_decref(file);
}

/* A lower-case ULID can be read and is written back unchanged. */
static int is_lower_ulid(const char *text)
{
    char again[26];
    guidon_id id;

    return guidon_ulid_parse(&id, text, strlen(text), NULL) == GUIDON_OK &&
           guidon_format(again, sizeof again, NULL, &id,
                         GUIDON_FORM_ULID_LOWER) == GUIDON_OK &&
           memcmp(again, text, sizeof again) == 0;
}

/* The suffix of a TypeID follows its last underscore. The library does not
 * check prefixes, so a TypeID with a wrong prefix has a valid suffix. */
static void test_typeid_suffixes_that_are_none(void **state)
{
    json_t *file = vectors_load("typeid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "invalid"), i, row)
    {
        const char *text = row_text(row, "text");
        const char *mark_at = strrchr(text, '_');
        const char *suffix = mark_at ? mark_at + 1 : text;
        int wrong = strcmp(row_text(row, "fault"), "suffix") == 0;
        if (is_lower_ulid(suffix) == wrong) {
            fail_msg("%s", row_text(row, "why"));
        }
    }
    json_decref(file);
}

/* ------------------------------------------------------------- exhaustively */

static void test_lengths(void **state)
{
    const guidon_id sentinel = marked_id();
    (void)state;

    for (size_t len = 0; len <= 100; len++) {
        char text[100];
        memset(text, '0', sizeof text);
        memcpy(text, SPEC, 26);
        char *copy = exact_copy(text, len);
        guidon_id id = sentinel;
        size_t bad_at = 77;
        guidon_status status = guidon_ulid_parse(&id, copy, len, &bad_at);
        if (len == 26) {
            assert_int_equal(status, GUIDON_OK);
        } else {
            assert_int_equal(status, GUIDON_E_LENGTH);
            assert_int_equal(bad_at, len < 26 ? len : 26);
            assert_id_equal(id, sentinel);
        }
        free(copy);
    }
}

static void test_null_text_of_length_0(void **state)
{
    guidon_id id = spec;
    size_t bad_at = 77;
    (void)state;

    assert_int_equal(guidon_ulid_parse(&id, NULL, 0, &bad_at), GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 0);
    assert_id_equal(id, spec);
}

/* Every byte at every offset: 22 letters in two cases and ten digits are valid.
 * A first character above '7' makes the number too large. */
static void test_every_byte_at_every_offset(void **state)
{
    const guidon_id sentinel = marked_id();
    char *text = exact_copy(SPEC, 26);
    (void)state;

    for (size_t i = 0; i < 26; i++) {
        int taken = 0;
        for (int c = 0; c < 256; c++) {
            guidon_id id = sentinel;
            size_t bad_at = 77;
            int upper = c < 128 ? toupper(c) : c;
            int right = c < 128 && isalnum(c) && !strchr("ILOU", upper);
            text[i] = (char)c;
            guidon_status status = guidon_ulid_parse(&id, text, 26, &bad_at);
            if (!right) {
                assert_int_equal(status, GUIDON_E_CHAR);
                assert_int_equal(bad_at, i);
            } else if (i == 0 && c > '7') {
                assert_int_equal(status, GUIDON_E_RANGE);
                assert_int_equal(bad_at, 0);
            } else {
                char want[GUIDON_TEXT_MAX];
                oracle_write(want, &id, GUIDON_FORM_ULID);
                assert_int_equal(status, GUIDON_OK);
                assert_int_equal(want[i], upper);
                want[i] = (char)c;
                assert_memory_equal(want, text, 26);
                taken++;
                continue;
            }
            assert_id_equal(id, sentinel);
        }
        assert_int_equal(taken, i == 0 ? 8 : 54);
        text[i] = SPEC[i];
    }
    free(text);
}

/* The offset of the first invalid character; 26 if all are valid. */
static size_t first_wrong(const char *text)
{
    size_t i = 0;

    while (i < 26 && text[i] && strchr(LETTERS, text[i])) {
        i++;
    }
    return i;
}

/* If a reader adds up the faults, two of them must not cancel. */
static void test_two_faults_do_not_cancel(void **state)
{
    char text[] = SPEC;
    (void)state;

    for (size_t i = 0; i < 26; i++) {
        for (size_t k = i + 1; k < 26; k++) {
            for (int c = 0; c < 256; c++) {
                guidon_id id = marked_id();
                size_t bad_at = 26;
                text[i] = text[k] = (char)c;
                size_t wrong = first_wrong(text);
                guidon_status want = wrong < 26      ? GUIDON_E_CHAR
                                     : text[0] > '7' ? GUIDON_E_RANGE
                                                     : GUIDON_OK;
                guidon_status status =
                    guidon_ulid_parse(&id, text, 26, &bad_at);
                if (status != want ||
                    bad_at != (want == GUIDON_E_RANGE ? 0 : wrong) ||
                    (status && !is_marked(&id, sizeof id))) {
                    fail_msg("%02x at %zu and %zu: %s at %zu", (unsigned)c, i,
                             k, guidon_status_text(status), bad_at);
                }
            }
            text[k] = SPEC[k];
        }
        text[i] = SPEC[i];
    }
}

static void test_writes_26_bytes_and_no_more(void **state)
{
    char text[28];
    char *exact = malloc(26);
    (void)state;

    memset(text, '#', sizeof text);
    guidon_ulid_format(text + 1, &spec);
    assert_memory_equal(text, "#" SPEC "#", 28);
    assert_non_null(exact);
    guidon_ulid_format(exact, &spec);
    assert_memory_equal(exact, SPEC, 26);
    free(exact);
}

/* Every value of every octet, compared with text made bit by bit. */
static void test_every_octet_value(void **state)
{
    (void)state;

    for (size_t i = 0; i < 16; i++) {
        for (unsigned v = 0; v < 256; v++) {
            char text[26];
            char want[GUIDON_TEXT_MAX];
            guidon_id id = spec;
            guidon_id back = marked_id();
            id.bytes[i] = (unsigned char)v;
            guidon_ulid_format(text, &id);
            oracle_write(want, &id, GUIDON_FORM_ULID);
            assert_memory_equal(text, want, 26);
            assert_int_equal(guidon_ulid_parse(&back, text, 26, NULL),
                             GUIDON_OK);
            assert_id_equal(back, id);
        }
    }
}

static void test_bad_at_is_26_where_no_letter_is_wrong(void **state)
{
    (void)state;

    assert_int_equal(gdn_base32_bad_at(SPEC), 26);
    assert_int_equal(gdn_base32_bad_at("ZZZZZZZZZZZZZZZZZZZZZZZZZZ"), 26);
    assert_int_equal(gdn_base32_bad_at("ZZZZZZZZZZZZZZZZZZZZZZZZZU"), 25);
}

/* ---------------------------------------------------------- other alphabets */

/* RFC 4648's base 32 pads on the right; Crockford's number has its zeros in
 * front. Written with RFC 4648's letters they still differ (C4). */
static void test_is_not_rfc_4648_base32(void **state)
{
    static const char rfc4648[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    guidon_id id = {{0}};
    char ours[26];
    char padded[26];
    (void)state;

    id.bytes[0] = 0x80;
    oracle_bits(padded, &id, 5, 0, rfc4648);
    assert_memory_equal(padded, "QAAAAAAAAAAAAAAAAAAAAAAAAA", 26);
    assert_int_equal(guidon_ulid_format_alphabet(ours, &id, rfc4648),
                     GUIDON_OK);
    assert_memory_equal(ours, "EAAAAAAAAAAAAAAAAAAAAAAAAA", 26);
}

static void test_alphabet_is_used_for_every_letter(void **state)
{
    uint64_t seed = 5;
    (void)state;

    for (int n = 0; n < 500; n++) {
        unsigned char first = (unsigned char)draw(&seed);
        guidon_id id = random_id(&seed);
        char alphabet[32];
        char text[26];
        char want[GUIDON_TEXT_MAX];
        for (unsigned v = 0; v < 32; v++) { /* any bytes, NUL too */
            alphabet[v] = (char)(unsigned char)(first + v * 7);
        }
        assert_int_equal(guidon_ulid_format_alphabet(text, &id, alphabet),
                         GUIDON_OK);
        oracle_bits(want, &id, 5, 2, alphabet);
        assert_memory_equal(text, want, 26);
    }
}

/* Letters that differ only in the high bit or in case are different. */
static void test_alphabet_letters_are_told_by_all_their_bits(void **state)
{
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    static const char others[] = {'a', '\xc1'};
    guidon_id id = {{0}};
    (void)state;

    for (size_t i = 0; i < sizeof others; i++) {
        char alphabet[32];
        char text[26];
        memcpy(alphabet, letters, 32);
        alphabet[0] = others[i]; /* and 'A', which is 0x41, at 10 */
        assert_int_equal(guidon_ulid_format_alphabet(text, &id, alphabet),
                         GUIDON_OK);
        assert_int_equal(text[0], others[i]);
    }
}

static void test_alphabet_of_equal_letters_is_refused(void **state)
{
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    (void)state;

    for (size_t i = 0; i < 32; i++) {
        for (size_t k = i + 1; k < 32; k++) {
            char alphabet[32];
            char text[26] = "as before";
            memcpy(alphabet, letters, 32);
            alphabet[k] = alphabet[i];
            assert_int_equal(guidon_ulid_format_alphabet(text, &spec, alphabet),
                             GUIDON_E_ARGUMENT);
            assert_string_equal(text, "as before");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_both_ways),
        cmocka_unit_test(test_increments_are_one_apart),
        cmocka_unit_test(test_monotonic_runs_go_up_by_one),
        cmocka_unit_test(test_refused_vectors),
        cmocka_unit_test(test_typeid_suffixes),
        cmocka_unit_test(test_typeid_suffixes_that_are_none),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_null_text_of_length_0),
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_two_faults_do_not_cancel),
        cmocka_unit_test(test_writes_26_bytes_and_no_more),
        cmocka_unit_test(test_every_octet_value),
        cmocka_unit_test(test_bad_at_is_26_where_no_letter_is_wrong),
        cmocka_unit_test(test_is_not_rfc_4648_base32),
        cmocka_unit_test(test_alphabet_is_used_for_every_letter),
        cmocka_unit_test(test_alphabet_letters_are_told_by_all_their_bits),
        cmocka_unit_test(test_alphabet_of_equal_letters_is_refused),
    };

    return cmocka_run_group_tests_name("ulid_text", tests, NULL, NULL);
}
