/* SPDX-License-Identifier: MIT */
/* The part of <time.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_TIME_H
#define CLI_PAGE_TIME_H

#include <stdint.h>

typedef int64_t time_t;
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct tm {
    int tm_year, tm_mon, tm_mday, tm_hour, tm_min, tm_sec;
    long tm_gmtoff;
};
#define CLOCK_REALTIME 0

int clock_gettime(int clock, struct timespec *now);
int nanosleep(const struct timespec *length, struct timespec *rest);
struct tm *localtime_r(const time_t *time, struct tm *out);

#endif
