/* SPDX-License-Identifier: MIT */
/* match_output.c - write an id that the scanner found in a file. */
#include "match_output.h"
#include "../choices.h"
#include "../term/output.h"
#include "json.h"
#include "number.h"

#include <string.h>

enum {
    INDENT = 4,
    COPIED_PATH_MAX = 1024, /* a longer path is written by itself */
    /* Two numbers of 20 digits, two colours, a kind, an id and the marks. */
    ROOM = TIME_TEXT_MAX + 124 + GUIDON_TYPEID_MAX
};

void match_output_write_path(const struct match_layout *layout,
                             const char *path, size_t len)
{
    style_paint(&layout->style, PAINT_FILE);
    if (layout->terminal) {
        snippet_write_plain(path, len);
    } else {
        output_bytes(path, len);
    }
    style_paint(&layout->style, PAINT_PLAIN);
}

/* The functions put_ write at `out` and return the end of what they wrote. */

static char *put_text(char *out, const char *text)
{
    while (*text) {
        *out++ = *text++;
    }
    return out;
}

/* LINE:COLUMN, coloured if the style asks for it. */
static char *put_place(char *out, const struct style *style,
                       const struct match_output *match)
{
    if (style->colour) {
        out = put_text(out, PAINT_POSITION);
    }
    out = number_put(out, match->line);
    *out++ = ':';
    out = number_put(out, match->column);
    return style->colour ? put_text(out, PAINT_PLAIN) : out;
}

static char *put_time(char *out, struct match_layout *layout,
                      const struct match_output *match)
{
    return match->has_time
               ? out + time_format_next(out, &layout->last, match->time,
                                        match->digits, false)
               : put_text(out, "-");
}

/* Write the line of text that has the id. */
static void write_row(const struct match_layout *layout,
                      const struct snippet *text)
{
    output_format("\n%*s", INDENT, "");
    snippet_write(text, layout->columns > INDENT ? layout->columns - INDENT : 0,
                  layout->style.colour ? PAINT_MATCH : "",
                  layout->style.colour ? PAINT_PLAIN : "");
    output_text("\n");
}

/* LINE:COLUMN: KIND TIME. */
static char *put_facts(char *out, struct match_layout *layout,
                       const struct match_output *match)
{
    out = put_place(out, &layout->style, match);
    *out++ = ':';
    *out++ = ' ';
    out = put_text(out, kind_name(match->kind));
    *out++ = ' ';
    return put_time(out, layout, match);
}

void match_output_write(struct match_layout *layout,
                        const struct match_output *match)
{
    const bool copied = match->path && !layout->terminal &&
                        !layout->style.colour &&
                        match->path_len <= COPIED_PATH_MAX;

    if (match->path && !copied) {
        match_output_write_path(layout, match->path, match->path_len);
    }
    char *const room = output_room(COPIED_PATH_MAX + ROOM);
    char *out = room;

    if (copied) {
        memcpy(out, match->path, match->path_len);
        out += match->path_len;
    }
    if (match->path) {
        *out++ = ':';
    }
    out = put_facts(out, layout, match);
    if (!layout->rows) {
        *out++ = ' ';
        memcpy(out, match->text.text, match->text.len);
        out += match->text.len;
        *out++ = '\n';
    }
    output_claim((size_t)(out - room));
    if (layout->rows) {
        write_row(layout, &match->text);
    }
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
    json_put_text(&object, "form", choice_any_form((size_t)match->form));
    json_put_text(&object, "kind", kind_name(match->kind));
    if (match->has_time) {
        json_put_time(&object, "time", match->time, match->digits);
    }
    return json_print(&object);
}
