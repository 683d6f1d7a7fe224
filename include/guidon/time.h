/* SPDX-License-Identifier: MIT */
/* The text of a time: RFC 3339, read and written. */
#ifndef GUIDON_TIME_H
#define GUIDON_TIME_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * These functions depend on their arguments only: they allocate nothing, read
 * no clock, and ignore the locale and the time zone of the process. They may be
 * called from any thread. The calendar is the Gregorian one, also for the days
 * before its introduction. There are no leap seconds.
 */

/* The longest text of a time: "+999999-12-31T23:59:59.999999999Z". */
#define GUIDON_TIME_TEXT_MAX 33

/* The most digits of a fraction of a second. */
#define GUIDON_TIME_DIGITS_MAX 9

/*
 * Write a time as text in UTC: "2022-02-22T19:22:22.000Z".
 *
 * A year after 9999, which ids can hold and RFC 3339 cannot, has a plus sign and
 * five or six digits, as ISO 8601 asks: "+10889-08-02T05:31:50.655Z".
 *
 *   out      out  the text, without a NUL
 *   out_cap  in   the size of `out` in bytes; GUIDON_TIME_TEXT_MAX fits every
 *                 text
 *   out_len  out  the length of the text, also if it does not fit; may be NULL
 *   time     in   of the years 0 to 999999
 *   digits   in   the digits of the second's fraction, 0 (and no point) to
 *                 GUIDON_TIME_DIGITS_MAX; finer parts are dropped, which rounds
 *                 towards the past
 *
 * Errors  GUIDON_E_ARGUMENT  time.nanoseconds is above 999 999 999, or digits is
 *                            above GUIDON_TIME_DIGITS_MAX
 *         GUIDON_E_RANGE     the time is before the year 0 or after 999999
 *         GUIDON_E_SPACE     out_cap is below the length of the text
 * Source  RFC 3339, section 5.6; ISO 8601-1, 5.2.2.3 (expanded years)
 * Code    src/report/time_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_time_format(char *out,
                                                              size_t out_cap,
                                                              size_t *out_len,
                                                              guidon_time time,
                                                              unsigned digits);

/*
 * Read the text of a time, as RFC 3339 and databases write it.
 *
 *   2022-02-22T19:22:22.5Z        RFC 3339
 *   2022-02-22t20:22:22+01:00     'T' and 'Z' in either case; a blank is a 'T'
 *   2022-02-22 20:22:22+01        an offset may lack its colon or its minutes
 *   2022-02-22 19:22:22           without an offset, the time is in UTC
 *   2022-02-22 19:22              seconds may be missing
 *   2022-02-22                    the first instant of a day; an offset may
 *                                 follow
 *   +10889-08-02T05:31:50.655Z    a plus sign, and a year of four to six digits
 *
 *   out     out  the time; its nanoseconds are the first nine digits of the
 *                fraction, so that finer digits round it towards the past
 *   last    out  the last nanosecond of the unit to which the text gives the
 *                time: of its day, minute or second, or of the last digit of its
 *                fraction; may be NULL
 *   text    in   `len` bytes
 *   bad_at  out  written only on an error; may be NULL
 *
 * Errors  GUIDON_E_LENGTH  the text ends too early; *bad_at is len
 *         GUIDON_E_CHAR    *bad_at is the offset of the first wrong character
 *         GUIDON_E_RANGE   no calendar or clock has the number at *bad_at, such
 *                          as day 30 of February, hour 24 or second 60; or an
 *                          offset moves the time out of the years 0 to 999999,
 *                          and *bad_at is 0
 * Source  RFC 3339, section 5.6; ISO 8601-1, 5.2.2.3 (expanded years)
 * Code    src/report/time_text.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_time_parse(guidon_time *out,
                                                             guidon_time *last,
                                                             const char *text,
                                                             size_t len,
                                                             size_t *bad_at);

#ifdef __cplusplus
}
#endif

#endif
