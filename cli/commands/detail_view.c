/* SPDX-License-Identifier: MIT */
/* detail_view.c - draws the detail view of an id. */
#include "detail_view.h"
#include "../basics.h"
#include "../choices.h"
#include "../term/output.h"
#include "../term/terminal.h"
#include "../text/kind_title.h"
#include "../text/time_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A row of bits has a space between octets and between fields. In every
 * kind, field boundaries split at most two octets of a row. A row of 64 bits
 * therefore takes at most 80 columns, one of 32 bits 44, and one of 16 bits
 * 26. */
enum { ROW_BITS_MAX = 64, MARGIN = 7, LEAST_COLUMNS = 40, MOST_COLUMNS = 80 };
enum { COLUMN = 14 }; /* the column of the values, behind their names */

static const char *const field_colours[] = {
    "\033[0;36m", "\033[0;33m", "\033[0;35m",
    "\033[0;32m", "\033[0;34m", "\033[0;31m",
};
static const char fixed_colour[] = "\033[0;1m";

static size_t columns_of(const struct style *style)
{
    return style->columns < LEAST_COLUMNS  ? LEAST_COLUMNS
           : style->columns > MOST_COLUMNS ? MOST_COLUMNS
                                           : style->columns;
}

static unsigned row_bits(const struct style *style)
{
    return columns_of(style) >= 80 ? 64 : columns_of(style) >= 44 ? 32 : 16;
}

static void draw_line(const char *name, const char *value,
                      const struct style *style)
{
    style_entry(style, COLUMN, name, value);
}

/* The colours of the fields: version and variant are bright, because every kind
 * fixes their bits; the others take turns. */
static void colour_fields(const char *colours[GUIDON_FIELDS_MAX],
                          const guidon_field *fields, size_t n)
{
    size_t turn = 0;

    for (size_t i = 0; i < n; i++) {
        bool fixed = strcmp(fields[i].name, "ver") == 0 ||
                     strcmp(fields[i].name, "var") == 0;

        colours[i] = fixed ? fixed_colour
                           : field_colours[turn++ % COUNT_OF(field_colours)];
    }
}

/* ----------------------------------------------------------------- the bits */

/* The layout of one row: the column and the field of each bit. */
struct row {
    unsigned start;                /* the row's first bit */
    unsigned bits;                 /* how many it has */
    unsigned column[ROW_BITS_MAX]; /* from 0, without the margin */
    size_t field[ROW_BITS_MAX];    /* index into fields */
    const guidon_field *fields;
    size_t n_fields;
    const char *colours[GUIDON_FIELDS_MAX];
};

static size_t field_at(const guidon_field *fields, size_t n, unsigned bit)
{
    size_t i = 0;

    while (i + 1 < n && bit >= fields[i].bit + fields[i].width) {
        i++;
    }
    return i;
}

static void lay_out(struct row *row)
{
    unsigned column = 0;

    for (unsigned i = 0; i < row->bits; i++) {
        row->field[i] = field_at(row->fields, row->n_fields, row->start + i);
        if (i > 0 && (i % 8 == 0 || row->field[i] != row->field[i - 1])) {
            column++;
        }
        row->column[i] = column++;
    }
}

static void draw_bits(const struct row *row, const guidon_id *id,
                      const struct style *style)
{
    output_format("  %3u  ", row->start);
    for (unsigned i = 0; i < row->bits; i++) {
        bool starts = i == 0 || row->field[i] != row->field[i - 1];

        if (starts) {
            style_paint(style, row->colours[row->field[i]]);
        }
        if (i > 0 && row->column[i] != row->column[i - 1] + 1) {
            output_text(" ");
        }
        output_text(id_bit(id, row->start + i) ? "1" : "0");
    }
    style_paint(style, PAINT_PLAIN);
    output_text("\n");
}

/* The first bit after the run of one field that begins at bit i. */
static unsigned run_end(const struct row *row, unsigned i)
{
    unsigned end = i + 1;

    while (end < row->bits && row->field[end] == row->field[i]) {
        end++;
    }
    return end;
}

/* Draw a bracket under each field. */
static void draw_brackets(const struct row *row, const struct style *style)
{
    const bool unicode = terminal_unicode();
    const char *left = unicode ? "╰" : "\\";
    const char *middle = unicode ? "─" : "_";
    const char *right = unicode ? "╯" : "/";

    output_format("%*s", MARGIN, "");
    for (unsigned i = 0, end; i < row->bits; i = end) {
        end = run_end(row, i);
        unsigned columns = row->column[end - 1] - row->column[i] + 1;

        style_paint(style, row->colours[row->field[i]]);
        output_text(i > 0 ? " " : "");
        output_text(left);
        for (unsigned c = 2; c < columns; c++) {
            output_text(middle);
        }
        output_text(right);
    }
    style_paint(style, PAINT_PLAIN);
    output_text("\n");
}

/* Draw the field names under the brackets. A name is centred if it fits;
 * otherwise it begins at the left. Names never overlap. */
static void draw_names(const struct row *row, const struct style *style)
{
    unsigned used = 0; /* columns written */

    output_format("%*s", MARGIN, "");
    for (unsigned i = 0, end; i < row->bits; i = end) {
        end = run_end(row, i);
        const char *name = row->fields[row->field[i]].name;
        unsigned columns = row->column[end - 1] - row->column[i] + 1;
        unsigned len = (unsigned)strlen(name);
        unsigned at =
            row->column[i] + (columns > len ? (columns - len) / 2 : 0);

        if (used > 0 && at < used + 1) {
            at = used + 1;
        }
        output_format("%*s", (int)(at - used), "");
        style_paint(style, row->colours[row->field[i]]);
        output_text(name);
        used = at + len;
    }
    style_paint(style, PAINT_PLAIN);
    output_text("\n");
}

static void draw_rows(const guidon_id *id, guidon_id_kind kind,
                      const struct style *style)
{
    struct row row = {.bits = row_bits(style)};

    row.n_fields = guidon_fields_of(&row.fields, kind);
    colour_fields(row.colours, row.fields, row.n_fields);
    for (row.start = 0; row.start < 128; row.start += row.bits) {
        lay_out(&row);
        draw_bits(&row, id, style);
        draw_brackets(&row, style);
        draw_names(&row, style);
    }
}

/* --------------------------------------------------------------- the fields */

static void node_meaning(char *out, size_t cap, const guidon_id *id)
{
    const unsigned char *node = id->bytes + 10;

    if (node[0] & 1) {
        snprintf(out, cap, "multicast: random, no MAC address");
    } else if (node[0] & 2) {
        snprintf(out, cap, "local: MAC address of no vendor");
    } else {
        snprintf(out, cap, "MAC address of vendor %02x-%02x-%02x", node[0],
                 node[1], node[2]);
    }
}

/* The meaning of a field's bits, if they are more than a number. */
static void field_meaning(char *out, size_t cap, const guidon_field *field,
                          const guidon_id *id, guidon_id_kind kind)
{
    guidon_domain domain;
    uint32_t local_id;
    uint16_t clock_seq;

    out[0] = '\0';
    if (strcmp(field->name, "unix_ts_ms") == 0 ||
        strcmp(field->name, "timestamp") == 0) {
        snprintf(out, cap, "%" PRIu64 " ms since 1970", guidon_ulid_ms_of(id));
    } else if (strcmp(field->name, "ver") == 0) {
        snprintf(out, cap, "%s", guidon_version_name(guidon_version_of(id)));
    } else if (strcmp(field->name, "var") == 0) {
        snprintf(out, cap, "binary 10: %s",
                 guidon_variant_name(guidon_variant_of(id)));
    } else if (strcmp(field->name, "clock_seq") == 0 &&
               guidon_clock_seq_of(&clock_seq, id) == GUIDON_OK) {
        snprintf(out, cap, "%u", clock_seq);
    } else if (strcmp(field->name, "node") == 0) {
        node_meaning(out, cap, id);
    } else if (kind == GUIDON_KIND_V2 &&
               guidon_dce_of(&domain, &local_id, id) == GUIDON_OK) {
        if (strcmp(field->name, "local_id") == 0) {
            snprintf(out, cap, "%" PRIu32, local_id);
        } else if (strcmp(field->name, "domain") == 0) {
            static const char *const names[] = {"person", "group", "org"};

            snprintf(out, cap, "%s",
                     domain <= GUIDON_DOMAIN_ORG ? names[domain] : "local");
        }
    }
}

static void draw_fields(const struct shown *reading, guidon_id_kind kind,
                        const struct style *style)
{
    static const char member[] = "\"hex\":\"";
    const char *at = reading->json;
    const guidon_id *id = &reading->id;
    const guidon_field *fields;
    const size_t n = guidon_fields_of(&fields, kind);
    const char *colours[GUIDON_FIELDS_MAX];

    colour_fields(colours, fields, n);
    for (size_t i = 0; i < n; i++) {
        char hex[GUIDON_TEXT_MAX];
        char meaning[80];
        const size_t before = COLUMN - 2 + strlen("  123 bits  ");

        at = strstr(at, member) + sizeof member - 1;
        snprintf(hex, sizeof hex, "%.*s", (int)strcspn(at, "\""), at);
        field_meaning(meaning, sizeof meaning, &fields[i], id, kind);
        output_text("  ");
        style_paint(style, colours[i]);
        output_format("%-*s", COLUMN - 4, fields[i].name);
        style_paint(style, PAINT_PLAIN);
        output_format("  %3u bits", fields[i].width);
        if (*meaning && before + 18 + strlen(meaning) <= columns_of(style)) {
            output_format("  %-16s  %s\n", hex, meaning);
            continue;
        }
        if (before + strlen(hex) <= columns_of(style)) {
            output_format("  %s\n", hex);
        } else {
            output_text("\n");
            style_below(style, hex);
        }
        style_below(style, meaning);
    }
}

/* ----------------------------------------------------------------- the head */

/* Draw a time in UTC with its age, then in the local time zone. `bound` follows
 * both. */
static void draw_instant(const char *name, guidon_time time, unsigned digits,
                         const char *bound, const struct detail_view *view)
{
    char text[TIME_TEXT_MAX], age[TIME_TEXT_MAX];
    char line[3 * TIME_TEXT_MAX];

    snprintf(line, sizeof line, "%s%s, %s", time_format(text, time, digits),
             bound, time_relative(age, time, view->now));
    draw_line(name, line, &view->style);
    snprintf(line, sizeof line, "%s%s", time_format_local(text, time, digits),
             bound);
    draw_line("local", line, &view->style);
}

static void draw_time(const guidon_id *id, guidon_id_kind kind,
                      const struct detail_view *view)
{
    unsigned digits;
    guidon_time time, high;

    if (kind_time(&time, &digits, kind, id)) {
        draw_instant("time", time, digits, "", view);
    } else if (kind == GUIDON_KIND_V2 &&
               guidon_dce_time_of(&time, &high, id) == GUIDON_OK) {
        draw_instant("time", time, 7, " at the earliest", view);
        draw_instant("", high, 7, " at the latest", view);
    }
}

/* Draw the time and the node number of a version 8 id, if the user says that it
 * has them. */
static void draw_node_number(const guidon_id *id, guidon_id_kind kind,
                             const struct detail_view *view)
{
    char line[80] = "no number, because the bit after the variant is 0";
    guidon_time time;
    uint32_t node;

    if (kind != GUIDON_KIND_V8 || view->node_number_bits == 0) {
        return;
    }
    if (node_number_of(&time, &node, id, view->node_number_bits)) {
        draw_instant("time", time, 3, "", view);
        snprintf(line, sizeof line, "%" PRIu32 ", in %u bits", node,
                 view->node_number_bits);
    }
    draw_line("node", line, &view->style);
}

/* The same for a prefix. */
static void draw_v8_prefix(const guidon_id *id, guidon_id_kind kind,
                           const struct detail_view *view)
{
    char line[80] = "no prefix, because the bit after the variant is 0";
    guidon_time time;
    uint32_t prefix;

    if (kind != GUIDON_KIND_V8 || !view->has_prefix) {
        return;
    }
    if (guidon_v8_prefix_of(&time, &prefix, id, view->prefix_bits) ==
        GUIDON_OK) {
        draw_instant("time", time, 9, "", view);
        snprintf(line, sizeof line, "%" PRIu32 ", in %u bits", prefix,
                 view->prefix_bits);
    }
    draw_line("prefix", line, &view->style);
}

static void draw_other(const guidon_id *id, guidon_id_kind kind,
                       const struct style *style)
{
    char line[2 * TIME_TEXT_MAX], what[TIME_TEXT_MAX] = "a ULID";
    char text[TIME_TEXT_MAX];
    guidon_id_kind other;
    guidon_time time;
    unsigned digits;

    if (!guidon_kind_alternative(&other, id, kind)) {
        return;
    }
    if (other != GUIDON_KIND_ULID) {
        snprintf(what, sizeof what, "a version-%u UUID", guidon_version_of(id));
    }
    if (kind == GUIDON_KIND_V7 || other == GUIDON_KIND_V7) {
        snprintf(line, sizeof line, "%s of the same time", what);
    } else if (kind_time(&time, &digits, other, id)) {
        snprintf(line, sizeof line, "%s of %s", what,
                 time_format(text, time, digits));
    } else {
        snprintf(line, sizeof line, "%s", what);
    }
    draw_line("could be", line, style);
}

/* ---------------------------------------------------------------- the forms */

/* The offset at which the text of a form breaks to stay within 80 columns,
 * or 0. The forms that break are C source, which allows a break after any
 * comma. */
static size_t break_of(guidon_form form)
{
    return form == GUIDON_FORM_C        ? strlen("{") + 8 * strlen("0x00,")
           : form == GUIDON_FORM_GUID_X ? strlen("{0x00000000,0x0000,0x0000,")
                                        : 0;
}

static void draw_form(const guidon_id *id, guidon_form form,
                      const struct style *style)
{
    char text[GUIDON_TEXT_MAX];
    char line[GUIDON_TEXT_MAX + 1];
    size_t len = 0;
    size_t at = columns_of(style) < MOST_COLUMNS ? 0 : break_of(form);

    if (guidon_format(text, sizeof text, &len, id, form) != GUIDON_OK) {
        return; /* the id has no text in this form */
    }
    snprintf(line, sizeof line, "%.*s", (int)(at > 0 ? at : len), text);
    draw_line(guidon_form_name(form), line, style);
    if (at > 0) {
        snprintf(line, sizeof line, "%.*s", (int)(len - at), text + at);
        draw_line("", line, style);
    }
}

/* Draw the other forms that the text could have, with the ids that they give: of
 * {"base32":"0ff1...","base32hex":...}. */
static void draw_others(const struct shown *reading, const struct style *style)
{
    static const char member[] = "\"or_as\":{";
    const char *name = "or as", *at = strstr(reading->json, member);
    char line[80];

    for (at = at ? at + sizeof member - 1 : "}"; *at != '}';
         at += strcspn(at, ",}") + (at[strcspn(at, ",}")] == ',')) {
        const int form_len = (int)strcspn(at + 1, "\"");

        snprintf(line, sizeof line, "%.*s: %.*s", form_len, at + 1,
                 GUIDON_UUID_LEN, at + 1 + form_len + strlen("\":\""));
        draw_line(name, line, style);
        name = "";
    }
}

/* Draw the prefix of a TypeID, if it has one. */
static void draw_prefix(const struct typeid_prefix *prefix,
                        const struct style *style)
{
    char text[GUIDON_TYPEID_PREFIX_MAX + 1];

    if (prefix->len > 0) {
        snprintf(text, sizeof text, "%.*s", (int)prefix->len, prefix->text);
        draw_line("prefix", text, style);
    }
}

void detail_view_draw(const struct shown *reading,
                      const struct detail_view *view)
{
    const guidon_id *id = &reading->id;
    const guidon_form form = reading->form;
    char text[GUIDON_TEXT_MAX + 1];
    char title[KIND_TITLE_MAX];
    size_t len = 0;
    guidon_id_kind kind = kind_of(id, form);
    const struct style *style = &view->style;

    if (guidon_format(text, GUIDON_TEXT_MAX, &len, id,
                      kind == GUIDON_KIND_ULID
                          ? GUIDON_FORM_ULID
                          : GUIDON_FORM_UUID) == GUIDON_OK) {
        text[len] = '\0';
    } else {
        text[0] = '\0';
    }
    style_paint(style, PAINT_TITLE);
    output_text(text);
    style_paint(style, PAINT_PLAIN);
    output_text("\n\n");
    draw_line("kind", kind_title(title, kind), style);
    if (kind != GUIDON_KIND_ULID) {
        draw_line("variant", guidon_variant_name(guidon_variant_of(id)), style);
    }
    draw_time(id, kind, view);
    draw_node_number(id, kind, view);
    draw_v8_prefix(id, kind, view);
    draw_line("read as", choice_any_form(form), style);
    draw_others(reading, style);
    draw_prefix(&reading->prefix, style);
    draw_other(id, kind, style);
    output_text("\n");
    draw_rows(id, kind, style);
    output_text("\n");
    draw_fields(reading, kind, style);
    output_text("\n");
    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        draw_form(id, (guidon_form)i, style);
    }
}
