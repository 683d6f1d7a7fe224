/* SPDX-License-Identifier: MIT */
/* time_text.c - write and parse times. */
#include "time_text.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DAY_SECONDS 86400

/*
 * The proleptic Gregorian calendar in whole days from 1970-01-01. A year that
 * starts on 1 March puts the leap day last, so that the days before month m
 * (March = 0) are floor((153 m + 2) / 5); 400 years have 146097 days, and
 * 0000-03-01 is day -719468.
 */
static int64_t days_of(int64_t year, unsigned month, unsigned day)
{
    int64_t y = month > 2 ? year : year - 1;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t year_of_era = y - era * 400;
    int64_t march_month = month > 2 ? month - 3 : month + 9;
    int64_t day_of_year = (153 * march_month + 2) / 5 + day - 1;

    return era * 146097 + year_of_era * 365 + year_of_era / 4 -
           year_of_era / 100 + day_of_year - 719468;
}

static void date_of(int64_t *year, unsigned *month, unsigned *day, int64_t days)
{
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t day_of_era = z - era * 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
                           day_of_era / 146096) /
                          365;
    int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t march_month = (5 * day_of_year + 2) / 153;

    *day = (unsigned)(day_of_year - (153 * march_month + 2) / 5 + 1);
    *month = (unsigned)(march_month < 10 ? march_month + 3 : march_month - 9);
    *year = year_of_era + era * 400 + (*month <= 2);
}

static unsigned days_in_month(int64_t year, unsigned month)
{
    int64_t next =
        month < 12 ? days_of(year, month + 1, 1) : days_of(year + 1, 1, 1);

    return (unsigned)(next - days_of(year, month, 1));
}

/* Whole days, rounded down. */
static int64_t whole_days(int64_t seconds)
{
    int64_t days = seconds / DAY_SECONDS;

    return seconds % DAY_SECONDS < 0 ? days - 1 : days;
}

int64_t time_month(int64_t seconds)
{
    int64_t year;
    unsigned month, day;

    date_of(&year, &month, &day, whole_days(seconds));
    return year * 12 + month - 1;
}

int64_t time_of_month(int64_t month)
{
    return days_of(month / 12, (unsigned)(month % 12) + 1, 1) * DAY_SECONDS;
}

/* ------------------------------------------------------------------ parsing */

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
        day > days_in_month(numbers[YEAR], (unsigned)month)) {
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
        !take_ending(out, &offset, &text, n > HOUR) ||
        !numbers_fit(out, numbers)) {
        return false;
    }
    out->unit = (enum unit)(n - 1);
    out->year = numbers[YEAR];
    out->month = numbers[MONTH];
    out->at.seconds = days_of(numbers[YEAR], (unsigned)numbers[MONTH],
                              (unsigned)numbers[DAY]) *
                          DAY_SECONDS +
                      numbers[HOUR] * 3600 + numbers[MINUTE] * 60 +
                      numbers[SECOND] - offset;
    return true;
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
    if (before) { /* -(s + f) is (-s - 1) + (1 - f) */
        out->at.seconds = -out->at.seconds;
        if (out->at.nanoseconds > 0) {
            out->at.seconds--;
            out->at.nanoseconds = 1000000000 - out->at.nanoseconds;
        }
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

const char *time_try(guidon_time *out, const char *text)
{
    struct written written;

    if (parse_written(&written, text) && written.unit == SECOND) {
        *out = written.at;
        return NULL;
    }
    return written.wrong ? written.wrong
                         : "not a time (expected 2026-02-22T19:22:22Z, "
                           "@1771788142 or @1771788142000ms)";
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
                       ? days_of(year + 1, 1, 1) - days_of(year, 1, 1)
                   : written->unit == MONTH ? days_in_month(year, month)
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

/* ------------------------------------------------------------------ writing */

/* Write `mark`, unless it is NUL, and a number with leading zeros. Returns the
 * end. */
static char *put_number(char *out, char mark, int64_t number, unsigned digits)
{
    if (mark) {
        *out++ = mark;
    }
    for (unsigned i = digits; i-- > 0;) {
        out[i] = (char)('0' + number % 10);
        number /= 10;
    }
    return out + digits;
}

const char *time_format(char out[TIME_TEXT_MAX], guidon_time t, unsigned digits)
{
    int64_t days = whole_days(t.seconds);
    int64_t second = t.seconds - days * DAY_SECONDS;
    int64_t year;
    unsigned month, day;
    unsigned year_digits = 4;
    char *at;

    date_of(&year, &month, &day, days);
    for (int64_t rest = year / 10000; rest > 0; rest /= 10) {
        year_digits++;
    }
    at = put_number(out, '\0', year, year_digits);
    at = put_number(at, '-', month, 2);
    at = put_number(at, '-', day, 2);
    at = put_number(at, 'T', second / 3600, 2);
    at = put_number(at, ':', second / 60 % 60, 2);
    at = put_number(at, ':', second % 60, 2);
    if (digits > 0) {
        put_number(at, '.', t.nanoseconds, 9);
        at += 1 + digits;
    }
    memcpy(at, "Z", 2);
    return out;
}

const char *time_format_local(char out[TIME_TEXT_MAX], guidon_time t,
                              unsigned digits)
{
    struct tm local;
    time_t seconds = (time_t)t.seconds;
    long minutes = localtime_r(&seconds, &local) ? local.tm_gmtoff / 60 : 0;
    long size = minutes < 0 ? -minutes : minutes;
    size_t len;

    t.seconds += minutes * 60;
    time_format(out, t, digits);
    len = strlen(out) - 1; /* without the 'Z' */
    snprintf(out + len, TIME_TEXT_MAX - len, "%c%02ld:%02ld",
             minutes < 0 ? '-' : '+', size / 60, size % 60);
    return out;
}

bool time_is_before(guidon_time a, guidon_time b)
{
    return a.seconds < b.seconds ||
           (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}

bool time_is_in_this_century(guidon_time t)
{
    return t.seconds >= INT64_C(946684800) && /* 2000-01-01 */
           t.seconds < INT64_C(4102444800);   /* 2100-01-01 */
}

/* Keep the text of a time. Its seconds are no key outside of this century, where
 * a year may have more digits. */
static void keep_time(struct time_text *last, guidon_time t, unsigned digits,
                      bool local)
{
    const char *text = local ? time_format_local(last->text, t, digits)
                             : time_format(last->text, t, digits);

    last->len = strlen(text);
    last->seconds = t.seconds;
    last->digits = time_is_in_this_century(t) ? digits : 0;
}

size_t time_format_next(char out[TIME_TEXT_MAX], struct time_text *last,
                        guidon_time t, unsigned digits, bool local)
{
    static const uint32_t units[] = {1000000000, 100000000, 10000000, 1000000,
                                     100000,     10000,     1000,     100,
                                     10,         1};
    char *const fraction = out + sizeof "2022-02-22T19:22:22." - 1;
    const bool same = last->digits == digits && last->seconds == t.seconds;

    if (!same) {
        keep_time(last, t, digits, local);
    }
    memcpy(out, last->text, sizeof last->text);
    if (same) {
        uint32_t rest = t.nanoseconds / units[digits];

        for (char *digit = fraction + digits; digit > fraction; rest /= 10) {
            *--digit = (char)('0' + rest % 10);
        }
    }
    return last->len;
}

const char *time_relative(char out[TIME_TEXT_MAX], guidon_time t,
                          guidon_time now)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {
        {31556952, "year"}, /* the Gregorian mean: 365.2425 days */
        {2629746, "month"}, /* a twelfth of it */
        {86400, "day"},     {3600, "hour"}, {60, "minute"}, {1, "second"},
    };
    int64_t difference = t.seconds - now.seconds;
    int64_t size = difference < 0 ? -difference : difference;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        int64_t count = size / units[i].seconds;

        if (count > 0) {
            snprintf(out, TIME_TEXT_MAX, "%s%" PRId64 " %s%s%s",
                     difference > 0 ? "in " : "", count, units[i].name,
                     count > 1 ? "s" : "", difference < 0 ? " ago" : "");
            return out;
        }
    }
    snprintf(out, TIME_TEXT_MAX, "now");
    return out;
}

guidon_time time_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (guidon_time){now.tv_sec, (uint32_t)now.tv_nsec};
}
