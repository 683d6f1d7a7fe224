/* SPDX-License-Identifier: MIT */
/* Give many records of an input to several threads. */
#ifndef CLI_PARTS_H
#define CLI_PARTS_H

#include "../workers.h"
#include "input.h"

/* The least bytes of a part. */
#define PART_SIZE ((size_t)1 << 16)
#define PARTS_MAX (INPUT_GATHER_MAX / PART_SIZE)
/* The space for the output of a part. The longest text that convert writes takes
 * fewer than five times the bytes of a usual text that it reads. */
#define PART_OUT_SIZE (5 * PART_SIZE)

/* Successive records of an input. */
struct part {
    struct input input; /* holds whole records only, which count from 1 */
    char *out;          /* PART_OUT_SIZE bytes, of which out_len are used */
    size_t out_len;
};

struct parts {
    struct workers workers; /* .n is 1 if there is no memory for parts */
    char *memory;
    size_t n;
    struct part list[PARTS_MAX];
};

/* Prepare to use `threads` threads, or fewer. */
void parts_begin(struct parts *parts, size_t threads);
/*
 * Cut the next records of the input into parts for `work`, and do them all on
 * the threads. `work` sees parts->list[part] and changes only this. False if so
 * few bytes are there that threads would not pay, or if there is one thread; the
 * input then has the same records as before. Texts of earlier records are no
 * longer valid.
 */
bool parts_run(struct parts *parts, struct input *input, work_fn *work,
               void *context);
/* End the threads and free the memory. */
void parts_end(struct parts *parts);

#endif
