/* SPDX-License-Identifier: MIT */
/* scan_file.c - finds the ids of one file. */
#include "scan_file.h"

#include "../choices.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/id_fields.h"
#include "../text/number.h"
#include "../text/times.h"
#include "../text/utf8.h"

#include <guidon.h>
#include <inttypes.h>
#include <string.h>

#define UTF16_BYTES 256 /* the first bytes of a file tell UTF-16 */

/* Does the output need line numbers? */
static bool needs_lines(const struct scan_job *job)
{
    return job->output == SCAN_PLACES || job->output == SCAN_JSON;
}

/* Set the kind of a match; also its time, if the output or the answer needs
 * it. Is the match wanted? */
static bool is_wanted(const struct scan_job *job, struct match_output *output,
                      const struct match *found)
{
    output->kind = kind_of(&found->id, found->form);
    const bool ambiguous =
        output->kind == GUIDON_KIND_ULID || (size_t)found->form == FORM_TYPEID;

    output->form = found->form;
    output->has_time =
        (ambiguous || needs_lines(job)) &&
        kind_time(&output->time, &output->digits, output->kind, &found->id);
    if (ambiguous && !job->all && !time_is_in_this_century(output->time)) {
        return false;
    }
    return job->kinds == 0 || (job->kinds >> output->kind & 1u);
}

/* The id in its line, as far as the line is in memory. */
static struct snippet text_of(const struct scan_job *job,
                              const struct match *found, uint64_t column)
{
    const struct blocks *blocks = &job->blocks;
    const char *text = blocks->bytes + found->at;
    size_t end = found->at + found->len;
    size_t after = blocks->len - end;
    size_t before = found->at < SNIPPET_BYTES ? found->at : SNIPPET_BYTES;
    const char *feed = memchr(text + found->len, '\n',
                              after < SNIPPET_BYTES ? after : SNIPPET_BYTES);

    after = feed                    ? (size_t)(feed - text) - found->len
            : after < SNIPPET_BYTES ? after
                                    : SNIPPET_BYTES;
    after -= feed && after > 0 && feed[-1] == '\r';
    return (struct snippet){
        .text = text,
        .len = found->len,
        .before = column - 1 < before ? (size_t)column - 1 : before,
        .after = after,
    };
}

/* Count the lines up to an offset in the bytes in memory. */
static void count_lines_to(struct scan_job *job, size_t to)
{
    line_counter_step(&job->lines, job->blocks.bytes, job->blocks.len,
                      job->gone, job->gone + to);
}

static void write_match(struct scan_job *job, struct match_output *output,
                        const struct match *found)
{
    count_lines_to(job, found->at);
    output->path = job->no_filename ? NULL : job->blocks.name;
    output->path_len = job->name_len;
    output->line = job->lines.line;
    output->offset = job->gone + found->at;
    output->column = output->offset - job->lines.begin + 1;
    output->text = job->layout.rows
                       ? text_of(job, found, output->column)
                       : (struct snippet){.text = job->blocks.bytes + found->at,
                                          .len = found->len};
    if (job->output != SCAN_JSON) {
        match_output_write(&job->layout, output);
    } else if (!match_output_write_json(output)) {
        job->failed = true;
        job->stopped = true;
    }
}

static void handle_match(struct scan_job *job, const struct match *found)
{
    struct match_output output;

    if (!is_wanted(job, &output, found)) {
        return;
    }
    job->any = true;
    job->found++;
    if (needs_lines(job)) {
        write_match(job, &output, found);
    } else if (job->output == SCAN_ONLY_IDS) {
        char *room = output_room(GUIDON_TYPEID_MAX + 1);

        memcpy(room, job->blocks.bytes + found->at, found->len);
        room[found->len] = job->end;
        output_claim(found->len + 1);
    }
    job->stopped |= job->found == job->max_count || job->output == SCAN_FILES ||
                    job->output == SCAN_NOTHING;
}

/* How many bytes in memory can be scanned now. If lines are shown, a line
 * waits until it is complete, or has SNIPPET_BYTES behind every byte that is
 * scanned. */
static size_t scannable_len(const struct scan_job *job, bool more)
{
    const struct blocks *blocks = &job->blocks;
    size_t least =
        blocks->len > SNIPPET_BYTES ? blocks->len - SNIPPET_BYTES : 0;
    const char *feed;

    if (!more || !job->layout.rows || !needs_lines(job)) {
        return blocks->len;
    }
    feed = memrchr(blocks->bytes + least, '\n', blocks->len - least);
    return feed ? (size_t)(feed - blocks->bytes) + 1 : least;
}

/* Scan the bytes in memory from `from` on. Returns how far the scanner is
 * done. */
static size_t scan_piece(struct scan_job *job, size_t from, size_t len,
                         bool last)
{
    struct match found;

    scanner_piece(&job->scanner, job->blocks.bytes, from, len, last);
    while (!job->stopped && scanner_next(&found, &job->scanner)) {
        handle_match(job, &found);
    }
    if (needs_lines(job)) {
        count_lines_to(job, job->scanner.scanned);
    }
    return job->scanner.scanned;
}

/* Does a file that begins with the bytes in memory look like UTF-16? In a folder
 * only its mark says so, because every second byte of a table of small numbers is
 * NUL too. */
static bool looks_like_utf16(const struct blocks *blocks, bool from_folder)
{
    const size_t len =
        blocks->len < UTF16_BYTES ? blocks->len : (size_t)UTF16_BYTES;

    return from_folder ? utf8_begins_utf16(blocks->bytes, len)
                       : utf8_is_utf16(blocks->bytes, len);
}

static void scan_blocks(struct scan_job *job, bool from_folder)
{
    struct blocks *blocks = &job->blocks;
    size_t done = 0, from = 0;
    bool more = true, first = true;

    while (more && !job->stopped && !output_failed()) {
        if (!blocks->regular) {
            output_settle(); /* show it before waiting for more input */
        }
        more = blocks_more(blocks, done);
        job->gone += done;
        job->utf16 |= first && looks_like_utf16(blocks, from_folder);
        if (first && from_folder && !job->text &&
            memchr(blocks->bytes, '\0', blocks->len)) {
            return; /* a binary file */
        }
        first = false;
        size_t len = scannable_len(job, more);
        from -= done;
        from = len > from ? scan_piece(job, from, len, !more) : from;
        done = from > SNIPPET_BYTES ? from - SNIPPET_BYTES : 0;
    }
}

/* Say why nothing was found in UTF-16. That is an error in a file that the user
 * named; one of a folder was skipped, as other binary files are. */
static void tell_utf16(struct scan_job *job, bool from_folder)
{
    if (job->utf16 && job->found == 0) {
        message("%s: %s", ESCAPED(job->blocks.name), UTF16_HINT);
        job->failed |= !from_folder;
    }
}

static void write_total(struct scan_job *job)
{
    if (job->found == 0) {
        return;
    }
    if (job->output == SCAN_FILES) {
        match_output_write_path(&job->layout, job->blocks.name, job->name_len);
        output_bytes(&job->end, 1);
    } else if (job->output == SCAN_COUNTS) {
        if (!job->no_filename) {
            match_output_write_path(&job->layout, job->blocks.name,
                                    job->name_len);
            output_text(":");
        }
        output_format("%" PRIu64 "\n", job->found);
    }
}

void scan_file(struct scan_job *job, bool from_folder)
{
    job->gone = job->found = 0;
    job->utf16 = false;
    line_counter_begin(&job->lines);
    job->name_len = strlen(job->blocks.name);
    job->stopped = job->max_count == 0;
    scan_blocks(job, from_folder);
    blocks_close(&job->blocks);
    job->failed |= job->blocks.error != 0;
    tell_utf16(job, from_folder);
    write_total(job);
}
