/* SPDX-License-Identifier: MIT */
/* fuzz.c - checks, protected memory and input for every fuzz target */
#define _DEFAULT_SOURCE
#include "fuzz.h"
#include "../../tests/support/walls.h"

#include <stdio.h>
#include <stdlib.h>

void fuzz_failed(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    abort();
}

char *fuzz_buffer_tail(enum fuzz_buffer buffer, size_t len)
{
    static char *ends[FUZZ_BUFFERS];

    CHECK(len <= FUZZ_BUFFER_MAX);
    if (!ends[buffer]) {
        ends[buffer] = walled_new(FUZZ_BUFFER_MAX).end;
    }
    return ends[buffer] - len;
}

const char *fuzz_copy(const void *data, size_t len)
{
    char *tail = fuzz_buffer_tail(FUZZ_IN, len);

    if (len > 0) {
        memcpy(tail, data, len);
    }
    return tail;
}

char *fuzz_marked(size_t len)
{
    char *tail = fuzz_buffer_tail(FUZZ_OUT, len);

    mark(tail, len);
    return tail;
}

uint64_t fuzz_take(struct fuzz_data *data, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++) {
        value <<= 8;
        if (data->left > 0) {
            value |= *data->at++;
            data->left--;
        }
    }
    return value;
}

void fuzz_take_bytes(void *out, size_t len, struct fuzz_data *data)
{
    size_t n = len < data->left ? len : data->left;

    memset(out, 0, len);
    if (n > 0) {
        memcpy(out, data->at, n);
        data->at += n;
        data->left -= n;
    }
}
