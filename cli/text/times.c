/* SPDX-License-Identifier: MIT */
/* times.c - the calendar, the order of times, and the clock. */
#include "times.h"

#include <time.h>

/*
 * The proleptic Gregorian calendar in whole days from 1970-01-01. A year that
 * starts on 1 March puts the leap day last, so that the days before month m
 * (March = 0) are floor((153 m + 2) / 5); 400 years have 146097 days, and
 * 0000-03-01 is day -719468.
 */
int64_t time_days(int64_t year, unsigned month, unsigned day)
{
    int64_t y = month > 2 ? year : year - 1;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t year_of_era = y - era * 400;
    int64_t march_month = month > 2 ? month - 3 : month + 9;
    int64_t day_of_year = (153 * march_month + 2) / 5 + day - 1;

    return era * 146097 + year_of_era * 365 + year_of_era / 4 -
           year_of_era / 100 + day_of_year - 719468;
}

void time_date(int64_t *year, unsigned *month, unsigned *day, int64_t days)
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

unsigned time_days_in_month(int64_t year, unsigned month)
{
    int64_t next =
        month < 12 ? time_days(year, month + 1, 1) : time_days(year + 1, 1, 1);

    return (unsigned)(next - time_days(year, month, 1));
}

int64_t time_whole_days(int64_t seconds)
{
    int64_t days = seconds / DAY_SECONDS;

    return seconds % DAY_SECONDS < 0 ? days - 1 : days;
}

int64_t time_month(int64_t seconds)
{
    int64_t year;
    unsigned month, day;

    time_date(&year, &month, &day, time_whole_days(seconds));
    return year * 12 + month - 1;
}

int64_t time_of_month(int64_t month)
{
    return time_days(month / 12, (unsigned)(month % 12) + 1, 1) * DAY_SECONDS;
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

guidon_time time_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (guidon_time){now.tv_sec, (uint32_t)now.tv_nsec};
}
