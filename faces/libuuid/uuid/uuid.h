/* SPDX-License-Identifier: MIT */
/* The calls of libuuid, answered by Guidon: what programs include as
 * <uuid/uuid.h>. Names, values and types are libuuid's (util-linux 2.41). */
#ifndef GUIDON_LIBUUID_UUID_H
#define GUIDON_LIBUUID_UUID_H

#include <stddef.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

/* Sixteen bytes in network order. */
typedef unsigned char uuid_t[16];

/* What uuid_variant answers. */
#define UUID_VARIANT_NCS       0
#define UUID_VARIANT_DCE       1
#define UUID_VARIANT_MICROSOFT 2
#define UUID_VARIANT_OTHER     3

/* Where the variant is in octet 8, and how wide. */
#define UUID_VARIANT_SHIFT 5
#define UUID_VARIANT_MASK  0x7

/* What uuid_type answers. */
#define UUID_TYPE_DCE_NIL      0
#define UUID_TYPE_DCE_TIME     1
#define UUID_TYPE_DCE_SECURITY 2
#define UUID_TYPE_DCE_MD5      3
#define UUID_TYPE_DCE_RANDOM   4
#define UUID_TYPE_DCE_SHA1     5
#define UUID_TYPE_DCE_TIME_V6  6
#define UUID_TYPE_DCE_TIME_V7  7
#define UUID_TYPE_DCE_VENDOR   8

/* Where the type is in octet 6, and how wide. */
#define UUID_TYPE_SHIFT 4
#define UUID_TYPE_MASK  0xf

/* A text and the NUL that ends it. */
#define UUID_STR_LEN 37

/* A constant of a file's own, from its sixteen bytes. */
#ifndef UUID_DEFINE
#  ifdef __GNUC__
#    define UUID_DEFINE(name, ...)                                             \
      static const uuid_t name __attribute__((unused)) = {__VA_ARGS__}
#  else
#    define UUID_DEFINE(name, ...) static const uuid_t name = {__VA_ARGS__}
#  endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* All of these may be called from any thread, and go on in a forked child. */

/* ------------------------------------------------------------------- values */

extern void uuid_clear(uuid_t uu);
extern void uuid_copy(uuid_t dst, const uuid_t src);
extern int uuid_is_null(const uuid_t uu); /* 1 or 0 */

/* Below, at or above 0, by the octets as unsigned numbers. */
extern int uuid_compare(const uuid_t uu1, const uuid_t uu2);

/* The version, 0 .. 15, whatever the variant; and the variant. */
extern int uuid_type(const uuid_t uu);
extern int uuid_variant(const uuid_t uu);

/* Seconds since 1970, with microseconds in *ret_tv unless that is NULL, of an id
 * of type 1, 6 or 7. All are -1 for an id of another type. */
#if defined(__USE_TIME_BITS64) && defined(__GLIBC__)
#  define uuid_time uuid_time64
#endif
extern time_t uuid_time(const uuid_t uu, struct timeval *ret_tv);

/* The namespace "dns", "url", "oid", "x500" or "x.500"; NULL for any other. */
extern const uuid_t *uuid_get_template(const char *alias);

/* -------------------------------------------------------------------- texts */

/* 0, or -1 with `uu` as it was: 36 characters, digits in either case, and the
 * NUL or `in_end` after them. */
extern int uuid_parse(const char *in, uuid_t uu);
extern int uuid_parse_range(const char *in_start, const char *in_end,
                            uuid_t uu);

/* UUID_STR_LEN bytes: lower case, but for _upper. */
extern void uuid_unparse(const uuid_t uu, char *out);
extern void uuid_unparse_lower(const uuid_t uu, char *out);
extern void uuid_unparse_upper(const uuid_t uu, char *out);

/* ----------------------------------------------------------------- new ones */

/* Where no id can be made, as the system gives no random bytes, the program is
 * ended by abort: there is no status to tell it by. */

/* Version 4. */
extern void uuid_generate(uuid_t out);
extern void uuid_generate_random(uuid_t out);

/* Versions 1, 6 and 7, each above the ones before of all processes that share
 * the host's state. uuid_generate_time_safe is 0 where it was made with that
 * state, and -1 where it could not be had: then the order, and what keeps ids
 * apart for certain, is the process's own. */
extern void uuid_generate_time(uuid_t out);
extern int uuid_generate_time_safe(uuid_t out);
extern void uuid_generate_time_v6(uuid_t out);
extern void uuid_generate_time_v7(uuid_t out);

/* Versions 3 and 5: of the same namespace and name, always the same. */
extern void uuid_generate_md5(uuid_t out, const uuid_t ns, const char *name,
                              size_t len);
extern void uuid_generate_sha1(uuid_t out, const uuid_t ns, const char *name,
                               size_t len);

#ifdef __cplusplus
}
#endif

#endif
