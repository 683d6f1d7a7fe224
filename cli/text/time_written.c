/* SPDX-License-Identifier: MIT */
/* time_written.c - times as people and tables write them. */
#include "time_written.h"

#include <stdint.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of the digits, or of digits and '.', that the text begins with. */
static size_t digits_len(const char *text, bool point)
{
    size_t len = 0;

    while (is_digit(text[len]) || (point && text[len] == '.')) {
        len++;
    }
    return len;
}

/* False for NUL. */
static bool is_one_of(char c, const char *marks)
{
    while (*marks != '\0' && *marks != c) {
        marks++;
    }
    return *marks != '\0';
}

/* The length of the text up to the first of some characters, or to its end. */
static size_t len_before(const char *text, const char *marks)
{
    size_t len = 0;

    while (text[len] != '\0' && !is_one_of(text[len], marks)) {
        len++;
    }
    return len;
}

/* Parse `least` to `most` digits and move *text behind them. */
static bool take_number(int64_t *out, const char **text, size_t least,
                        size_t most)
{
    size_t n = 0;

    *out = 0;
    while (n < most && is_digit(**text)) {
        *out = *out * 10 + (*(*text)++ - '0');
        n++;
    }
    return n >= least;
}

static bool take(const char **text, const char *any_of)
{
    if (!is_one_of(**text, any_of)) {
        return false;
    }
    (*text)++;
    return true;
}

/* ------------------------------------------------------------- calendar times */

/* The digits of a year end here. */
static const char *year_end(const char *text)
{
    text += *text == '+';
    return text + digits_len(text, false);
}

/* Parse a year or a month, to whose date the text `missing` belongs at `end`. */
static bool parse_completed(struct time_written *out, const char *text,
                            const char *end, const char *missing)
{
    const char *const parts[] = {text, missing, end};
    const size_t lens[] = {(size_t)(end - text), strlen(missing), strlen(end)};
    char date[64];
    size_t len = 0;

    for (size_t i = 0; i < 3; i++) {
        if (lens[i] >= sizeof date - len) {
            return false;
        }
        memcpy(date + len, parts[i], lens[i]);
        len += lens[i];
    }
    return guidon_time_parse(&out->at, &out->last, date, len, NULL) ==
           GUIDON_OK;
}

/* A year alone, or a year and a month: "2022", "2022-02", "2022-02+01:00". */
static bool parse_months(struct time_written *out, const char *text)
{
    static const char *const last_days[] = {"-31", "-30", "-29", "-28"};
    const char *end = year_end(text);
    const bool has_month = *end == '-';
    struct time_written last = *out;
    bool ok;

    if (has_month) {
        end += 1 + digits_len(end + 1, false);
    }
    if (*end && !is_one_of(*end, "Zz+")) {
        return false;
    }
    ok = parse_completed(out, text, end, has_month ? "-01" : "-01-01");
    if (!has_month) {
        ok = ok && parse_completed(&last, text, end, "-12-31");
    }
    for (size_t i = 0; ok && has_month && i < 4; i++) {
        if (parse_completed(&last, text, end, last_days[i])) {
            break;
        }
    }
    out->last = last.last;
    return ok;
}

/* Why no calendar or clock has the number at `bad_at`. */
static const char *no_such_number(const char *text, size_t bad_at)
{
    const char *day = year_end(text) + strlen("-02-");
    const char *offset;

    if (text + bad_at <= day) {
        return "the calendar has no such day";
    }
    offset = day + 2 + len_before(day + 2, "+-");
    return text + bad_at > offset ? "an offset from UTC is at most 23:59"
                                  : "a day goes from 00:00:00 to 23:59:59";
}

static bool parse_date(struct time_written *out, const char *text)
{
    const size_t date = len_before(text, "Tt ");
    size_t bad_at = 0;

    switch (
        guidon_time_parse(&out->at, &out->last, text, strlen(text), &bad_at)) {
    case GUIDON_OK:
        if (text[date] && !out->utc &&
            text[date + len_before(text + date, "Zz+-")] == '\0') {
            out->wrong = "a time of day needs Z or an offset: "
                         "2026-02-22T19:22:22Z, 2026-02-22T20:22:22+01:00";
        }
        break;
    case GUIDON_E_RANGE:
        out->wrong = no_such_number(text, bad_at);
        break;
    default:
        if (*text != '+' && year_end(text) - text > 4) {
            out->wrong = "a year after 9999 has a plus sign: +10889-08-02";
        }
        return !out->wrong && !out->utc && parse_months(out, text);
    }
    return !out->wrong;
}

/* ------------------------------------------------------------ counts since 1970 */

/* An optional fraction: "." and one to nine digits. `*unit_ns` is the length of
 * its last digit, unchanged without one. */
static bool take_fraction(guidon_time *at, uint32_t *unit_ns, const char **text)
{
    int64_t value;
    const char *from;

    if (!take(text, ".")) {
        return true;
    }
    from = *text;
    if (!take_number(&value, text, 1, 9)) {
        return false;
    }
    *unit_ns = 1;
    for (size_t digits = (size_t)(*text - from); digits < 9; digits++) {
        value *= 10;
        *unit_ns *= 10;
    }
    at->nanoseconds = (uint32_t)value;
    return true;
}

/* The time as long before 1970 as a time is behind it. */
static guidon_time turned_back(guidon_time at)
{
    return at.nanoseconds == 0
               ? (guidon_time){-at.seconds, 0}
               : (guidon_time){-at.seconds - 1, 1000000000 - at.nanoseconds};
}

/* The text behind '@': [-]digits[.digits], or [-]digits and "ms". */
static bool parse_unix(struct time_written *out, const char *text)
{
    bool before = take(&text, "-");
    uint32_t unit_ns = 1000000000;
    int64_t value;

    if (!take_number(&value, &text, 1, 17)) {
        return false;
    }
    out->at = (guidon_time){value, 0};
    if (strcmp(text, "ms") == 0) {
        out->at.seconds = value / 1000;
        out->at.nanoseconds = (uint32_t)(value % 1000) * 1000000;
        unit_ns = 1000000;
    } else if (!take_fraction(&out->at, &unit_ns, &text) || *text) {
        return false;
    }
    if (before) {
        out->at = turned_back(out->at);
    }
    out->last = out->at;
    out->last.nanoseconds += unit_ns - 1;
    return true;
}

/* A plain number: [-]digits, and in seconds a fraction. */
static bool parse_count(struct time_written *out, const char *text,
                        enum time_unit unit)
{
    static const int64_t units[] = {[TIME_S] = 1,
                                    [TIME_MS] = 1000,
                                    [TIME_US] = 1000000,
                                    [TIME_NS] = 1000000000};
    const int64_t per_second = units[unit];
    bool before = take(&text, "-");
    uint32_t unit_ns;
    int64_t high, low = 0;

    if (!take_number(&high, &text, 1, 18)) {
        return false;
    }
    if (unit == TIME_NS && take_number(&low, &text, 1, 1)) { /* 19 digits */
        out->at.seconds = high / 100000000;
        out->at.nanoseconds = (uint32_t)(high % 100000000 * 10 + low);
    } else {
        out->at.seconds = high / per_second;
        out->at.nanoseconds =
            (uint32_t)(high % per_second * (1000000000 / per_second));
    }
    if (is_digit(*text)) {
        out->wrong = unit == TIME_NS
                         ? "a time in nanoseconds has at most 19 digits"
                         : "a time in this unit has at most 18 digits";
        return false;
    }
    if ((unit == TIME_S && !take_fraction(&out->at, &unit_ns, &text)) ||
        *text) {
        return false;
    }
    if (before) {
        out->at = turned_back(out->at);
    }
    return true;
}

bool time_written_parse(struct time_written *out, const char *text)
{
    *out = (struct time_written){.wrong = NULL};
    return *text == '@' ? parse_unix(out, text + 1) : parse_date(out, text);
}

/* Why a text of a column is not a time. */
static const char *not_a_time(enum time_unit unit)
{
    switch (unit) {
    case TIME_UNIT_NONE:
        return "not a time (expected 2026-02-22, 2026-02-22T19:22:22Z, "
               "@1771788142 or @1771788142000ms)";
    case TIME_S:
        return "not a time (expected a number such as 1771788142.5, "
               "2026-02-22, 2026-02-22T19:22:22Z or @1771788142)";
    default:
        return "not a time (expected a whole number, 2026-02-22, "
               "2026-02-22T19:22:22Z or @1771788142)";
    }
}

const char *time_of_column(guidon_time *out, const char *text,
                           enum time_unit unit)
{
    const char *digits = text + (*text == '-');
    const bool number = *digits && digits[digits_len(digits, true)] == '\0';
    struct time_written written = {.utc = true};

    if (number && unit == TIME_UNIT_NONE) {
        return "a number is a time only with --time-unit s, ms, us or ns";
    }
    if (number         ? parse_count(&written, text, unit)
        : *text == '@' ? parse_unix(&written, text + 1)
                       : parse_date(&written, text)) {
        *out = written.at;
        return NULL;
    }
    return written.wrong ? written.wrong : not_a_time(unit);
}
