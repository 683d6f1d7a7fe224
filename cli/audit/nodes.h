/* SPDX-License-Identifier: MIT */
/* Nodes whose multicast bit is 0, as in a hardware address. */
#ifndef CLI_NODES_H
#define CLI_NODES_H

#include "issue.h"

#include <stdbool.h>

enum { NODES_MAX = 1024, NODES_REPORTED = 3 };

/* The first NODES_MAX different nodes with their counts. Begins with all
 * members 0. */
struct nodes {
    struct issue_ids ids;
    size_t n;
    struct node_count {
        uint64_t node;
        uint64_t count;
    } counts[NODES_MAX];           /* n of them */
    uint64_t uncounted;            /* ids of further nodes */
    uint16_t index[4 * NODES_MAX]; /* by hash: 1 + an index of counts[] */
};

/* Count the node of an id of version 1, 2 or 6. */
void nodes_add(struct nodes *nodes, const guidon_id *id, uint64_t position);
/* Do all ids have different nodes, with enough ids to judge? Then the nodes are
 * probably random. */
bool nodes_look_random(const struct nodes *nodes);
/* Put the NODES_REPORTED most frequent nodes first, in this order. No nodes_add may
 * follow. */
void nodes_rank(struct nodes *nodes);

/* "00:1b:21:3c:4d:5e". */
#define NODE_TEXT_MAX 18
const char *node_text(char out[NODE_TEXT_MAX], uint64_t node);
/* Did software assign the address, as for containers and virtual machines? */
bool node_is_local(uint64_t node);

#endif
