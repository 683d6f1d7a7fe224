/* SPDX-License-Identifier: MIT */
/* A hardware address of this host, and the choice of the interface. */
#ifndef GDN_CLOCK_NODE_H
#define GDN_CLOCK_NODE_H

#include "../core/private.h"
#include "../host/host.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/*
 * A hardware address of this host, for use as a node. The interface must be up,
 * must not be a loopback, and must have a universally administered unicast
 * address. If several qualify, the first by name is used.
 *
 * Errors  GUIDON_E_VERSION  no interface qualifies; out[] is unchanged
 */
guidon_status gdn_node_mac(unsigned char out[6]);

/* Replace `best` with `other` if `other` qualifies and comes first by name.
 * `best` points at the name of `other` from then on. */
void gdn_link_prefer(struct gdn_link *best, const struct gdn_link *other);

GDN_PRIVATE_END

#endif
