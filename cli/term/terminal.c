/* SPDX-License-Identifier: MIT */
/* terminal.c - what the terminal is fit to show. */
#include "terminal.h"
#include "../command.h"
#include "output.h"

#include <inttypes.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 40, INDENT = 4 };
enum when { AUTO, ALWAYS, NEVER };

const char *choice_when(size_t i)
{
    static const char *const names[] = {"auto", "always", "never"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

bool terminal_is(void)
{
    return isatty(STDOUT_FILENO);
}

bool terminal_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* https://no-color.org: NO_COLOR asks for none unless it is empty. */
static bool has_colour(enum when when)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (when != AUTO) {
        return when == ALWAYS;
    }
    return terminal_is() && !(no_color && *no_color) &&
           !(term && strcmp(term, "dumb") == 0);
}

unsigned terminal_columns(int fd)
{
    struct winsize size;

    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return 80;
}

struct look terminal_look(const struct args *args, size_t option)
{
    const unsigned columns = terminal_columns(STDOUT_FILENO);

    return (struct look){
        .colour = has_colour((enum when)args_choice(args, option, AUTO)),
        .unicode = terminal_unicode(),
        .columns = columns,
        .room = !terminal_is()            ? SIZE_MAX
                : columns > LEAST_COLUMNS ? columns
                                          : LEAST_COLUMNS,
    };
}

void look_paint(const struct look *look, const char *paint)
{
    if (look->colour) {
        output_text(paint);
    }
}

/* How much of a text goes on a line of `room` columns: up to a space or a comma
 * where it has one, else all that fits. */
static size_t piece_len(const char *text, size_t room)
{
    size_t len = strlen(text);

    if (len <= room) {
        return len;
    }
    for (len = room; len > 0; len--) {
        if (text[len] == ' ' || text[len - 1] == ',') {
            return len;
        }
    }
    return room;
}

void look_wrap(const struct look *look, unsigned column, const char *text)
{
    while (*text) {
        size_t len = piece_len(text, look->room - column);

        output_format("%*s%.*s\n", (int)column, "", (int)len, text);
        text += len;
        text += *text == ' ';
    }
}

void look_below(const struct look *look, const char *text)
{
    look_wrap(look, INDENT, text);
}

void look_name(const struct look *look, unsigned column, const char *name)
{
    look_paint(look, PAINT_FAINT);
    output_format("  %-*s", (int)column - 2, name);
    look_paint(look, PAINT_PLAIN);
}

void look_counts(const struct look *look, unsigned column, const char *name,
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
            look_name(look, column, name);
            output_text(item);
            used = column + len;
        } else if (used + 2 + len < look->columns) {
            output_format(", %s", item);
            used += 2 + len;
        } else {
            output_format(",\n%*s%s", (int)column, "", item);
            used = column + len;
        }
    }
    output_text(used > 0 ? "\n" : "");
}

void look_entry(const struct look *look, unsigned column, const char *name,
                const char *text)
{
    const bool fits = column + strlen(text) <= look->room;

    if (*name) {
        look_paint(look, PAINT_FAINT);
    }
    output_format("%s%-*s", fits || *name ? "  " : "",
                  fits ? (int)column - 2 : 0, name);
    if (*name) {
        look_paint(look, PAINT_PLAIN);
    }
    if (fits) {
        output_format("%s\n", text);
    } else {
        output_text(*name ? "\n" : "");
        look_below(look, text);
    }
}
