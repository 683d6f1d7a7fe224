/* SPDX-License-Identifier: MIT */
/* line_counter.c - counts lines up to an offset. */
#include "line_counter.h"

#include <string.h>

/* Count in parts below 256 bytes, so that the compiler can use vectors of byte
 * counters. */
static uint64_t count_line_feeds(const char *text, size_t len)
{
    enum { PART = 240 };
    uint64_t n = 0;

    for (; len >= PART; text += PART, len -= PART) {
        unsigned char few = 0;

        for (size_t i = 0; i < PART; i++) {
            few = (unsigned char)(few + (text[i] == '\n'));
        }
        n += few;
    }
    for (size_t i = 0; i < len; i++) {
        n += text[i] == '\n';
    }
    return n;
}

/* Count `n` line feeds; the current line begins after the last. */
static void begin_line(struct line_counter *lines, uint64_t begin, uint64_t n)
{
    lines->line += n;
    lines->begin = lines->counted = begin;
}

void line_counter_begin(struct line_counter *lines)
{
    *lines = (struct line_counter){.line = 1};
}

/* Most often few lines begin since the last call, and then it is faster to step
 * from one to the next than to count the line feeds among all bytes. */
void line_counter_step(struct line_counter *lines, const char *bytes,
                       size_t len, uint64_t at, uint64_t to)
{
    enum { STEPS = 4 };
    const char *const end = bytes + len, *const stop = bytes + (to - at);
    const char *text = bytes + (lines->counted - at), *feed = NULL;

    for (int i = 0; i < STEPS && text < stop; i++) {
        feed = *text == '\n' ? text : memchr(text, '\n', (size_t)(end - text));
        if (!feed || feed >= stop) {
            lines->counted = at + (uint64_t)((feed ? feed : end) - bytes);
            return;
        }
        text = feed + 1;
        begin_line(lines, at + (uint64_t)(text - bytes), 1);
    }
    if (text >= stop) {
        return;
    }
    feed = memrchr(text, '\n', (size_t)(stop - text));
    if (feed) {
        begin_line(lines, at + (uint64_t)(feed + 1 - bytes),
                   count_line_feeds(text, (size_t)(feed - text)) + 1);
    }
    lines->counted = to;
}
