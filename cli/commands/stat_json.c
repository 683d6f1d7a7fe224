/* SPDX-License-Identifier: MIT */
/* stat_json.c - writes the report of guidon stat as JSON. */
#include "../audit/document.h"
#include "../choices.h"
#include "../text/json.h"
#include "stat_report.h"

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

bool stat_print_json(const struct stat_counts *counts)
{
    struct json object = json_new_object();
    uint64_t duplicates;
    const bool known = stat_duplicates(&duplicates, counts);
    double rate;

    json_put_integer(&object, "records", counts->records);
    json_put_integer(&object, "not_ids", counts->bad);
    json_put(&object, "first_not_ids", json_places(counts));
    json_put(
        &object, "forms",
        json_counts(counts->forms, COUNT_OF(counts->forms), choice_any_form));
    document_put(&object, &counts->ids, known ? &duplicates : NULL);
    json_put_integer(&object, "with_time", counts->found.timed);
    if (stat_rate(&rate, counts)) {
        json_put_real(&object, "per_second", rate);
    }
    timeline_put(&object, &counts->line);
    return json_print(&object);
}
