/* SPDX-License-Identifier: MIT */
/* time_parse.c - parse times and durations. */
#include "time_parse.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define DAY_SECONDS 86400

/* Parse `least` to `most` digits and move *text behind them. */
static bool take_number(int64_t *out, const char **text, size_t least,
                        size_t most)
{
    size_t n = 0;

    *out = 0;
    while (n < most && isdigit((unsigned char)**text)) {
        *out = *out * 10 + (*(*text)++ - '0');
        n++;
    }
    return n >= least;
}

static bool take(const char **text, const char *any_of)
{
    if (**text == '\0' || !strchr(any_of, **text)) {
        return false;
    }
    (*text)++;
    return true;
}

/* A time, and the last nanosecond of the unit to which its text gives it. */
struct written {
    guidon_time at, last;
    const char *wrong; /* the error, or NULL if the format is wrong */
    bool utc; /* a time of day may lack its offset; no year or month alone */
};

/* ------------------------------------------------------------- calendar times */

/* The digits of a year end here. */
static const char *year_end(const char *text)
{
    text += *text == '+';
    return text + strspn(text, "0123456789");
}

/* Parse a year or a month, to whose date the text `missing` belongs at `end`. */
static bool parse_completed(struct written *out, const char *text,
                            const char *end, const char *missing)
{
    char date[64];
    const int len = snprintf(date, sizeof date, "%.*s%s%s", (int)(end - text),
                             text, missing, end);

    return (size_t)len < sizeof date &&
           guidon_time_parse(&out->at, &out->last, date, (size_t)len, NULL) ==
               GUIDON_OK;
}

/* A year alone, or a year and a month: "2022", "2022-02", "2022-02+01:00". */
static bool parse_months(struct written *out, const char *text)
{
    static const char *const last_days[] = {"-31", "-30", "-29", "-28"};
    const char *end = year_end(text);
    const bool has_month = *end == '-';
    struct written last = *out;
    bool ok;

    if (has_month) {
        end += 1 + strspn(end + 1, "0123456789");
    }
    if (*end && !strchr("Zz+", *end)) {
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
    offset = day + 2 + strcspn(day + 2, "+-");
    return text + bad_at > offset ? "an offset from UTC is at most 23:59"
                                  : "a day goes from 00:00:00 to 23:59:59";
}

static bool parse_date(struct written *out, const char *text)
{
    const size_t date = strcspn(text, "Tt ");
    size_t bad_at = 0;

    switch (
        guidon_time_parse(&out->at, &out->last, text, strlen(text), &bad_at)) {
    case GUIDON_OK:
        if (text[date] && !out->utc &&
            text[date + strcspn(text + date, "Zz+-")] == '\0') {
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
static bool parse_unix(struct written *out, const char *text)
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
static bool parse_count(struct written *out, const char *text,
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
    if (isdigit((unsigned char)*text)) {
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

static bool parse_written(struct written *out, const char *text)
{
    *out = (struct written){.wrong = NULL};
    return *text == '@' ? parse_unix(out, text + 1) : parse_date(out, text);
}

static bool reject(const char *text, const struct written *written,
                   const char *forms)
{
    message_usage("invalid time '%s': %s%s", ESCAPED(text),
                  written->wrong ? "" : "expected ",
                  written->wrong ? written->wrong : forms);
    return false;
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
    const bool number =
        *digits && digits[strspn(digits, "0123456789.")] == '\0';
    struct written written = {.utc = true};

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

bool time_parse(guidon_time *out, const char *text)
{
    struct written written;

    /* A text without seconds stands for a minute or more. */
    if (parse_written(&written, text) &&
        written.last.seconds == written.at.seconds) {
        *out = written.at;
        return true;
    }
    return reject(text, &written,
                  "2026-02-22T19:22:22Z, @1771788142 or @1771788142000ms");
}

bool time_parse_span(guidon_time *first, guidon_time *last, const char *text)
{
    struct written written;

    if (!parse_written(&written, text)) {
        return reject(text, &written,
                      "2026-02-22, 2026-02-22T19:22:22Z, @1771788142 or "
                      "@1771788142000ms");
    }
    *first = written.at;
    *last = written.last;
    return true;
}

bool time_parse_length(guidon_time *out, const char *text)
{
    static const char letters[] = "smhd";
    static const int64_t units[] = {1, 60, 3600, DAY_SECONDS};
    const char *at = text;
    const char *letter = letters;
    int64_t count;

    if (take_number(&count, &at, 1, 8) && *at) {
        letter = strchr(letters, *at++);
    }
    if (at == text || !letter || *at) {
        message_usage(
            "invalid duration '%s' (expected such as 90, 90s, 5m, 2h or 1d)",
            ESCAPED(text));
        return false;
    }
    *out = (guidon_time){count * units[letter - letters], 0};
    return true;
}
