/* SPDX-License-Identifier: MIT */
/* stat_json.c - writes the report of guidon stat as JSON. */
#include "../choices.h"
#include "../text/json.h"
#include "stat_report.h"

#include <string.h>

static struct json json_counts(const uint64_t *counts, size_t n,
                               choice_fn name_of)
{
    struct json object = json_new_object();

    for (size_t i = 0; i < n; i++) {
        if (counts[i] > 0) {
            json_put_integer(&object, name_of(i), counts[i]);
        }
    }
    return object;
}

static struct json json_places(const struct stat_counts *counts)
{
    struct json list = json_new_array();

    for (uint64_t i = 0; i < counts->bad && i < STAT_BAD_SHOWN; i++) {
        const struct bad_record *bad = &counts->first_bad[i];
        struct json object = json_new_object();

        json_put_path(&object, "file", bad->file);
        json_put_integer(&object, "record", bad->record);
        json_put_integer(&object, "offset", bad->offset);
        json_put_text(&object, "reason", bad->why);
        json_append(&list, object);
    }
    return list;
}

/* What is known of duplicates, as guidon_audit_json writes it. */
static void put_duplicates(struct json *object,
                           const struct stat_counts *counts)
{
    static const char *const names[] = {"duplicates", "duplicates_seen",
                                        "duplicates_at_most"};
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX];
    size_t len = 0;
    guidon_duplicates_counts exact = {.ids = stat_ids(counts), .one_in = 1};
    const bool known = stat_duplicates(&exact.seen, counts);

    exact.at_most = exact.seen;
    (void)!guidon_duplicates_explain(note, sizeof note, &len,
                                     known ? &exact : NULL); /* it fits */
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (known) {
            json_put_integer(object, names[i], exact.seen);
        } else {
            json_put_null(object, names[i]);
        }
    }
    if (known) {
        json_put_integer(object, "sampled_1_in", exact.one_in);
    } else {
        json_put_null(object, "sampled_1_in");
    }
    json_put_bytes(object, "duplicates_note", note, len);
}

/* The members of guidon_audit_json, with the duplicates that sorting has found. */
static void put_audit(struct json *object, const struct stat_counts *counts)
{
    char document[GUIDON_AUDIT_JSON_MAX + 1];
    const char *duplicates, *rest;
    size_t len = 0;

    /* Every document fits. */
    (void)!guidon_audit_json(document, GUIDON_AUDIT_JSON_MAX, &len,
                             &counts->ids, NULL);
    document[len] = '\0';
    duplicates = strstr(document, ",\"duplicates\":");
    rest = strstr(document, "\"weak_bits\":");
    json_put_members(object, document + 1, (size_t)(duplicates - document) - 1);
    put_duplicates(object, counts);
    json_put_members(object, rest, len - 1 - (size_t)(rest - document));
}

bool stat_print_json(const struct stat_counts *counts)
{
    struct json object = json_new_object();
    double rate;

    json_put_integer(&object, "records", counts->records);
    json_put_integer(&object, "not_ids", counts->bad);
    json_put(&object, "first_not_ids", json_places(counts));
    json_put(
        &object, "forms",
        json_counts(counts->forms, COUNT_OF(counts->forms), choice_any_form));
    put_audit(&object, counts);
    json_put_integer(&object, "with_time", counts->found.timed);
    if (stat_rate(&rate, counts)) {
        json_put_real(&object, "per_second", rate);
    }
    timeline_put(&object, &counts->line);
    return json_print(&object);
}
