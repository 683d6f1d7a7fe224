/* SPDX-License-Identifier: MIT */
/*
 * list.c - collects the ids of files that arrive in pieces.
 *
 * Idea  The scanner finds UUIDs, ULIDs and TypeIDs anywhere in the text. A line in
 *       which it finds none may still be an id in another form, and is read as a
 *       whole.
 */
#include "list.h"
#include "../choices.h"
#include "../sort/id_words.h"
#include "../sort/radix.h"
#include "../text/reason.h"
#include "../text/scanner.h"
#include "../text/times.h"
#include "exports.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 1 << 20, /* most bytes of a piece */
    LINE_BYTES =
        512, /* a longer line is no id; GUIDON_TEXT_MAX and blanks fit */
    KEPT_MAX = LINE_BYTES + SCANNER_BEFORE + SCANNER_AFTER
};

struct list list;

static struct {
    struct scanner scanner;
    char text[KEPT_MAX + PIECE + 1];
    size_t len;       /* of the text in memory */
    size_t scanned;   /* offset up to which the scanner is done */
    size_t counted;   /* offset up to which lines are counted */
    size_t begin;     /* of the current line */
    bool whole;       /* the current line is in memory from its beginning on */
    size_t found;     /* ids that the scanner found in the current line */
    size_t found_len; /* of the last of them */
} reader;

/* ------------------------------------------------------------------- entries */

static bool reserve_entry(void)
{
    if (list.n == list.capacity) {
        const size_t capacity = list.capacity + list.capacity / 2 + 1024;
        struct list_entry *entries =
            realloc(list.entries, capacity * sizeof *entries);

        if (!entries) {
            list.failed = true;
            return false;
        }
        list.entries = entries;
        list.capacity = capacity;
    }
    return true;
}

static void add_entry(const guidon_id *id, guidon_form form)
{
    if (reserve_entry()) {
        list.entries[list.n++] = (struct list_entry){
            .id = *id,
            .line = (uint32_t)(list.lines + 1),
            .form = (unsigned char)form,
            .kind = (unsigned char)kind_of(id, form),
        };
    }
}

size_t list_entry_text(char out[LIST_TEXT_MAX], const struct list_entry *entry)
{
    if (entry->kind == GUIDON_KIND_ULID) {
        guidon_ulid_format(out, &entry->id);
        return GUIDON_ULID_LEN;
    }
    guidon_uuid_format(out, &entry->id);
    return GUIDON_UUID_LEN;
}

bool list_entry_time(guidon_time *time, unsigned *digits,
                     const struct list_entry *entry)
{
    return kind_time(time, digits, (guidon_id_kind)entry->kind, &entry->id);
}

struct list_place list_place(uint64_t line)
{
    size_t low = 0, high = list.files; /* the file is in [low, high) */

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (list.lines_before[middle] < line) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (struct list_place){low, (uint32_t)line - list.lines_before[low]};
}

uint64_t *list_sorted(void)
{
    uint64_t *items = malloc((list.n + 1) * LIST_ITEM * sizeof *items);

    if (!items) {
        return NULL;
    }
    for (size_t i = 0; i < list.n; i++) {
        id_to_words(items + i * LIST_ITEM + LIST_ID, &list.entries[i].id);
        items[i * LIST_ITEM + LIST_INDEX] = i;
    }
    radix_sort(items, list.n, LIST_ITEM, NULL);
    return items;
}

/* --------------------------------------------------------------- whole lines */

/* Blanks, and the marks that lists of ids have around each id. */
static bool is_around(char c)
{
    return c != '\0' && strchr(" \t\r\v\f\"'`,;", c) != NULL;
}

/* A person gives the page no name of a form, and sees what a text is in each form. So
 * the words end before "; name the form". */
static void cut_option(char *words)
{
    char *option = strchr(words, ';');

    if (option) {
        *option = '\0';
    }
}

/* Keep the reason why a line is not an id, for the first such lines. */
static void add_not_id(const char *text, size_t len, guidon_status status,
                       size_t bad_at)
{
    if (list.without < ISSUE_EXAMPLES) {
        struct no_id *no_id = &list.no_ids[list.without];
        const struct list_place place = list_place(list.lines + 1);

        no_id->position = POSITION_OF(place.file, place.line, 0);
        no_id->offset = bad_at;
        reason_text(no_id->reason, &no_id->offset, text, len, GUIDON_ACCEPT_ANY,
                    0, status);
        if (status == GUIDON_E_AMBIGUOUS) {
            cut_option(no_id->reason);
        }
    }
    list.without++;
}

/* Read a line of `len` bytes, which are not blanks, as an id in a form that needs no
 * name. */
static void read_line(const char *text, size_t len)
{
    guidon_id id;
    guidon_form form;
    size_t prefix, bad_at = 0;
    guidon_status status =
        guidon_parse(&id, &form, text, len, GUIDON_ACCEPT_ANY, 0, &bad_at);

    if (status != GUIDON_OK &&
        guidon_typeid_parse(&id, &prefix, text, len, NULL) == GUIDON_OK) {
        status = GUIDON_OK;
        form = (guidon_form)FORM_TYPEID;
    }
    if (status == GUIDON_OK) {
        add_entry(&id, form);
        list.whole++;
    } else {
        add_not_id(text, len, status, bad_at);
    }
}

/* Handle a line that is in memory as a whole. */
static void take_line(const char *text, size_t len)
{
    while (len > 0 && is_around(*text)) {
        text++;
        len--;
    }
    while (len > 0 && is_around(text[len - 1])) {
        len--;
    }
    if (len == 0) {
        list.empty++;
    } else if (reader.found == 0) {
        read_line(text, len);
    } else {
        list.whole += reader.found == 1 && len == reader.found_len;
    }
}

static void end_line(size_t end)
{
    if (reader.whole && end - reader.begin <= LINE_BYTES) {
        take_line(reader.text + reader.begin, end - reader.begin);
    }
    list.lines++;
    reader.begin = end + 1;
    reader.whole = true;
    reader.found = 0;
}

/* End each line whose line feed stands before offset `to`. */
static void count_lines_to(size_t to)
{
    char *feed;

    while (reader.counted < to &&
           (feed = memchr(reader.text + reader.counted, '\n',
                          to - reader.counted)) != NULL) {
        reader.counted = (size_t)(feed - reader.text);
        end_line(reader.counted++);
    }
    reader.counted = reader.counted > to ? reader.counted : to;
}

/* -------------------------------------------------------------------- pieces */

/* A ULID or a TypeID of another century is more likely a word. */
static bool is_wanted(const struct match *match)
{
    const guidon_id_kind kind = kind_of(&match->id, match->form);
    guidon_time time;
    unsigned digits;

    if (kind != GUIDON_KIND_ULID && (size_t)match->form != FORM_TYPEID) {
        return true;
    }
    return kind_time(&time, &digits, kind, &match->id) &&
           time_is_in_this_century(time);
}

static void scan(bool last)
{
    struct match match;

    scanner_piece(&reader.scanner, reader.text, reader.scanned, reader.len,
                  last);
    while (scanner_next(&match, &reader.scanner)) {
        if (is_wanted(&match)) {
            count_lines_to(match.at);
            add_entry(&match.id, match.form);
            reader.found++;
            reader.found_len = match.len;
        }
    }
    reader.scanned = reader.scanner.scanned;
    count_lines_to(reader.scanned);
}

/* Drop the text that neither the scanner nor the current line needs. */
static void drop_text(void)
{
    size_t kept =
        reader.scanned > SCANNER_BEFORE ? reader.scanned - SCANNER_BEFORE : 0;

    if (reader.whole && reader.begin < kept) {
        if (reader.len - reader.begin <= LINE_BYTES) {
            kept = reader.begin;
        } else {
            reader.whole = false;
        }
    }
    memmove(reader.text, reader.text + kept, reader.len - kept);
    reader.len -= kept;
    reader.scanned -= kept;
    reader.counted -= kept;
    reader.begin -= reader.whole ? kept : reader.begin;
}

PAGE_EXPORT(list_begin) void list_begin(double now_ms)
{
    list = (struct list){.entries = list.entries,
                         .capacity = list.capacity,
                         .lines_before = list.lines_before,
                         .files_capacity = list.files_capacity,
                         .now_ms = now_ms};
}

static bool reserve_file(void)
{
    if (list.files == list.files_capacity) {
        const size_t capacity = 2 * list.files_capacity + 16;
        uint32_t *lines =
            capacity <= LIST_FILES_MOST
                ? realloc(list.lines_before, capacity * sizeof *lines)
                : NULL;

        if (!lines) {
            list.failed = true;
            return false;
        }
        list.lines_before = lines;
        list.files_capacity = capacity;
    }
    return true;
}

PAGE_EXPORT(list_file) int list_file(void)
{
    if (!reserve_file()) {
        return -1;
    }
    list.lines_before[list.files++] = (uint32_t)list.lines;
    reader.scanner =
        (struct scanner){.forms = SCAN_UUID | SCAN_ULID | SCAN_TYPEID};
    reader.len = reader.scanned = reader.counted = reader.begin = 0;
    reader.whole = true;
    reader.found = 0;
    return 0;
}

PAGE_EXPORT(list_room) char *list_room(void)
{
    return reader.text + reader.len;
}

PAGE_EXPORT(list_room_len) size_t list_room_len(void)
{
    return PIECE;
}

PAGE_EXPORT(list_piece) double list_piece(size_t len, bool last)
{
    reader.len += len;
    scan(last);
    if (last && reader.len > reader.begin) {
        end_line(reader.len);
    }
    drop_text();
    return list.failed ? -1 : (double)list.n;
}
