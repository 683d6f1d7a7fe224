/* SPDX-License-Identifier: MIT */
/* Big- and little-endian numbers in bytes, at any alignment. */
#ifndef GDN_CORE_BYTES_H
#define GDN_CORE_BYTES_H

#include <stdint.h>

/* Compilers turn each of these into one load or store. */

static inline uint16_t gdn_load_be16(const unsigned char *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t gdn_load_be32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

static inline uint64_t gdn_load_be64(const unsigned char *p)
{
    return (uint64_t)gdn_load_be32(p) << 32 | gdn_load_be32(p + 4);
}

static inline uint32_t gdn_load_le32(const unsigned char *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 |
           p[0];
}

static inline void gdn_store_be16(unsigned char *p, uint16_t v)
{
    p[0] = (unsigned char)(v >> 8);
    p[1] = (unsigned char)v;
}

static inline void gdn_store_be32(unsigned char *p, uint32_t v)
{
    gdn_store_be16(p, (uint16_t)(v >> 16));
    gdn_store_be16(p + 2, (uint16_t)v);
}

static inline void gdn_store_be64(unsigned char *p, uint64_t v)
{
    gdn_store_be32(p, (uint32_t)(v >> 32));
    gdn_store_be32(p + 4, (uint32_t)v);
}

static inline void gdn_store_le32(unsigned char *p, uint32_t v)
{
    p[0] = (unsigned char)v;
    p[1] = (unsigned char)(v >> 8);
    p[2] = (unsigned char)(v >> 16);
    p[3] = (unsigned char)(v >> 24);
}

static inline void gdn_store_le64(unsigned char *p, uint64_t v)
{
    gdn_store_le32(p, (uint32_t)v);
    gdn_store_le32(p + 4, (uint32_t)(v >> 32));
}

#endif
