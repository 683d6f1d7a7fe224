/* SPDX-License-Identifier: MIT */
/* list_audit.c - compares the ids of the list and judges them. */
#include "../common/block.h"
#include "../common/decimal.h"
#include "../text/json.h"
#include "../text/times.h"
#include "browser.h"
#include "exports.h"
#include "list.h"

#include <string.h>

static struct audit audit; /* some megabytes */

static uint64_t position_of(const struct list_entry *entry)
{
    const struct list_place place = list_place(entry->line);

    return POSITION_OF(place.file, place.line, entry->kind == GUIDON_KIND_ULID);
}

/* Is the text a list, with an id on most of its lines? */
static bool is_list(void)
{
    return list.whole * 2 >= list.lines - list.empty;
}

static void begin_audit(void)
{
    memset(&audit, 0, sizeof audit);
    (void)audit_begin(&audit, (int64_t)list.now_ms);
    audit.records = list.lines - list.empty;
    if (is_list()) {
        audit.issues[ISSUE_NOT_IDS].count = list.without;
        memcpy(audit.no_ids, list.no_ids, sizeof audit.no_ids);
    }
    for (size_t i = 0; i < list.n; i++) {
        audit_add(&audit, &list.entries[i].id, position_of(&list.entries[i]));
    }
}

/* Pass a group of `n` equal ids, in the order of the text, to the audit. */
static void add_group(const uint64_t *items, size_t n)
{
    struct list_entry *first = &list.entries[items[LIST_INDEX]];

    audit_add_distinct(&audit, &first->id, position_of(first));
    audit.repeated += n > 1;
    first->duplicated = n > 1;
    for (size_t i = 1; i < n; i++) {
        struct list_entry *entry =
            &list.entries[items[i * LIST_ITEM + LIST_INDEX]];

        entry->duplicated = true;
        audit_add_duplicate(&audit, &entry->id, position_of(entry),
                            position_of(first));
    }
}

static bool compare_ids(void)
{
    uint64_t *items = list_sorted();
    size_t n = 1;

    if (!items) {
        return false;
    }
    for (size_t i = 0; i < list.n; i += n) {
        const uint64_t *item = items + i * LIST_ITEM;

        for (n = 1; i + n < list.n &&
                    memcmp(item, item + n * LIST_ITEM, sizeof(guidon_id)) == 0;
             n++) {
        }
        add_group(item, n);
    }
    block_free(items, (list.n + 1) * LIST_ITEM * sizeof *items);
    return true;
}

static uint64_t out_of_order(void)
{
    uint64_t n = 0;

    for (size_t i = 1; i < list.n; i++) {
        n += guidon_compare(&list.entries[i - 1].id, &list.entries[i].id) > 0;
    }
    return n;
}

/* Put the first and the last time of all ids. */
static void put_times(struct json *object)
{
    guidon_time time, first = {0, 0}, last = {0, 0};
    unsigned digits;
    uint64_t n = 0;

    for (size_t i = 0; i < list.n; i++) {
        if (list_entry_time(&time, &digits, &list.entries[i])) {
            first = n == 0 || time_is_before(time, first) ? time : first;
            last = n == 0 || time_is_before(last, time) ? time : last;
            n++;
        }
    }
    json_put_integer(object, "with_time", n);
    if (n > 0) {
        json_put_time(object, "first", first, 3);
        json_put_time(object, "last", last, 3);
    }
}

static void put_forms(struct json *object)
{
    uint64_t counts[GUIDON_FORMS + 2] = {0};
    struct json forms = json_new_object();

    for (size_t i = 0; i < list.n; i++) {
        counts[list.entries[i].form]++;
    }
    for (size_t form = 0; form < sizeof counts / sizeof counts[0]; form++) {
        if (counts[form] > 0) {
            json_put_integer(&forms, list_form_name(form), counts[form]);
        }
    }
    json_put(object, "forms", forms);
}

static bool print_counts(void)
{
    struct json object = json_new_object();

    json_put_text(&object, "what", "text");
    json_put_integer(&object, "lines", list.lines);
    json_put_integer(&object, "ids", list.n);
    json_put_bool(&object, "list", is_list());
    json_put_integer(&object, "different",
                     list.n - audit.issues[ISSUE_DUPLICATES].count);
    json_put_integer(&object, "out_of_order", out_of_order());
    put_times(&object);
    put_forms(&object);
    return json_print(&object);
}

/* What each finding means, for people. */
static bool print_titles(void)
{
    struct json object = json_new_object();
    struct json titles = json_new_object();

    json_put_text(&object, "what", "titles");
    for (int name = 0; name < ISSUES; name++) {
        const struct issue_title *title = issue_title((enum issue_name)name);

        json_put_text(&titles, title->name, title->what);
    }
    json_put(&object, "titles", titles);
    return json_print(&object);
}

/* The page knows the names of the files, and the module their numbers alone. */
const char *audit_file(const struct report_context *context, uint64_t position)
{
    static char number[NUMBER_DIGITS_MAX + 1];

    (void)context;
    *number_put(number, POSITION_FILE(position)) = '\0';
    return number;
}

PAGE_EXPORT(list_conclude) int list_conclude(void)
{
    const struct report_context context = {.records = "lines"};
    const uintptr_t mark = memory_mark();

    begin_audit();
    if (list.failed || !compare_ids()) {
        return -1;
    }
    audit_conclude(&audit);
    const bool done =
        print_counts() && print_titles() && audit_print_json(&audit, &context);

    memory_release(mark);
    return done ? 0 : -1;
}
