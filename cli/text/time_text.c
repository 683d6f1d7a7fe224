/* SPDX-License-Identifier: MIT */
/* time_text.c - write times. */
#include "time_text.h"
#include "times.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *time_format(char out[TIME_TEXT_MAX], guidon_time t, unsigned digits)
{
    size_t len = 0;

    /* The library writes every time that an id holds. */
    (void)!guidon_time_format(out, TIME_TEXT_MAX - 1, &len, t, digits);
    out[len] = '\0';
    return out;
}

const char *time_format_local(char out[TIME_TEXT_MAX], guidon_time t,
                              unsigned digits)
{
    struct tm local;
    time_t seconds = (time_t)t.seconds;
    long minutes = localtime_r(&seconds, &local) ? local.tm_gmtoff / 60 : 0;
    long size = minutes < 0 ? -minutes : minutes;
    size_t len;

    t.seconds += minutes * 60;
    time_format(out, t, digits);
    len = strlen(out) - 1; /* without the 'Z' */
    snprintf(out + len, TIME_TEXT_MAX - len, "%c%02ld:%02ld",
             minutes < 0 ? '-' : '+', size / 60, size % 60);
    return out;
}

/* Keep the text of a time. Its seconds are no key outside of this century, where
 * a year may have more digits. */
static void keep_time(struct time_text *last, guidon_time t, unsigned digits,
                      bool local)
{
    const char *text = local ? time_format_local(last->text, t, digits)
                             : time_format(last->text, t, digits);

    last->len = strlen(text);
    last->seconds = t.seconds;
    last->digits = time_is_in_this_century(t) ? digits : 0;
}

size_t time_format_next(char out[TIME_TEXT_MAX], struct time_text *last,
                        guidon_time t, unsigned digits, bool local)
{
    static const uint32_t units[] = {1000000000, 100000000, 10000000, 1000000,
                                     100000,     10000,     1000,     100,
                                     10,         1};
    char *const fraction = out + sizeof "2022-02-22T19:22:22." - 1;
    const bool same = last->digits == digits && last->seconds == t.seconds;

    if (!same) {
        keep_time(last, t, digits, local);
    }
    memcpy(out, last->text, sizeof last->text);
    if (same) {
        uint32_t rest = t.nanoseconds / units[digits];

        for (char *digit = fraction + digits; digit > fraction; rest /= 10) {
            *--digit = (char)('0' + rest % 10);
        }
    }
    return last->len;
}

const char *time_relative(char out[TIME_TEXT_MAX], guidon_time t,
                          guidon_time now)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {
        {31556952, "year"}, /* the Gregorian mean: 365.2425 days */
        {2629746, "month"}, /* a twelfth of it */
        {86400, "day"},     {3600, "hour"}, {60, "minute"}, {1, "second"},
    };
    int64_t difference = t.seconds - now.seconds;
    int64_t size = difference < 0 ? -difference : difference;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        int64_t count = size / units[i].seconds;

        if (count > 0) {
            snprintf(out, TIME_TEXT_MAX, "%s%" PRId64 " %s%s%s",
                     difference > 0 ? "in " : "", count, units[i].name,
                     count > 1 ? "s" : "", difference < 0 ? " ago" : "");
            return out;
        }
    }
    snprintf(out, TIME_TEXT_MAX, "now");
    return out;
}
