/* SPDX-License-Identifier: MIT */
/* The parts that manual pages share. */
#ifndef CLI_MANUAL_PARTS_H
#define CLI_MANUAL_PARTS_H

#include "../choices.h"
#include "../term/message.h"
#include "prose.h"
#include "roff.h"

/* The marks of prose. */
#define SECTION "## "
#define ENTRY   "### "

struct folders {
    const char *prose;
    const char *out; /* with the folders man1 and man7 */
    const char *date;
};

/* A page and its prose. */
struct work {
    struct page page;
    struct prose prose;
    char name[64];
    char path[4096];
    char *source; /* the text that page.out writes */
    size_t source_len;
};

/* Write a message and end the program with a failure. */
_Noreturn void fail(const char *format, ...) PRINTF_LIKE(1, 2);

void open_page(struct work *work, const struct folders *folders,
               const char *name, int section);
void close_page(struct work *work);

void heading(struct work *work, const char *title);
void write_name(struct work *work, const char *summary);
/* Write a section of the prose, if the prose has it. */
void write_section(struct work *work, const char *title);
/* Write the sections of the prose that no other function writes. */
void write_other_sections(struct work *work);
void write_example(struct work *work, const struct example *example);
void write_exit_status(struct work *work);
/* Write the last sections: environment, files, see also. */
void write_end(struct work *work);

/* Write a tag. Paragraphs after it are inset until page.inset is cleared. */
void begin_entry(struct work *work, const char *tag);
/* The body of an entry. Fails if the section has no such entry. */
struct span entry_of(const struct work *work, struct span section,
                     const char *tag);
/* Fail if a section has an entry whose tag is not `before` and a word of
 * `choice`. */
void refuse_unknown(const struct work *work, struct span section,
                    const char *before, choice_fn choice);

#endif
