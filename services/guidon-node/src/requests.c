/* SPDX-License-Identifier: MIT */
/* requests.c - writes the requests to etcd's JSON gateway */
#include "requests.h"

#include "base64.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *must(json_t *value)
{
    if (!value) {
        fputs("guidon-node: out of memory\n", stderr);
        exit(2);
    }
    return value;
}

/* 64-bit numbers are strings in etcd's JSON. */
static json_t *number(int64_t value)
{
    return must(json_sprintf("%" PRId64, value));
}

static json_t *bytes(const char *text)
{
    const size_t len = strlen(text);
    char *room = malloc(BASE64_SIZE(len));
    json_t *value;

    if (!room) {
        return must(NULL);
    }
    base64_write(room, text, len);
    value = must(json_string(room));
    free(room);
    return value;
}

json_t *request_authenticate(const char *user, const char *password)
{
    return must(json_pack("{s:s,s:s}", "name", user, "password", password));
}

json_t *request_grant(int64_t ttl_s)
{
    return must(json_pack("{s:o}", "TTL", number(ttl_s)));
}

json_t *request_lease(int64_t lease)
{
    return must(json_pack("{s:o}", "ID", number(lease)));
}

json_t *request_range(const char *key, const char *end, int keys_only,
                      int64_t revision)
{
    return must(json_pack("{s:o,s:o,s:b,s:o}", "key", bytes(key), "range_end",
                          bytes(end), "keys_only", keys_only, "revision",
                          number(revision)));
}

json_t *request_txn(json_t *compare, json_t *success, json_t *failure)
{
    return must(json_pack("{s:o,s:o,s:o}", "compare", compare, "success",
                          success, "failure", failure));
}

json_t *compare_absent(const char *key)
{
    return must(json_pack("{s:o,s:s,s:s,s:o}", "key", bytes(key), "target",
                          "CREATE", "result", "EQUAL", "create_revision",
                          number(0)));
}

json_t *compare_revision(const char *key, int64_t revision)
{
    return must(json_pack("{s:o,s:s,s:s,s:o}", "key", bytes(key), "target",
                          "MOD", "result", "EQUAL", "mod_revision",
                          number(revision)));
}

json_t *operation_put(const char *key, const char *value, int64_t lease)
{
    return must(json_pack("{s:{s:o,s:o,s:o}}", "request_put", "key", bytes(key),
                          "value", bytes(value), "lease", number(lease)));
}

json_t *operation_get(const char *key)
{
    return must(json_pack("{s:{s:o}}", "request_range", "key", bytes(key)));
}
