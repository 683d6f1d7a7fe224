/* SPDX-License-Identifier: MIT */
/* Points in time as people write and read them. */
#ifndef CLI_TIME_TEXT_H
#define CLI_TIME_TEXT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Read "2022-02-22T19:22:22.5Z", with 'Z' or an offset such as "+01:00", a 'T'
 * or a space, and up to nine digits of fraction (RFC 3339); or "@SECONDS" since
 * 1970, with a fraction and a sign if need be; or "@MILLISECONDSms".
 * False, with a message, if it is none of these.
 */
bool time_parse(guidon_time *out, const char *text);

/*
 * The same, or a year, a month, a day or a minute: "2022", "2022-02",
 * "2022-02-22" (in UTC, or with an offset: "2022-02-22+01:00"),
 * "2022-02-22T19:22Z". It stands for its whole unit, that of its last digit:
 * from `*first` to `*last`, a nanosecond before the next.
 */
bool time_parse_span(guidon_time *first, guidon_time *last, const char *text);

/*
 * Read a length of time: digits, and s, m, h or d; without a letter, seconds.
 * Eight digits at most. False, with a message, if it is none.
 */
bool time_parse_length(guidon_time *out, const char *text);

/* Write a time of the year 0 or later as RFC 3339 in UTC, with `digits` (0 to
 * 9) of fraction; years past 9999 take five digits or more. Returns `out`. */
#define TIME_TEXT_MAX 64
const char *time_format(char out[TIME_TEXT_MAX], guidon_time t,
                        unsigned digits);

/* The same in the time zone of the process (TZ), with its offset in whole
 * minutes: "2022-02-22T20:22:22+01:00". */
const char *time_format_local(char out[TIME_TEXT_MAX], guidon_time t,
                              unsigned digits);

/* Either of the two, written faster where the last time was of the same second:
 * times of ids in a row often are. Begins all zero. */
struct time_text {
    char text[TIME_TEXT_MAX];
    int64_t seconds;
    unsigned digits; /* 0: there is none */
};
const char *time_format_next(struct time_text *last, guidon_time t,
                             unsigned digits, bool local);

bool time_is_before(guidon_time a, guidon_time b);

/* Is it in the years 2000 to 2099? Any 26 letters are a ULID; few that are none
 * have such a time. */
bool time_is_in_this_century(guidon_time t);

/* Write how far `t` lies from `now`: "3 days ago", "in 2 years", "now".
 * Returns `out`. */
const char *time_relative(char out[TIME_TEXT_MAX], guidon_time t,
                          guidon_time now);

/* Whole months from the beginning of the year 0 to a second since 1970, and the
 * second at which such a month begins, both in UTC. */
int64_t time_month(int64_t seconds);
int64_t time_of_month(int64_t month);

/* The times that Gregorian ticks hold, and 48 bits of milliseconds. */
#define TIME_TEXT_RANGE_TICKS "1582-10-15 to 5236-03-31T21:21:00.6846975Z"
#define TIME_TEXT_RANGE_MS    "1970-01-01 to 10889-08-02T05:31:50.655Z"

/* The system's wall clock. */
guidon_time time_now(void);

#endif
