/* SPDX-License-Identifier: MIT */
/* audit_json.c - what an audit has counted, as a JSON object. */
#include "../core/sentence.h"

#include <guidon/audit.h>
#include <guidon/time.h>

#define TIME_DIGITS 6 /* microseconds, as databases have times */

static void json_name(struct gdn_sentence *to, const char *name)
{
    gdn_add(to, ",\"");
    gdn_add(to, name);
    gdn_add(to, "\":");
}

static void json_number(struct gdn_sentence *to, const char *name,
                        bool is_known, uint64_t number)
{
    json_name(to, name);
    if (is_known) {
        gdn_add_number(to, number);
    } else {
        gdn_add(to, "null");
    }
}

static void json_kinds(struct gdn_sentence *to,
                       const guidon_audit_counts *counts)
{
    const char *comma = "";

    gdn_add(to, ",\"kinds\":{");
    for (unsigned kind = 0; kind < GUIDON_ID_KINDS; kind++) {
        if (counts->kinds[kind]) {
            gdn_add(to, comma);
            gdn_add(to, "\"");
            gdn_add(to, guidon_kind_name((guidon_id_kind)kind));
            gdn_add(to, "\":");
            gdn_add_number(to, counts->kinds[kind]);
            comma = ",";
        }
    }
    gdn_add(to, "}");
}

static void json_time(struct gdn_sentence *to, const char *name,
                      const guidon_audit_counts *counts, guidon_time time)
{
    char text[GUIDON_TIME_TEXT_MAX];
    size_t len = 0;

    json_name(to, name);
    if (counts->timed == 0 || guidon_time_format(text, sizeof text, &len, time,
                                                 TIME_DIGITS) != GUIDON_OK) {
        gdn_add(to, "null");
        return;
    }
    gdn_add(to, "\"");
    gdn_add_bytes(to, text, len);
    gdn_add(to, "\"");
}

/* Add the share of `ones` among `ids`, above 0, with four digits: "0.5000". */
static void add_share(struct gdn_sentence *to, uint64_t ones, uint64_t ids)
{
    uint64_t share;

    while (ids >> 48) { /* 10,000 shares fit 64 bits */
        ids /= 2;
        ones /= 2;
    }
    share = (ones * 10000 + ids / 2) / ids;
    gdn_add_number(to, share / 10000);
    gdn_add(to, ".");
    for (uint64_t unit = 1000; unit > 0; unit /= 10) {
        gdn_add_number(to, share / unit % 10);
    }
}

/* Add the weak bits of a version. Returns what stands before the next one. */
static const char *add_weak(struct gdn_sentence *to, const char *comma,
                            const guidon_audit_counts *counts,
                            const guidon_id *weak, const uint64_t ones[128],
                            guidon_id_kind kind)
{
    for (unsigned bit = 0; bit < 128; bit++) {
        if (weak->bytes[bit / 8] >> (7 - bit % 8) & 1) {
            gdn_add(to, comma);
            gdn_add(to, "{\"kind\":\"");
            gdn_add(to, guidon_kind_name(kind));
            gdn_add(to, "\",\"bit\":");
            gdn_add_number(to, bit);
            gdn_add(to, ",\"ones\":");
            add_share(to, ones[bit], counts->kinds[kind]);
            gdn_add(to, "}");
            comma = ",";
        }
    }
    return comma;
}

/* The number of duplicates, only if it is exact, and all that is known of it. */
static void json_duplicates(struct gdn_sentence *to, bool are_counted,
                            const guidon_duplicates *duplicates)
{
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX + 1] = "";
    guidon_duplicates_counts counts;

    guidon_duplicates_read(&counts, duplicates);
    /* The sentence fits, so nothing can fail. */
    (void)!guidon_duplicates_explain(note, sizeof note - 1, NULL,
                                     are_counted ? &counts : NULL);
    json_number(to, "duplicates", are_counted && counts.one_in == 1,
                counts.seen);
    json_number(to, "duplicates_seen", are_counted, counts.seen);
    json_number(to, "duplicates_at_most", are_counted, counts.at_most);
    json_number(to, "sampled_1_in", are_counted, counts.one_in);
    json_name(to, "duplicates_note");
    gdn_add(to, "\"");
    gdn_add(to, note);
    gdn_add(to, "\"");
}

static void json_audit(struct gdn_sentence *to,
                       const guidon_audit_counts *counts,
                       const guidon_duplicates *duplicates)
{
    const char *comma;

    gdn_add(to, "{\"ids\":");
    gdn_add_number(to, counts->ids);
    json_kinds(to, counts);
    json_time(to, "earliest", counts, counts->earliest);
    json_time(to, "latest", counts, counts->latest);
    json_number(to, "out_of_order", true, counts->out_of_order);
    json_number(to, "parts", true, counts->parts ? counts->parts : 1);
    json_duplicates(to, duplicates != NULL || counts->ids == 0, duplicates);
    gdn_add(to, ",\"weak_bits\":[");
    comma = add_weak(to, "", counts, &counts->weak_v4, counts->ones_v4,
                     (guidon_id_kind)4);
    add_weak(to, comma, counts, &counts->weak_v7, counts->ones_v7,
             (guidon_id_kind)7);
    gdn_add(to, "]}");
}

guidon_status guidon_audit_json(char *out, size_t out_cap, size_t *out_len,
                                const guidon_audit *audit,
                                const guidon_duplicates *duplicates)
{
    struct gdn_sentence measured = {NULL, 0, 0};
    struct gdn_sentence document = {out, out_cap, 0};
    guidon_audit_counts counts;

    guidon_audit_read(&counts, audit);
    json_audit(&measured, &counts, duplicates);
    if (out_len) {
        *out_len = measured.len;
    }
    if (measured.len > out_cap) {
        return GUIDON_E_SPACE;
    }
    json_audit(&document, &counts, duplicates);
    return GUIDON_OK;
}
