/* SPDX-License-Identifier: MIT */
/* A generator's start: when it is made, after a fork, on a cloned machine. */
#ifndef GDN_GENERATE_REINIT_H
#define GDN_GENERATE_REINIT_H

#include "generator.h"

GDN_PRIVATE_BEGIN

/* Give `g` a state in which nothing is made, and choose its node if that is
 * random. No other thread may use `g`. Errors as gdn_generator_read_random. */
guidon_status gdn_generator_reset(guidon_generator *g);

/*
 * Draw a random node, with the multicast bit set, which no hardware address has
 * (RFC 9562, section 6.10). Changes nothing.
 *
 *   node  out  48 bits
 *
 * Errors as gdn_generator_read_random.
 */
guidon_status gdn_generator_draw_node(uint64_t *node,
                                      const guidon_generator *g);

/* Check before a call whether this is a new process or a cloned machine, and if
 * so reinitialise the generator. Errors as gdn_generator_read_random. */
guidon_status gdn_generator_check_epoch(guidon_generator *g);

GDN_PRIVATE_END

#endif
