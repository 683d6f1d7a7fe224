/* SPDX-License-Identifier: MIT */
/* Which of a host's links lends its hardware address as a node. */
#ifndef GDN_CLOCK_NODE_H
#define GDN_CLOCK_NODE_H

#include "../core/private.h"
#include <stdbool.h>

GDN_PRIVATE_BEGIN

/* A network interface with a 48-bit hardware address. */
struct gdn_link {
    const char *name; /* NULL for no link at all */
    bool up;
    bool loopback;
    unsigned char address[6];
};

/* Make `best` the better of the two: of those that may serve as a node, the
 * first by name. */
void gdn_link_prefer(struct gdn_link *best, const struct gdn_link *other);

GDN_PRIVATE_END

#endif
