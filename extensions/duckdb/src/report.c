/* SPDX-License-Identifier: MIT */
/* report.c - the report of guidon_audit, as JSON. */
#include "guidon_duckdb.h"

#include <stdarg.h>
#include <stdio.h>

static void put(struct gdndk_report *report, const char *format, ...)
{
    va_list values;
    int len;

    va_start(values, format);
    len = vsnprintf(report->text + report->len,
                    sizeof report->text - report->len, format, values);
    va_end(values);
    report->len += len > 0 ? (size_t)len : 0;
}

static void put_kinds(struct gdndk_report *report,
                      const guidon_audit_counts *counts)
{
    const char *comma = "";

    put(report, ",\"kinds\":{");
    for (int kind = 0; kind < GUIDON_AUDIT_KINDS; kind++) {
        if (counts->kinds[kind]) {
            put(report, "%s\"%s\":%llu", comma,
                guidon_audit_kind_name((guidon_audit_kind)kind),
                (unsigned long long)counts->kinds[kind]);
            comma = ",";
        }
    }
    put(report, "}");
}

/* In UTC and ISO 8601. The days of a date are those of the Gregorian calendar,
 * counted in years that begin in March (Hinnant, "days from civil"). */
static void put_time(struct gdndk_report *report, const char *name,
                     const guidon_audit_counts *counts, guidon_time time)
{
    int64_t second = time.seconds % 86400 + (time.seconds % 86400 < 0) * 86400;
    int64_t day =
        (time.seconds - second) / 86400 + 719468; /* since 0000-03-01 */
    int64_t of_400 = day % 146097;
    int64_t year =
        (of_400 - of_400 / 1460 + of_400 / 36524 - of_400 / 146096) / 365;
    int64_t of_year = of_400 - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153;

    if (!counts->timed) {
        put(report, ",\"%s\":null", name);
        return;
    }
    put(report, ",\"%s\":\"%04d-%02d-%02dT%02d:%02d:%02d.%06uZ\"", name,
        (int)(year + day / 146097 * 400 + (month >= 10)),
        (int)(month < 10 ? month + 3 : month - 9),
        (int)(of_year - (153 * month + 2) / 5 + 1), (int)(second / 3600),
        (int)(second / 60 % 60), (int)(second % 60),
        (unsigned)time.nanoseconds / 1000);
}

static const char *put_weak(struct gdndk_report *report, const char *comma,
                            const guidon_id *weak, const uint64_t ones[128],
                            uint64_t ids, guidon_audit_kind kind)
{
    for (int bit = 0; bit < 128; bit++) {
        if (weak->bytes[bit / 8] >> (7 - bit % 8) & 1) {
            put(report, "%s{\"kind\":\"%s\",\"bit\":%d,\"ones\":%.4f}", comma,
                guidon_audit_kind_name(kind), bit,
                (double)ones[bit] / (double)ids);
            comma = ",";
        }
    }
    return comma;
}

static void report_number(struct gdndk_report *report, const char *name,
                          bool is_known, uint64_t number)
{
    if (is_known) {
        put(report, ",\"%s\":%llu", name, (unsigned long long)number);
    } else {
        put(report, ",\"%s\":null", name);
    }
}

/* The number of duplicates, only if it is exact, and all that is known of it. */
static void put_duplicates(struct gdndk_report *report, bool are_counted,
                           const guidon_duplicates *duplicates)
{
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX];
    guidon_duplicates_counts counts;

    guidon_duplicates_read(&counts, duplicates);
    guidon_duplicates_explain(note, are_counted ? &counts : NULL);
    report_number(report, "duplicates", are_counted && counts.one_in == 1,
                  counts.seen);
    report_number(report, "duplicates_seen", are_counted, counts.seen);
    report_number(report, "duplicates_at_most", are_counted, counts.at_most);
    report_number(report, "sampled_1_in", are_counted, counts.one_in);
    put(report, ",\"duplicates_note\":\"%s\"", note);
}

void gdndk_report_write(struct gdndk_report *report, uint64_t rows,
                        uint64_t nulls, const guidon_audit *ids,
                        bool are_counted, const guidon_duplicates *duplicates)
{
    guidon_audit_counts counts;
    const char *comma;

    guidon_audit_read(&counts, ids);
    report->len = 0;
    put(report, "{\"rows\":%llu,\"nulls\":%llu", (unsigned long long)rows,
        (unsigned long long)nulls);
    put_kinds(report, &counts);
    put_time(report, "earliest", &counts, counts.earliest);
    put_time(report, "latest", &counts, counts.latest);
    put(report, ",\"out_of_order\":%llu,\"parts\":%llu",
        (unsigned long long)counts.out_of_order,
        (unsigned long long)(counts.parts ? counts.parts : 1));
    put_duplicates(report, are_counted, duplicates);
    put(report, ",\"weak_bits\":[");
    comma = put_weak(report, "", &counts.weak_v4, counts.ones_v4,
                     counts.kinds[4], (guidon_audit_kind)4);
    put_weak(report, comma, &counts.weak_v7, counts.ones_v7, counts.kinds[7],
             (guidon_audit_kind)7);
    put(report, "]}");
}
