/* SPDX-License-Identifier: MIT */
/* prose.c - sections and entries of the prose of a page. */
#include "prose.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool span_is(struct span span, const char *text)
{
    return span.len == strlen(text) && memcmp(span.at, text, span.len) == 0;
}

static bool read_files(struct prose *prose, FILE *file)
{
    size_t capacity = 0;
    size_t len = 0;

    do {
        char *more = realloc(prose->bytes, capacity += 4096);

        if (!more) {
            return false;
        }
        prose->bytes = more;
        len += fread(prose->bytes + len, 1, capacity - len, file);
    } while (len == capacity);
    prose->text = (struct span){prose->bytes, len};
    return !ferror(file);
}

bool prose_read(struct prose *prose, const char *folder, const char *page)
{
    char path[4096];
    FILE *file;
    bool whole;

    *prose = (struct prose){NULL, {"", 0}};
    snprintf(path, sizeof path, "%s/%s.md", folder, page);
    file = fopen(path, "r");
    if (!file) {
        return errno == ENOENT;
    }
    whole = read_files(prose, file);
    fclose(file);
    return whole;
}

void prose_free(struct prose *prose)
{
    free(prose->bytes);
}

/* The next line that begins with the mark; the end of the text if none does. */
static const char *find_mark(struct span text, const char *mark)
{
    const char *end = text.at + text.len;
    size_t len = strlen(mark);

    for (const char *line = text.at; line < end;) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));

        if ((size_t)(end - line) >= len && memcmp(line, mark, len) == 0) {
            return line;
        }
        line = feed ? feed + 1 : end;
    }
    return end;
}

struct span prose_before(struct span text, const char *mark)
{
    struct span before = {text.at, (size_t)(find_mark(text, mark) - text.at)};

    if (before.len >= 2 && memcmp(before.at, "# ", 2) == 0) {
        const char *feed = memchr(before.at, '\n', before.len);
        size_t len = feed ? (size_t)(feed - before.at) : before.len;

        before = (struct span){before.at + len, before.len - len};
    }
    return before;
}

bool prose_next(struct span *title, struct span *body, struct span *rest,
                const char *mark)
{
    const char *end = rest->at + rest->len;
    const char *at = find_mark(*rest, mark);

    if (at == end) {
        return false;
    }
    at += strlen(mark);
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    const char *next = feed ? feed + 1 : end;

    *title = (struct span){at, (size_t)((feed ? feed : end) - at)};
    *rest = (struct span){next, (size_t)(end - next)};
    next = find_mark(*rest, mark);
    *body = (struct span){rest->at, (size_t)(next - rest->at)};
    *rest = (struct span){next, (size_t)(end - next)};
    return true;
}

struct span prose_find(struct span text, const char *mark, const char *title)
{
    struct span found, body;

    while (prose_next(&found, &body, &text, mark)) {
        if (span_is(found, title)) {
            return body;
        }
    }
    return (struct span){NULL, 0};
}
