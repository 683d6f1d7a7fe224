/* SPDX-License-Identifier: MIT */
/* answers.h - reads and checks the answers of etcd's JSON gateway */
#ifndef GUIDON_NODE_ANSWERS_H
#define GUIDON_NODE_ANSWERS_H

#include "outcome.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The longest key or value that is read, with its NUL. A note about its length
 * takes the place of a longer value, which another program has written. */
#define ANSWER_TEXT 512

struct answer_header {
    uint64_t cluster, member, term;
    int64_t revision;
};

struct answer_lease {
    int64_t id;
    int64_t ttl_s; /* 0 if the lease has ended */
};

struct answer_key {
    bool exists; /* the other members count only then */
    char key[ANSWER_TEXT];
    char value[ANSWER_TEXT];
    int64_t revision; /* at which the key changed last */
    int64_t lease;    /* 0 for none */
};

/* A body as JSON; NULL with the reason if the body is not one JSON object. */
json_t *answer_parse(const char *body, size_t len, struct reason *reason);

/* Every function below returns false with the reason if a member is missing or
 * has a wrong type or value. A number that is 0 is missing in etcd's answers. */

bool answer_header(struct answer_header *out, const json_t *answer,
                   struct reason *reason);

/* The answer to a grant or to a keep-alive. */
bool answer_lease(struct answer_lease *out, const json_t *answer,
                  struct reason *reason);

/* Whether a transaction's comparisons held, and its `n` responses. */
bool answer_txn(bool *succeeded, const json_t **responses, const json_t *answer,
                size_t n_if_succeeded, size_t n_if_failed,
                struct reason *reason);

/* Response `i` of a transaction as one that wrote. */
bool answer_put(const json_t *responses, size_t i, struct reason *reason);

/* Response `i` of a transaction as a range of at most one key, with that key's
 * name. */
bool answer_one(struct answer_key *out, const json_t *responses, size_t i,
                const char *key, struct reason *reason);

/* The keys of a range, in `n_keys` calls. */
bool answer_keys(const json_t **kvs, size_t *n_keys, const json_t *range,
                 struct reason *reason);
bool answer_key_at(struct answer_key *out, const json_t *kvs, size_t i,
                   struct reason *reason);

/* The token of an authentication, which belongs to the answer. */
bool answer_token(const char **token, const json_t *answer,
                  struct reason *reason);

/* The words and the gRPC code of an error. Never fails: code 2 is "unknown". */
void answer_error(int *code, char *words, size_t size, const json_t *answer);

/* A decimal number of at most 19 digits without sign, blanks and leading 0. */
bool answer_decimal(int64_t *out, const char *text);

#endif
