/* SPDX-License-Identifier: MIT */
/* slow_time.c - times as text: every shape that a text may have, one after the
 * other, and a calendar that counts years and months */
#include "slow_time.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DAY INT64_C(86400)

static bool is_leap_year(int64_t year)
{
    return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
}

static int64_t days_of_year(int64_t year)
{
    return is_leap_year(year) ? 366 : 365;
}

static int64_t days_of(int64_t year, int64_t month)
{
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap_year(year));
}

/* The days from 0000-01-01 to the first day of a year. */
static int64_t days_before(int64_t year)
{
    int64_t days = 0, from = 0;

    for (; from + 400 <= year; from += 400) {
        days += 146097;
    }
    for (; from < year; from++) {
        days += days_of_year(from);
    }
    return days;
}

/* What a text has read so far. 'Y', 'M', 'D', 'h', 'm', 's' are digits of the
 * numbers; 'H' and 'N' those of the offset; 'f' is a fraction; '^' is a T, '~' a Z
 * and '#' a sign. Every other character of a shape stands for itself. */
struct reading {
    int64_t numbers[128];
    bool west;
    uint64_t nanoseconds;
    int digits; /* of the fraction, at most 9 */
    guidon_status status;
    size_t came_to, bad_at;
};

static bool is_one_of(char c, const char *any)
{
    return c != '\0' && strchr(any, c) != NULL;
}

static bool in_range(const struct reading *reading, char number)
{
    const int64_t value = reading->numbers[(unsigned char)number];

    switch (number) {
    case 'M':
        return value >= 1 && value <= 12;
    case 'D':
        return value >= 1 &&
               value <= days_of(reading->numbers['Y'], reading->numbers['M']);
    case 'h':
    case 'H':
        return value <= 23;
    case 'm':
    case 's':
    case 'N':
        return value <= 59;
    default:
        return true;
    }
}

/* One character of a text by one of a shape. */
static bool fits(struct reading *reading, char shape, char c)
{
    if (is_one_of(shape, "YMDhmsHN")) {
        int64_t *number = &reading->numbers[(unsigned char)shape];

        *number = *number * 10 + (c - '0');
        return is_one_of(c, "0123456789");
    }
    if (shape == '#') {
        reading->west = c == '-';
        return is_one_of(c, "+-");
    }
    return shape == '^'   ? is_one_of(c, "Tt ")
           : shape == '~' ? is_one_of(c, "Zz")
                          : shape == c;
}

static size_t read_fraction(struct reading *reading, const char *text,
                            size_t len)
{
    size_t n = 0;

    for (; n < len && is_one_of(text[n], "0123456789"); n++) {
        if (reading->digits < 9) {
            reading->nanoseconds =
                reading->nanoseconds * 10 + (uint64_t)(text[n] - '0');
            reading->digits++;
        }
    }
    for (int i = reading->digits; i < 9; i++) {
        reading->nanoseconds *= 10;
    }
    return n;
}

static struct reading failed(struct reading reading, guidon_status status,
                             size_t came_to, size_t bad_at)
{
    reading.status = status;
    reading.came_to = came_to;
    reading.bad_at = bad_at;
    return reading;
}

static struct reading read_shape(const char *shape, const char *text,
                                 size_t len)
{
    struct reading reading = {.status = GUIDON_OK};
    size_t at = 0, number_at = 0;

    for (; *shape; shape++) {
        if (at == len) {
            return failed(reading, GUIDON_E_LENGTH, at, at);
        }
        if (*shape == 'f') {
            size_t n = read_fraction(&reading, text + at, len - at);

            if (n == 0) {
                return failed(reading, GUIDON_E_CHAR, at, at);
            }
            at += n;
            continue;
        }
        if (at == 0 || shape[0] != shape[-1]) {
            number_at = at;
        }
        if (!fits(&reading, *shape, text[at])) {
            return failed(reading, GUIDON_E_CHAR, at, at);
        }
        at++;
        if (shape[0] != shape[1] && !in_range(&reading, *shape)) {
            return failed(reading, GUIDON_E_RANGE, at, number_at);
        }
    }
    return at < len ? failed(reading, GUIDON_E_CHAR, at, at) : reading;
}

/* The reading of the shape that came furthest. */
static struct reading read_shapes(size_t *clock, const char *text, size_t len)
{
    static const char *const years[] = {"YYYY", "+YYYY", "+YYYYY", "+YYYYYY"};
    static const char *const clocks[] = {"", "^hh:mm", "^hh:mm:ss",
                                         "^hh:mm:ss.f"};
    static const char *const zones[] = {"", "~", "#HH", "#HHNN", "#HH:NN"};
    struct reading best = {.status = GUIDON_E_LENGTH};

    for (size_t y = 0; y < 4; y++) {
        for (size_t c = 0; c < 4; c++) {
            for (size_t z = 0; z < 5; z++) {
                char shape[64];
                struct reading one;

                snprintf(shape, sizeof shape, "%s-MM-DD%s%s", years[y],
                         clocks[c], zones[z]);
                one = read_shape(shape, text, len);
                if (one.status == GUIDON_OK) {
                    *clock = c;
                    return one;
                }
                if (one.came_to > best.came_to ||
                    (y == 0 && c == 0 && z == 0)) {
                    best = one;
                }
            }
        }
    }
    return best;
}

struct slow_time slow_read_time(const char *text, size_t len)
{
    static const int64_t units[] = {86400, 60, 1, 0};
    size_t clock = 0;
    const struct reading r = read_shapes(&clock, text, len);
    struct slow_time answer = {.status = r.status, .bad_at = r.bad_at};
    const int64_t offset = (r.numbers['H'] * 60 + r.numbers['N']) * 60;
    int64_t seconds, ns_of_unit = 1;

    if (r.status != GUIDON_OK) {
        return answer;
    }
    seconds = days_before(r.numbers['Y']) + r.numbers['D'] - 1;
    for (int month = 1; month < r.numbers['M']; month++) {
        seconds += days_of(r.numbers['Y'], month);
    }
    seconds = seconds * DAY + r.numbers['h'] * 3600 + r.numbers['m'] * 60 +
              r.numbers['s'] + (r.west ? offset : -offset);
    if (seconds < 0 || seconds >= days_before(1000000) * DAY) {
        answer.status = GUIDON_E_RANGE;
        answer.bad_at = 0;
        return answer;
    }
    seconds -= days_before(1970) * DAY;
    answer.first = (guidon_time){seconds, (uint32_t)r.nanoseconds};
    for (int i = r.digits; i < 9; i++) {
        ns_of_unit *= 10;
    }
    answer.last =
        clock == 3
            ? (guidon_time){seconds,
                            (uint32_t)((int64_t)r.nanoseconds + ns_of_unit - 1)}
            : (guidon_time){seconds + units[clock] - 1, 999999999};
    return answer;
}

size_t slow_write_time(char out[64], guidon_time t, unsigned digits)
{
    const int64_t epoch = days_before(1970) * DAY;
    int64_t days, second, year = 0, month = 1;
    char fraction[12];

    if (digits > 9 || t.nanoseconds > 999999999 || t.seconds < -epoch ||
        t.seconds >= days_before(1000000) * DAY - epoch) {
        return 0;
    }
    days = (t.seconds + epoch) / DAY;
    second = (t.seconds + epoch) % DAY;
    for (; days >= 146097; days -= 146097) {
        year += 400;
    }
    for (; days >= days_of_year(year); year++) {
        days -= days_of_year(year);
    }
    for (; days >= days_of(year, month); month++) {
        days -= days_of(year, month);
    }
    snprintf(fraction, sizeof fraction, ".%09u", (unsigned)t.nanoseconds);
    fraction[digits > 0 ? digits + 1 : 0] = '\0';
    return (size_t)snprintf(out, 64,
                            "%s%04" PRId64 "-%02" PRId64 "-%02" PRId64
                            "T%02" PRId64 ":%02" PRId64 ":%02" PRId64 "%sZ",
                            year > 9999 ? "+" : "", year, month, days + 1,
                            second / 3600, second / 60 % 60, second % 60,
                            fraction);
}
