/* SPDX-License-Identifier: MIT */
/* snippet.c - text from outside on one row of the terminal. */
#include "snippet.h"
#include "output.h"
#include "terminal.h"

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>
#include <wctype.h>

/* A character: its bytes and columns. */
struct character {
    size_t len;
    size_t width;
    bool plain; /* printable; otherwise shown as '.' */
};

/* The first character of a text of at least one byte. */
static struct character character_at(const char *text, size_t len)
{
    mbstate_t state = {0};
    wchar_t wide;
    size_t got;
    int width;

    if (*text >= ' ' && *text <= '~') {
        return (struct character){1, 1, true};
    }
    terminal_take_locale();
    got = mbrtowc(&wide, text, len, &state);
    if (got == 0 || got > len) { /* NUL, or not a character */
        return (struct character){1, 1, false};
    }
    width = wcwidth(wide);
    return width > 0 && iswprint((wint_t)wide)
               ? (struct character){got, (size_t)width, true}
               : (struct character){got, 1, false};
}

/* How many bytes at the beginning of a text are printable ASCII. Most text is,
 * and each of these bytes is a character of one column. */
static size_t ascii_len(const char *text, size_t len)
{
    size_t n = 0;

    while (n < len && text[n] >= ' ' && text[n] <= '~') {
        n++;
    }
    return n;
}

void snippet_write_plain(const char *text, size_t len)
{
    struct character character;
    size_t ascii = ascii_len(text, len);

    output_bytes(text, ascii);
    text += ascii;
    len -= ascii;
    for (; len > 0; text += character.len, len -= character.len) {
        character = character_at(text, len);
        output_bytes(character.plain ? text : ".",
                     character.plain ? character.len : 1);
    }
}

static size_t width_of(const char *text, size_t len)
{
    size_t width = ascii_len(text, len);
    struct character character;

    text += width;
    len -= width;
    for (; len > 0; text += character.len, len -= character.len) {
        character = character_at(text, len);
        width += character.width;
    }
    return width;
}

/* The offset in bytes of the last `columns` columns of a text. */
static size_t tail_at(const char *text, size_t len, size_t columns)
{
    size_t width = width_of(text, len), at = 0;

    while (width > columns) {
        struct character character = character_at(text + at, len - at);

        width -= character.width;
        at += character.len;
    }
    return at;
}

/* How many bytes the first `columns` columns of a text take. */
static size_t head_len(const char *text, size_t len, size_t columns)
{
    size_t width = 0, at = 0;

    while (at < len) {
        struct character character = character_at(text + at, len - at);

        width += character.width;
        if (width > columns) {
            break;
        }
        at += character.len;
    }
    return at;
}

/* The mark that replaces text that was cut. */
struct mark {
    const char *text;
    size_t width;
};

/* The bytes before the part, without the indentation of the line. */
static size_t without_indent(const struct snippet *snippet)
{
    size_t before = snippet->before;

    while (before > 0 && (snippet->text[-(ptrdiff_t)before] == ' ' ||
                          snippet->text[-(ptrdiff_t)before] == '\t')) {
        before--;
    }
    return before;
}

/* Write the mark and the end of a text, in at most `columns` columns. */
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
    size_t around = columns > snippet->len ? columns - snippet->len : 0;
    size_t left = width_of(begin, before), right = width_of(end, after);

    if (left + right <= around || left <= around / 2) {
        snippet_write_plain(begin, before);
    } else { /* the left gets the columns that the right leaves */
        left = right < around / 2 ? around - right : around / 2;
        write_tail(begin, before, left, &mark);
    }
    output_text(on);
    snippet_write_plain(snippet->text, snippet->len);
    output_text(off);
    if (left + right <= around) {
        snippet_write_plain(end, after);
    } else {
        write_head(end, after, around - left, &mark);
    }
}
