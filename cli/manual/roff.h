/* SPDX-License-Identifier: MIT */
/* A manual page being written, in the man(7) macros that every man renders. */
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
    const struct command *command; /* the page is about; or NULL */
    bool fresh; /* a heading came last: it brings its own space */
    bool inset; /* paragraphs stand below a tag */
};

/* Copy what was written for a page, in lines that an editor shows whole. */
void roff_copy(FILE *out, struct span source);

/*
 * Text is words and marks. `word` is literal, *word* emphasised; what the
 * reader would know for one is marked by itself: the options of the page's
 * command (any "--word"), its values' names, and pages such as guidon-new(1).
 * A line feed is a space.
 */
void roff_text(struct page *page, struct span text);
/* The same without a final line feed, for a part of a line. */
void roff_words(struct page *page, const char *text);
/* Not marked, as it is. */
void roff_literal(struct page *page, struct span text);

/* The four corners of the page; `title` as in "guidon-new". */
void roff_title(struct page *page, const char *title, int section,
                const char *date, const char *version);
void roff_heading(struct page *page, struct span title);
void roff_paragraph(struct page *page);
/* A tag on the next line, and what it tags on those after it. */
void roff_tag(struct page *page);
/* Lines as they are; each may be a command line, broken where it is long. */
void roff_verbatim(struct page *page, struct span lines);
void roff_command_line(struct page *page, const char *line);

/*
 * Blocks with empty lines between: paragraphs, lists and verbatim lines (four
 * spaces before each). An item of a list begins with "- ", goes on in lines
 * after two spaces, and has a tag where it begins with "- `tag`: " or "- `tag`, `tag`: ".
 */
void roff_blocks(struct page *page, struct span text);

#endif
