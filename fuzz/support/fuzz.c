/* SPDX-License-Identifier: MIT */
/* fuzz.c - checks, walled memory and data for every fuzz target. */
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

char *fuzz_room(enum fuzz_place place, size_t len)
{
    static char *ends[FUZZ_PLACES];

    CHECK(len <= FUZZ_PLACE_MAX);
    if (!ends[place]) {
        ends[place] = walled_new(FUZZ_PLACE_MAX).end;
    }
    return ends[place] - len;
}

const char *fuzz_copy(const void *data, size_t len)
{
    char *room = fuzz_room(FUZZ_IN, len);

    if (len > 0) {
        memcpy(room, data, len);
    }
    return room;
}

char *fuzz_marked(size_t len)
{
    char *room = fuzz_room(FUZZ_OUT, len);

    mark(room, len);
    return room;
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
