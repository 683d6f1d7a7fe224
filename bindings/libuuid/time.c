/* SPDX-License-Identifier: MIT */
/* time.c - the time of ids of versions 1, 6 and 7. */
#include <errno.h>
#include <guidon.h>
#include <sys/time.h>
#include <time.h>

/*
 * uuid_time uses the original time_t of the system. uuid_time64 uses 64 bits
 * for seconds and for microseconds, whatever the time_t of this file is.
 *
 * This file does not include <uuid/uuid.h>, because that header may rename
 * uuid_time to uuid_time64.
 *
 * util-linux has uuid_time64 where that header renames: with a glibc that
 * defines __USE_TIME_BITS64 for a 64-bit time_t. glibc 2.34 to 2.39 does so on
 * processors whose original time_t has 32 bits; glibc 2.40 does so on all. A
 * uuid_time64 on any other system would mislead configure scripts, which look
 * for the function and then call it without a declaration.
 */
#ifndef UUID_TIME64 /* a test sets it */
#  if defined(__GLIBC__) && (defined(__USE_TIME_BITS64) ||                     \
                             (__TIMESIZE == 32 && __GLIBC_PREREQ(2, 34)))
#    define UUID_TIME64 1
#  else
#    define UUID_TIME64 0
#  endif
#endif

struct time64 {
    int64_t seconds, microseconds;
};

#if defined(__GLIBC__) && defined(__TIMESIZE) && __TIMESIZE == 32
typedef int32_t old_time;
struct old_timeval {
    int32_t seconds, microseconds;
};
#  define OLD_MIN INT32_MIN
#  define OLD_MAX INT32_MAX
#else
typedef int64_t old_time;
struct old_timeval {
    int64_t seconds, microseconds;
};
#  define OLD_MIN INT64_MIN
#  define OLD_MAX INT64_MAX
_Static_assert(sizeof(struct timeval) == sizeof(struct old_timeval) &&
                   sizeof(time_t) == sizeof(old_time),
               "the types of uuid_time");
#endif

old_time uuid_time(const unsigned char *uu, struct old_timeval *out);
int64_t uuid_time64(const unsigned char *uu, struct time64 *out);

/* Read the time of an id of any variant, as libuuid does. The variant is not
 * part of the time. */
static struct time64 time_of(const unsigned char *uu)
{
    const guidon_id *id = (const guidon_id *)uu;
    struct time64 answer = {-1, -1};
    guidon_time time;
    guidon_id copy;

    if ((id->bytes[8] & 0xc0) != 0x80) { /* another variant */
        copy = *id;
        copy.bytes[8] = 0x80;
        id = &copy;
    }
    if (guidon_time_of(&time, id) == GUIDON_OK) {
        answer.seconds = time.seconds;
        answer.microseconds = time.nanoseconds / 1000;
    }
    return answer;
}

#if UUID_TIME64
int64_t uuid_time64(const unsigned char *uu, struct time64 *out)
{
    struct time64 time = time_of(uu);

    if (out) {
        *out = time;
    }
    return time.seconds;
}
#endif

old_time uuid_time(const unsigned char *uu, struct old_timeval *out)
{
    struct time64 time = time_of(uu);

    if (time.seconds < OLD_MIN || time.seconds > OLD_MAX) {
        time = (struct time64){-1, -1};
        errno = EOVERFLOW;
    }
    if (out) {
        out->seconds = (old_time)time.seconds;
        out->microseconds = (old_time)time.microseconds;
    }
    return (old_time)time.seconds;
}
