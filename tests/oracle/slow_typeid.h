/* SPDX-License-Identifier: MIT */
/* A slow and simple reader and writer of TypeIDs, from the specification. They
 * share no code and no table with the library. */
#ifndef SLOW_TYPEID_H
#define SLOW_TYPEID_H

#include <guidon.h>
#include <stddef.h>

/* The expected result of guidon_typeid_parse. */
struct slow_typeid {
    guidon_status status;
    size_t prefix_len; /* for GUIDON_OK */
    guidon_id id;      /* for GUIDON_OK */
    size_t bad_at;     /* for an error */
};

struct slow_typeid slow_typeid_read(const char *text, size_t len);
/* The expected result of guidon_typeid_prefix_check, in `status` and
 * `bad_at`. */
struct slow_typeid slow_typeid_prefix(const char *prefix, size_t len);
/* Write a TypeID whose prefix is right. Returns the length. */
size_t slow_typeid_write(char out[GUIDON_TYPEID_MAX], const char *prefix,
                         size_t prefix_len, const guidon_id *id);

#endif
