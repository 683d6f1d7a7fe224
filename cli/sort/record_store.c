/* SPDX-License-Identifier: MIT */
/* record_store.c - keep records in a temporary file. */
#include "record_store.h"
#include "../term/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A read takes at least so much. It is little, because the next record mostly stands
 * elsewhere, unless this one stands behind the last. */
#define READ_LEAST ((size_t)1024)

bool record_store_begin(struct record_store *store, const char *directory)
{
    store->file = (struct temporary_file){.directory = directory, .fd = -1};
    store->begun = true;
    return temporary_file_open(&store->file);
}

/* Write the buffer to the file. */
static bool flush(struct record_store *store)
{
    const size_t len = store->len;

    store->from += len;
    store->len = 0;
    return temporary_file_add(&store->file, store->buffer, len);
}

static bool add(struct record_store *store, const void *bytes, size_t len)
{
    if (len > sizeof store->buffer - store->len && !flush(store)) {
        return false;
    }
    if (len > sizeof store->buffer) {
        store->from += len;
        return temporary_file_add(&store->file, bytes, len);
    }
    memcpy(store->buffer + store->len, bytes, len);
    store->len += len;
    return true;
}

bool record_store_add(uint64_t *position, struct record_store *store,
                      const char *text, size_t len, const char *end)
{
    const size_t end_len = strlen(end);
    const uint64_t whole = len + end_len;

    *position = store->from + store->len;
    return add(store, &whole, sizeof whole) && add(store, text, len) &&
           add(store, end, end_len);
}

/* Read `len` bytes at `at` into the buffer, or more, unless it holds them. `len` is at
 * most the size of the buffer. Returns their place; NULL, with a message, on failure. */
static const char *hold(struct record_store *store, uint64_t at, size_t len)
{
    const bool follows = at >= store->from && at - store->from <= store->len;
    const size_t most = follows            ? sizeof store->buffer
                        : len > READ_LEAST ? len
                                           : READ_LEAST;

    if (follows && len <= store->len - (size_t)(at - store->from)) {
        return store->buffer + (at - store->from);
    }
    store->from = at;
    store->len = 0;
    while (store->len < len) {
        ssize_t got = pread(store->file.fd, store->buffer + store->len,
                            most - store->len, (off_t)(at + store->len));

        if (got > 0) {
            store->len += (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            temporary_file_report_read(&store->file, got == 0 ? EIO : errno);
            return NULL;
        }
    }
    return store->buffer;
}

bool record_store_write(struct record_store *store, uint64_t position)
{
    uint64_t left;
    const char *bytes;

    if (!store->reading && !flush(store)) {
        return false;
    }
    store->reading = true;
    bytes = hold(store, position, sizeof left);
    if (!bytes) {
        return false;
    }
    memcpy(&left, bytes, sizeof left);
    for (uint64_t at = position + sizeof left; left > 0;) {
        const size_t len =
            left < sizeof store->buffer ? (size_t)left : sizeof store->buffer;

        bytes = hold(store, at, len);
        if (!bytes) {
            return false;
        }
        output_bytes(bytes, len);
        at += len;
        left -= len;
    }
    return true;
}

void record_store_end(struct record_store *store)
{
    if (store->begun) {
        temporary_file_close(&store->file);
    }
}
