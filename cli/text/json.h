/* SPDX-License-Identifier: MIT */
/* JSON Lines: objects on stdout, one a line. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An object or an array under construction. It ends in json_put, json_append or
 * json_print, which free it. */
struct json {
    char *text; /* so far, without the last bracket */
    size_t len, capacity;
    char last;       /* the last bracket */
    bool incomplete; /* memory ran out for a part, or JSON cannot hold it */
};

struct json json_new_object(void);
struct json json_new_array(void);

/* Add a member to an object. */
void json_put(struct json *object, const char *key, struct json value);
void json_put_null(struct json *object, const char *key);
void json_put_bool(struct json *object, const char *key, bool value);
void json_put_integer(struct json *object, const char *key, uint64_t number);
void json_put_real(struct json *object, const char *key, double number);
void json_put_text(struct json *object, const char *key, const char *text);
void json_put_bytes(struct json *object, const char *key, const char *text,
                    size_t len);
/* The whole path of a file. If the path is not UTF-8, bytes that are not
 * printable ASCII become \xNN. */
void json_put_path(struct json *object, const char *key, const char *path);
/* RFC 3339 in UTC, with `digits` digits of a second's fraction. */
void json_put_time(struct json *object, const char *key, guidon_time time,
                   unsigned digits);
/* Members that are JSON already: `"a":1,"b":2`. */
void json_put_members(struct json *object, const char *members, size_t len);

/* Add an element to an array. */
void json_append(struct json *array, struct json value);
void json_append_integer(struct json *array, uint64_t number);

/* End the object as a line. False if it is incomplete. */
bool json_end(struct json *object);
/* Write the object on a line of its own and free it. Control and format
 * characters are written as \uXXXX. False, with a message, if memory ran out. */
bool json_print(struct json *object);

/* Is the text UTF-8? JSON holds no other text. */
bool json_holds(const char *text);

#endif
