/* SPDX-License-Identifier: MIT */
/* Big- and little-endian numbers at any alignment, and words of equal bytes. */
#ifndef GDN_CORE_BYTES_H
#define GDN_CORE_BYTES_H

#include "memory.h"
#include <stdint.h>

/* The byte x in every byte of a 64-bit word. */
#define GDN_EACH_BYTE(x) (UINT64_C(0x0101010101010101) * (x))

/*
 * If the compiler defines the byte order, each function is one load or store
 * and at most one byte swap. The portable functions below give the same results
 * byte by byte. Compilers do not recognise those as one load when they
 * vectorise a loop.
 */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#  define GDN_BE16(v) __builtin_bswap16(v)
#  define GDN_BE32(v) __builtin_bswap32(v)
#  define GDN_BE64(v) __builtin_bswap64(v)
#  define GDN_LE32(v) (v)
#  define GDN_LE64(v) (v)
#elif defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#  define GDN_BE16(v) (v)
#  define GDN_BE32(v) (v)
#  define GDN_BE64(v) (v)
#  define GDN_LE32(v) __builtin_bswap32(v)
#  define GDN_LE64(v) __builtin_bswap64(v)
#endif

#if defined(GDN_BE64)

static inline uint16_t gdn_load_be16(const unsigned char *p)
{
    uint16_t v;

    memcpy(&v, p, sizeof v);
    return GDN_BE16(v);
}

static inline uint32_t gdn_load_be32(const unsigned char *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof v);
    return GDN_BE32(v);
}

static inline uint64_t gdn_load_be64(const unsigned char *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof v);
    return GDN_BE64(v);
}

static inline uint32_t gdn_load_le32(const unsigned char *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof v);
    return GDN_LE32(v);
}

static inline uint64_t gdn_load_le64(const unsigned char *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof v);
    return GDN_LE64(v);
}

static inline void gdn_store_be16(unsigned char *p, uint16_t v)
{
    v = GDN_BE16(v);
    memcpy(p, &v, sizeof v);
}

static inline void gdn_store_be32(unsigned char *p, uint32_t v)
{
    v = GDN_BE32(v);
    memcpy(p, &v, sizeof v);
}

static inline void gdn_store_be64(unsigned char *p, uint64_t v)
{
    v = GDN_BE64(v);
    memcpy(p, &v, sizeof v);
}

static inline void gdn_store_le32(unsigned char *p, uint32_t v)
{
    v = GDN_LE32(v);
    memcpy(p, &v, sizeof v);
}

static inline void gdn_store_le64(unsigned char *p, uint64_t v)
{
    v = GDN_LE64(v);
    memcpy(p, &v, sizeof v);
}

#else

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

static inline uint64_t gdn_load_le64(const unsigned char *p)
{
    return gdn_load_le32(p) | (uint64_t)gdn_load_le32(p + 4) << 32;
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

#endif
