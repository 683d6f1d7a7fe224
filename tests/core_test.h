/* SPDX-License-Identifier: MIT */
/* What the tests of src/core share: fixed random bits, named rows, sentinels.
 */
#ifndef CORE_TEST_H
#define CORE_TEST_H

#include "vectors.h"

#include <string.h>

/* Says which row of a table failed, and on what. */
#define assert_row(why, condition)                                             \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fail_msg("%s: %s", why, #condition);                                     \
    }                                                                          \
  } while (0)

/* SplitMix64: the same numbers in every run. */
static inline uint64_t draw(uint64_t *seed)
{
    uint64_t x = *seed += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline guidon_id draw_id(uint64_t *seed)
{
    guidon_id id;

    for (unsigned i = 0; i < 16; i++) {
        id.bytes[i] = (unsigned char)(draw(seed) >> 56);
    }
    return id;
}

/* What an output holds before a call that must not write it. */
static inline void mark(void *out, size_t len)
{
    memset(out, 0xaa, len);
}

static inline bool is_marked(const void *out, size_t len)
{
    const unsigned char *bytes = out;

    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != 0xaa) {
            return false;
        }
    }
    return true;
}

/* `id` with another high nibble in octet 6 and other high bits in octet 8;
 * does not use the library under test. */
static inline guidon_id shaped(guidon_id id, unsigned version, unsigned octet_8)
{
    id.bytes[6] = (unsigned char)((id.bytes[6] & 0x0fu) | version << 4);
    id.bytes[8] = (unsigned char)octet_8;
    return id;
}

/* The lowest and the highest octet 8 of each variant (RFC 9562, 4.1). */
static const struct {
    guidon_variant variant;
    unsigned octet_8;
} variant_ends[] = {
    {GUIDON_VARIANT_NCS, 0x00},       {GUIDON_VARIANT_NCS, 0x7f},
    {GUIDON_VARIANT_RFC, 0x80},       {GUIDON_VARIANT_RFC, 0xbf},
    {GUIDON_VARIANT_MICROSOFT, 0xc0}, {GUIDON_VARIANT_MICROSOFT, 0xdf},
    {GUIDON_VARIANT_FUTURE, 0xe0},    {GUIDON_VARIANT_FUTURE, 0xff},
};
enum { VARIANT_ENDS = sizeof variant_ends / sizeof variant_ends[0] };

#endif
