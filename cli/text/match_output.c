/* SPDX-License-Identifier: MIT */
/* match_output.c - write an id that the scanner found in a file. */
#include "match_output.h"
#include "../term/output.h"
#include "json.h"

#include <string.h>

enum { INDENT = 4 };

void match_output_write_path(const struct match_layout *layout,
                             const char *path)
{
    style_paint(&layout->style, PAINT_FILE);
    if (layout->terminal) {
        snippet_write_plain(path, strlen(path));
    } else {
        output_text(path);
    }
    style_paint(&layout->style, PAINT_PLAIN);
}

static void write_number(uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    output_bytes(digits + at, sizeof digits - at);
}

static void write_place(const struct match_layout *layout,
                        const struct match_output *match)
{
    if (match->path) {
        match_output_write_path(layout, match->path);
        output_text(":");
    }
    style_paint(&layout->style, PAINT_POSITION);
    write_number(match->line);
    output_text(":");
    write_number(match->column);
    style_paint(&layout->style, PAINT_PLAIN);
    output_text(": ");
}

void match_output_write(struct match_layout *layout,
                        const struct match_output *match)
{
    write_place(layout, match);
    output_text(kind_name(match->kind));
    output_text(" ");
    output_text(match->has_time ? time_format_next(&layout->last, match->time,
                                                   match->digits, false)
                                : "-");
    if (layout->rows) {
        output_format("\n%*s", INDENT, "");
        snippet_write(&match->text,
                      layout->columns > INDENT ? layout->columns - INDENT : 0,
                      layout->style.colour ? PAINT_MATCH : "",
                      layout->style.colour ? PAINT_PLAIN : "");
    } else {
        output_text(" ");
        output_bytes(match->text.text, match->text.len);
    }
    output_text("\n");
}

bool match_output_write_json(const struct match_output *match)
{
    struct json object = json_new_object();

    if (match->path) {
        json_put_path(&object, "file", match->path);
    }
    json_put_integer(&object, "line", match->line);
    json_put_integer(&object, "column", match->column);
    json_put_integer(&object, "offset", match->offset);
    json_put_bytes(&object, "input", match->text.text, match->text.len);
    json_put_text(&object, "form", guidon_form_name(match->form));
    json_put_text(&object, "kind", kind_name(match->kind));
    if (match->has_time) {
        json_put_time(&object, "time", match->time, match->digits);
    }
    return json_print(&object);
}
