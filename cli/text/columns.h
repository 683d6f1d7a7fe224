/* SPDX-License-Identifier: MIT */
/* The fields of a line of CSV or TSV. */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A field of a line, without the quotes around it. */
struct column {
    const char *text;
    size_t len;
};

/* What separates the fields of a file, to judge by a line of it: tabs, or commas
 * if no tab stands outside of quotes. */
char columns_separator(const char *line, size_t len);

/* Is a quoted field open at the end of a line? Then the record goes on in the next
 * line, because a quoted field may hold line breaks (RFC 4180, section 2). */
bool columns_open(const char *line, size_t len, char separator);

/* Find field `n`, from 1, of a line. False if the line has fewer fields. */
bool column_find(struct column *out, const char *line, size_t len,
                 char separator, uint64_t n);

#endif
