/* SPDX-License-Identifier: MIT */
/* json.c - JSON Lines: writes RFC 8259. */
#include "json.h"
#include "../basics.h"
#include "../common/block.h"
#include "../common/decimal.h"
#include "../common/real.h"
#include "utf8.h"

#include <string.h>

enum {
    LINE_MIN = 512, /* bytes that the first block takes */
};

/* Does nothing if a part is missing already. */
static void append(struct json *json, const char *text, size_t len)
{
    if (json->incomplete) {
        return;
    }
    if (len > json->capacity - json->len) {
        const size_t capacity = 2 * (json->len + len) + LINE_MIN;
        char *text_of_json = block_resize(json->text, json->capacity, capacity);

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

/* Append the last `n` hexadecimal digits of a number behind the text `before`. */
static void append_digits(struct json *json, const char *before,
                          uint32_t number, unsigned n, const char *digits)
{
    append(json, before, strlen(before));
    while (n-- > 0) {
        append(json, &digits[number >> 4 * n & 15], 1);
    }
}

/* RFC 8259, section 7: the short escapes; above U+FFFF a pair of surrogates. */
static void append_escape(struct json *json, uint32_t point)
{
    static const char letters[] = "\b\t\n\f\r\"\\", escapes[] = "btnfr\"\\";
    static const char digits[] = "0123456789ABCDEF";
    const char *letter =
        point < 0x80 ? memchr(letters, (int)point, sizeof letters - 1) : NULL;

    if (letter) {
        append(json, "\\", 1);
        append(json, &escapes[letter - letters], 1);
    } else if (point < 0x10000) {
        append_digits(json, "\\u", point, 4, digits);
    } else {
        append_digits(json, "\\u", 0xd800 + ((point - 0x10000) >> 10), 4,
                      digits);
        append_digits(json, "\\u", 0xdc00 + (point & 0x3ff), 4, digits);
    }
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
    block_free(value->text, value->capacity);
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

void json_put_real(struct json *object, const char *key, double number)
{
    char text[REAL_TEXT_MAX];
    const size_t len = real_put(text, number);

    append_key(object, key);
    append(object, text, len);
    object->incomplete |= len == 0;
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

        if (byte >= ' ' && byte <= '~') {
            append_chars(json, text, 1);
        } else {
            append_digits(json, "\\\\x", byte, 2, "0123456789abcdef");
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
    char text[GUIDON_TIME_TEXT_MAX];
    size_t len = 0;

    /* The library writes every time that an id holds. */
    (void)!guidon_time_format(text, sizeof text, &len, time, digits);
    json_put_bytes(object, key, text, len);
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

bool json_end(struct json *object)
{
    append(object, "}\n", 2);
    return !object->incomplete;
}
