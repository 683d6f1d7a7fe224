/* SPDX-License-Identifier: MIT */
/* Detection of features, which each architecture has in a file of its own. */
#ifndef GDN_CPU_DETECT_H
#define GDN_CPU_DETECT_H

#include "../core/private.h"

GDN_PRIVATE_BEGIN

/* Ask the processor and the system, in each call, for an OR of GDN_CPU_*. */
unsigned gdn_cpu_detect(void);

GDN_PRIVATE_END

#endif
