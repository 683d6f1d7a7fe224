/* SPDX-License-Identifier: MIT */
/* A hardware address of this host, and the choice of the interface. */
#ifndef GDN_CLOCK_NODE_H
#define GDN_CLOCK_NODE_H

#include "../core/private.h"
#include <guidon/status.h>
#include <stdbool.h>

GDN_PRIVATE_BEGIN

/*
 * A hardware address of this host, for use as a node. The interface must be up,
 * must not be a loopback, and must have a universally administered unicast
 * address. If several qualify, the first by name is used.
 *
 * Errors  GUIDON_E_VERSION  no interface qualifies; out[] is unchanged
 */
guidon_status gdn_node_mac(unsigned char out[6]);

/* A network interface with a 48-bit hardware address. */
struct gdn_link {
    const char *name; /* NULL: no interface */
    bool up;
    bool loopback;
    unsigned char address[6];
};

/* Replace `best` with `other` if `other` qualifies and comes first by name. */
void gdn_link_prefer(struct gdn_link *best, const struct gdn_link *other);

GDN_PRIVATE_END

#endif
