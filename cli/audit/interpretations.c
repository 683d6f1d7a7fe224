/* SPDX-License-Identifier: MIT */
/* interpretations.c - other interpretations of an id than its version claims.
 */
#include "interpretations.h"
#include "../stats/series.h"

#define DAY_MS 86400000LL
/* .NET ticks count from 0001-01-01, and the days of comb-days-last from
 * 1900-01-01. */
#define TICKS_TO_1970        621355968000000000LL
#define DAYS_TO_1970         25567LL
#define GREGORIAN_TO_1970_MS 12219292800000LL /* from 1582-10-15 */
/* 2021-02-01: draft-peabody-dispatch-new-uuid-format defines version 7 from
 * revision 01 of April 2021 on. */
#define FIRST_DRAFT_V7 1612137600000LL

bool window_contains(const struct window *window, int64_t ms)
{
    return window->from <= ms && ms <= window->to;
}

int64_t ms_of_time(guidon_time time)
{
    return time.seconds * 1000 + time.nanoseconds / 1000000;
}

guidon_time time_of_ms(int64_t ms)
{
    int64_t seconds = ms / 1000 - (ms % 1000 < 0);

    return (guidon_time){seconds, (uint32_t)(ms - seconds * 1000) * 1000000};
}

/* The `len` octets from `at` on, as a number. */
static uint64_t number_at(const guidon_id *id, size_t at, size_t len)
{
    uint64_t number = 0;

    for (size_t i = 0; i < len; i++) {
        number = number << 8 | id->bytes[at + i];
    }
    return number;
}

static int64_t first_48(const guidon_id *id)
{
    return (int64_t)number_at(id, 0, 6);
}

static int64_t last_48(const guidon_id *id)
{
    return (int64_t)number_at(id, 10, 6);
}

/* Convert between RFC 9562 and the byte order of .NET and Windows in memory. */
static guidon_id swap(const guidon_id *id)
{
    guidon_id swapped;

    guidon_to_guid_bytes(swapped.bytes, id);
    return swapped;
}

static bool time_as(int64_t *ms, const guidon_id *id, guidon_id_kind kind)
{
    guidon_time time;
    unsigned digits;

    if (!kind_time(&time, &digits, kind, id)) {
        return false;
    }
    *ms = ms_of_time(time);
    return true;
}

static bool swapped_time(int64_t *ms, const guidon_id *id)
{
    guidon_id swapped = swap(id);

    return time_as(ms, &swapped, kind_of(&swapped, GUIDON_FORM_UUID));
}

/* The time of an id that claims version 1 but orders its 60 bits of time as
 * version 6 does, or claims 6 and orders them as 1. */
static bool reordered_time(int64_t *ms, const guidon_id *id,
                           guidon_id_kind kind)
{
    guidon_id other = *id;

    if (kind != GUIDON_KIND_V1 && kind != GUIDON_KIND_V6) {
        return false;
    }
    kind = kind == GUIDON_KIND_V1 ? GUIDON_KIND_V6 : GUIDON_KIND_V1;
    other.bytes[6] = (unsigned char)((other.bytes[6] & 0x0f) |
                                     (kind == GUIDON_KIND_V6 ? 0x60 : 0x10));
    return time_as(ms, &other, kind);
}

/* EF Core puts the ticks into the last eight octets, the lowest two octets
 * first, and overwrites the variant. */
static int64_t ticks_last(const guidon_id *id)
{
    uint64_t ticks = number_at(id, 10, 6) << 16 | number_at(id, 8, 2);

    return ticks <= INT64_MAX ? (int64_t)ticks : -1;
}

static bool is_timed_48(guidon_id_kind kind)
{
    return kind == GUIDON_KIND_V7 || kind == GUIDON_KIND_ULID;
}

bool interpretations_time(int64_t *ms, enum issue_name name,
                          const guidon_id *id, guidon_id_kind kind)
{
    switch (name) {
    case ISSUE_FUTURE:
    case ISSUE_PAST:
        return time_as(ms, id, kind);
    case ISSUE_SWAPPED:
    case ISSUE_HIDDEN_SWAPPED:
        return swapped_time(ms, id);
    case ISSUE_REORDERED:
        return reordered_time(ms, id, kind);
    case ISSUE_DRAFT_V7:
        *ms = (first_48(id) >> 12) * 1000;
        return kind == GUIDON_KIND_V7;
    case ISSUE_SECONDS:
        *ms = first_48(id) * 1000;
        return is_timed_48(kind);
    case ISSUE_ULID:
    case ISSUE_HIDDEN_MS_FIRST:
        *ms = first_48(id);
        return true;
    case ISSUE_HIDDEN_MS_LAST:
        *ms = last_48(id);
        return true;
    case ISSUE_HIDDEN_10US_FIRST:
        *ms = first_48(id) / 100;
        return true;
    case ISSUE_HIDDEN_10US_LAST:
        *ms = last_48(id) / 100;
        return true;
    case ISSUE_HIDDEN_DAYS_LAST: /* the unit of the time of day is unknown */
        *ms = ((int64_t)number_at(id, 10, 2) - DAYS_TO_1970) * DAY_MS;
        return true;
    case ISSUE_TICKS_LAST:
        *ms = (ticks_last(id) - TICKS_TO_1970) / 10000;
        return id->bytes[6] >> 4 == 4 && ticks_last(id) >= TICKS_TO_1970;
    default:
        return false;
    }
}

static bool fits(enum issue_name name, const guidon_id *id, guidon_id_kind kind,
                 const struct window *window)
{
    int64_t ms;

    return interpretations_time(&ms, name, id, kind) &&
           window_contains(window, ms) &&
           (name != ISSUE_DRAFT_V7 || ms >= FIRST_DRAFT_V7);
}

/* The first of these interpretations that gives a time in the window. */
static enum issue_name first_that_fits(const enum issue_name *names, size_t n,
                                       const guidon_id *id, guidon_id_kind kind,
                                       const struct window *window)
{
    for (size_t i = 0; i < n; i++) {
        if (fits(names[i], id, kind, window)) {
            return names[i];
        }
    }
    return ISSUES;
}

static bool is_v4_when_swapped(const guidon_id *id)
{
    guidon_id swapped = swap(id);

    return kind_of(&swapped, GUIDON_FORM_UUID) == GUIDON_KIND_V4;
}

enum issue_name interpretations_explain(const guidon_id *id,
                                        guidon_id_kind kind,
                                        const struct window *window)
{
    static const enum issue_name of_timed[] = {ISSUE_SECONDS, ISSUE_REORDERED,
                                               ISSUE_SWAPPED, ISSUE_DRAFT_V7};
    static const enum issue_name of_others[] = {ISSUE_SWAPPED, ISSUE_TICKS_LAST,
                                                ISSUE_ULID};
    int64_t ms;
    bool timed = time_as(&ms, id, kind);
    enum issue_name name;

    if (kind == GUIDON_KIND_ULID) { /* it has no version to be moved */
        name = first_that_fits(of_timed, 1, id, kind, window);
    } else if (timed) {
        name = first_that_fits(of_timed, sizeof of_timed / sizeof of_timed[0],
                               id, kind, window);
    } else {
        name =
            first_that_fits(of_others, sizeof of_others / sizeof of_others[0],
                            id, kind, window);
    }
    if (name != ISSUES) {
        return name;
    }
    if (kind != GUIDON_KIND_ULID && is_v4_when_swapped(id)) {
        return ISSUE_SWAPPED_V4;
    }
    return !timed              ? ISSUE_NOT_RFC
           : ms < window->from ? ISSUE_PAST
                               : ISSUE_FUTURE;
}

unsigned interpretations_hidden(const guidon_id *id, guidon_id_kind kind,
                                const struct window *window)
{
    unsigned hidden = 0;
    const int last = kind == GUIDON_KIND_V4 ? HIDDEN_LAST : HIDDEN_FIRST;

    for (int name = HIDDEN_FIRST; name <= last; name++) {
        if (fits((enum issue_name)name, id, kind, window)) {
            hidden |= 1u << (name - HIDDEN_FIRST);
        }
    }
    return hidden;
}

/* The number of values that the first of 15 hex digits of a Gregorian time
 * takes in the window. */
static int first_digits(const struct window *window)
{
    const int64_t scale = INT64_C(1) << 56;
    const int64_t from = (window->from + GREGORIAN_TO_1970_MS) * 10000 / scale;
    const int64_t to = (window->to + GREGORIAN_TO_1970_MS) * 10000 / scale;

    return (int)(to - from) + 1;
}

double interpretations_chance(enum issue_name name, const struct window *window)
{
    const double ms = (double)(window->to - window->from) + 1;

    switch (name) {
    case ISSUE_SWAPPED:
    case ISSUE_HIDDEN_SWAPPED:
        /* An id of random bits claims version 1, 6 or 7 with a probability of
         * 1/16 each. A time of version 6 has 60 bits and of version 7 has 48.
         * In version 1 swapping moves the old version into the second digit of
         * the time, so that only the first digit is surely random. */
        return (first_digits(window) / 16.0 + times_two_to(ms * 10000, -60) +
                times_two_to(ms, -48)) /
               16;
    case ISSUE_HIDDEN_MS_FIRST:
    case ISSUE_HIDDEN_MS_LAST:
    case ISSUE_ULID:
        return times_two_to(ms, -48);
    case ISSUE_HIDDEN_10US_FIRST:
    case ISSUE_HIDDEN_10US_LAST:
        return times_two_to(ms * 100, -48);
    case ISSUE_HIDDEN_DAYS_LAST:
        return times_two_to((double)(ms / DAY_MS) + 1, -16);
    case ISSUE_TICKS_LAST:
        return times_two_to(ms * 10000, -64);
    case ISSUE_SWAPPED_V4:
        return 1.0 / 16;
    default:
        return 0;
    }
}
