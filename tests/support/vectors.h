/* SPDX-License-Identifier: MIT */
/* Included by every C test: cmocka, and readers for the files of
 * tests/vectors. */
#ifndef VECTORS_H
#define VECTORS_H

/* cmocka needs these four headers before its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <guidon.h>
#include <jansson.h>

/*
 * Read a vector file, such as "ulid.json": an object whose members are arrays
 * of rows. Fails the test if it cannot be read. The caller owns the result and
 * frees it with json_decref.
 */
json_t *vectors_load(const char *file);

/* The rows of one member. Fails the test if there are none, so that a missing
 * table is noticed. */
json_t *vectors_rows(json_t *file, const char *member);

/* Call a function for every row of one member of a vector file. */
typedef void row_fn(json_t *row);
void vectors_each(const char *file, const char *member, row_fn *check);

/* A string member of a row; fails the test, naming the row, if it is missing.
 */
const char *row_text(json_t *row, const char *key);
/* The same for a string that may hold NUL: its length goes to *len. */
const char *row_bytes(json_t *row, const char *key, size_t *len);
/* A member of hex digits, two a byte: at most `cap` bytes into `out`; returns
 * how many. Does not use the library under test. */
size_t row_hex(unsigned char *out, size_t cap, json_t *row, const char *key);
/* A member of 32 hex digits as an id. */
guidon_id row_id(json_t *row, const char *key);
/* An integer member, given as a number or, past 2^53, as a decimal string. */
uint64_t row_u64(json_t *row, const char *key);
int64_t row_i64(json_t *row, const char *key);
/* Has the row this member? */
int row_has(json_t *row, const char *key);

/* Fails the test, showing both in hex, unless the two ids are the same. */
#define assert_id_equal(a, b)                                                  \
  assert_memory_equal((a).bytes, (b).bytes, sizeof(guidon_id))

#endif
