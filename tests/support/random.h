/* SPDX-License-Identifier: MIT */
/* Random inputs that are equal in every run, and outputs that show whether a
 * call wrote them. */
#ifndef RANDOM_H
#define RANDOM_H

#include <guidon/id.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* SplitMix64: the next 64 random bits of *seed, which it advances. */
static inline uint64_t draw(uint64_t *seed)
{
    uint64_t x = *seed += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline void draw_bytes(void *out, size_t len, uint64_t *seed)
{
    unsigned char *bytes = out;

    for (size_t i = 0; i < len; i++) {
        bytes[i] = (unsigned char)(draw(seed) >> 56);
    }
}

static inline guidon_id draw_id(uint64_t *seed)
{
    guidon_id id;

    draw_bytes(id.bytes, sizeof id.bytes, seed);
    return id;
}

/* Mark an output before a call that must not write it. */
static inline void mark(void *out, size_t len)
{
    memset(out, 0xaa, len);
}

static inline bool is_marked(const void *out, size_t len)
{
    const unsigned char *bytes = out;

    return len == 0 ||
           (bytes[0] == 0xaa && memcmp(bytes, bytes + 1, len - 1) == 0);
}

static inline guidon_id marked_id(void)
{
    guidon_id id;

    mark(&id, sizeof id);
    return id;
}

#endif
