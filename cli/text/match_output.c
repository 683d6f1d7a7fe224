/* SPDX-License-Identifier: MIT */
/* match_output.c - an id that was seen in a file, as a line of output. */
#include "match_output.h"
#include "../term/output.h"
#include "json.h"

#include <string.h>

enum { INDENT = 4 };

void match_output_write_path(const struct match_output_style *style,
                             const char *path)
{
    look_paint(&style->look, PAINT_FILE);
    if (style->terminal) {
        snippet_write_plain(path, strlen(path));
    } else {
        output_text(path);
    }
    look_paint(&style->look, PAINT_PLAIN);
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

static void write_place(const struct match_output_style *style,
                        const struct match_output *seen)
{
    if (seen->path) {
        match_output_write_path(style, seen->path);
        output_text(":");
    }
    look_paint(&style->look, PAINT_PLACE);
    write_number(seen->line);
    output_text(":");
    write_number(seen->column);
    look_paint(&style->look, PAINT_PLAIN);
    output_text(": ");
}

void match_output_write(struct match_output_style *style,
                        const struct match_output *seen)
{
    write_place(style, seen);
    output_text(kind_name(seen->kind));
    output_text(" ");
    output_text(seen->has_time ? time_format_next(&style->last, seen->time,
                                                  seen->digits, false)
                               : "-");
    if (style->rows) {
        output_format("\n%*s", INDENT, "");
        snippet_write(&seen->text,
                      style->columns > INDENT ? style->columns - INDENT : 0,
                      style->look.colour ? PAINT_MATCH : "",
                      style->look.colour ? PAINT_PLAIN : "");
    } else {
        output_text(" ");
        output_bytes(seen->text.text, seen->text.len);
    }
    output_text("\n");
}

bool match_output_write_json(const struct match_output *seen)
{
    struct json object = json_new_object();

    if (seen->path) {
        json_put_path(&object, "file", seen->path);
    }
    json_put_integer(&object, "line", seen->line);
    json_put_integer(&object, "column", seen->column);
    json_put_integer(&object, "offset", seen->offset);
    json_put_bytes(&object, "input", seen->text.text, seen->text.len);
    json_put_text(&object, "form", guidon_form_name(seen->form));
    json_put_text(&object, "kind", kind_name(seen->kind));
    if (seen->has_time) {
        json_put_time(&object, "time", seen->time, seen->digits);
    }
    return json_print(&object);
}
