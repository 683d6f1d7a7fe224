/* SPDX-License-Identifier: MIT */
/* Shared by all fuzz targets: a check that ends the program, memory between
 * protected pages, and a reader for the input. */
#ifndef FUZZ_H
#define FUZZ_H

#include "../../tests/support/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer, AFL++ and replay.c call this function repeatedly in one process.
 * It calls abort() if it finds a fault. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Print the failed check to stderr, and call abort(). */
_Noreturn void fuzz_failed(const char *file, int line, const char *what);
#define CHECK(condition)                                                       \
  ((condition) ? (void)0 : fuzz_failed(__FILE__, __LINE__, #condition))

/* Each buffer ends at a protected page, so that an access past its end is
 * detected even in vector code without a sanitizer. */
#define FUZZ_BUFFER_MAX ((size_t)1 << 16)
enum fuzz_buffer { FUZZ_IN, FUZZ_OUT, FUZZ_BUFFERS };

/* The last `len` bytes of a buffer, at most FUZZ_BUFFER_MAX, with their old
 * content. They are valid until the next call for the same buffer. */
char *fuzz_buffer_tail(enum fuzz_buffer buffer, size_t len);
/* The same with a copy of the data. */
const char *fuzz_copy(const void *data, size_t len);
/* The same, filled by mark() of random.h. */
char *fuzz_marked(size_t len);

/* The input, read from the front. After its end it reads as zeros. */
struct fuzz_data {
    const uint8_t *at;
    size_t left;
};
uint64_t fuzz_take(struct fuzz_data *data, unsigned bytes);
void fuzz_take_bytes(void *out, size_t len, struct fuzz_data *data);

#endif
