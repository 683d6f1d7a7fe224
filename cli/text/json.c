/* SPDX-License-Identifier: MIT */
/* json.c - JSON Lines: writes RFC 8259. */
#include "json.h"
#include "../basics.h"
#include "../term/message.h"
#include "../term/output.h"
#include "number.h"
#include "time_text.h"
#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_MIN = 512, /* bytes that the first allocation takes */
    /* Every decimal number of 15 digits survives a double. 17 digits would be
     * exact, but print 0.1 as 0.10000000000000001. */
    REAL_DIGITS = 15,
    ESCAPE_MAX = sizeof "\\uD800\\uDC00"
};

/* Does nothing if a part is missing already. */
static void append(struct json *json, const char *text, size_t len)
{
    if (json->incomplete) {
        return;
    }
    if (len > json->capacity - json->len) {
        const size_t capacity = 2 * (json->len + len) + LINE_MIN;
        char *text_of_json = realloc(json->text, capacity);

        if (!text_of_json) {
            json->incomplete = true;
            return;
        }
        json->text = text_of_json;
        json->capacity = capacity;
    }
    memcpy(json->text + json->len, text, len);
    json->len += len;
}

static struct json begin(char first, char last)
{
    struct json json = {.last = last};

    append(&json, &first, 1);
    return json;
}

struct json json_new_object(void)
{
    return begin('{', '}');
}

struct json json_new_array(void)
{
    return begin('[', ']');
}

/* ------------------------------------------------------------------ strings */

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

/* RFC 8259, section 7: the short escapes; above U+FFFF a pair of surrogates. */
static void append_escape(struct json *json, uint32_t point)
{
    static const char letters[] = "\b\t\n\f\r\"\\", escapes[] = "btnfr\"\\";
    const char *letter =
        point < 0x80 ? memchr(letters, (int)point, sizeof letters - 1) : NULL;
    char text[ESCAPE_MAX];
    int len;

    if (letter) {
        len = snprintf(text, sizeof text, "\\%c", escapes[letter - letters]);
    } else if (point < 0x10000) {
        len = snprintf(text, sizeof text, "\\u%04X", (unsigned)point);
    } else {
        len = snprintf(text, sizeof text, "\\u%04X\\u%04X",
                       0xd800u + ((unsigned)(point - 0x10000) >> 10),
                       0xdc00u + (unsigned)(point & 0x3ff));
    }
    append(json, text, (size_t)len);
}

/* A printable character of ASCII that a string holds as it is. */
static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* Append text to a string. JSON cannot hold text that is not UTF-8. */
static void append_chars(struct json *json, const char *text, size_t len)
{
    size_t done = 0, n;

    for (size_t at = 0; at < len; at += n) {
        if (is_plain(text[at])) {
            n = 1;
            continue;
        }
        const uint32_t point = utf8_point(&n, text + at, len - at);

        if (point == UTF8_NONE) {
            json->incomplete = true;
        } else if (point < 0x80 || is_control(point)) {
            append(json, text + done, at - done);
            append_escape(json, point);
            done = at + n;
        }
    }
    append(json, text + done, len - done);
}

static void append_string(struct json *json, const char *text, size_t len)
{
    append(json, "\"", 1);
    append_chars(json, text, len);
    append(json, "\"", 1);
}

bool json_holds(const char *text)
{
    const size_t len = strlen(text);
    size_t n;

    for (size_t at = 0; at < len; at += n) {
        if (utf8_point(&n, text + at, len - at) == UTF8_NONE) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ members */

/* Begin the next element of an array. */
static void append_comma(struct json *json)
{
    if (json->len > 1) {
        append(json, ",", 1);
    }
}

/* Begin the next member of an object. */
static void append_key(struct json *object, const char *key)
{
    append_comma(object);
    append_string(object, key, strlen(key));
    append(object, ":", 1);
}

/* Append a whole object or array and free it. */
static void append_json(struct json *json, struct json *value)
{
    append(value, &value->last, 1);
    json->incomplete |= value->incomplete;
    append(json, value->text, value->len);
    free(value->text);
}

static void append_integer(struct json *json, uint64_t number)
{
    char text[NUMBER_DIGITS_MAX];

    append(json, text, (size_t)(number_put(text, number) - text));
}

void json_put(struct json *object, const char *key, struct json value)
{
    append_key(object, key);
    append_json(object, &value);
}

static void put_word(struct json *object, const char *key, const char *word)
{
    append_key(object, key);
    append(object, word, strlen(word));
}

void json_put_members(struct json *object, const char *members, size_t len)
{
    append_comma(object);
    append(object, members, len);
}

void json_put_null(struct json *object, const char *key)
{
    put_word(object, key, "null");
}

void json_put_bool(struct json *object, const char *key, bool value)
{
    put_word(object, key, value ? "true" : "false");
}

void json_put_integer(struct json *object, const char *key, uint64_t number)
{
    append_key(object, key);
    append_integer(object, number);
}

/* With a fraction or an exponent, so that a reader takes it for a real. */
void json_put_real(struct json *object, const char *key, double number)
{
    char text[REAL_DIGITS + 16];
    char *exponent;

    snprintf(text, sizeof text, "%.*g", REAL_DIGITS, number);
    exponent = strchr(text, 'e');
    if (exponent) { /* without a plus and leading zeros */
        snprintf(exponent + 1, 8, "%ld", strtol(exponent + 1, NULL, 10));
    } else if (!strchr(text, '.')) {
        memcpy(text + strlen(text), ".0", sizeof ".0");
    }
    put_word(object, key, text);
    object->incomplete |= !isfinite(number);
}

void json_put_text(struct json *object, const char *key, const char *text)
{
    json_put_bytes(object, key, text, strlen(text));
}

void json_put_bytes(struct json *object, const char *key, const char *text,
                    size_t len)
{
    append_key(object, key);
    append_string(object, text, len);
}

/* Append the text with \xNN for each byte that is not printable ASCII. ESCAPED
 * would cut it. */
static void append_hex_escaped(struct json *json, const char *text)
{
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        char escape[sizeof "\\xNN"];

        if (byte >= ' ' && byte <= '~') {
            append_chars(json, text, 1);
        } else {
            snprintf(escape, sizeof escape, "\\x%02x", byte);
            append_chars(json, escape, sizeof escape - 1);
        }
    }
}

void json_put_path(struct json *object, const char *key, const char *path)
{
    if (json_holds(path)) {
        json_put_text(object, key, path);
        return;
    }
    append_key(object, key);
    append(object, "\"", 1);
    append_hex_escaped(object, path);
    append(object, "\"", 1);
}

void json_put_time(struct json *object, const char *key, guidon_time time,
                   unsigned digits)
{
    char text[TIME_TEXT_MAX];

    json_put_text(object, key, time_format(text, time, digits));
}

void json_append(struct json *array, struct json value)
{
    append_comma(array);
    append_json(array, &value);
}

void json_append_integer(struct json *array, uint64_t number)
{
    append_comma(array);
    append_integer(array, number);
}

bool json_print(struct json *object)
{
    append(object, "}\n", 2);
    if (!object->incomplete) {
        output_bytes(object->text, object->len);
    } else {
        message("out of memory");
    }
    free(object->text);
    return !object->incomplete;
}
