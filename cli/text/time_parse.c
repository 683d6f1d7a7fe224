/* SPDX-License-Identifier: MIT */
/* time_parse.c - parse times and durations. */
#include "time_parse.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "times.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/* A time that is given to a unit. */
enum unit { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, UNITS };

struct written {
    guidon_time at;
    enum unit unit;
    int64_t year, month; /* in the time zone of the text */
    uint32_t unit_ns;    /* the last digit of a fraction; 0 without one */
    const char *wrong;   /* the error, or NULL if the format is wrong */
    bool utc;            /* a time of day without an offset is in UTC */
};

/* An optional fraction: "." and one to nine digits. */
static bool take_fraction(struct written *out, const char **text)
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
    out->unit_ns = 1;
    for (size_t digits = (size_t)(*text - from); digits < 9; digits++) {
        value *= 10;
        out->unit_ns *= 10;
    }
    out->at.nanoseconds = (uint32_t)value;
    return true;
}

/* "Z", or "+hh:mm", "+hhmm" or "+hh" with either sign, as seconds to subtract.
 * PostgreSQL writes "+00". */
static bool take_offset(int64_t *seconds, const char **text)
{
    int64_t hours, minutes = 0;
    bool west;

    *seconds = 0;
    if (take(text, "Zz")) {
        return true;
    }
    west = **text == '-';
    if (!take(text, "+-") || !take_number(&hours, text, 2, 2)) {
        return false;
    }
    if ((take(text, ":") || **text) && !take_number(&minutes, text, 2, 2)) {
        return false;
    }
    if (hours > 23 || minutes > 59) {
        return false;
    }
    *seconds = (hours * 60 + minutes) * (west ? -60 : 60);
    return true;
}

/* An offset ends the text: required behind a time of day, optional behind a
 * date. */
static bool take_ending(struct written *out, int64_t *offset, const char **text,
                        bool must)
{
    if (must && !**text) {
        out->wrong = "a time of day needs Z or an offset: "
                     "2026-02-22T19:22:22Z, 2026-02-22T20:22:22+01:00";
        return false;
    }
    return !**text || (take_offset(offset, text) && !**text);
}

/* Are the date and the time of day valid? */
static bool numbers_fit(struct written *out, const int64_t numbers[UNITS])
{
    int64_t month = numbers[MONTH], day = numbers[DAY];

    if (month < 1 || month > 12 || day < 1 ||
        day > time_days_in_month(numbers[YEAR], (unsigned)month)) {
        out->wrong = "the calendar has no such day";
        return false;
    }
    if (numbers[HOUR] > 23 || numbers[MINUTE] > 59 || numbers[SECOND] > 59) {
        out->wrong = "a day goes from 00:00:00 to 23:59:59";
        return false;
    }
    return true;
}

/* Parse a date and an optional time of day. Returns the number of numbers. */
static size_t take_numbers(int64_t numbers[UNITS], const char **text)
{
    static const char *const marks[UNITS] = {"", "-", "-", "Tt ", ":", ":"};
    size_t n;

    for (n = 0; n < UNITS; n++) {
        const char *at = *text;

        if ((n > YEAR && !take(&at, marks[n])) ||
            !take_number(&numbers[n], &at, n == YEAR ? 4 : 2,
                         n == YEAR ? 6 : 2)) {
            break;
        }
        *text = at;
    }
    return n;
}

static bool parse_date(struct written *out, const char *text)
{
    int64_t numbers[UNITS] = {0, 1, 1, 0, 0, 0};
    size_t n = take_numbers(numbers, &text);
    int64_t offset = 0;

    if (n == 0 || n == HOUR + 1 || (n == UNITS && !take_fraction(out, &text)) ||
        !take_ending(out, &offset, &text, n > HOUR && !out->utc) ||
        !numbers_fit(out, numbers)) {
        return false;
    }
    out->unit = (enum unit)(n - 1);
    out->year = numbers[YEAR];
    out->month = numbers[MONTH];
    out->at.seconds = time_days(numbers[YEAR], (unsigned)numbers[MONTH],
                                (unsigned)numbers[DAY]) *
                          DAY_SECONDS +
                      numbers[HOUR] * 3600 + numbers[MINUTE] * 60 +
                      numbers[SECOND] - offset;
    return true;
}

/* Turn a time behind 1970 into the same time before it. */
static void turn_back(guidon_time *at)
{
    at->seconds = -at->seconds; /* -(s + f) is (-s - 1) + (1 - f) */
    if (at->nanoseconds > 0) {
        at->seconds--;
        at->nanoseconds = 1000000000 - at->nanoseconds;
    }
}

/* The text behind '@': [-]digits[.digits], or [-]digits and "ms". */
static bool parse_unix(struct written *out, const char *text)
{
    bool before = take(&text, "-");
    int64_t value;

    out->unit = SECOND;
    if (!take_number(&value, &text, 1, 17)) {
        return false;
    }
    if (strcmp(text, "ms") == 0) {
        out->at.seconds = value / 1000;
        out->at.nanoseconds = (uint32_t)(value % 1000) * 1000000;
        out->unit_ns = 1000000;
    } else {
        out->at.seconds = value;
        if (!take_fraction(out, &text) || *text) {
            return false;
        }
    }
    if (before) {
        turn_back(&out->at);
    }
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
    if ((unit == TIME_S && !take_fraction(out, &text)) || *text) {
        return false;
    }
    if (before) {
        turn_back(&out->at);
    }
    return true;
}

static bool parse_written(struct written *out, const char *text)
{
    *out = (struct written){.unit = SECOND};
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
    struct written written = {.unit = SECOND, .utc = true};

    if (number && unit == TIME_UNIT_NONE) {
        return "a number is a time only with --time-unit s, ms, us or ns";
    }
    if (number         ? parse_count(&written, text, unit)
        : *text == '@' ? parse_unix(&written, text + 1)
                       : parse_date(&written, text) && written.unit >= DAY) {
        *out = written.at;
        return NULL;
    }
    return written.wrong ? written.wrong : not_a_time(unit);
}

bool time_parse(guidon_time *out, const char *text)
{
    struct written written;

    if (parse_written(&written, text) && written.unit == SECOND) {
        *out = written.at;
        return true;
    }
    return reject(text, &written,
                  "2026-02-22T19:22:22Z, @1771788142 or @1771788142000ms");
}

/* The last nanosecond of the unit to which the time is given. */
static guidon_time last_of(const struct written *written)
{
    int64_t year = written->year;
    unsigned month = (unsigned)written->month;
    int64_t days = written->unit == YEAR
                       ? time_days(year + 1, 1, 1) - time_days(year, 1, 1)
                   : written->unit == MONTH ? time_days_in_month(year, month)
                                            : 1;
    guidon_time last = {written->at.seconds - 1, 999999999};

    if (written->unit_ns > 0) { /* a fraction ends in its second */
        return (guidon_time){written->at.seconds,
                             written->at.nanoseconds + written->unit_ns - 1};
    }
    last.seconds += written->unit == SECOND   ? 1
                    : written->unit == MINUTE ? 60
                                              : days * DAY_SECONDS;
    return last;
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
    *last = last_of(&written);
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
