/* SPDX-License-Identifier: MIT */
/* Times as people and tables write them, without messages. */
#ifndef CLI_TIME_WRITTEN_H
#define CLI_TIME_WRITTEN_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* A time, and the last nanosecond of the unit to which its text gives it. */
struct time_written {
    guidon_time at, last;
    const char *wrong; /* the error, or NULL if the format is wrong */
    bool utc; /* a time of day may lack its offset; no year or month alone */
};

/* Parse a text as time_parse_span does. False if it is not a time: then `wrong` says why,
 * or is NULL if the text is none of TIME_SPAN_FORMS. */
bool time_written_parse(struct time_written *out, const char *text);
#define TIME_SPAN_FORMS                                                        \
  "2026-02-22, 2026-02-22T19:22:22Z, @1771788142 or @1771788142000ms"

/* How many of its units a second has, for a time that is a plain number. */
enum time_unit { TIME_UNIT_NONE, TIME_S, TIME_MS, TIME_US, TIME_NS };

/*
 * Parse a time as columns of tables have it: one of time_parse, or without an
 * offset, which is UTC; or a date, which is its first instant; or with a unit, a
 * plain number of units since 1970, in seconds also with a fraction. Returns
 * NULL, or the reason why the text is not a time.
 */
const char *time_of_column(guidon_time *out, const char *text,
                           enum time_unit unit);

#endif
