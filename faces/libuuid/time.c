/* SPDX-License-Identifier: MIT */
/* time.c - the time in an id of type 1, 6 or 7. */
#include <errno.h>
#include <guidon.h>
#include <sys/time.h>
#include <time.h>

/*
 * uuid_time has the time_t that the system began with, and uuid_time64 has 64
 * bits of seconds and of microseconds, whatever this file's own time_t is. So
 * <uuid/uuid.h>, which gives a program one of them under the first one's name,
 * is not included here. No visibility of theirs is hidden: see libuuid.map.
 */
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
               "what a program gives uuid_time");
#endif

old_time uuid_time(const unsigned char *uu, struct old_timeval *out);
int64_t uuid_time64(const unsigned char *uu, struct time64 *out);

/* Of any variant, as the type is told of any: the time lies elsewhere. */
static struct time64 time_of(const unsigned char *uu)
{
    const guidon_id *id = (const guidon_id *)uu;
    struct time64 answer = {-1, -1};
    guidon_time time;
    guidon_id copy;

    if ((id->bytes[8] & 0xc0) != 0x80) { /* not RFC 9562's */
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

int64_t uuid_time64(const unsigned char *uu, struct time64 *out)
{
    struct time64 time = time_of(uu);

    if (out) {
        *out = time;
    }
    return time.seconds;
}

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
