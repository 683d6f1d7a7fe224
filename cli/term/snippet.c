/* SPDX-License-Identifier: MIT */
/* snippet.c - text from outside on a row of the terminal. */
#include "snippet.h"
#include "output.h"
#include "terminal.h"

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>
#include <wctype.h>

/* A character: its bytes and columns. */
struct cell {
    size_t len;
    size_t width;
    bool plain; /* shown as it is, not as a '.' */
};

/* The one at the beginning of a text, which has at least a byte. */
static struct cell cell_at(const char *text, size_t len)
{
    mbstate_t state = {0};
    wchar_t wide;
    size_t got;
    int width;

    if (*text >= ' ' && *text <= '~') {
        return (struct cell){1, 1, true};
    }
    got = mbrtowc(&wide, text, len, &state);
    if (got == 0 || got > len) { /* NUL, or no character */
        return (struct cell){1, 1, false};
    }
    width = wcwidth(wide);
    return width > 0 && iswprint((wint_t)wide)
               ? (struct cell){got, (size_t)width, true}
               : (struct cell){got, 1, false};
}

void snippet_write_plain(const char *text, size_t len)
{
    struct cell cell;

    for (; len > 0; text += cell.len, len -= cell.len) {
        cell = cell_at(text, len);
        output_bytes(cell.plain ? text : ".", cell.plain ? cell.len : 1);
    }
}

static size_t width_of(const char *text, size_t len)
{
    size_t width = 0;
    struct cell cell;

    for (; len > 0; text += cell.len, len -= cell.len) {
        cell = cell_at(text, len);
        width += cell.width;
    }
    return width;
}

/* How many bytes of a text come before its last so many columns, or fewer. */
static size_t tail_at(const char *text, size_t len, size_t columns)
{
    size_t width = width_of(text, len), at = 0;

    while (width > columns) {
        struct cell cell = cell_at(text + at, len - at);

        width -= cell.width;
        at += cell.len;
    }
    return at;
}

/* How many bytes its first so many columns have, or fewer. */
static size_t head_len(const char *text, size_t len, size_t columns)
{
    size_t width = 0, at = 0;

    while (at < len) {
        struct cell cell = cell_at(text + at, len - at);

        width += cell.width;
        if (width > columns) {
            break;
        }
        at += cell.len;
    }
    return at;
}

/* What stands for text that was cut. */
struct mark {
    const char *text;
    size_t width;
};

/* The bytes before a part, without the white space that they begin with. */
static size_t without_indent(const struct snippet *snippet)
{
    size_t before = snippet->before;

    while (before > 0 && (snippet->text[-(ptrdiff_t)before] == ' ' ||
                          snippet->text[-(ptrdiff_t)before] == '\t')) {
        before--;
    }
    return before;
}

/* Write the last so many columns of a text, of which one is for the mark. */
static void write_tail(const char *text, size_t len, size_t columns,
                       const struct mark *mark)
{
    if (columns >= mark->width) {
        size_t at = tail_at(text, len, columns - mark->width);

        output_text(mark->text);
        snippet_write_plain(text + at, len - at);
    }
}

static void write_head(const char *text, size_t len, size_t columns,
                       const struct mark *mark)
{
    if (columns >= mark->width) {
        snippet_write_plain(text, head_len(text, len, columns - mark->width));
        output_text(mark->text);
    }
}

void snippet_write(const struct snippet *snippet, size_t columns,
                   const char *on, const char *off)
{
    const struct mark mark = terminal_unicode()
                                 ? (struct mark){"\xe2\x80\xa6", 1}
                                 : (struct mark){"...", 3};
    size_t before = without_indent(snippet), after = snippet->after;
    const char *begin = snippet->text - before;
    const char *end = snippet->text + snippet->len;
    size_t room = columns > snippet->len ? columns - snippet->len : 0;
    size_t left = width_of(begin, before), right = width_of(end, after);

    if (left + right <= room || left <= room / 2) {
        snippet_write_plain(begin, before);
    } else { /* it gets what the right leaves */
        left = right < room / 2 ? room - right : room / 2;
        write_tail(begin, before, left, &mark);
    }
    output_text(on);
    snippet_write_plain(snippet->text, snippet->len);
    output_text(off);
    if (left + right <= room) {
        snippet_write_plain(end, after);
    } else {
        write_head(end, after, room - left, &mark);
    }
}
