/* SPDX-License-Identifier: MIT */
/* Writes a manual page in the man(7) macros, which every man renders. */
#ifndef CLI_MANUAL_ROFF_H
#define CLI_MANUAL_ROFF_H

#include "../command.h"
#include <stdio.h>

/* A stretch of text, without a NUL. */
struct span {
    const char *at;
    size_t len;
};
struct span span_of(const char *text);

struct page {
    FILE *out;
    const struct command *command; /* the command of the page; or NULL */
    bool fresh; /* after a heading, which brings its own space */
    bool inset; /* paragraphs belong to a tag */
};

/* Copy the text of a page, with long lines folded. */
void roff_copy(FILE *out, struct span source);

/*
 * Write text with marks: `word` is literal, *word* is emphasised. Options (any
 * "--word", and the letters of the page's command), the names of their values
 * and pages such as guidon-new(1) need no mark. A line feed counts as a space.
 */
void roff_text(struct page *page, struct span text);
/* The same for a part of a line: no line feed at the end. */
void roff_words(struct page *page, const char *text);
/* Write text as it is, without marks. */
void roff_literal(struct page *page, struct span text);

/* Write the header and footer of the page; `title` is like "guidon-new". */
void roff_title(struct page *page, const char *title, int section,
                const char *date, const char *version);
void roff_heading(struct page *page, struct span title);
void roff_paragraph(struct page *page);
/* Begin a tagged paragraph: the next line is the tag. */
void roff_tag(struct page *page);
/* Write lines as they are. */
void roff_verbatim(struct page *page, struct span lines);
/* Write a command line after "$ ", broken if it is long. */
void roff_command_line(struct page *page, const char *line);

/*
 * Write blocks that are separated by empty lines: paragraphs, lists and
 * verbatim lines. Verbatim lines begin with four spaces. An item of a list
 * begins with "- ", and its other lines with two spaces. An item that begins
 * with "- `tag`: " or "- `tag`, `tag`: " becomes a tagged paragraph.
 */
void roff_blocks(struct page *page, struct span text);

#endif
