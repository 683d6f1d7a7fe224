/* SPDX-License-Identifier: MIT */
/* style.c - names, values and wrapped text on stdout. */
#include "style.h"
#include "output.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 40, INDENT = 4 };

const char *choice_colour(size_t i)
{
    static const char *const names[] = {"auto", "always", "never"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* A NO_COLOR that is set and not empty asks for no colour
 * (https://no-color.org). */
static bool has_colour(enum colour_when when)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (when != COLOUR_AUTO) {
        return when == COLOUR_ALWAYS;
    }
    return terminal_is() && !(no_color && *no_color) &&
           !(term && strcmp(term, "dumb") == 0);
}

struct style style_of_stdout(enum colour_when when)
{
    const unsigned columns = terminal_columns(STDOUT_FILENO);

    return (struct style){
        .colour = has_colour(when),
        .columns = columns,
        .wrap_columns = !terminal_is()            ? SIZE_MAX
                        : columns > LEAST_COLUMNS ? columns
                                                  : LEAST_COLUMNS,
    };
}

void style_paint(const struct style *style, const char *paint)
{
    if (style->colour) {
        output_text(paint);
    }
}

/* How many bytes of `text` go on a line of `columns`: up to the last space, or
 * past the last comma; as many as fit if the line has neither. */
static size_t piece_len(const char *text, size_t columns)
{
    size_t len = strlen(text);

    if (len <= columns) {
        return len;
    }
    for (len = columns; len > 0; len--) {
        if (text[len] == ' ' || text[len - 1] == ',') {
            return len;
        }
    }
    return columns;
}

void style_wrap(const struct style *style, unsigned column, const char *text)
{
    while (*text) {
        size_t len = piece_len(text, style->wrap_columns - column);

        output_format("%*s%.*s\n", (int)column, "", (int)len, text);
        text += len;
        text += *text == ' ';
    }
}

void style_below(const struct style *style, const char *text)
{
    style_wrap(style, INDENT, text);
}

void style_name(const struct style *style, unsigned column, const char *name)
{
    style_paint(style, PAINT_FAINT);
    output_format("  %-*s", (int)column - 2, name);
    style_paint(style, PAINT_PLAIN);
}

void style_counts(const struct style *style, unsigned column, const char *name,
                  const uint64_t *counts, size_t n, choice_fn name_of)
{
    size_t used = 0;

    for (size_t i = 0; i < n; i++) {
        char item[64];

        if (counts[i] == 0) {
            continue;
        }
        size_t len = (size_t)snprintf(item, sizeof item, "%s %" PRIu64,
                                      name_of(i), counts[i]);
        if (used == 0) {
            style_name(style, column, name);
            output_text(item);
            used = column + len;
        } else if (used + 2 + len < style->columns) {
            output_format(", %s", item);
            used += 2 + len;
        } else {
            output_format(",\n%*s%s", (int)column, "", item);
            used = column + len;
        }
    }
    output_text(used > 0 ? "\n" : "");
}

void style_entry(const struct style *style, unsigned column, const char *name,
                 const char *text)
{
    const bool fits = column + strlen(text) <= style->wrap_columns;

    if (*name) {
        style_paint(style, PAINT_FAINT);
    }
    output_format("%s%-*s", fits || *name ? "  " : "",
                  fits ? (int)column - 2 : 0, name);
    if (*name) {
        style_paint(style, PAINT_PLAIN);
    }
    if (fits) {
        output_format("%s\n", text);
    } else {
        output_text(*name ? "\n" : "");
        style_below(style, text);
    }
}
