/* SPDX-License-Identifier: MIT */
/* Times as text: every vector, every cut of a text, and days of a whole cycle of
 * the calendar against a count of days. */
#include "../support/vectors.h"

#include <string.h>

#define DAY 86400

static guidon_time time_of(json_t *row, const char *seconds,
                           const char *nanoseconds)
{
    return (guidon_time){row_i64(row, seconds),
                         (uint32_t)row_u64(row, nanoseconds)};
}

static void assert_time(const char *why, guidon_time got, guidon_time want)
{
    if (got.seconds != want.seconds || got.nanoseconds != want.nanoseconds) {
        fail_msg("%s: %lld.%09u, not %lld.%09u", why, (long long)got.seconds,
                 (unsigned)got.nanoseconds, (long long)want.seconds,
                 (unsigned)want.nanoseconds);
    }
}

static guidon_status status_named(const char *name)
{
    return strcmp(name, "length") == 0 ? GUIDON_E_LENGTH
           : strcmp(name, "char") == 0 ? GUIDON_E_CHAR
                                       : GUIDON_E_RANGE;
}

static void check_parse(json_t *row)
{
    const char *why = row_text(row, "why");
    const char *text = row_text(row, "text");
    guidon_time time, last;

    assert_int_equal(guidon_time_parse(&time, &last, text, strlen(text), NULL),
                     GUIDON_OK);
    assert_time(why, time, time_of(row, "seconds", "nanoseconds"));
    assert_time(why, last, time_of(row, "last_seconds", "last_nanoseconds"));
}

static void check_refused(json_t *row)
{
    const char *why = row_text(row, "why");
    const char *text = row_text(row, "text");
    guidon_time time = {1, 2}, last = {3, 4};
    size_t bad_at = 99;
    guidon_status status =
        guidon_time_parse(&time, &last, text, strlen(text), &bad_at);

    if (status != status_named(row_text(row, "status")) ||
        bad_at != row_u64(row, "bad_at")) {
        fail_msg("%s: status %d at %zu", why, (int)status, bad_at);
    }
    assert_time(why, time, (guidon_time){1, 2});
    assert_time(why, last, (guidon_time){3, 4});
}

static void check_format(json_t *row)
{
    const char *want = row_text(row, "text");
    const guidon_time time = time_of(row, "seconds", "nanoseconds");
    const unsigned digits = (unsigned)row_u64(row, "digits");
    const size_t want_len = strlen(want);
    char text[GUIDON_TIME_TEXT_MAX + 1];
    size_t len = 0;

    memset(text, '#', sizeof text);
    assert_int_equal(guidon_time_format(text, want_len - 1, &len, time, digits),
                     GUIDON_E_SPACE);
    assert_int_equal(text[0], '#');
    assert_int_equal(len, want_len);
    assert_int_equal(guidon_time_format(text, want_len, &len, time, digits),
                     GUIDON_OK);
    assert_int_equal(len, want_len);
    assert_memory_equal(text, want, want_len);
    assert_int_equal(text[want_len], '#');
}

static void check_no_format(json_t *row)
{
    char text[GUIDON_TIME_TEXT_MAX] = "unchanged";

    assert_int_equal(guidon_time_format(text, sizeof text, NULL,
                                        time_of(row, "seconds", "nanoseconds"),
                                        3),
                     GUIDON_E_RANGE);
    assert_string_equal(text, "unchanged");
}

static void test_vectors(void **unused)
{
    (void)unused;
    vectors_each("time_text.json", "parse", check_parse);
    vectors_each("time_text.json", "format", check_format);
    vectors_each("time_text.json", "format_range", check_no_format);
    vectors_each("time_text.json", "refuse", check_refused);
}

/* A part of a text from memory of just its length, which sanitizers watch. */
static guidon_status parse_part(guidon_time *out, size_t *bad_at,
                                const char *text, size_t len)
{
    char *own = test_malloc(len + (len == 0));
    guidon_status status;

    memcpy(own, text, len);
    status = guidon_time_parse(out, NULL, own, len, bad_at);
    test_free(own);
    return status;
}

/* No byte behind the text is read, and a text that ends too early says so. */
static void check_cuts(json_t *row)
{
    const char *text = row_text(row, "text");

    for (size_t len = 0; text[len]; len++) {
        size_t bad_at = 99;
        guidon_time time;
        guidon_status status = parse_part(&time, &bad_at, text, len);

        if (status != GUIDON_OK) {
            assert_int_equal(status, GUIDON_E_LENGTH);
            assert_int_equal(bad_at, len);
        }
    }
}

static void test_every_cut_of_a_text(void **unused)
{
    (void)unused;
    vectors_each("time_text.json", "parse", check_cuts);
}

/* A NUL is a character. */
static void test_a_nul_ends_no_text(void **unused)
{
    static const char text[] = "2022-02-22\0";
    guidon_time time;
    size_t bad_at = 99;

    (void)unused;
    assert_int_equal(guidon_time_parse(&time, NULL, text, sizeof text, &bad_at),
                     GUIDON_E_CHAR);
    assert_int_equal(bad_at, 10);
}

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int64_t year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Both ways, for each day of years counted one after the other from a known day. */
static void check_days(int64_t seconds, int64_t year, int64_t years)
{
    for (int64_t end = year + years; year < end; year++) {
        for (int month = 1; month <= 12; month++) {
            for (int day = 1; day <= days_in(year, month); day++) {
                char want[40], got[GUIDON_TIME_TEXT_MAX];
                size_t len;
                guidon_time time;
                int n = snprintf(
                    want, sizeof want, "%s%04lld-%02d-%02dT23:59:59Z",
                    year > 9999 ? "+" : "", (long long)year, month, day);

                seconds += DAY;
                assert_int_equal(
                    guidon_time_format(got, sizeof got, &len,
                                       (guidon_time){seconds - 1, 0}, 0),
                    GUIDON_OK);
                assert_int_equal(len, n);
                assert_memory_equal(got, want, len);
                assert_int_equal(
                    guidon_time_parse(&time, NULL, want, len, NULL), GUIDON_OK);
                assert_true(time.seconds == seconds - 1);
            }
            char past[40];
            size_t bad_at = 0;
            guidon_time time;
            int n = snprintf(past, sizeof past, "%s%04lld-%02d-%02d",
                             year > 9999 ? "+" : "", (long long)year, month,
                             days_in(year, month) + 1);

            assert_int_equal(
                guidon_time_parse(&time, NULL, past, (size_t)n, &bad_at),
                GUIDON_E_RANGE);
            assert_int_equal(bad_at, n - 2);
        }
    }
}

static void test_each_day_of_400_years(void **unused)
{
    (void)unused;
    check_days(INT64_C(-62167219200), 0, 401);
    check_days(0, 1970, 140);
    check_days(INT64_C(253370764800), 9999, 3);
}

static void test_mistakes_of_the_caller(void **unused)
{
    char text[GUIDON_TIME_TEXT_MAX] = "unchanged";

    (void)unused;
    assert_int_equal(guidon_time_format(text, sizeof text, NULL,
                                        (guidon_time){0, 1000000000}, 3),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_time_format(text, sizeof text, NULL,
                                        (guidon_time){0, 0},
                                        GUIDON_TIME_DIGITS_MAX + 1),
                     GUIDON_E_ARGUMENT);
    assert_string_equal(text, "unchanged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_every_cut_of_a_text),
        cmocka_unit_test(test_a_nul_ends_no_text),
        cmocka_unit_test(test_each_day_of_400_years),
        cmocka_unit_test(test_mistakes_of_the_caller),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
