/* SPDX-License-Identifier: MIT */
/* times.c - ISO 8601 text and civil dates to Unix milliseconds and back. */
#include "guidon_sqlite.h"

#define MS_OF_DAY         INT64_C(86400000)
#define LAST_YEAR_9999_MS INT64_C(253402300799999)

/* -------------------------------------------------------------- civil dates */

/*
 * Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
 *
 * The year begins in March here, so that the leap day is its last day. Then
 * month m of this year, with March = 0, begins on day (153 m + 2) / 5.
 */
static int64_t days_of_date(int64_t year, int month, int day)
{
    int64_t y = year - (month <= 2) + 400; /* not negative in the year 0 */
    int64_t m = (month + 9) % 12;

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day -
           719469 - 146097;
}

struct civil_date {
    int64_t year;
    int month, day;
};

/* The inverse, for days from 0000-03-01 on. 146097 days are 400 years. */
static struct civil_date date_of_days(int64_t days)
{
    int64_t from_march_0 = days + 719468;
    int64_t era = from_march_0 / 146097;
    int64_t rest = from_march_0 % 146097;
    int64_t year = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    int64_t day = rest - (365 * year + year / 4 - year / 100);
    int64_t m = (5 * day + 2) / 153;
    struct civil_date date = {
        .year = era * 400 + year + (m >= 10),
        .month = (int)((m + 2) % 12 + 1),
        .day = (int)(day - (153 * m + 2) / 5 + 1),
    };

    return date;
}

static int days_in_month(int year, int month)
{
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month - 1] + (month == 2 && leap);
}

int gdnsq_datetime(char out[GDNSQ_DATETIME_MAX], int64_t ms, char between)
{
    int64_t days = ms / MS_OF_DAY - (ms % MS_OF_DAY < 0);
    int rest = (int)(ms - days * MS_OF_DAY);
    struct civil_date date = date_of_days(days);

    sqlite3_snprintf(
        GDNSQ_DATETIME_MAX, out, "%04lld-%02d-%02d%c%02d:%02d:%02d.%03d",
        (long long)date.year, date.month, date.day, between, rest / 3600000,
        rest / 60000 % 60, rest / 1000 % 60, rest % 1000);
    return (int)strlen(out);
}

void gdnsq_datetime_result(sqlite3_context *context, int64_t ms)
{
    char text[GDNSQ_DATETIME_MAX];

    if (ms <= LAST_YEAR_9999_MS) {
        int len = gdnsq_datetime(text, ms, ' ');

        sqlite3_result_text(context, text, len, SQLITE_TRANSIENT);
    }
}

/* ------------------------------------------------------------- ISO 8601 text */

/* The text that is left, and whether all before it was right. */
struct iso_text {
    const char *at, *end;
    bool ok;
};

static bool iso_next_is(const struct iso_text *text, char wanted)
{
    return text->at < text->end && *text->at == wanted;
}

static void iso_expect(struct iso_text *text, char wanted)
{
    text->ok = text->ok && iso_next_is(text, wanted);
    text->at += text->ok;
}

/* A number of exactly `digits` digits, from `low` to `high`. */
static int iso_number(struct iso_text *text, int digits, int low, int high)
{
    int value = 0;

    for (int i = 0; text->ok && i < digits; i++) {
        text->ok = text->at < text->end && *text->at >= '0' && *text->at <= '9';
        if (text->ok) {
            value = value * 10 + (*text->at++ - '0');
        }
    }
    text->ok = text->ok && value >= low && value <= high;
    return text->ok ? value : low;
}

static int64_t iso_date(struct iso_text *text)
{
    int year = iso_number(text, 4, 0, 9999);
    int month, day;

    iso_expect(text, '-');
    month = iso_number(text, 2, 1, 12);
    iso_expect(text, '-');
    day = iso_number(text, 2, 1, days_in_month(year, month));
    return days_of_date(year, month, day) * MS_OF_DAY;
}

/* The milliseconds of a fraction, rounded towards the past. */
static int iso_fraction(struct iso_text *text)
{
    int ms = 0, scale = 100;
    const char *first = text->at;

    while (text->at < text->end && *text->at >= '0' && *text->at <= '9') {
        ms += scale * (*text->at++ - '0');
        scale /= 10;
    }
    text->ok = text->ok && text->at > first;
    return ms;
}

static int64_t iso_clock(struct iso_text *text)
{
    int64_t ms = iso_number(text, 2, 0, 23) * INT64_C(3600000);

    iso_expect(text, ':');
    ms += iso_number(text, 2, 0, 59) * INT64_C(60000);
    if (text->ok && iso_next_is(text, ':')) {
        text->at++;
        ms += iso_number(text, 2, 0, 59) * INT64_C(1000);
        if (text->ok && iso_next_is(text, '.')) {
            text->at++;
            ms += iso_fraction(text);
        }
    }
    return ms;
}

/* The milliseconds that the zone is ahead of UTC. No zone means UTC. The offset is
 * +01:00, +0100, or +01 as PostgreSQL and DuckDB write it. */
static int64_t iso_zone(struct iso_text *text)
{
    int64_t sign, ms;

    if (iso_next_is(text, 'Z')) {
        text->at++;
        return 0;
    }
    if (!iso_next_is(text, '+') && !iso_next_is(text, '-')) {
        return 0;
    }
    sign = *text->at++ == '-' ? -1 : 1;
    ms = iso_number(text, 2, 0, 23) * INT64_C(3600000);
    if (text->ok && text->at < text->end) {
        text->at += iso_next_is(text, ':');
        ms += iso_number(text, 2, 0, 59) * INT64_C(60000);
    }
    return sign * ms;
}

static bool read_iso(int64_t *ms, const char *first, size_t len)
{
    struct iso_text text = {first, first + len, true};
    int64_t time = iso_date(&text);

    if (text.ok && text.at < text.end) {
        text.ok = iso_next_is(&text, 'T') || iso_next_is(&text, ' ');
        text.at += text.ok;
        time += iso_clock(&text);
        time -= text.ok ? iso_zone(&text) : 0;
    }
    *ms = time;
    return text.ok && text.at == text.end;
}

/* ---------------------------------------------------------- arguments, fields */

/* A double beyond these is a time that no id holds. */
static int64_t ms_of_real(double real)
{
    const double limit = 9e15;
    int64_t ms = (int64_t)(real > limit    ? limit
                           : real < -limit ? -limit
                                           : real);

    return ms - ((double)ms > real && real >= -limit);
}

bool gdnsq_time(int64_t *ms, sqlite3_value *from)
{
    const char *text;

    switch (sqlite3_value_type(from)) {
    case SQLITE_INTEGER:
        *ms = sqlite3_value_int64(from);
        return true;
    case SQLITE_FLOAT:
        *ms = ms_of_real(sqlite3_value_double(from));
        return true;
    case SQLITE_TEXT:
        text = (const char *)sqlite3_value_text(from);
        return text && read_iso(ms, text, (size_t)sqlite3_value_bytes(from));
    default:
        return false;
    }
}

bool gdnsq_ms_of(int64_t *ms, const struct gdnsq_id *id)
{
    guidon_time time;

    if (id->mark == GDNSQ_IS_ULID) {
        *ms = (int64_t)guidon_ulid_ms_of(&id->id);
        return true;
    }
    if (guidon_time_of(&time, &id->id) != GUIDON_OK) {
        return false;
    }
    *ms = time.seconds * 1000 + time.nanoseconds / 1000000;
    return true;
}

/* The time is shown as it was given: a REAL may be beyond every integer, and a
 * TEXT tells more than its milliseconds. */
void gdnsq_out_of_range(sqlite3_context *context, sqlite3_value *time)
{
    bool number = sqlite3_value_type(time) != SQLITE_TEXT;

    gdnsq_error(context,
                "the time %.40s%s is out of range (expected 0 to %lld, the "
                "years 1970 to 10889)",
                sqlite3_value_text(time), number ? " ms" : "",
                (long long)GDNSQ_LAST_MS);
}
