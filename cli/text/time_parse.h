/* SPDX-License-Identifier: MIT */
/* Parse times and durations. */
#ifndef CLI_TIME_PARSE_H
#define CLI_TIME_PARSE_H

#include "time_written.h"

/*
 * Parse a time: "2022-02-22T19:22:22.5Z", with 'Z' or an offset such as
 * "+01:00", a 'T' or a space, and up to nine digits of fraction (RFC 3339); or
 * "@SECONDS" since 1970, with an optional fraction and sign; or
 * "@MILLISECONDSms". False, with a message, if the text is not a time.
 */
bool time_parse(guidon_time *out, const char *text);

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

#endif
