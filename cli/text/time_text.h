/* SPDX-License-Identifier: MIT */
/* Write and parse times. */
#ifndef CLI_TIME_TEXT_H
#define CLI_TIME_TEXT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Parse a time: "2022-02-22T19:22:22.5Z", with 'Z' or an offset such as
 * "+01:00", a 'T' or a space, and up to nine digits of fraction (RFC 3339); or
 * "@SECONDS" since 1970, with an optional fraction and sign; or
 * "@MILLISECONDSms". False, with a message, if the text is not a time.
 */
bool time_parse(guidon_time *out, const char *text);
/* The same without a message: NULL, or the reason why the text is not a time. */
const char *time_try(guidon_time *out, const char *text);

/*
 * Parse a time, or a year, month, day or minute: "2022", "2022-02",
 * "2022-02-22" (in UTC, or with an offset: "2022-02-22+01:00"),
 * "2022-02-22T19:22Z". The text stands for the whole of its smallest unit: from
 * `*first` to `*last`, one nanosecond before the next unit.
 */
bool time_parse_span(guidon_time *first, guidon_time *last, const char *text);

/*
 * Parse a duration: at most eight digits, then s, m, h or d; without a letter,
 * seconds. False, with a message, if the text is not a duration.
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

/* The text of the last time. time_format_next writes a time faster if its
 * second is the second of the last time, as it often is for successive ids.
 * Begins all zero. */
struct time_text {
    char text[TIME_TEXT_MAX];
    size_t len;
    int64_t seconds;
    unsigned digits; /* 0: no time yet */
};
/* Write a time with `digits` (1 to 9) of fraction, in UTC or in the time zone of
 * the process. May fill all of `out`; returns the length of the text, which has
 * no NUL behind it. */
size_t time_format_next(char out[TIME_TEXT_MAX], struct time_text *last,
                        guidon_time t, unsigned digits, bool local);

bool time_is_before(guidon_time a, guidon_time b);

/* Is the time in the years 2000 to 2099? Random letters of base32 form a ULID,
 * but seldom with such a time. */
bool time_is_in_this_century(guidon_time t);

/* Write how far `t` lies from `now`: "3 days ago", "in 2 years", "now".
 * Returns `out`. */
const char *time_relative(char out[TIME_TEXT_MAX], guidon_time t,
                          guidon_time now);

/* The months from the year 0 to a time in seconds since 1970, and the seconds
 * at which such a month begins, both in UTC. */
int64_t time_month(int64_t seconds);
int64_t time_of_month(int64_t month);

/* The ranges of Gregorian timestamps and of 48 bits of milliseconds. */
#define TIME_TEXT_RANGE_TICKS "1582-10-15 to 5236-03-31T21:21:00.6846975Z"
#define TIME_TEXT_RANGE_MS    "1970-01-01 to 10889-08-02T05:31:50.655Z"

/* The system's wall clock. */
guidon_time time_now(void);

#endif
