/* SPDX-License-Identifier: MIT */
/* nodes.c - the different nodes and their counts. */
#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>

#define MULTICAST UINT64_C(0x010000000000)
#define LOCAL     UINT64_C(0x020000000000)

/* Nodes that all differ count as random from so many ids on. */
enum { RANDOM_LEAST = 8 };

bool node_is_local(uint64_t node)
{
    return (node & LOCAL) != 0;
}

const char *node_text(char out[NODE_TEXT_MAX], uint64_t node)
{
    snprintf(out, NODE_TEXT_MAX, "%02x:%02x:%02x:%02x:%02x:%02x",
             (unsigned)(node >> 40 & 0xff), (unsigned)(node >> 32 & 0xff),
             (unsigned)(node >> 24 & 0xff), (unsigned)(node >> 16 & 0xff),
             (unsigned)(node >> 8 & 0xff), (unsigned)(node & 0xff));
    return out;
}

static void count_node(struct nodes *nodes, uint64_t node)
{
    const size_t slots = sizeof nodes->index / sizeof nodes->index[0];
    size_t i = (size_t)(node * UINT64_C(0x9e3779b97f4a7c15) >> 40) % slots;

    while (nodes->index[i] > 0 &&
           nodes->counts[nodes->index[i] - 1].node != node) {
        i = (i + 1) % slots;
    }
    if (nodes->index[i] > 0) {
        nodes->counts[nodes->index[i] - 1].count++;
    } else if (nodes->n < NODES_MAX) {
        nodes->counts[nodes->n++] = (struct node_count){node, 1};
        nodes->index[i] = (uint16_t)nodes->n;
    } else {
        nodes->uncounted++;
    }
}

void nodes_add(struct nodes *nodes, const guidon_id *id, uint64_t position)
{
    uint64_t node = 0;

    for (size_t i = 10; i < 16; i++) {
        node = node << 8 | id->bytes[i];
    }
    if (node != 0 && (node & MULTICAST) == 0) {
        issue_insert(&nodes->ids, id, position, 0);
        count_node(nodes, node);
    }
}

bool nodes_look_random(const struct nodes *nodes)
{
    uint64_t duplicates = 0;

    for (size_t i = 0; i < nodes->n; i++) {
        duplicates += nodes->counts[i].count - 1;
    }
    return nodes->ids.count >= RANDOM_LEAST && duplicates == 0;
}

/* By count, descending; nodes of equal count in ascending order. */
static int compare(const void *a, const void *b)
{
    const struct node_count *x = a, *y = b;

    if (x->count != y->count) {
        return x->count > y->count ? -1 : 1;
    }
    return x->node < y->node ? -1 : x->node > y->node;
}

void nodes_rank(struct nodes *nodes)
{
    qsort(nodes->counts, nodes->n, sizeof nodes->counts[0], compare);
}
