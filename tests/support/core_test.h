/* SPDX-License-Identifier: MIT */
/* Shared by the tests of src/core: named rows, and ids of every version and
 * variant. */
#ifndef CORE_TEST_H
#define CORE_TEST_H

#include "random.h"
#include "vectors.h"

/* Fail with the name of the table's row and the condition. */
#define assert_row(why, condition)                                             \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fail_msg("%s: %s", why, #condition);                                     \
    }                                                                          \
  } while (0)

/* `id` with this high nibble in octet 6 and these high bits in octet 8. Does
 * not use the library under test. */
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
