/* SPDX-License-Identifier: MIT */
/* What several manual pages have alike. */
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
    const char *out; /* which has folders man1 and man7 */
    const char *date;
};

/* A page and its prose. */
struct work {
    struct page page;
    struct prose prose;
    char name[64];
    char path[4096];
    char *source; /* what page.out writes */
    size_t source_len;
};

/* Say what is wrong and end the program. */
_Noreturn void fail(const char *format, ...) PRINTF_LIKE(1, 2);

void open_page(struct work *work, const struct folders *folders,
               const char *name, int section);
void close_page(struct work *work);

void heading(struct work *work, const char *title);
void write_name(struct work *work, const char *summary);
/* A section of the prose, if it is there. */
void write_section(struct work *work, const char *title);
/* The sections of the prose that have no place of their own. */
void write_other_sections(struct work *work);
void write_example(struct work *work, const struct example *example);
void write_exit_status(struct work *work);
/* What stands last: environment, files, see also. */
void write_end(struct work *work);

/* A tag; its paragraphs are inset until page.inset is taken back. */
void begin_entry(struct work *work, const char *tag);
/* The body of an entry that has to be there. */
struct span entry_of(const struct work *work, struct span section,
                     const char *tag);
/* Fail at an entry of a section whose tag is not `before` and a word that
 * `choice` knows. */
void refuse_unknown(const struct work *work, struct span section,
                    const char *before, choice_fn choice);

#endif
