/* SPDX-License-Identifier: MIT */
/* What every generator begins with. */
#ifndef GDN_GENERATE_SETUP_H
#define GDN_GENERATE_SETUP_H

#include "generator.h"

GDN_PRIVATE_BEGIN

/*
 * Fill in what the options and the kind's table say about a generator, in memory of
 * any content. Then gdn_generator_reset gives the generator its state. A node, a
 * state file, a lease file and the fast path are the caller's to add.
 *
 *   options  complete, and fit for the kind
 *   kind     the table that gdn_kind_of chooses for them
 */
void gdn_generator_begin(guidon_generator *g, const guidon_options *options,
                         const struct gdn_kind *kind);

GDN_PRIVATE_END

#endif
