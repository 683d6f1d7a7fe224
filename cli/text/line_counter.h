/* SPDX-License-Identifier: MIT */
/* The number and the beginning of lines, in text that comes in pieces. */
#ifndef CLI_LINE_COUNTER_H
#define CLI_LINE_COUNTER_H

#include <stddef.h>
#include <stdint.h>

/* Offsets count bytes from the beginning of the text. */
struct line_counter {
    uint64_t counted; /* line feeds are counted up to here */
    uint64_t begin;   /* of the current line */
    uint64_t line;    /* its number, from 1 */
};

/* Begin with a new text. */
void line_counter_begin(struct line_counter *lines);
/*
 * Count the lines up to `to`. `bytes` are the `len` bytes of the text that are
 * in memory, from the offset `at` on; `counted` and `to` are within them.
 */
void line_counter_step(struct line_counter *lines, const char *bytes,
                       size_t len, uint64_t at, uint64_t to);

#endif
