/* SPDX-License-Identifier: MIT */
/* requests.h - writes the requests to etcd's JSON gateway */
#ifndef GUIDON_NODE_REQUESTS_H
#define GUIDON_NODE_REQUESTS_H

#include <jansson.h>
#include <stdint.h>

/* The caller owns what these functions return. They end the program without
 * memory. */

json_t *request_authenticate(const char *user, const char *password);
json_t *request_grant(int64_t ttl_s);
json_t *request_lease(int64_t lease); /* to keep alive or to revoke */

/* The keys from `key` up to `end`; without their values if `keys_only`. As of a
 * revision, or of the present one if it is 0. */
json_t *request_range(const char *key, const char *end, int keys_only,
                      int64_t revision);

/* A transaction is built from arrays of its comparisons and its operations. */
json_t *request_txn(json_t *compare, json_t *success, json_t *failure);
json_t *compare_absent(const char *key);
json_t *compare_revision(const char *key, int64_t revision);
json_t *operation_put(const char *key, const char *value, int64_t lease);
json_t *operation_get(const char *key);

#endif
