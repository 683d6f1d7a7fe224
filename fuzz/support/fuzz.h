/* SPDX-License-Identifier: MIT */
/* What every fuzz target shares: a check that ends the program, memory between
 * walls, and data read piece by piece. */
#ifndef FUZZ_H
#define FUZZ_H

#include "../../tests/support/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What libFuzzer, AFL++ and replay.c call, again and again in one process.
 * Ends the program by abort() where something is wrong. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* On stderr, and abort(). */
_Noreturn void fuzz_failed(const char *file, int line, const char *what);
#define CHECK(condition)                                                       \
  ((condition) ? (void)0 : fuzz_failed(__FILE__, __LINE__, #condition))

/* A place that ends before a page that nobody may touch, so that who reads or
 * writes past it is seen without a sanitizer too, in vector code too. */
#define FUZZ_PLACE_MAX ((size_t)1 << 16)
enum fuzz_place { FUZZ_IN, FUZZ_OUT, FUZZ_PLACES };

/* The last `len` bytes of a place, at most FUZZ_PLACE_MAX; good until the next
 * call for the same place. They hold what they held. */
char *fuzz_room(enum fuzz_place place, size_t len);
/* The same with a copy of data in them. */
const char *fuzz_copy(const void *data, size_t len);
/* The same with the mark in all of them, which is_marked of random.h knows. */
char *fuzz_marked(size_t len);

/* Data that is taken from the front; zeros once it has ended. */
struct fuzz_data {
    const uint8_t *at;
    size_t left;
};
uint64_t fuzz_take(struct fuzz_data *data, unsigned bytes);
void fuzz_take_bytes(void *out, size_t len, struct fuzz_data *data);

#endif
