/* SPDX-License-Identifier: MIT */
/* vectors.c - read tests/vectors for the C tests */
#include "vectors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *vectors_load(const char *file)
{
    char path[1024];
    json_error_t error;
    json_t *root;

    snprintf(path, sizeof path, "%s/%s", VECTORS_DIR, file);
    root = json_load_file(path, JSON_ALLOW_NUL, &error);
    if (!root) {
        fail_msg("%s:%d: %s", path, error.line, error.text);
    }
    return root;
}

json_t *vectors_rows(json_t *file, const char *member)
{
    json_t *rows = json_object_get(file, member);

    if (!json_is_array(rows) || json_array_size(rows) == 0) {
        fail_msg("no rows under \"%s\"", member);
    }
    return rows;
}

/* The member. If it is missing, the test fails and prints the row. */
static json_t *member_of(json_t *row, const char *key)
{
    json_t *value = json_object_get(row, key);

    if (!value) {
        fail_msg("no \"%s\" in %s", key, json_dumps(row, 0));
    }
    return value;
}

void vectors_each(const char *file, const char *member, row_fn *check)
{
    json_t *root = vectors_load(file);
    json_t *row;
    size_t i;

    json_array_foreach(vectors_rows(root, member), i, row)
    {
        check(row);
    }
    json_decref(root);
}

const char *row_text(json_t *row, const char *key)
{
    size_t len;

    return row_bytes(row, key, &len);
}

const char *row_bytes(json_t *row, const char *key, size_t *len)
{
    json_t *value = member_of(row, key);

    if (!json_is_string(value)) {
        fail_msg("\"%s\" is not a string in %s", key, json_dumps(row, 0));
    }
    *len = json_string_length(value);
    return json_string_value(value);
}

static unsigned digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;

    if (!at) {
        fail_msg("'%c' is not a lower-case hex digit", c);
        return 0;
    }
    return (unsigned)(at - digits);
}

size_t row_hex(unsigned char *out, size_t cap, json_t *row, const char *key)
{
    size_t len;
    const char *text = row_bytes(row, key, &len);

    if (len % 2 || len / 2 > cap) {
        fail_msg("\"%s\" has %zu digits in %s", key, len, json_dumps(row, 0));
    }
    for (size_t i = 0; i < len / 2; i++) {
        out[i] = (unsigned char)(digit_of(text[2 * i]) << 4 |
                                 digit_of(text[2 * i + 1]));
    }
    return len / 2;
}

guidon_id row_id(json_t *row, const char *key)
{
    guidon_id id = {{0}};

    assert_int_equal(row_hex(id.bytes, sizeof id.bytes, row, key), 16);
    return id;
}

uint64_t row_u64(json_t *row, const char *key)
{
    json_t *value = member_of(row, key);

    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        return (uint64_t)json_integer_value(value);
    }
    errno = 0;
    char *end = NULL;
    const char *text = row_text(row, key);
    uint64_t number = strtoull(text, &end, 10);
    if (errno || end == text || *end) {
        fail_msg("\"%s\" is not an unsigned number in %s", key,
                 json_dumps(row, 0));
    }
    return number;
}

int64_t row_i64(json_t *row, const char *key)
{
    json_t *value = member_of(row, key);

    if (json_is_integer(value)) {
        return json_integer_value(value);
    }
    errno = 0;
    char *end = NULL;
    const char *text = row_text(row, key);
    int64_t number = strtoll(text, &end, 10);
    if (errno || end == text || *end) {
        fail_msg("\"%s\" is not an integer in %s", key, json_dumps(row, 0));
    }
    return number;
}

int row_has(json_t *row, const char *key)
{
    return json_object_get(row, key) != NULL;
}
