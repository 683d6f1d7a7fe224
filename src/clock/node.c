/* SPDX-License-Identifier: MIT */
/* node.c - finds a hardware address of this host. */
#include "node.h"
#include "../core/memory.h"

/* Bits of the first octet (IEEE 802, 8.2). */
#define GROUP_BIT 0x01u /* multicast, and broadcast (all ones) */
#define LOCAL_BIT 0x02u /* chosen by software, so not globally unique */

static bool link_qualifies(const struct gdn_link *link)
{
    static const unsigned char none[6];

    return link->up && !link->loopback &&
           !(link->address[0] & (GROUP_BIT | LOCAL_BIT)) &&
           memcmp(link->address, none, sizeof none) != 0;
}

void gdn_link_prefer(struct gdn_link *best, const struct gdn_link *other)
{
    if (link_qualifies(other) &&
        (!best->name || strcmp(other->name, best->name) < 0)) {
        *best = *other;
    }
}

/* The interface to use so far. After the visits, `best.name` may be dangling. */
struct node_choice {
    struct gdn_link best;
    bool found;
};

static void consider_link(void *context, const struct gdn_link *link)
{
    struct node_choice *choice = context;

    gdn_link_prefer(&choice->best, link);
    choice->found = choice->best.name != NULL;
}

guidon_status gdn_node_mac(unsigned char out[6])
{
    struct node_choice choice = {.found = false};

    gdn_links_each(consider_link, &choice);
    if (!choice.found) {
        return GUIDON_E_ARGUMENT;
    }
    memcpy(out, choice.best.address, sizeof choice.best.address);
    return GUIDON_OK;
}
