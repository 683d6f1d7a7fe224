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

/* What follows the prefix of version 8 with a prefix: 44 bits of milliseconds,
 * 20 of their fraction, and random ones. The version and three bits at the
 * variant stand between them: see <guidon/prefixed.h>. */
struct after_prefix {
    uint64_t time, random;
};

static struct after_prefix after_prefix(const guidon_id *id, unsigned bits)
{
    struct after_prefix data;
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    data.time = hi >> 16 << 16 | (hi & 0xfff) << 4 | (lo >> 57 & 15);
    data.random = lo << 7;
    if (bits > 0) {
        data.time = data.time << bits | data.random >> (64 - bits);
        data.random <<= bits;
    }
    return data;
}

/* Milliseconds since 1970. This does not use the library: it follows RFC 9562,
 * section 5, and the ULID specification. Version 2 lacks the low 32 bits, which
 * are up to 429 s. */
static int64_t ms_of(const guidon_id *id, guidon_kind kind,
                     unsigned prefix_bits)
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
    case GUIDON_V8_PREFIXED:
        return (int64_t)(after_prefix(id, prefix_bits).time >> 20);
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
                      unsigned prefix_bits, int64_t noon)
{
    int64_t begin = noon / NS_OF_MS - MS_OF_HALF_DAY;
    int64_t end = noon / NS_OF_MS + MS_OF_HALF_DAY;
    struct odd others = {0};

    for (size_t i = 0; i < n; i++) {
        int64_t ms = ms_of(&ids[i], kind, prefix_bits);

        count(&others, ms < begin || ms >= end, i);
    }
    return others;
}

static bool is_above(const guidon_id *a, const guidon_id *b, guidon_kind kind,
                     unsigned prefix_bits)
{
    uint64_t hi_a, hi_b, lo;

    if (kind == GUIDON_V8_PREFIXED) {
        struct after_prefix x = after_prefix(a, prefix_bits);
        struct after_prefix y = after_prefix(b, prefix_bits);

        return x.time != y.time ? x.time > y.time : x.random > y.random;
    }

    if (kind != GUIDON_V1) {
        return guidon_compare(a, b) > 0;
    }
    guidon_to_words(&hi_a, &lo, a);
    guidon_to_words(&hi_b, &lo, b);
    return ticks_of_v1(hi_a) > ticks_of_v1(hi_b);
}

struct odd not_above(const guidon_id *ids, size_t n, guidon_kind kind,
                     unsigned prefix_bits, const guidon_id *last)
{
    struct odd falls = {0};

    for (size_t i = 0; i < n; i++) {
        count(&falls, last && !is_above(&ids[i], last, kind, prefix_bits), i);
        last = &ids[i];
    }
    return falls;
}
