/* SPDX-License-Identifier: MIT */
/*
 * list.c - collects the ids of files that arrive in pieces.
 *
 * Idea  The scanner finds UUIDs, ULIDs and TypeIDs anywhere in the text. A line in
 *       which it finds none may still be an id in another form, and is read as a
 *       whole.
 */
#include "list.h"
#include "../common/block.h"
#include "../sort/id_words.h"
#include "../sort/radix.h"
#include "browser.h"
#include "exports.h"

#include <string.h>

enum {
    PIECE = 1 << 20,   /* most bytes of a piece */
    ENTRIES = 1 << 15, /* by so many the entries grow, in place */
    LINE_BYTES =
        512, /* a longer line is no id; GUIDON_TEXT_MAX and blanks fit */
    KEPT_MAX = LINE_BYTES + GUIDON_SCAN_BEFORE + GUIDON_SCAN_AFTER
};

struct list list;
/* For each file: the lines of those before it. */
static uint32_t lines_before[LIST_FILES_MOST];

static struct {
    guidon_scanner scanner;
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
        const size_t had = list.capacity * sizeof *list.entries;
        struct list_entry *entries =
            block_resize(list.entries, had, had + ENTRIES * sizeof *entries);

        if (!entries) {
            list.failed = true;
            return false;
        }
        list.entries = entries;
        list.capacity += ENTRIES;
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

const char *list_form_name(size_t form)
{
    return form < GUIDON_FORMS ? guidon_form_name((guidon_form)form) : "typeid";
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

        if (lines_before[middle] < line) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (struct list_place){low, (uint32_t)line - lines_before[low]};
}

uint64_t *list_sorted(void)
{
    uint64_t *items =
        block_resize(NULL, 0, (list.n + 1) * LIST_ITEM * sizeof *items);

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
    return memchr(" \t\r\v\f\"'`,;", c, 10) != NULL;
}

/* Keep the reason why a line is not an id, for the first such lines. A person gives the
 * page no name of a form, and sees what a text is in each form: so the words end before
 * "; name the form". */
static void add_not_id(const char *text, size_t len, size_t bad_at)
{
    if (list.without < ISSUE_EXAMPLES) {
        struct no_id *no_id = &list.no_ids[list.without];
        const struct list_place place = list_place(list.lines + 1);
        size_t n = 0;

        no_id->position = POSITION_OF(place.file, place.line, 0);
        no_id->offset = bad_at;
        /* Every sentence fits. */
        (void)!guidon_parse_reason(no_id->reason, GUIDON_REASON_MAX, &n, text,
                                   len, GUIDON_ACCEPT_ANY, 0);
        const char *option = memchr(no_id->reason, ';', n);

        no_id->reason[option ? (size_t)(option - no_id->reason) : n] = '\0';
    }
    list.without++;
}

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
        form = (guidon_form)LIST_TYPEID;
    }
    if (status == GUIDON_OK) {
        add_entry(&id, form);
        list.whole++;
    } else {
        add_not_id(text, len, bad_at);
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

static void scan(bool last)
{
    guidon_span found;

    guidon_scanner_piece(&reader.scanner, reader.text, reader.len,
                         reader.scanned, last);
    while (guidon_scanner_next(&found, &reader.scanner)) {
        count_lines_to(found.at);
        add_entry(&found.id, found.form == GUIDON_SPAN_TYPEID
                                 ? (guidon_form)LIST_TYPEID
                                 : found.form);
        reader.found++;
        reader.found_len = found.len;
    }
    reader.scanned = guidon_scanner_done(&reader.scanner);
    count_lines_to(reader.scanned);
}

/* Drop the text that neither the scanner nor the current line needs. */
static void drop_text(void)
{
    size_t kept = reader.scanned > GUIDON_SCAN_BEFORE
                      ? reader.scanned - GUIDON_SCAN_BEFORE
                      : 0;

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
    memory_release(0);
    list = (struct list){.now_ms = now_ms};
}

PAGE_EXPORT(list_file) int list_file(void)
{
    if (list.files == LIST_FILES_MOST) {
        list.failed = true;
        return -1;
    }
    lines_before[list.files++] = (uint32_t)list.lines;
    /* These forms exist. */
    (void)!guidon_scanner_init(&reader.scanner, NULL, 0, GUIDON_ALIAS_NONE,
                               GUIDON_SCAN_UUID | GUIDON_SCAN_ULID |
                                   GUIDON_SCAN_TYPEID);
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
