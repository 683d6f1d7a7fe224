/* SPDX-License-Identifier: MIT */
/* prefixed.c - ids of version 8 with a prefix, from their fields or a time. */
#include <guidon/prefixed.h>

#include "../clock/timestamp.h"
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../core/ticks.h"
#include "../random/thread.h"
#include "kind.h"

#define PREFIXED_FRACTION (GDN_TIMESTAMP_PER_MS - 1)

static bool prefixed_fits(uint32_t prefix, unsigned prefix_bits, unsigned most)
{
    return prefix_bits <= most && (uint64_t)prefix >> prefix_bits == 0;
}

static guidon_status timestamp_of_field(uint64_t *out, guidon_time t)
{
    if (!gdn_time_is_sound(t)) {
        return GUIDON_E_ARGUMENT;
    }
    return gdn_timestamp_of(out, t) == GUIDON_OK ? GUIDON_OK : GUIDON_E_RANGE;
}

/* Check the prefix and the time of an id, and convert the time. */
static guidon_status prefixed_fields(uint64_t *timestamp, guidon_time t,
                                     uint32_t prefix, unsigned prefix_bits)
{
    return prefixed_fits(prefix, prefix_bits, GUIDON_V8_PREFIX_BITS_MAX)
               ? timestamp_of_field(timestamp, t)
               : GUIDON_E_RANGE;
}

guidon_status guidon_v8_prefixed_make(guidon_id *out, guidon_time time,
                                      uint32_t prefix, unsigned prefix_bits,
                                      const unsigned char random[8])
{
    uint64_t timestamp = 0;
    guidon_status status =
        prefixed_fields(&timestamp, time, prefix, prefix_bits);

    if (status == GUIDON_OK) {
        gdn_put_v8_prefixed(out, gdn_v8_prefix_word(prefix, prefix_bits),
                            prefix_bits, timestamp, gdn_load_be64(random));
    }
    return status;
}

/*
 * The first nanosecond whose fraction is `fraction` or above, except that the
 * last fraction belongs to the last nanosecond. gdn_timestamp_of gives each
 * nanosecond of a millisecond the fraction floor(ns * 2^20 / 10^6), so this
 * inverts it.
 */
static uint32_t ns_of_fraction(uint64_t fraction)
{
    const uint64_t ns = (fraction * GDN_NS_PER_MS + PREFIXED_FRACTION) >>
                        GDN_TIMESTAMP_FRACTION_BITS;

    return ns < GDN_NS_PER_MS ? (uint32_t)ns : GDN_NS_PER_MS - 1;
}

guidon_status guidon_v8_prefix_of(guidon_time *time, uint32_t *prefix,
                                  const guidon_id *id, unsigned prefix_bits)
{
    uint64_t timestamp;

    if (prefix_bits > GUIDON_V8_PREFIX_BITS_MAX) {
        return GUIDON_E_RANGE;
    }
    if (!gdn_is_v8_node(id)) { /* the mark after the variant is the same */
        return GUIDON_E_VERSION;
    }
    timestamp = gdn_v8_prefixed_timestamp(id, prefix_bits);
    *prefix = gdn_v8_prefix(id, prefix_bits);
    *time = gdn_unix_ms_to_time(gdn_ms_of_timestamp(timestamp));
    time->nanoseconds += ns_of_fraction(timestamp & PREFIXED_FRACTION);
    return GUIDON_OK;
}

/* ------------------------------------------------------------------- bounds */

_Static_assert(GUIDON_V8_PREFIXED_MS_MAX ==
                   UINT64_MAX >> GDN_TIMESTAMP_FRACTION_BITS,
               "the milliseconds of the last timestamp");

/* The first timestamp that reads as `t`: the one after the last timestamp of
 * the nanosecond before, unless the millisecond begins with `t`. */
static guidon_status first_timestamp(uint64_t *out, guidon_time t)
{
    guidon_status status = timestamp_of_field(out, t);

    if (status == GUIDON_OK && t.nanoseconds % GDN_NS_PER_MS != 0) {
        t.nanoseconds--;
        status = timestamp_of_field(out, t);
        *out += 1;
    }
    return status;
}

/* The last timestamp that reads as `t`. */
static guidon_status last_timestamp(uint64_t *out, guidon_time t)
{
    guidon_status status = timestamp_of_field(out, t);

    if (status == GUIDON_OK &&
        t.nanoseconds % GDN_NS_PER_MS == GDN_NS_PER_MS - 1) {
        *out |= PREFIXED_FRACTION;
    }
    return status;
}

guidon_status guidon_v8_floor(guidon_id *out, guidon_time time, uint32_t prefix,
                              unsigned prefix_bits)
{
    uint64_t timestamp = 0;
    guidon_status status =
        prefixed_fields(&timestamp, time, prefix, prefix_bits);

    if (status == GUIDON_OK) {
        status = first_timestamp(&timestamp, time);
    }
    if (status == GUIDON_OK) {
        gdn_put_v8_prefixed(out, gdn_v8_prefix_word(prefix, prefix_bits),
                            prefix_bits, timestamp, 0);
    }
    return status;
}

guidon_status guidon_v8_ceil(guidon_id *out, guidon_time time, uint32_t prefix,
                             unsigned prefix_bits)
{
    uint64_t timestamp = 0;
    guidon_status status =
        prefixed_fields(&timestamp, time, prefix, prefix_bits);

    if (status == GUIDON_OK) {
        status = last_timestamp(&timestamp, time);
    }
    if (status == GUIDON_OK) {
        gdn_put_v8_prefixed(out, gdn_v8_prefix_word(prefix, prefix_bits),
                            prefix_bits, timestamp, UINT64_MAX);
    }
    return status;
}

/* The prefix of append. Too many bits are the callee's error. */
static uint32_t prefix_of_ones(unsigned prefix_bits)
{
    return prefix_bits <= GUIDON_V8_PREFIX_BITS_MAX
               ? (UINT32_C(1) << prefix_bits) - 1
               : 0;
}

guidon_status guidon_v8_append_floor(guidon_id *out, guidon_time time,
                                     unsigned prefix_bits)
{
    return guidon_v8_floor(out, time, prefix_of_ones(prefix_bits), prefix_bits);
}

guidon_status guidon_v8_ranges(guidon_id *low, guidon_id *high,
                               guidon_time from, guidon_time to,
                               unsigned shard_bits)
{
    uint64_t first, last;
    guidon_status status = shard_bits <= GUIDON_V8_SHARD_BITS_MAX
                               ? first_timestamp(&first, from)
                               : GUIDON_E_RANGE;

    if (status == GUIDON_OK) {
        status = last_timestamp(&last, to);
    }
    if (status != GUIDON_OK) {
        return status;
    }
    for (uint32_t shard = 0; shard >> shard_bits == 0; shard++) {
        const uint64_t prefix = gdn_v8_prefix_word(shard, shard_bits);

        gdn_put_v8_prefixed(&low[shard], prefix, shard_bits, first, 0);
        gdn_put_v8_prefixed(&high[shard], prefix, shard_bits, last, UINT64_MAX);
    }
    return GUIDON_OK;
}

/* ---------------------------------------------------------- of a given time */

/* How many ids get their random bytes at once. */
#define AT_BLOCK 128

static guidon_status prefixed_check_times(const guidon_time times[], size_t n)
{
    guidon_status status = GUIDON_OK;
    uint64_t timestamp = 0;

    for (size_t i = 0; i < n && status == GUIDON_OK; i++) {
        status = timestamp_of_field(&timestamp, times[i]);
    }
    return status;
}

/* So many ids are made before the call checks again whether the process was forked or
 * the machine cloned. */
#define PREFIXED_STEP 512

/* The random bytes of a step are reserved before an id of it is made. */
static guidon_status prefixed_step(guidon_id *out, const guidon_time times[],
                                   size_t n, uint32_t prefix,
                                   unsigned prefix_bits)
{
    const uint64_t first = gdn_v8_prefix_word(prefix, prefix_bits);
    unsigned char random[8 * AT_BLOCK];
    struct gdn_thread *thread;
    guidon_status status = gdn_thread_self(&thread);
    uint64_t timestamp = 0;
    size_t part;

    if (status == GUIDON_OK) {
        status = gdn_stream_reserve(thread->stream, 8 * n);
    }
    for (size_t done = 0; done < n && status == GUIDON_OK; done += part) {
        part = n - done < AT_BLOCK ? n - done : AT_BLOCK;
        gdn_stream_consume(thread->stream, random, 8 * part);
        for (size_t i = 0; i < part; i++) {
            (void)timestamp_of_field(&timestamp, times[done + i]);
            gdn_put_v8_prefixed(&out[done + i], first, prefix_bits, timestamp,
                                gdn_load_be64(random + 8 * i));
        }
    }
    return status;
}

static guidon_status prefixed_at(guidon_id *out, const guidon_time times[],
                                 size_t n, uint32_t prefix,
                                 unsigned prefix_bits, unsigned most)
{
    guidon_status status = prefixed_fits(prefix, prefix_bits, most)
                               ? prefixed_check_times(times, n)
                               : GUIDON_E_RANGE;

    if (status != GUIDON_OK) {
        return status;
    }
    for (size_t made = 0; status == GUIDON_OK && made < n;) {
        const size_t more = gdn_at_most(n - made, PREFIXED_STEP);

        status =
            prefixed_step(out + made, times + made, more, prefix, prefix_bits);
        made += more;
    }
    if (status != GUIDON_OK && n > PREFIXED_STEP) {
        memset(out, 0, n * sizeof *out);
    }
    return status;
}

guidon_status guidon_v8_append_at_many(guidon_id *out,
                                       const guidon_time times[], size_t n,
                                       unsigned prefix_bits)
{
    return prefixed_at(out, times, n, prefix_of_ones(prefix_bits), prefix_bits,
                       GUIDON_V8_PREFIX_BITS_MAX);
}

guidon_status guidon_v8_append_at(guidon_id *out, guidon_time time,
                                  unsigned prefix_bits)
{
    return guidon_v8_append_at_many(out, &time, 1, prefix_bits);
}

guidon_status guidon_v8_sharded_at_many(guidon_id *out,
                                        const guidon_time times[], size_t n,
                                        uint32_t shard, unsigned shard_bits)
{
    return prefixed_at(out, times, n, shard, shard_bits,
                       GUIDON_V8_SHARD_BITS_MAX);
}

guidon_status guidon_v8_sharded_at(guidon_id *out, guidon_time time,
                                   uint32_t shard, unsigned shard_bits)
{
    return guidon_v8_sharded_at_many(out, &time, 1, shard, shard_bits);
}
