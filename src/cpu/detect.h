/* SPDX-License-Identifier: MIT */
/* The question that each processor's own file answers. */
#ifndef GDN_CPU_DETECT_H
#define GDN_CPU_DETECT_H

#include "../core/private.h"

GDN_PRIVATE_BEGIN

/* Ask the processor and the system, each time anew, for an OR of GDN_CPU_*. */
unsigned gdn_cpu_detect(void);

GDN_PRIVATE_END

#endif
