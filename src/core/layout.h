/* SPDX-License-Identifier: MIT */
/* Where each version keeps its bits: the one place that knows octet numbers. */
#ifndef GDN_CORE_LAYOUT_H
#define GDN_CORE_LAYOUT_H

#include "bytes.h"
#include <guidon/id.h>
#include <stdbool.h>
#include <string.h>

/*
 * RFC 9562, figures 5 to 12. Octets:
 *
 *        0-3        4-5       6-7              8-9              10-15
 *   v1   time_low   time_mid  ver|time_high    var|clock_seq    node
 *   v2   local_id   time_mid  ver|time_high    var|seq(6) dom   node
 *   v6   time_high  time_mid  ver|time_low     var|clock_seq    node
 *   v7   unix_ts_ms (0-5)     ver|rand_a       var|rand_b (8-15)
 *   ULID unix ms (0-5)        80 random bits (6-15)
 *
 * The version is the high nibble of octet 6; the variant the high two bits of
 * octet 8, never three: the third is payload (R12).
 */

#define GDN_TICKS_MAX     ((UINT64_C(1) << 60) - 1)
#define GDN_UNIX_MS_MAX   ((UINT64_C(1) << 48) - 1)
#define GDN_CLOCK_SEQ_MAX 0x3fffu
#define GDN_DCE_SEQ_MAX   0x3fu
#define GDN_DOMAIN_MAX    0xffu

/* Write version and variant RFC over their six bits. */
static inline void gdn_stamp_version(guidon_id *id, unsigned version)
{
    id->bytes[6] = (unsigned char)((id->bytes[6] & 0x0fu) | version << 4);
    id->bytes[8] = (unsigned char)((id->bytes[8] & 0x3fu) | 0x80u);
}

static inline bool gdn_is_version(const guidon_id *id, unsigned version)
{
    return (id->bytes[8] & 0xc0u) == 0x80u && id->bytes[6] >> 4 == version;
}

static inline uint64_t gdn_ticks_v1(const guidon_id *id)
{
    return (uint64_t)(gdn_load_be16(id->bytes + 6) & 0x0fffu) << 48 |
           (uint64_t)gdn_load_be16(id->bytes + 4) << 32 |
           gdn_load_be32(id->bytes);
}

static inline uint64_t gdn_ticks_v6(const guidon_id *id)
{
    return (uint64_t)gdn_load_be32(id->bytes) << 28 |
           (uint64_t)gdn_load_be16(id->bytes + 4) << 12 |
           (gdn_load_be16(id->bytes + 6) & 0x0fffu);
}

/* Ticks below 2^60; version and variant are for gdn_stamp_version. */
static inline void gdn_put_ticks_v1(guidon_id *id, uint64_t ticks)
{
    gdn_store_be32(id->bytes, (uint32_t)ticks);
    gdn_store_be16(id->bytes + 4, (uint16_t)(ticks >> 32));
    gdn_store_be16(id->bytes + 6, (uint16_t)(ticks >> 48));
}

static inline void gdn_put_ticks_v6(guidon_id *id, uint64_t ticks)
{
    gdn_store_be32(id->bytes, (uint32_t)(ticks >> 28));
    gdn_store_be16(id->bytes + 4, (uint16_t)(ticks >> 12));
    gdn_store_be16(id->bytes + 6, (uint16_t)(ticks & 0x0fffu));
}

static inline uint64_t gdn_unix_ms(const guidon_id *id)
{
    return gdn_load_be64(id->bytes) >> 16;
}

static inline void gdn_put_unix_ms(guidon_id *id, uint64_t ms)
{
    gdn_store_be32(id->bytes, (uint32_t)(ms >> 16));
    gdn_store_be16(id->bytes + 4, (uint16_t)ms);
}

#endif
