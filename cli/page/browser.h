/* SPDX-License-Identifier: MIT */
/* Functions of JavaScript that the module calls, and the memory that it takes. */
#ifndef CLI_PAGE_BROWSER_H
#define CLI_PAGE_BROWSER_H

#include <stddef.h>
#include <stdint.h>

#define BROWSER(name) __attribute__((import_module("host"), import_name(#name)))

/* Take `len` bytes of the result of this call: whole characters of UTF-8. */
BROWSER(write) void browser_write(const void *bytes, size_t len);
/* Read `len` characters of a decimal number; NaN if they are none. */
BROWSER(number) double browser_number(const char *text, size_t len);
/* Write a number at `out`, at most REAL_TEXT_MAX bytes. Returns the length. */
BROWSER(real) size_t browser_real(char *out, double number);

/*
 * Blocks of common/block.h stand one behind the other. The last one grows in place, and
 * a block that is freed before it is the last one stays until its mark is released.
 */
uintptr_t memory_mark(void);
/* Free all blocks since the mark was taken; 0: all blocks. */
void memory_release(uintptr_t mark);

#endif
