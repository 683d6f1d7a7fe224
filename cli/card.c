/* SPDX-License-Identifier: MIT */
/* card.c - an id drawn for a person. */
#include "card.h"
#include "command.h"
#include "moment.h"
#include "output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A row of bits: 64 of them, a space between octets and between fields. No
 * field boundary of any kind splits more than two octets of a row. */
enum { ROW_BITS = 64, ROW_COLUMNS = 80, MARGIN = 7 };

static const char *const field_colours[] = {
    "\033[0;36m", "\033[0;33m", "\033[0;35m",
    "\033[0;32m", "\033[0;34m", "\033[0;31m",
};
static const char fixed_colour[] = "\033[0;1m";
static const char title_colour[] = "\033[1m";
static const char faint_colour[] = "\033[2m";
static const char plain_colour[] = "\033[0m";

static void colour(const struct card_style *style, const char *code)
{
    if (style->colour) {
        output_text(code);
    }
}

/* The colours of a kind's fields: version and variant, whose bits every kind
 * fixes, are bright; the others take turns. */
static void colour_fields(const char *colours[FIELDS_MAX],
                          const struct field *fields, size_t n)
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

/* Where each bit of a row stands, and which field it is of. */
struct row {
    unsigned start;            /* the row's first bit */
    unsigned column[ROW_BITS]; /* from 0, without the margin */
    size_t field[ROW_BITS];    /* index into fields */
    const struct field *fields;
    size_t n_fields;
    const char *colours[FIELDS_MAX];
};

static size_t field_at(const struct field *fields, size_t n, unsigned bit)
{
    size_t i = 0;

    while (i + 1 < n && bit >= fields[i].start + fields[i].width) {
        i++;
    }
    return i;
}

static void lay_out(struct row *row)
{
    unsigned column = 0;

    for (unsigned i = 0; i < ROW_BITS; i++) {
        row->field[i] = field_at(row->fields, row->n_fields, row->start + i);
        if (i > 0 && (i % 8 == 0 || row->field[i] != row->field[i - 1])) {
            column++;
        }
        row->column[i] = column++;
    }
}

static void draw_bits(const struct row *row, const guidon_id *id,
                      const struct card_style *style)
{
    output_format("  %3u  ", row->start);
    for (unsigned i = 0; i < ROW_BITS; i++) {
        bool starts = i == 0 || row->field[i] != row->field[i - 1];

        if (starts) {
            colour(style, row->colours[row->field[i]]);
        }
        if (i > 0 && row->column[i] != row->column[i - 1] + 1) {
            output_text(" ");
        }
        output_text(id_bit(id, row->start + i) ? "1" : "0");
    }
    colour(style, plain_colour);
    output_text("\n");
}

/* The first bit after the run of one field that begins at bit i. */
static unsigned run_end(const struct row *row, unsigned i)
{
    unsigned end = i + 1;

    while (end < ROW_BITS && row->field[end] == row->field[i]) {
        end++;
    }
    return end;
}

/* A bracket under each field. */
static void draw_brackets(const struct row *row, const struct card_style *style)
{
    const char *left = style->unicode ? "╰" : "\\";
    const char *middle = style->unicode ? "─" : "_";
    const char *right = style->unicode ? "╯" : "/";

    output_format("%*s", MARGIN, "");
    for (unsigned i = 0, end; i < ROW_BITS; i = end) {
        end = run_end(row, i);
        unsigned columns = row->column[end - 1] - row->column[i] + 1;

        colour(style, row->colours[row->field[i]]);
        output_text(i > 0 ? " " : "");
        output_text(left);
        for (unsigned c = 2; c < columns; c++) {
            output_text(middle);
        }
        output_text(right);
    }
    colour(style, plain_colour);
    output_text("\n");
}

/* The names under the brackets: in the middle where one fits, else from the
 * left, and never into the one before. */
static void draw_names(const struct row *row, const struct card_style *style)
{
    unsigned used = 0; /* columns written */

    output_format("%*s", MARGIN, "");
    for (unsigned i = 0, end; i < ROW_BITS; i = end) {
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
        colour(style, row->colours[row->field[i]]);
        output_text(name);
        used = at + len;
    }
    colour(style, plain_colour);
    output_text("\n");
}

static void draw_rows(const guidon_id *id, enum kind kind,
                      const struct card_style *style)
{
    struct row row;

    row.fields = kind_fields(&row.n_fields, kind);
    colour_fields(row.colours, row.fields, row.n_fields);
    for (row.start = 0; row.start < 128; row.start += ROW_BITS) {
        lay_out(&row);
        draw_bits(&row, id, style);
        draw_brackets(&row, style);
        draw_names(&row, style);
    }
}

/* --------------------------------------------------------------- the fields */

/* What a field's bits mean, where that is more than a number. */
static void field_meaning(char *out, size_t cap, const struct field *field,
                          const guidon_id *id, enum kind kind)
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
                 variant_title(guidon_variant_of(id)));
    } else if (strcmp(field->name, "clock_seq") == 0 &&
               guidon_clock_seq_of(&clock_seq, id) == GUIDON_OK) {
        snprintf(out, cap, "%u", clock_seq);
    } else if (strcmp(field->name, "node") == 0) {
        snprintf(out, cap, "%s",
                 id->bytes[10] & 1 ? "multicast: random, no MAC address"
                                   : "may be a MAC address");
    } else if (kind == KIND_V2 &&
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

static void draw_fields(const guidon_id *id, enum kind kind,
                        const struct card_style *style)
{
    size_t n;
    const struct field *fields = kind_fields(&n, kind);
    const char *colours[FIELDS_MAX];

    colour_fields(colours, fields, n);
    for (size_t i = 0; i < n; i++) {
        char hex[FIELD_TEXT_MAX];
        char meaning[80];

        field_hex(hex, &fields[i], id);
        field_meaning(meaning, sizeof meaning, &fields[i], id, kind);
        output_text("  ");
        colour(style, colours[i]);
        output_format("%-10s", fields[i].name);
        colour(style, plain_colour);
        if (*meaning) {
            output_format("  %3u bits  %-16s  %s\n", fields[i].width, hex,
                          meaning);
        } else {
            output_format("  %3u bits  %s\n", fields[i].width, hex);
        }
    }
}

/* ----------------------------------------------------------------- the head */

static void draw_line(const char *name, const char *value,
                      const struct card_style *style)
{
    colour(style, faint_colour);
    output_format("  %-10s", name);
    colour(style, plain_colour);
    output_format("  %s\n", value);
}

static void draw_time(const guidon_id *id, enum kind kind,
                      const struct card_style *style)
{
    char text[MOMENT_TEXT_MAX], other[MOMENT_TEXT_MAX];
    char line[2 * MOMENT_TEXT_MAX + 4];
    unsigned digits;
    guidon_time time, high;

    if (kind_time(&time, &digits, kind, id)) {
        snprintf(line, sizeof line, "%s, %s", moment_format(text, time, digits),
                 moment_relative(other, time, style->now));
        draw_line("time", line, style);
    } else if (kind == KIND_V2 &&
               guidon_dce_time_of(&time, &high, id) == GUIDON_OK) {
        snprintf(line, sizeof line, "%s at the earliest",
                 moment_format(text, time, 7));
        draw_line("time", line, style);
        snprintf(line, sizeof line, "%s at the latest, %s",
                 moment_format(text, high, 7),
                 moment_relative(other, time, style->now));
        draw_line("", line, style);
    }
}

/* ---------------------------------------------------------------- the forms */

/* Where a form's text is broken to stay within 80 columns, which C source, as
 * these forms are, allows after any comma; 0: nowhere. */
static size_t break_of(guidon_form form)
{
    return form == GUIDON_FORM_C        ? strlen("{") + 8 * strlen("0x00,")
           : form == GUIDON_FORM_GUID_X ? strlen("{0x00000000,0x0000,0x0000,")
                                        : 0;
}

static void draw_form(const guidon_id *id, guidon_form form,
                      const struct card_style *style)
{
    char text[GUIDON_TEXT_MAX];
    char line[GUIDON_TEXT_MAX + 1];
    size_t len = 0;
    size_t at = break_of(form);

    if (guidon_format(text, sizeof text, &len, id, form) != GUIDON_OK) {
        return; /* this id has no such form */
    }
    snprintf(line, sizeof line, "%.*s", (int)(at > 0 ? at : len), text);
    draw_line(guidon_form_name(form), line, style);
    if (at > 0) {
        snprintf(line, sizeof line, "%.*s", (int)(len - at), text + at);
        draw_line("", line, style);
    }
}

void card_draw(const guidon_id *id, guidon_form form,
               const struct card_style *style)
{
    char text[GUIDON_TEXT_MAX + 1];
    char title[KIND_TITLE_MAX];
    size_t len = 0;
    enum kind kind = kind_of(id, form);

    if (guidon_format(text, GUIDON_TEXT_MAX, &len, id,
                      kind == KIND_ULID ? GUIDON_FORM_ULID
                                        : GUIDON_FORM_UUID) == GUIDON_OK) {
        text[len] = '\0';
    } else {
        text[0] = '\0';
    }
    colour(style, title_colour);
    output_format("%s\n\n", text);
    colour(style, plain_colour);
    draw_line("kind", kind_title(title, kind, id), style);
    if (kind != KIND_ULID) {
        draw_line("variant", variant_title(guidon_variant_of(id)), style);
    }
    draw_time(id, kind, style);
    draw_line("read as", guidon_form_name(form), style);
    output_text("\n");
    draw_rows(id, kind, style);
    output_text("\n");
    draw_fields(id, kind, style);
    output_text("\n");
    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        draw_form(id, (guidon_form)i, style);
    }
}
