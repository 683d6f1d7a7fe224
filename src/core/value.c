/* SPDX-License-Identifier: MIT */
/* value.c - constants, comparison and hash of ids. */
#include "bytes.h"
#include "memory.h"
#include <guidon/id.h>
#include <guidon/make.h>

guidon_id guidon_nil(void)
{
    return guidon_from_words(0, 0);
}

guidon_id guidon_max(void)
{
    return guidon_from_words(UINT64_MAX, UINT64_MAX);
}

bool guidon_is_nil(const guidon_id *id)
{
    return (gdn_load_be64(id->bytes) | gdn_load_be64(id->bytes + 8)) == 0;
}

bool guidon_is_max(const guidon_id *id)
{
    return (gdn_load_be64(id->bytes) & gdn_load_be64(id->bytes + 8)) ==
           UINT64_MAX;
}

/* Compare two numbers, because this calls no other function. */
int guidon_compare(const guidon_id *a, const guidon_id *b)
{
    uint64_t x = gdn_load_be64(a->bytes);
    uint64_t y = gdn_load_be64(b->bytes);

    if (x == y) {
        x = gdn_load_be64(a->bytes + 8);
        y = gdn_load_be64(b->bytes + 8);
    }
    return (x > y) - (x < y);
}

bool guidon_equal(const guidon_id *a, const guidon_id *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* Return the same number, but hide its origin from the compiler. Otherwise the
 * compiler could find that only zero matters, and branch. */
static inline uint64_t value_hidden(uint64_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
    return x;
#else
    volatile uint64_t hidden = x;

    return hidden;
#endif
}

bool guidon_equal_consttime(const guidon_id *a, const guidon_id *b)
{
    uint64_t hi = gdn_load_be64(a->bytes) ^ gdn_load_be64(b->bytes);
    uint64_t lo = gdn_load_be64(a->bytes + 8) ^ gdn_load_be64(b->bytes + 8);
    uint64_t differ = value_hidden(value_hidden(hi) | value_hidden(lo));

    /* The top bit of x | -x is 0 only if x is 0. */
    return (bool)(value_hidden((differ | (0 - differ)) >> 63) ^ 1);
}

void guidon_to_words(uint64_t *hi, uint64_t *lo, const guidon_id *id)
{
    *hi = gdn_load_be64(id->bytes);
    *lo = gdn_load_be64(id->bytes + 8);
}

guidon_id guidon_from_words(uint64_t hi, uint64_t lo)
{
    guidon_id id;

    gdn_store_be64(id.bytes, hi);
    gdn_store_be64(id.bytes + 8, lo);
    return id;
}

/* The finalizer of SplitMix64 (Stafford's variant 13). It is a bijection, and
 * each input bit changes about half of the output bits. */
static uint64_t value_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/*
 * The first of two rounds mixes the first half before the second half is added.
 * Different ids with one equal half therefore never collide, and exchanging the
 * halves changes the hash. The constant is 2^64 divided by the golden ratio;
 * without it the hash of Nil would be 0.
 */
uint64_t guidon_hash(const guidon_id *id)
{
    uint64_t hi;
    uint64_t lo;

    guidon_to_words(&hi, &lo, id);
    return value_mix(value_mix(hi + UINT64_C(0x9e3779b97f4a7c15)) + lo);
}

/* The registered namespaces differ only in time_low (RFC 9562, section 6.6). */
static guidon_id value_registered(uint32_t time_low)
{
    return guidon_from_words((uint64_t)time_low << 32 | 0x9dad11d1,
                             UINT64_C(0x80b400c04fd430c8));
}

guidon_id guidon_namespace_dns(void)
{
    return value_registered(0x6ba7b810);
}

guidon_id guidon_namespace_url(void)
{
    return value_registered(0x6ba7b811);
}

guidon_id guidon_namespace_oid(void)
{
    return value_registered(0x6ba7b812);
}

guidon_id guidon_namespace_x500(void)
{
    return value_registered(0x6ba7b814);
}
