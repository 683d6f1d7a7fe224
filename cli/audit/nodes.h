/* SPDX-License-Identifier: MIT */
/* Nodes of ids whose multicast bit is 0, as a hardware address has it. */
#ifndef CLI_NODES_H
#define CLI_NODES_H

#include "issue.h"

#include <stdbool.h>

enum { NODES_HELD = 1024, NODES_REPORTED = 3 };

/* The first different ones, and how often each is there. All zero is none. */
struct nodes {
    struct found_ids finding; /* the ids */
    size_t n;
    struct node_count {
        uint64_t node;
        uint64_t count;
    } held[NODES_HELD];             /* those above n are free */
    uint64_t others;                /* ids of nodes that are not held */
    uint16_t index[4 * NODES_HELD]; /* by hash: 1 and the place in held[] */
};

/* Look at the node of an id of version 1, 2 or 6. */
void nodes_add(struct nodes *nodes, const guidon_id *id, uint64_t place);
/* Is each node another one, of ids enough to tell? So are random ones. */
bool nodes_look_random(const struct nodes *nodes);
/* Put those first that are there most often: the end of adding. */
void nodes_rank(struct nodes *nodes);

/* "00:1b:21:3c:4d:5e". */
#define NODE_TEXT_MAX 18
const char *node_text(char out[NODE_TEXT_MAX], uint64_t node);
/* Was it given by software, as those of containers and virtual machines? */
bool node_is_local(uint64_t node);

#endif
