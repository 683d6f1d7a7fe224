/* SPDX-License-Identifier: MIT */
/* Records in a temporary file without a name, to write them in another order. */
#ifndef CLI_RECORD_STORE_H
#define CLI_RECORD_STORE_H

#include "temporary_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORD_STORE_BUFFER ((size_t)1 << 16)

/* Each record stands in the file behind its length. All zero: not begun. */
struct record_store {
    struct temporary_file file;
    bool begun;
    bool reading;  /* the buffer holds bytes of the file, not bytes to write */
    uint64_t from; /* the offset of the buffer in the file */
    size_t len;    /* bytes in the buffer */
    char buffer[RECORD_STORE_BUFFER];
};

/* Open the file. Each of these functions returns false, with a message, on failure. */
bool record_store_begin(struct record_store *store, const char *directory);
/* Add a record, and its `end` behind it. Sets *position to what finds it again, which
 * grows from record to record. */
bool record_store_add(uint64_t *position, struct record_store *store,
                      const char *text, size_t len, const char *end);
/* Write a record to the output. After the first call, no record may be added. */
bool record_store_write(struct record_store *store, uint64_t position);
/* Close the file. Does nothing if the store has not begun. */
void record_store_end(struct record_store *store);

#endif
