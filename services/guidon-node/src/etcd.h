/* SPDX-License-Identifier: MIT */
/* etcd.h - calls one cluster by its members in turn, with a token if needed */
#ifndef GUIDON_NODE_ETCD_H
#define GUIDON_NODE_ETCD_H

#include "answers.h"
#include "http.h"
#include "outcome.h"

#include <jansson.h>
#include <stdbool.h>

#define ETCD_ENDPOINTS_MAX 16

struct etcd_options {
    const char *endpoints[ETCD_ENDPOINTS_MAX]; /* URLs without a path */
    size_t n_endpoints;
    const char *user, *password; /* NULL for none */
    int64_t timeout_ms;          /* of a request */
};

struct etcd {
    struct etcd_options options;
    struct http *http;
    size_t current; /* the endpoint in use */
    uint64_t failures[ETCD_ENDPOINTS_MAX];
    /* The cluster and the latest revision in etcd's answers, also in those to an
     * earlier process; 0 before the first answer. */
    uint64_t cluster;
    int64_t revision;
    /* The endpoints that have answered for the cluster, and the number of
     * answers in a row that came from another cluster. */
    bool is_member[ETCD_ENDPOINTS_MAX];
    size_t strangers;
    char token[4096]; /* empty for none */
    /* How far the clock of this machine is at least ahead of the clock of the
     * member that answered last; negative if it is behind. The member tells its
     * time, in whole seconds, with each answer. 0 if it told none. */
    int64_t ahead_ms;
};

/* Posts a request, which it releases, to the path below /v3/ of the endpoint in
 * use. On DONE the caller owns the answer, whose header has been checked.
 * After AGAIN another endpoint is in use. The reason names the endpoint. LOST
 * means that etcd does not know the lease of the request. BACK means that etcd
 * was restored from an old copy, or replaced by another cluster. */
enum outcome etcd_call(struct etcd *etcd, json_t **answer,
                       struct answer_header *header, const char *path,
                       json_t *request, struct reason *reason);

/* Says that an answer of etcd_call was wrong: prefixes the reason with the
 * endpoint, and takes another endpoint. */
enum outcome etcd_blame(struct etcd *etcd, const char *path,
                        struct reason *reason);

#endif
