/* SPDX-License-Identifier: MIT */
/* What a manual page says beyond the tables: a file of docs/man, in a little of
 * Markdown. */
#ifndef CLI_MANUAL_PROSE_H
#define CLI_MANUAL_PROSE_H

#include "roff.h"

/*
 * "## Title" begins a section; what is before the first is the introduction,
 * but for the "# Title" of the file. In a section, "### tag" begins an entry.
 */
struct prose {
    char *bytes;
    struct span text;
};

/* The prose of a page; empty where it has no file. False, with errno set, if
 * there is one that cannot be read. */
bool prose_read(struct prose *prose, const char *folder, const char *page);
void prose_free(struct prose *prose);

/* Move through sections or entries: the next one's title and what is below it.
 * `mark` is "## " or "### "; false past the last. */
bool prose_next(struct span *title, struct span *body, struct span *rest,
                const char *mark);
/* What is before the first such mark. */
struct span prose_before(struct span text, const char *mark);
/* What is below the mark with this title; at == NULL where there is none. */
struct span prose_find(struct span text, const char *mark, const char *title);

bool span_is(struct span span, const char *text);

#endif
