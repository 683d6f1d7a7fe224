/* SPDX-License-Identifier: MIT */
/* parts.c - the parts that manual pages share. */
#include "parts.h"

#include <errno.h>
#include <guidon.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fail(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fputs("guidon_manual: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(EXIT_FAILURE);
}

void open_page(struct work *work, const struct folders *folders,
               const char *name, int section)
{
    snprintf(work->name, sizeof work->name, "%s", name);
    snprintf(work->path, sizeof work->path, "%s/man%d/%s.%d", folders->out,
             section, name, section);
    if (!prose_read(&work->prose, folders->prose, name)) {
        fail("%s/%s.md: %s", folders->prose, name, strerror(errno));
    }
    work->page =
        (struct page){.out = open_memstream(&work->source, &work->source_len)};
    if (!work->page.out) {
        fail("%s: %s", work->path, strerror(errno));
    }
    roff_title(&work->page, name, section, folders->date,
               guidon_library_version());
}

void close_page(struct work *work)
{
    FILE *out = fopen(work->path, "w");

    if (!out || fclose(work->page.out) != 0) {
        fail("%s: %s", work->path, strerror(errno));
    }
    roff_copy(out, (struct span){work->source, work->source_len});
    bool failed = ferror(out);

    if (fclose(out) != 0 || failed) {
        fail("%s: %s", work->path, strerror(errno));
    }
    free(work->source);
    prose_free(&work->prose);
}

void heading(struct work *work, const char *title)
{
    roff_heading(&work->page, span_of(title));
}

/* ---------------------------------------------------- sections of every
 * page */

void write_name(struct work *work, const char *summary)
{
    heading(work, "Name");
    roff_literal(&work->page, span_of(work->name));
    fputs(" \\- ", work->page.out);
    roff_text(&work->page, span_of(summary));
}

void write_section(struct work *work, const char *title)
{
    struct span body = prose_find(work->prose.text, SECTION, title);

    if (body.at) {
        heading(work, title);
        roff_blocks(&work->page, body);
    }
}

void write_other_sections(struct work *work)
{
    static const char *const placed[] = {"Options",     "Kinds",       "Forms",
                                         "Exit status", "Environment", "Files",
                                         "See also"};
    struct span rest = work->prose.text;
    struct span title, body;

    while (prose_next(&title, &body, &rest, SECTION)) {
        bool other = true;

        for (size_t i = 0; i < COUNT_OF(placed); i++) {
            other = other && !span_is(title, placed[i]);
        }
        if (other) {
            roff_heading(&work->page, title);
            roff_blocks(&work->page, body);
        }
    }
}

void refuse_unknown(const struct work *work, struct span section,
                    const char *before, choice_fn choice)
{
    struct span title, body;

    while (prose_next(&title, &body, &section, ENTRY)) {
        size_t skip = strlen(before);

        if (title.len <= skip || memcmp(title.at, before, skip) != 0 ||
            choice_index(choice, title.at + skip, title.len - skip) ==
                SIZE_MAX) {
            fail("%s.md: an entry for %.*s, which does not exist", work->name,
                 (int)title.len, title.at);
        }
    }
}

void begin_entry(struct work *work, const char *tag)
{
    roff_tag(&work->page);
    fputs("\\fB", work->page.out);
    roff_literal(&work->page, span_of(tag));
    fputs("\\fR\n", work->page.out);
    work->page.fresh = true; /* the tag already begins the first paragraph */
    work->page.inset = true;
}

static const char *exit_digit(size_t i)
{
    static const char *const digits[] = {"0", "1", "2", "3", "4"};

    return i < COUNT_OF(digits) ? digits[i] : NULL;
}

/* The prose may describe what a status means for this command. If it describes
 * any, statuses 1 and 4 appear only if the prose has them, because not every
 * command uses them. */
void write_exit_status(struct work *work)
{
    static const char *const meanings[] = {
        [EXIT_DONE] = "success",
        [EXIT_NO] = "the answer is no, such as an id that is not valid",
        [EXIT_USAGE] = "wrong command line",
        [EXIT_IO] = "input or output failed, or memory ran out",
        [EXIT_SYSTEM] = "no entropy, or the clock is out of range",
    };
    struct span entries = prose_find(work->prose.text, SECTION, "Exit status");

    heading(work, "Exit status");
    if (entries.at) {
        refuse_unknown(work, entries, "", exit_digit);
        roff_blocks(&work->page, prose_before(entries, ENTRY));
    }
    for (size_t i = 0; i < COUNT_OF(meanings); i++) {
        struct span here = {NULL, 0};

        if (entries.at) {
            here = prose_find(entries, ENTRY, exit_digit(i));
        }
        if (here.at) {
            begin_entry(work, exit_digit(i));
            roff_blocks(&work->page, here);
        } else if (!entries.at || (i != EXIT_NO && i != EXIT_SYSTEM)) {
            begin_entry(work, exit_digit(i));
            roff_text(&work->page, span_of(meanings[i]));
        }
        work->page.inset = false;
    }
}

void write_example(struct work *work, const struct example *example)
{
    char does[256];

    snprintf(does, sizeof does, "%s:", example->does);
    if (strchr("?:", does[strlen(does) - 2])) {
        does[strlen(does) - 1] = '\0'; /* "...?:" */
    }
    roff_paragraph(&work->page);
    roff_text(&work->page, span_of(does));
    roff_command_line(&work->page, example->line);
}

/* The pages that the prose names; by default guidon(1) and guidon-ids(7). */
static void write_see_also(struct work *work)
{
    struct span named = prose_find(work->prose.text, SECTION, "See also");

    heading(work, "See also");
    if (named.at) {
        roff_blocks(&work->page, named);
    } else {
        roff_text(&work->page, span_of("guidon(1), guidon-ids(7)"));
    }
}

void write_end(struct work *work)
{
    write_section(work, "Environment");
    write_section(work, "Files");
    write_see_also(work);
}

struct span entry_of(const struct work *work, struct span section,
                     const char *tag)
{
    struct span body = prose_find(section, ENTRY, tag);

    if (!body.at) {
        fail("%s.md: no entry for %s", work->name, tag);
    }
    return body;
}
