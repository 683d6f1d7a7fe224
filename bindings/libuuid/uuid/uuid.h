/* SPDX-License-Identifier: MIT */
/* The functions of libuuid, from Guidon. Programs include this file as
 * <uuid/uuid.h>. Names, values and types are those of util-linux 2.41. */
#ifndef GUIDON_LIBUUID_UUID_H
#define GUIDON_LIBUUID_UUID_H

#include <stddef.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

/* 16 bytes in network order. */
typedef unsigned char uuid_t[16];

/* The results of uuid_variant. */
#define UUID_VARIANT_NCS       0
#define UUID_VARIANT_DCE       1
#define UUID_VARIANT_MICROSOFT 2
#define UUID_VARIANT_OTHER     3

/* The position and width of the variant in octet 8. */
#define UUID_VARIANT_SHIFT 5
#define UUID_VARIANT_MASK  0x7

/* The results of uuid_type. */
#define UUID_TYPE_DCE_NIL      0
#define UUID_TYPE_DCE_TIME     1
#define UUID_TYPE_DCE_SECURITY 2
#define UUID_TYPE_DCE_MD5      3
#define UUID_TYPE_DCE_RANDOM   4
#define UUID_TYPE_DCE_SHA1     5
#define UUID_TYPE_DCE_TIME_V6  6
#define UUID_TYPE_DCE_TIME_V7  7
#define UUID_TYPE_DCE_VENDOR   8

/* The position and width of the type in octet 6. */
#define UUID_TYPE_SHIFT 4
#define UUID_TYPE_MASK  0xf

/* The length of a text, including the final NUL. */
#define UUID_STR_LEN 37

/* Define a constant from its 16 bytes. */
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

/* You may call all functions from any thread, and in a forked child, but not from a
 * signal handler that can interrupt one of them. */

/* ------------------------------------------------------------------- values */

extern void uuid_clear(uuid_t uu);
extern void uuid_copy(uuid_t dst, const uuid_t src);
extern int uuid_is_null(const uuid_t uu); /* 1 or 0 */

/* Below, equal to or above 0, comparing the octets as unsigned numbers. */
extern int uuid_compare(const uuid_t uu1, const uuid_t uu2);

/* The version, 0 .. 15, of any variant; and the variant. */
extern int uuid_type(const uuid_t uu);
extern int uuid_variant(const uuid_t uu);

/* The time of an id of type 1, 6 or 7, in seconds since 1970. *ret_tv also has
 * the microseconds; it may be NULL. For any other type all results are -1. */
#if defined(__USE_TIME_BITS64) && defined(__GLIBC__)
#  define uuid_time uuid_time64
#endif
extern time_t uuid_time(const uuid_t uu, struct timeval *ret_tv);

/* The namespace "dns", "url", "oid", "x500" or "x.500"; NULL for any other. */
extern const uuid_t *uuid_get_template(const char *alias);

/* -------------------------------------------------------------------- texts */

/* Read exactly 36 characters, with digits in either case, up to the NUL or
 * `in_end`. Return 0, or -1 with `uu` unchanged. */
extern int uuid_parse(const char *in, uuid_t uu);
extern int uuid_parse_range(const char *in_start, const char *in_end,
                            uuid_t uu);

/* Write UUID_STR_LEN bytes in lower case, or in upper case for _upper. */
extern void uuid_unparse(const uuid_t uu, char *out);
extern void uuid_unparse_lower(const uuid_t uu, char *out);
extern void uuid_unparse_upper(const uuid_t uu, char *out);

/* ------------------------------------------------------------------ new ids */

/* If no id can be made, for example because the system gives no random bytes,
 * the program ends with abort, because these functions return no status. */

/* Version 4. */
extern void uuid_generate(uuid_t out);
extern void uuid_generate_random(uuid_t out);

/* Versions 1, 6 and 7. Each id is above all earlier ids of the processes that
 * share the state of the host. uuid_generate_time_safe returns 0 if the id was
 * made with that state. It returns -1 if the state is not available: then order
 * and certain uniqueness hold within the process only. */
extern void uuid_generate_time(uuid_t out);
extern int uuid_generate_time_safe(uuid_t out);
extern void uuid_generate_time_v6(uuid_t out);
extern void uuid_generate_time_v7(uuid_t out);

/* Versions 3 and 5. The same namespace and name always give the same id. */
extern void uuid_generate_md5(uuid_t out, const uuid_t ns, const char *name,
                              size_t len);
extern void uuid_generate_sha1(uuid_t out, const uuid_t ns, const char *name,
                               size_t len);

#ifdef __cplusplus
}
#endif

#endif
