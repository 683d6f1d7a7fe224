/* SPDX-License-Identifier: MIT */
/* json_none.c - json.h for a tool without JSON: --json is a usage error. */
#include "../term/message.h"
#include "json.h"

bool json_usable(void)
{
    message_usage("this build of guidon has no --json: build it with "
                  "-DGUIDON_JSON=ON");
    return false;
}

/* The rest is never called, because every --json is checked with json_usable
 * when the command line is parsed. */

struct json json_new_object(void)
{
    return (struct json){.incomplete = true};
}

struct json json_new_array(void)
{
    return (struct json){.incomplete = true};
}

void json_put(struct json *object, const char *key, struct json value)
{
    (void)object, (void)key, (void)value;
}

void json_put_null(struct json *object, const char *key)
{
    (void)object, (void)key;
}

void json_put_bool(struct json *object, const char *key, bool value)
{
    (void)object, (void)key, (void)value;
}

void json_put_integer(struct json *object, const char *key, uint64_t number)
{
    (void)object, (void)key, (void)number;
}

void json_put_real(struct json *object, const char *key, double number)
{
    (void)object, (void)key, (void)number;
}

void json_put_text(struct json *object, const char *key, const char *text)
{
    (void)object, (void)key, (void)text;
}

void json_put_bytes(struct json *object, const char *key, const char *text,
                    size_t len)
{
    (void)object, (void)key, (void)text, (void)len;
}

void json_put_path(struct json *object, const char *key, const char *path)
{
    (void)object, (void)key, (void)path;
}

void json_put_time(struct json *object, const char *key, guidon_time time,
                   unsigned digits)
{
    (void)object, (void)key, (void)time, (void)digits;
}

void json_append(struct json *array, struct json value)
{
    (void)array, (void)value;
}

void json_append_integer(struct json *array, uint64_t number)
{
    (void)array, (void)number;
}

bool json_print(struct json *object)
{
    (void)object;
    message("out of memory");
    return false;
}

bool json_holds(const char *text)
{
    (void)text;
    return false;
}
