/* SPDX-License-Identifier: MIT */
/* Reads the prose of a manual page: a file of docs/man, in a small part of
 * Markdown. */
#ifndef CLI_MANUAL_PROSE_H
#define CLI_MANUAL_PROSE_H

#include "roff.h"

/*
 * "## Title" begins a section, and "### tag" an entry of a section. Text before
 * the first section is the introduction, without the "# Title" of the file.
 */
struct prose {
    char *bytes;
    struct span text;
};

/* Read the prose of a page; empty if the page has no file. False, with errno,
 * if the file cannot be read. */
bool prose_read(struct prose *prose, const char *folder, const char *page);
void prose_free(struct prose *prose);

/* Take the next section or entry off *rest: its title and its body. `mark` is
 * "## " for sections and "### " for entries. False past the last. */
bool prose_next(struct span *title, struct span *body, struct span *rest,
                const char *mark);
/* The text before the first mark. */
struct span prose_before(struct span text, const char *mark);
/* The body of the section or entry with this title. Its `at` is NULL if the
 * text has no such title. */
struct span prose_find(struct span text, const char *mark, const char *title);

bool span_is(struct span span, const char *text);

#endif
