/* SPDX-License-Identifier: MIT */
/* A slow and simple reader and writer of times as text, from RFC 3339 and
 * guidon/time.h. It shares no code with the library. */
#ifndef SLOW_TIME_H
#define SLOW_TIME_H

#include <guidon.h>
#include <stddef.h>

/* The expected result of guidon_time_parse. */
struct slow_time {
    guidon_status status;
    guidon_time first, last; /* for GUIDON_OK */
    size_t bad_at;           /* for an error */
};

struct slow_time slow_read_time(const char *text, size_t len);

/* The expected result of guidon_time_format in `out`, with a NUL. Returns its
 * length; 0 if the time has no text. */
size_t slow_write_time(char out[64], guidon_time t, unsigned digits);

#endif
