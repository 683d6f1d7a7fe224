/* SPDX-License-Identifier: MIT */
/* time_text.c - times to and from RFC 3339 text: calendar, clock and offset. */
#include "../core/ticks.h"
#include "../text/ascii.h"
#include <guidon/time.h>

#define DAY_SECONDS  INT64_C(86400)
#define YEAR_DIGITS  4 /* without a sign, as RFC 3339 has it */
#define YEAR_MOST    999999
#define FIRST_SECOND INT64_C(-62167219200)   /* 0000-01-01T00:00:00Z */
#define LAST_SECOND  INT64_C(31494784780799) /* 999999-12-31T23:59:59Z */

/* --------------------------------------------------------------- the calendar */

/*
 * The Gregorian calendar in whole days from 1970-01-01. A year that starts on
 * 1 March puts the leap day last, so that the days before month m (March = 0)
 * are floor((153 m + 2) / 5); 400 years have 146097 days, and 0000-03-01 is day
 * -719468. The years are counted 400 years later, so that none is negative.
 */
static int64_t days_of_date(int64_t year, int64_t month, int64_t day)
{
    const int64_t y = year + 400 - (month <= 2);
    const int64_t march_month = (month + 9) % 12;

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * march_month + 2) / 5 +
           day - 1 - 719468 - 146097;
}

struct date {
    int64_t year, month, day;
};

/* The inverse, for days of the year 0 and later. */
static struct date date_of_days(int64_t days)
{
    const int64_t from_march = days + 719468 + 146097;
    const int64_t cycle = from_march / 146097;
    const int64_t rest = from_march % 146097;
    const int64_t year =
        (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    const int64_t day = rest - (365 * year + year / 4 - year / 100);
    const int64_t march_month = (5 * day + 2) / 153;

    return (struct date){
        .year = cycle * 400 + year - 400 + (march_month >= 10),
        .month = (march_month + 2) % 12 + 1,
        .day = day - (153 * march_month + 2) / 5 + 1,
    };
}

static int64_t days_of_month(int64_t year, int64_t month)
{
    const bool is_last = month == 12;

    return days_of_date(year + is_last, is_last ? 1 : month + 1, 1) -
           days_of_date(year, month, 1);
}

/* --------------------------------------------------------------------- writing */

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

static char *put_year(char *out, int64_t year)
{
    const unsigned more = (unsigned)(year > 9999) + (year > 99999);

    return put_number(out, more ? '+' : '\0', year, YEAR_DIGITS + more);
}

guidon_status guidon_time_format(char *out, size_t out_cap, size_t *out_len,
                                 guidon_time time, unsigned digits)
{
    char text[GUIDON_TIME_TEXT_MAX];
    int64_t days, second;
    struct date date;
    char *end;
    size_t len;

    if (!gdn_time_is_sound(time) || digits > GUIDON_TIME_DIGITS_MAX) {
        return GUIDON_E_ARGUMENT;
    }
    if (time.seconds < FIRST_SECOND || time.seconds > LAST_SECOND) {
        return GUIDON_E_RANGE;
    }
    days = (time.seconds - FIRST_SECOND) / DAY_SECONDS +
           FIRST_SECOND / DAY_SECONDS;
    second = time.seconds - days * DAY_SECONDS;
    date = date_of_days(days);
    end = put_year(text, date.year);
    end = put_number(end, '-', date.month, 2);
    end = put_number(end, '-', date.day, 2);
    end = put_number(end, 'T', second / 3600, 2);
    end = put_number(end, ':', second / 60 % 60, 2);
    end = put_number(end, ':', second % 60, 2);
    if (digits > 0) {
        put_number(end, '.', time.nanoseconds, GUIDON_TIME_DIGITS_MAX);
        end += 1 + digits;
    }
    *end++ = 'Z';
    len = (size_t)(end - text);
    if (out_len) {
        *out_len = len;
    }
    if (len > out_cap) {
        return GUIDON_E_SPACE;
    }
    memcpy(out, text, len);
    return GUIDON_OK;
}

/* --------------------------------------------------------------------- reading */

/* The text that is left. After the first error, nothing more is read, and `at`
 * is where the error is. */
struct time_reader {
    const char *at, *end;
    guidon_status status;
};

static bool next_is(const struct time_reader *reader, char wanted)
{
    return reader->status == GUIDON_OK && reader->at < reader->end &&
           *reader->at == wanted;
}

static bool next_is_digit(const struct time_reader *reader)
{
    return reader->at < reader->end && gdn_is_digit(*reader->at);
}

static bool time_take(struct time_reader *reader, char wanted)
{
    const bool is_next = next_is(reader, wanted);

    reader->at += is_next;
    return is_next;
}

/* What is next is wrong. */
static void time_stop(struct time_reader *reader)
{
    if (reader->status == GUIDON_OK) {
        reader->status =
            reader->at == reader->end ? GUIDON_E_LENGTH : GUIDON_E_CHAR;
    }
}

static void time_expect(struct time_reader *reader, char wanted)
{
    if (!time_take(reader, wanted)) {
        time_stop(reader);
    }
}

/* A number of `least` to `most` digits, from `low` to `high`. */
static int64_t time_number(struct time_reader *reader, int least, int most,
                           int64_t low, int64_t high)
{
    const char *const first = reader->at;
    int64_t value = 0;

    if (reader->status != GUIDON_OK) {
        return low;
    }
    while (next_is_digit(reader) && reader->at - first < most) {
        value = value * 10 + (*reader->at++ - '0');
    }
    if (reader->at - first < least) {
        time_stop(reader);
    } else if (value < low || value > high) {
        reader->status = GUIDON_E_RANGE;
        reader->at = first;
    }
    return value;
}

static int64_t time_two_digits(struct time_reader *reader, int64_t low,
                               int64_t high)
{
    return time_number(reader, 2, 2, low, high);
}

/* The days from 1970 to a date. */
static int64_t take_date(struct time_reader *reader)
{
    const bool is_expanded = time_take(reader, '+');
    const int64_t year = time_number(
        reader, YEAR_DIGITS, is_expanded ? 6 : YEAR_DIGITS, 0, YEAR_MOST);
    int64_t month, day;

    time_expect(reader, '-');
    month = time_two_digits(reader, 1, 12);
    time_expect(reader, '-');
    if (reader->status != GUIDON_OK) {
        return 0;
    }
    day = time_two_digits(reader, 1, days_of_month(year, month));
    return days_of_date(year, month, day);
}

/* The nanoseconds of a fraction, and the length of its last digit. */
static uint32_t take_fraction(struct time_reader *reader, uint32_t *unit_ns)
{
    uint32_t scale = GDN_NS_PER_SECOND, value = 0;

    if (!next_is_digit(reader)) {
        time_stop(reader);
    }
    while (reader->status == GUIDON_OK && next_is_digit(reader)) {
        scale /= 10; /* 0 after the ninth digit */
        value += scale * (uint32_t)(*reader->at++ - '0');
    }
    *unit_ns = scale > 0 ? scale : 1;
    return value;
}

/* A time of day is added to `out`. Returns the length of its unit. */
static guidon_time take_clock(struct time_reader *reader, guidon_time *out)
{
    guidon_time unit = {60, 0};

    out->seconds += time_two_digits(reader, 0, 23) * 3600;
    time_expect(reader, ':');
    out->seconds += time_two_digits(reader, 0, 59) * 60;
    if (time_take(reader, ':')) {
        out->seconds += time_two_digits(reader, 0, 59);
        unit.seconds = 1;
        if (time_take(reader, '.')) {
            out->nanoseconds = take_fraction(reader, &unit.nanoseconds);
            unit.seconds = 0;
        }
    }
    return unit;
}

/* The seconds that the text is ahead of UTC. */
static int64_t take_offset(struct time_reader *reader)
{
    int64_t seconds;
    bool is_west;

    if (time_take(reader, 'Z') || time_take(reader, 'z')) {
        return 0;
    }
    is_west = next_is(reader, '-');
    if (!time_take(reader, '-')) {
        time_expect(reader, '+');
    }
    seconds = time_two_digits(reader, 0, 23) * 3600;
    if (time_take(reader, ':') || next_is_digit(reader)) {
        seconds += time_two_digits(reader, 0, 59) * 60;
    }
    return is_west ? -seconds : seconds;
}

/* The last nanosecond of a unit that begins at a time. */
static guidon_time last_of(guidon_time first, guidon_time unit)
{
    if (unit.nanoseconds > 0) {
        first.nanoseconds += unit.nanoseconds - 1;
        return first;
    }
    return (guidon_time){first.seconds + unit.seconds - 1,
                         GDN_NS_PER_SECOND - 1};
}

guidon_status guidon_time_parse(guidon_time *out, guidon_time *last,
                                const char *text, size_t len, size_t *bad_at)
{
    struct time_reader reader;
    guidon_time time = {0, 0};
    guidon_time unit = {DAY_SECONDS, 0};

    if (len == 0) {
        text = ""; /* NULL takes no offset */
    } else if (len > PTRDIFF_MAX) {
        len = PTRDIFF_MAX; /* nor any text a larger one */
    }
    reader = (struct time_reader){text, text + len, GUIDON_OK};
    time.seconds = take_date(&reader) * DAY_SECONDS;
    if (time_take(&reader, 'T') || time_take(&reader, 't') ||
        time_take(&reader, ' ')) {
        unit = take_clock(&reader, &time);
    }
    if (reader.status == GUIDON_OK && reader.at < reader.end) {
        time.seconds -= take_offset(&reader);
    }
    if (reader.at < reader.end) {
        time_stop(&reader);
    }
    if (reader.status == GUIDON_OK &&
        (time.seconds < FIRST_SECOND || time.seconds > LAST_SECOND)) {
        reader.status = GUIDON_E_RANGE;
        reader.at = text;
    }
    if (reader.status != GUIDON_OK) {
        if (bad_at) {
            *bad_at = (size_t)(reader.at - text);
        }
        return reader.status;
    }
    *out = time;
    if (last) {
        *last = last_of(time, unit);
    }
    return GUIDON_OK;
}
