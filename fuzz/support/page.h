/* SPDX-License-Identifier: MIT */
/* The content of a file that the library maps, for targets that change it. */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The words of a page, in the host's byte order. */
uint64_t page_word(const unsigned char *bytes, size_t at);
void page_put(unsigned char *bytes, size_t at, uint64_t word);

bool page_is_zero(const unsigned char *bytes, size_t from, size_t to);

/* FNV-1a, the checksum of both files. */
uint64_t page_sum(const unsigned char *bytes, size_t len);

/* Write the bytes to the one file of this process, which other users cannot
 * read, and return its path. The file ends with the process. */
const char *page_write(const unsigned char *bytes, size_t len);
/* Read the first `len` bytes of the file, which is that long. */
void page_read(unsigned char *bytes, size_t len);

#endif
