/* SPDX-License-Identifier: MIT */
/* stat_text.c - writes the report of guidon stat as text. */
#include "../choices.h"
#include "../term/escape.h"
#include "../term/output.h"
#include "../text/number.h"
#include "../text/place.h"
#include "../text/reason.h"
#include "../text/time_text.h"
#include "stat_report.h"

#include <inttypes.h>
#include <stdio.h>

enum { NAMES = 16 }; /* columns of the names */

static void print_text(const char *name, const char *text,
                       const struct style *style)
{
    style_entry(style, NAMES, name, text);
}

static void print_count(const char *name, uint64_t count,
                        const struct style *style)
{
    style_name(style, NAMES, name);
    output_format("%" PRIu64 "\n", count);
}

static void print_bad(const struct stat_counts *counts,
                      const struct style *style)
{
    print_count("not ids", counts->bad, style);
    for (uint64_t i = 0; i < counts->bad && i < STAT_BAD_SHOWN; i++) {
        const struct bad_record *bad = &counts->first_bad[i];
        char line[ESCAPED_MAX + REASON_MAX + 48];

        snprintf(line, sizeof line, PLACE ": %s",
                 PLACE_OF(bad->file, bad->record, bad->offset),
                 REASON_IN_PLACE(bad->why));
        print_text("", line, style);
    }
}

static void print_times(const struct stat_counts *counts,
                        const struct style *style)
{
    char text[TIME_TEXT_MAX];
    double rate;

    print_count("with a time", counts->found.timed, style);
    if (counts->found.timed == 0) {
        return;
    }
    print_text("first",
               time_format(text, counts->found.earliest, counts->digits),
               style);
    print_text("last", time_format(text, counts->found.latest, counts->digits),
               style);
    if (stat_rate(&rate, counts)) {
        style_name(style, NAMES, "rate");
        output_format("%s a second\n", NUMBER(rate));
    }
}

void stat_print(const struct stat_counts *counts, const struct style *style)
{
    uint64_t duplicates;

    print_count(reading_units(&counts->reading), counts->records, style);
    print_count("ids", stat_ids(counts), style);
    print_bad(counts, style);
    if (stat_ids(counts) == 0) {
        return;
    }
    style_counts(style, NAMES, "kinds", counts->found.kinds, GUIDON_ID_KINDS,
                 kind_name);
    style_counts(style, NAMES, "forms", counts->forms, COUNT_OF(counts->forms),
                 choice_any_form);
    print_count("out of order", counts->found.out_of_order, style);
    if (stat_duplicates(&duplicates, counts)) {
        print_count("duplicates", duplicates, style);
    } else {
        print_text("duplicates", "not counted, because of --memory 0", style);
    }
    print_times(counts, style);
    timeline_draw(&counts->line, style);
}
