/* SPDX-License-Identifier: MIT */
/* Text from outside on a row of the terminal, cut to what fits. */
#ifndef CLI_SNIPPET_H
#define CLI_SNIPPET_H

#include <stddef.h>

/* No row is wider, and so much of a line on either side of a part is enough to
 * fill it. */
#define SNIPPET_COLUMNS_MAX ((size_t)240)
#define SNIPPET_BYTES       ((size_t)1024)

/* A part of a line, `before` bytes behind its beginning and `after` before its
 * end, neither of which need be those of the whole line. */
struct snippet {
    const char *text; /* the part */
    size_t len;
    size_t before;
    size_t after;
};

/*
 * Write the part in its line to the output, with `on` before it and `off` behind
 * it, in at most so many columns (up to SNIPPET_COLUMNS_MAX), or as many as the
 * part alone takes. What does
 * not fit is cut at the ends, with a mark. White space at the beginning of the
 * line is left out. A character that the locale cannot print is a '.', so that
 * no text can steer a terminal.
 */
void snippet_write(const struct snippet *snippet, size_t columns,
                   const char *on, const char *off);

/* Write a text whole, its characters as above. */
void snippet_write_plain(const char *text, size_t len);

#endif
