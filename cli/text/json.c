/* SPDX-License-Identifier: MIT */
/* json.c - JSON Lines with jansson. json_none.c stands in if it is missing. */
#include "json.h"
#include "../basics.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "time_text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every decimal number of 15 digits survives a double. 17 digits would be
 * exact, but print 0.1 as 0.10000000000000001. */
enum { REAL_DIGITS = 15 };

struct json json_new_object(void)
{
    return (struct json){.value = json_object()};
}

struct json json_new_array(void)
{
    return (struct json){.value = json_array()};
}

/* Takes `value` over. NULL is a value that memory ran out for; jansson then
 * reports a failure too. */
static void put(struct json *object, const char *key, json_t *value)
{
    if (json_object_set_new(object->value, key, value) != 0) {
        object->incomplete = true;
    }
}

/* The value, or NULL if a part is missing. */
static json_t *finish(struct json *json)
{
    if (json->incomplete) {
        json_decref(json->value);
        json->value = NULL;
    }
    return json->value;
}

void json_put(struct json *object, const char *key, struct json value)
{
    put(object, key, finish(&value));
}

void json_put_null(struct json *object, const char *key)
{
    put(object, key, json_null());
}

void json_put_bool(struct json *object, const char *key, bool value)
{
    put(object, key, json_boolean(value));
}

void json_put_integer(struct json *object, const char *key, uint64_t number)
{
    put(object, key, json_integer((json_int_t)number));
}

void json_put_real(struct json *object, const char *key, double number)
{
    put(object, key, json_real(number));
}

void json_put_text(struct json *object, const char *key, const char *text)
{
    put(object, key, json_string(text));
}

void json_put_bytes(struct json *object, const char *key, const char *text,
                    size_t len)
{
    put(object, key, json_stringn(text, len));
}

/* The text with \xNN for each byte that is not printable ASCII. ESCAPED would
 * cut it. */
static json_t *escaped_string(const char *text)
{
    const size_t len = strlen(text);
    char *escaped = malloc(4 * len + 1);
    char *end = escaped;

    for (size_t i = 0; escaped && i < len; i++) {
        unsigned char byte = (unsigned char)text[i];

        if (byte >= ' ' && byte <= '~') {
            *end++ = text[i];
        } else {
            end += snprintf(end, sizeof "\\xNN", "\\x%02x", byte);
        }
    }
    json_t *string =
        escaped ? json_stringn(escaped, (size_t)(end - escaped)) : NULL;
    free(escaped);
    return string;
}

void json_put_path(struct json *object, const char *key, const char *path)
{
    json_t *text = json_string(path);

    put(object, key, text ? text : escaped_string(path));
}

void json_put_time(struct json *object, const char *key, guidon_time time,
                   unsigned digits)
{
    char text[TIME_TEXT_MAX];

    json_put_text(object, key, time_format(text, time, digits));
}

static void append(struct json *array, json_t *value)
{
    if (json_array_append_new(array->value, value) != 0) {
        array->incomplete = true;
    }
}

void json_append(struct json *array, struct json value)
{
    append(array, finish(&value));
}

void json_append_integer(struct json *array, uint64_t number)
{
    append(array, json_integer((json_int_t)number));
}

/* The characters that control how a terminal or an editor shows the text around
 * them: DEL, U+0080 to U+009F, and the Unicode categories Cf, Zl and Zp
 * (Unicode 15, DerivedGeneralCategory.txt) with unassigned neighbours. In
 * ascending order. */
static const struct {
    uint32_t first, last;
} controls[] = {
    {0x7f, 0x9f},       {0xad, 0xad},       {0x600, 0x605},
    {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
    {0x890, 0x891},     {0x8e2, 0x8e2},     {0x180e, 0x180e},
    {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0xfeff, 0xfeff},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd},
    {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static bool is_control(uint32_t point)
{
    size_t i = 0;

    while (i < COUNT_OF(controls) && controls[i].last < point) {
        i++;
    }
    return i < COUNT_OF(controls) && controls[i].first <= point;
}

/* The code point at `text`, which is valid UTF-8. Sets its length in bytes. */
static uint32_t next_point(size_t *len, const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t point = bytes[0];

    *len = point < 0x80 ? 1 : point < 0xe0 ? 2 : point < 0xf0 ? 3 : 4;
    if (*len > 1) {
        point &= 0x7fu >> *len;
    }
    for (size_t i = 1; i < *len; i++) {
        point = point << 6 | (bytes[i] & 0x3f);
    }
    return point;
}

/* RFC 8259, section 7: above U+FFFF as a pair of surrogates. */
static void write_escape(uint32_t point)
{
    if (point < 0x10000) {
        output_format("\\u%04X", (unsigned)point);
    } else {
        output_format("\\u%04X\\u%04X", 0xd800u + ((point - 0x10000) >> 10),
                      0xdc00u + (point & 0x3ff));
    }
}

/* Write JSON text in which such characters are escaped. JSON holds characters
 * other than printable ASCII in strings only, where an escape means the same. */
static void write_visibly(const char *text, size_t len)
{
    size_t done = 0, point_len;

    for (size_t at = 0; at < len; at += point_len) {
        uint32_t point = next_point(&point_len, text + at);

        if (point >= 0x7f && is_control(point)) {
            output_bytes(text + done, at - done);
            write_escape(point);
            done = at + point_len;
        }
    }
    output_bytes(text + done, len - done);
}

/* jansson 2.14 omits a key if memory runs out while its own buffer grows.
 * Therefore the line is measured first and written to a buffer that fits. */
bool json_print(struct json *object)
{
    const size_t flags =
        JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(REAL_DIGITS);
    json_t *value = finish(object);
    size_t len = value ? json_dumpb(value, NULL, 0, flags) : 0;
    char *line = len > 0 ? malloc(len) : NULL;
    bool whole = line && json_dumpb(value, line, len, flags) == len;

    if (whole) {
        write_visibly(line, len);
        output_text("\n");
    } else {
        message("out of memory");
    }
    free(line);
    json_decref(value);
    return whole;
}

bool json_holds(const char *text)
{
    json_t *string = json_string(text);

    json_decref(string);
    return string != NULL;
}

bool json_usable(void)
{
    return true;
}
