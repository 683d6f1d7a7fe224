/* SPDX-License-Identifier: MIT */
/* test_query.c - places of parts, and distances of garbled texts by a slow model. */
#include "core_test.h"

#include <string.h>

#define UUID "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
#define HEX  "017f22e279b07cc398c4dc0c0c07398f"
#define ULID "01FWHE4YDGFK1SHH6W1G60EECF"

static guidon_id id_of(const char *text)
{
    guidon_id id;

    assert_int_equal(
        guidon_parse(&id, NULL, text, strlen(text), GUIDON_ACCEPT_ANY, 0, NULL),
        GUIDON_OK);
    return id;
}

static unsigned rank_of(const char *text, const guidon_id *whole,
                        guidon_query_kind kind, const guidon_id *id)
{
    guidon_query query;
    unsigned char rank = 99;

    assert_int_equal(guidon_query_init(&query, text, strlen(text), whole, kind),
                     GUIDON_OK);
    guidon_query_rank_many(&rank, &query, id, 1);
    assert_int_equal(guidon_query_rank(&query, id), rank);
    return rank;
}

static void test_places(void **state)
{
    static const struct {
        const char *text;
        unsigned rank;
    } rows[] = {
        {UUID, GUIDON_QUERY_WHOLE},     {HEX, GUIDON_QUERY_WHOLE},
        {"8f", GUIDON_QUERY_TAIL},      {"0-7398F", GUIDON_QUERY_TAIL},
        {"017f", GUIDON_QUERY_HEAD},    {"0", GUIDON_QUERY_HEAD},
        {"17f", GUIDON_QUERY_MIDDLE},   {"07398", GUIDON_QUERY_MIDDLE},
        {"c0c0c", GUIDON_QUERY_MIDDLE}, {"7e", GUIDON_QUERY_NONE},
        {"018f", GUIDON_QUERY_NONE},
    };
    const guidon_id id = id_of(UUID),
                    other = id_of("919108f7-52d1-4320-9bac-f847db4148a8");

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rank_of(rows[i].text, NULL, GUIDON_QUERY_DIGITS, &id) !=
            rows[i].rank) {
            fail_msg("%s", rows[i].text);
        }
    }
    assert_int_equal(rank_of(ULID, &id, GUIDON_QUERY_DIGITS, &id),
                     GUIDON_QUERY_WHOLE);
    assert_int_equal(rank_of(ULID, &id, GUIDON_QUERY_DIGITS, &other),
                     GUIDON_QUERY_NONE);
}

static void test_texts(void **state)
{
    guidon_query query;
    char out[GUIDON_TEXT_MAX];
    size_t len;

    (void)state;
    assert_int_equal(
        guidon_query_init(&query, "1SHH6", 5, NULL, GUIDON_QUERY_TEXT),
        GUIDON_OK);
    assert_int_equal(guidon_query_rank_text(&query, ULID, 26),
                     GUIDON_QUERY_MIDDLE);
    assert_int_equal(guidon_query_rank_text(&query, ULID, 17),
                     GUIDON_QUERY_TAIL);
    assert_int_equal(guidon_query_rank_text(&query, "1SHH6", 5),
                     GUIDON_QUERY_WHOLE);
    assert_int_equal(guidon_query_rank_text(&query, "1SHH", 4),
                     GUIDON_QUERY_NONE);
    assert_int_equal(
        guidon_query_init(&query, NULL, 5, NULL, GUIDON_QUERY_TEXT),
        GUIDON_E_ARGUMENT);
    /* By another query it is no place. */
    assert_int_equal(guidon_query_init(&query, UUID, strlen(UUID), NULL,
                                       GUIDON_QUERY_DIGITS),
                     GUIDON_OK);
    assert_int_equal(guidon_query_rank_text(&query, UUID, strlen(UUID)),
                     GUIDON_QUERY_NONE);
    assert_int_equal(guidon_query_init(&query, "URN:UUID:" UUID,
                                       strlen("URN:UUID:" UUID), NULL,
                                       GUIDON_QUERY_NEAR),
                     GUIDON_OK);
    assert_int_equal(guidon_query_init(&query, "urn:uuid:{" UUID "}",
                                       strlen("urn:uuid:{" UUID "}"), NULL,
                                       GUIDON_QUERY_NEAR),
                     GUIDON_OK);
    assert_int_equal(guidon_query_text(out, sizeof out, &len, &query),
                     GUIDON_OK);
    assert_int_equal(len, 32);
    assert_memory_equal(out, HEX, 32);
}

static void test_what_is_refused(void **state)
{
    static char long_text[GUIDON_TEXT_MAX + 1];
    static const struct {
        const char *text;
        guidon_query_kind kind;
        guidon_status status;
    } rows[] = {
        {"", GUIDON_QUERY_DIGITS, GUIDON_E_CHAR},
        {"-", GUIDON_QUERY_DIGITS, GUIDON_E_CHAR},
        {"0g", GUIDON_QUERY_DIGITS, GUIDON_E_CHAR},
        {HEX "0", GUIDON_QUERY_DIGITS, GUIDON_E_CHAR},
        {"", GUIDON_QUERY_TEXT, GUIDON_E_LENGTH},
        {long_text, GUIDON_QUERY_TEXT, GUIDON_E_LENGTH},
        {"", GUIDON_QUERY_NEAR, GUIDON_E_LENGTH},
        {"0123456789abcdef0123456", GUIDON_QUERY_NEAR, GUIDON_E_LENGTH},
        {"0123456789abcdef0123456789abc", GUIDON_QUERY_NEAR, GUIDON_E_LENGTH},
        {HEX "abc", GUIDON_QUERY_NEAR, GUIDON_E_LENGTH},
        {long_text, GUIDON_QUERY_NEAR, GUIDON_E_LENGTH},
        {HEX, (guidon_query_kind)3, GUIDON_E_ARGUMENT},
    };
    guidon_query query;

    (void)state;
    memset(long_text, 'a', sizeof long_text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t len =
            rows[i].text == long_text ? sizeof long_text : strlen(rows[i].text);

        assert_int_equal(
            guidon_query_init(&query, rows[i].text, len, NULL, rows[i].kind),
            rows[i].status);
    }
}

/* ------------------------------------------------------------------- distances */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The distance by the whole table. */
static unsigned slow_distance(const char *a, const char *b)
{
    static unsigned rows[64][64];
    const size_t n = strlen(a), m = strlen(b);

    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                rows[i][j] = (unsigned)(i + j);
                continue;
            }
            rows[i][j] = least(rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                               least(rows[i - 1][j], rows[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1]) {
                rows[i][j] = least(rows[i][j], rows[i - 2][j - 2] + 1);
            }
        }
    }
    return rows[n][m];
}

static uint64_t seed = 1;
static unsigned any(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* Make a mistake in a text. */
static void garble(char *text)
{
    const size_t len = strlen(text), at = any((unsigned)len - 1);
    const char c = "0123456789abcdef"[any(16)];

    switch (any(4)) {
    case 0:
        memmove(text + at, text + at + 1, len - at);
        break;
    case 1:
        memmove(text + at + 1, text + at, len - at + 1);
        text[at] = c;
        break;
    case 2:
        text[at] = c;
        break;
    default:
        text[len] = text[at];
        text[at] = text[at + 1];
        text[at + 1] = text[len];
        text[len] = '\0';
    }
}

static void test_distances(void **state)
{
    const guidon_id id = id_of(UUID);
    unsigned found[5] = {0};

    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        char text[64] = HEX;
        unsigned due;

        for (unsigned i = any(5); i > 0; i--) {
            garble(text);
        }
        due = least(slow_distance(text, HEX), 4);
        if (strlen(text) >= 30 && strlen(text) <= 34) {
            if (rank_of(text, NULL, GUIDON_QUERY_NEAR, &id) != due) {
                fail_msg("%s is at %u", text, due);
            }
            found[due]++;
        }
    }
    for (unsigned i = 0; i < 5; i++) {
        assert_true(found[i] > 100);
    }
    assert_int_equal(
        rank_of("o1fwhe4ydgfkLshh6wig60eecf", NULL, GUIDON_QUERY_NEAR, &id), 0);
    assert_int_equal(
        rank_of("01FWHE4YDGFK1SHH6W1G60EEC", NULL, GUIDON_QUERY_NEAR, &id), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_distances),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
