/* SPDX-License-Identifier: MIT */
/* A generator set up from its options. */
#ifndef GDN_GENERATE_OPTIONS_H
#define GDN_GENERATE_OPTIONS_H

#include "generator.h"

GDN_PRIVATE_BEGIN

/* Turn `g`, in the caller's memory, into a generator. Errors as
 * guidon_generator_new; on an error the memory is unchanged. */
guidon_status gdn_generator_setup(guidon_generator *g,
                                  const guidon_options *options);

GDN_PRIVATE_END

#endif
