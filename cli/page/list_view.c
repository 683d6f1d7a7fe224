/* SPDX-License-Identifier: MIT */
/* list_view.c - chooses, orders and writes ids of the list. */
#include "../common/block.h"
#include "../sort/radix.h"
#include "../text/json.h"
#include "browser.h"
#include "exports.h"
#include "list.h"

enum view_order { VIEW_TEXT, VIEW_BYTES, VIEW_TIME, VIEW_KIND, VIEW_FORM };

struct filter {
    unsigned kinds;
    bool duplicates;
    double from, to;
    const char *needle;
    size_t needle_len;
};

/* ------------------------------------------------------------------ choosing */

static bool has_time_within(const struct list_entry *entry, double from,
                            double to)
{
    guidon_time time;
    unsigned digits;

    if (!list_entry_time(&time, &digits, entry)) {
        return false;
    }
    double ms = (double)time.seconds * 1000 + time.nanoseconds / 1000000;

    return from <= ms && ms <= to;
}

/* Does the canonical text contain the needle, in either case? */
static bool contains(const struct list_entry *entry, const char *needle,
                     size_t needle_len)
{
    char text[LIST_TEXT_MAX];
    const size_t len = list_entry_text(text, entry);

    for (size_t at = 0; at + needle_len <= len; at++) {
        size_t i = 0;

        while (i < needle_len && (text[at + i] | 0x20) == (needle[i] | 0x20)) {
            i++;
        }
        if (i == needle_len) {
            return true;
        }
    }
    return false;
}

static bool is_chosen(const struct list_entry *entry,
                      const struct filter *filter)
{
    return (filter->kinds == 0 || (filter->kinds >> entry->kind & 1u)) &&
           (!filter->duplicates || entry->duplicated) &&
           (filter->from > filter->to ||
            has_time_within(entry, filter->from, filter->to)) &&
           (filter->needle_len == 0 ||
            contains(entry, filter->needle, filter->needle_len));
}

static bool choose(const struct filter *filter)
{
    if (!list.view) {
        list.view = block_resize(NULL, 0, (list.n + 1) * sizeof *list.view);
    }
    if (!list.view) {
        return false;
    }
    list.in_view = 0;
    for (size_t i = 0; i < list.n; i++) {
        if (is_chosen(&list.entries[i], filter)) {
            list.view[list.in_view++] = (uint32_t)i;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ ordering */

/* A number that grows with the time, in steps of 100 ns. Ids without a time come
 * last. */
static uint64_t time_key(const struct list_entry *entry)
{
    const int64_t year_0 = INT64_C(62167219200); /* seconds before 1970 */
    guidon_time time;
    unsigned digits;

    return list_entry_time(&time, &digits, entry)
               ? (uint64_t)(time.seconds + year_0) * 10000000 +
                     time.nanoseconds / 100
               : UINT64_MAX;
}

/* The first two words of the item that orders an entry; its index is the
 * third. */
static void write_key(uint64_t words[2], const struct list_entry *entry,
                      enum view_order order)
{
    words[0] = order == VIEW_KIND   ? entry->kind
               : order == VIEW_FORM ? entry->form
                                    : time_key(entry);
    words[1] = 0;
    if (order == VIEW_BYTES) {
        guidon_to_words(&words[0], &words[1], &entry->id);
    }
}

static bool sort_view(enum view_order order)
{
    const size_t size = (list.in_view + 1) * LIST_ITEM * sizeof(uint64_t);
    uint64_t *items = block_resize(NULL, 0, size);

    if (!items) {
        return false;
    }
    for (size_t i = 0; i < list.in_view; i++) {
        write_key(items + i * LIST_ITEM, &list.entries[list.view[i]], order);
        items[i * LIST_ITEM + LIST_INDEX] = list.view[i];
    }
    radix_sort(items, list.in_view, LIST_ITEM, NULL);
    for (size_t i = 0; i < list.in_view; i++) {
        list.view[i] = (uint32_t)items[i * LIST_ITEM + LIST_INDEX];
    }
    block_free(items, size);
    return true;
}

static void reverse_view(void)
{
    for (size_t i = 0, j = list.in_view; i + 1 < j; i++) {
        const uint32_t index = list.view[i];

        list.view[i] = list.view[--j];
        list.view[j] = index;
    }
}

PAGE_EXPORT(list_view)
double list_view(int order, bool descending, unsigned kinds, bool duplicates,
                 double from, double to, size_t needle_len)
{
    const struct filter filter = {.kinds = kinds,
                                  .duplicates = duplicates,
                                  .from = from,
                                  .to = to,
                                  .needle = module_text,
                                  .needle_len = needle_len};

    if (!choose(&filter) ||
        (order != VIEW_TEXT && !sort_view((enum view_order)order))) {
        return -1;
    }
    if (descending) {
        reverse_view();
    }
    return (double)list.in_view;
}

/* ------------------------------------------------------------------- writing */

static void print_row(const struct list_entry *entry)
{
    struct json object = json_new_object();
    char text[LIST_TEXT_MAX];
    guidon_time time;
    unsigned digits;
    const struct list_place place = list_place(entry->line);

    json_put_integer(&object, "file", place.file);
    json_put_integer(&object, "line", place.line);
    json_put_bytes(&object, "id", text, list_entry_text(text, entry));
    json_put_text(&object, "form", list_form_name(entry->form));
    json_put_text(&object, "kind", kind_name(entry->kind));
    json_put_bool(&object, "duplicate", entry->duplicated);
    if (list_entry_time(&time, &digits, entry)) {
        json_put_time(&object, "time", time, digits);
    }
    json_print(&object);
}

PAGE_EXPORT(list_rows) void list_rows(size_t first, size_t n)
{
    const uintptr_t mark = memory_mark();

    for (size_t i = first; i < list.in_view && i - first < n; i++) {
        print_row(&list.entries[list.view[i]]);
    }
    memory_release(mark);
}

PAGE_EXPORT(list_texts) void list_texts(size_t first, size_t n, int form)
{
    static char texts[1 << 16];
    size_t used = 0;

    for (size_t i = first; i < list.in_view && i - first < n; i++) {
        size_t len = 0;

        if (sizeof texts - used <= GUIDON_TEXT_MAX) {
            browser_write(texts, used);
            used = 0;
        }
        if (guidon_format(texts + used, GUIDON_TEXT_MAX, &len,
                          &list.entries[list.view[i]].id,
                          (guidon_form)form) != GUIDON_OK) {
            len = 0; /* a form that some ids have not */
        }
        used += len;
        texts[used++] = '\n';
    }
    browser_write(texts, used);
}
