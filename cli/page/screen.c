/* SPDX-License-Identifier: MIT */
/*
 * screen.c - term/output.h and term/message.h without a terminal: the text stays
 * in memory until the next call.
 */
#include "screen.h"
#include "../term/message.h"
#include "../term/output.h"
#include "exports.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
    size_t len, capacity;
};

static struct text shown, messages;
static bool out_of_memory;

/* Space for `len` more bytes at the end of a text; NULL without memory. */
static char *text_room(struct text *text, size_t len)
{
    if (len > text->capacity - text->len) {
        const size_t capacity = 2 * (text->len + len);
        char *bytes = realloc(text->bytes, capacity);

        if (!bytes) {
            out_of_memory = true;
            return NULL;
        }
        text->bytes = bytes;
        text->capacity = capacity;
    }
    return text->bytes + text->len;
}

static void text_add(struct text *text, const char *bytes, size_t len)
{
    char *room = text_room(text, len);

    if (room) {
        memcpy(room, bytes, len);
        text->len += len;
    }
}

static void text_format(struct text *text, const char *format, va_list values)
{
    char *room = text_room(text, OUTPUT_ROOM_MAX);

    if (room) {
        text->len += (size_t)vsnprintf(room, OUTPUT_ROOM_MAX, format, values);
    }
}

void screen_clear(void)
{
    shown.len = messages.len = 0;
    out_of_memory = false;
}

/* ------------------------------------------------------------------ output */

void output_bytes(const void *bytes, size_t len)
{
    text_add(&shown, bytes, len);
}

void output_text(const char *text)
{
    output_bytes(text, strlen(text));
}

void output_format(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    text_format(&shown, format, values);
    va_end(values);
}

char *output_room(size_t len)
{
    static char lost[OUTPUT_ROOM_MAX]; /* without memory, nobody reads it */
    char *room = text_room(&shown, len);

    return room ? room : lost;
}

void output_claim(size_t len)
{
    shown.len += out_of_memory ? 0 : len;
}

bool output_failed(void)
{
    return out_of_memory;
}

/* ---------------------------------------------------------------- messages */

void message(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    text_format(&messages, format, values);
    va_end(values);
    text_add(&messages, "\n", 1);
}

void message_usage(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    text_format(&messages, format, values);
    va_end(values);
    text_add(&messages, "\n", 1);
}

/* ------------------------------------------------------------- for the page */

PAGE_EXPORT(page_output) const char *page_output(void)
{
    return shown.bytes;
}

PAGE_EXPORT(page_output_len) size_t page_output_len(void)
{
    return shown.len;
}

PAGE_EXPORT(page_messages) const char *page_messages(void)
{
    return messages.bytes;
}

PAGE_EXPORT(page_messages_len) size_t page_messages_len(void)
{
    return messages.len;
}
