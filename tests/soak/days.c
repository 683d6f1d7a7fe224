/* SPDX-License-Identifier: MIT */
/* days.c - check the days and the order of ids */
#include "days.h"

#include <guidon/id.h>

#define MS_OF_HALF_DAY INT64_C(43200000)
#define NS_OF_MS       1000000
/* RFC 9562, 5.1: ticks of 100 ns since 1582-10-15. */
#define TICKS_TO_1970 UINT64_C(0x01b21dd213814000)
#define TICKS_OF_MS   10000

bool has_day(guidon_kind kind)
{
    return kind != GUIDON_V4;
}

static uint64_t ticks_of_v1(uint64_t hi)
{
    return (hi & 0xfff) << 48 | (hi >> 16 & 0xffff) << 32 | hi >> 32;
}

/* Milliseconds since 1970. This does not use the library: it follows RFC 9562,
 * section 5, and the ULID specification. Version 2 lacks the low 32 bits, which
 * are up to 429 s. */
static int64_t ms_of(const guidon_id *id, guidon_kind kind)
{
    uint64_t hi, lo, ticks;

    guidon_to_words(&hi, &lo, id);
    switch (kind) {
    case GUIDON_V1:
        ticks = ticks_of_v1(hi);
        break;
    case GUIDON_V2:
        ticks = ticks_of_v1(hi) >> 32 << 32;
        break;
    case GUIDON_V6:
        ticks = hi >> 16 << 12 | (hi & 0xfff);
        break;
    default:
        return (int64_t)(hi >> 16);
    }
    return (int64_t)(ticks - TICKS_TO_1970) / TICKS_OF_MS;
}

static void count(struct odd *odd, bool is_odd, size_t at)
{
    if (is_odd && odd->n++ == 0) {
        odd->first = at;
    }
}

struct odd not_of_day(const guidon_id *ids, size_t n, guidon_kind kind,
                      int64_t noon)
{
    int64_t begin = noon / NS_OF_MS - MS_OF_HALF_DAY;
    int64_t end = noon / NS_OF_MS + MS_OF_HALF_DAY;
    struct odd others = {0};

    for (size_t i = 0; i < n; i++) {
        int64_t ms = ms_of(&ids[i], kind);

        count(&others, ms < begin || ms >= end, i);
    }
    return others;
}

static bool is_above(const guidon_id *a, const guidon_id *b, guidon_kind kind)
{
    uint64_t hi_a, hi_b, lo;

    if (kind != GUIDON_V1) {
        return guidon_compare(a, b) > 0;
    }
    guidon_to_words(&hi_a, &lo, a);
    guidon_to_words(&hi_b, &lo, b);
    return ticks_of_v1(hi_a) > ticks_of_v1(hi_b);
}

struct odd not_above(const guidon_id *ids, size_t n, guidon_kind kind,
                     const guidon_id *last)
{
    struct odd falls = {0};

    for (size_t i = 0; i < n; i++) {
        count(&falls, last && !is_above(&ids[i], last, kind), i);
        last = &ids[i];
    }
    return falls;
}
