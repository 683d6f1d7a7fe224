/* SPDX-License-Identifier: MIT */
/* nodes.c - the different nodes and their counts. */
#include "nodes.h"

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
    static const char digits[] = "0123456789abcdef";

    for (unsigned i = 0; i < 6; i++) {
        const unsigned byte = (unsigned)(node >> (40 - 8 * i) & 0xff);

        out[3 * i] = digits[byte >> 4];
        out[3 * i + 1] = digits[byte & 15];
        out[3 * i + 2] = i < 5 ? ':' : '\0';
    }
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
static bool is_ranked_before(const struct node_count *a,
                             const struct node_count *b)
{
    return a->count != b->count ? a->count > b->count : a->node < b->node;
}

void nodes_rank(struct nodes *nodes)
{
    for (size_t i = 0; i < nodes->n && i < NODES_REPORTED; i++) {
        struct node_count *best = &nodes->counts[i];
        const struct node_count first = *best;

        for (size_t k = i + 1; k < nodes->n; k++) {
            if (is_ranked_before(&nodes->counts[k], best)) {
                best = &nodes->counts[k];
            }
        }
        nodes->counts[i] = *best;
        *best = first;
    }
}
