/* SPDX-License-Identifier: MIT */
/* The part of jansson that the tests use to read tests/vectors, because this
 * machine has no jansson for other systems. Any fault ends the program. Nothing
 * is freed. */
#ifndef JANSSON_H
#define JANSSON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long long json_int_t;

typedef struct json {
    enum {
        JSON_OBJECT,
        JSON_ARRAY,
        JSON_STRING,
        JSON_INTEGER,
        JSON_OTHER
    } type;
    char *text; /* of a string, NUL-terminated */
    size_t len; /* of text, or number of members */
    json_int_t number;
    char **keys; /* of an object */
    struct json **members;
} json_t;

typedef struct {
    int line;
    char text[80];
} json_error_t;

#define JSON_ALLOW_NUL 0

static const char *json_at;

static inline void json_skip(const char *chars)
{
    json_at += strspn(json_at, chars);
}

static inline void json_take(char c)
{
    json_skip(" \n");
    if (*json_at++ != c) {
        printf("a vector file: '%c' expected before %.40s\n", c, json_at);
        exit(1);
    }
}

/* The escapes of the vectors: \n, \" and \\, and \u below 128. */
static inline char json_escaped(void)
{
    char c = *json_at++;

    if (c == 'u') {
        char digits[5] = {0};
        memcpy(digits, json_at, 4);
        json_at += 4;
        return (char)strtol(digits, NULL, 16);
    }
    return c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

static inline char *json_read_string(size_t *len)
{
    char *out, *end;

    json_take('"');
    out = end = malloc(strlen(json_at) < 65536 ? 65536 : strlen(json_at));
    while (*json_at && *json_at != '"') {
        *end = *json_at++;
        if (*end == '\\') {
            *end = json_escaped();
        }
        end++;
    }
    json_take('"');
    *end = 0;
    *len = (size_t)(end - out);
    return realloc(out, *len + 1);
}

static json_t *json_read_value(void);

static inline void json_read_members(json_t *value, char close)
{
    size_t unused;

    json_take(*json_at);
    for (json_skip(" \n"); *json_at != close; json_skip(" \n")) {
        if (value->len > 0) {
            json_take(',');
        }
        value->keys = realloc(value->keys, (value->len + 1) * sizeof(char *));
        value->members =
            realloc(value->members, (value->len + 1) * sizeof(json_t *));
        value->keys[value->len] = NULL;
        if (value->type == JSON_OBJECT) {
            value->keys[value->len] = json_read_string(&unused);
            json_take(':');
        }
        value->members[value->len++] = json_read_value();
    }
    json_take(close);
}

static json_t *json_read_value(void)
{
    json_t *value = calloc(1, sizeof *value);
    char *end;

    json_skip(" \n");
    value->type = JSON_OTHER;
    if (*json_at == '{' || *json_at == '[') {
        value->type = *json_at == '{' ? JSON_OBJECT : JSON_ARRAY;
        json_read_members(value, *json_at == '{' ? '}' : ']');
    } else if (*json_at == '"') {
        value->type = JSON_STRING;
        value->text = json_read_string(&value->len);
    } else if (strchr("-0123456789", *json_at)) {
        value->type = JSON_INTEGER;
        value->number = strtoll(json_at, &end, 10);
        json_at = end;
    } else {
        json_skip("abcdefghijklmnopqrstuvwxyz"); /* true, false, null */
    }
    return value;
}

static inline json_t *json_load_file(const char *path, size_t flags,
                                     json_error_t *error)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");

    (void)flags;
    if (!file) {
        error->line = 0;
        strcpy(error->text, "cannot be opened");
        return NULL;
    }
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    json_at = text;
    return json_read_value();
}

static inline json_t *json_object_get(const json_t *object, const char *key)
{
    for (size_t i = 0; object && object->keys && i < object->len; i++) {
        if (object->keys[i] && strcmp(object->keys[i], key) == 0) {
            return object->members[i];
        }
    }
    return NULL;
}

static inline const char *json_dumps(const json_t *value, size_t flags)
{
    json_t *why = json_object_get(value, "why");

    (void)flags;
    return why ? why->text : "a row";
}

#define json_is_array(v)      ((v) && (v)->type == JSON_ARRAY)
#define json_is_string(v)     ((v) && (v)->type == JSON_STRING)
#define json_is_integer(v)    ((v) && (v)->type == JSON_INTEGER)
#define json_is_null(v)       ((v) && (v)->type == JSON_OTHER)
#define json_integer_value(v) ((v)->number)
#define json_string_value(v)  ((const char *)(v)->text)
#define json_string_length(v) ((v)->len)
#define json_array_size(v)    ((v)->len)
#define json_array_get(v, i)  ((v)->members[i])
#define json_array_foreach(v, i, member)                                       \
  for (i = 0; i < (v)->len && ((member) = (v)->members[i]); i++)
#define json_decref(v) ((void)(v))

#endif
