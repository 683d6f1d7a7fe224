/* SPDX-License-Identifier: MIT */
/* Text from outside on one row of the terminal, cut to fit. */
#ifndef CLI_SNIPPET_H
#define CLI_SNIPPET_H

#include <stddef.h>

/* The widest row, and how many bytes on each side of a part always fill it. */
#define SNIPPET_COLUMNS_MAX ((size_t)240)
#define SNIPPET_BYTES       ((size_t)1024)

/* A part of a line, with `before` bytes of the line before it and `after` bytes
 * behind it. The line itself may be longer. */
struct snippet {
    const char *text; /* the part */
    size_t len;
    size_t before;
    size_t after;
};

/*
 * Write the part and the text around it, with the sequence `on` before the part
 * and `off` behind it. The row takes at most `columns` columns (up to
 * SNIPPET_COLUMNS_MAX); only a longer part takes more. Text that does not fit
 * is cut at both ends, with a mark. Indentation of the line is left out. A
 * character that the locale cannot print becomes '.', so that no text can
 * control the terminal.
 */
void snippet_write(const struct snippet *snippet, size_t columns,
                   const char *on, const char *off);

/* Write a whole text, with '.' for characters that cannot be printed. */
void snippet_write_plain(const char *text, size_t len);

#endif
