/* SPDX-License-Identifier: MIT */
/* Write times. */
#ifndef CLI_TIME_TEXT_H
#define CLI_TIME_TEXT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Write a time of the year 0 or later as RFC 3339 in UTC, with `digits` (0 to
 * 9) of fraction: see guidon_time_format. Returns `out`. */
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

/* Write how far `t` lies from `now`: "3 days ago", "in 2 years", "now".
 * Returns `out`. */
const char *time_relative(char out[TIME_TEXT_MAX], guidon_time t,
                          guidon_time now);

/* The ranges of Gregorian timestamps and of 48 bits of milliseconds. */
#define TIME_TEXT_RANGE_TICKS "1582-10-15 to 5236-03-31T21:21:00.6846975Z"
#define TIME_TEXT_RANGE_MS    "1970-01-01 to +10889-08-02T05:31:50.655Z"

#endif
