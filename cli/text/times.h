/* SPDX-License-Identifier: MIT */
/* The calendar, the order of times, and the clock. */
#ifndef CLI_TIMES_H
#define CLI_TIMES_H

#include <guidon.h>
#include <stdbool.h>
#include <stdint.h>

#define DAY_SECONDS 86400

/* The days from 1970-01-01 to a date of the proleptic Gregorian calendar, and
 * back. Months and days count from 1. */
int64_t time_days(int64_t year, unsigned month, unsigned day);
void time_date(int64_t *year, unsigned *month, unsigned *day, int64_t days);
unsigned time_days_in_month(int64_t year, unsigned month);
/* Seconds as whole days, rounded down. */
int64_t time_whole_days(int64_t seconds);

/* The months from the year 0 to a time in seconds since 1970, and the seconds
 * at which such a month begins, both in UTC. */
int64_t time_month(int64_t seconds);
int64_t time_of_month(int64_t month);

bool time_is_before(guidon_time a, guidon_time b);

/* Is the time in the years 2000 to 2099? Random letters of base32 form a ULID,
 * but seldom with such a time. */
bool time_is_in_this_century(guidon_time t);

/* The system's wall clock. */
guidon_time time_now(void);

#endif
