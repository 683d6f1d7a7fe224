/* SPDX-License-Identifier: MIT */
/* A call at the end of a thread. */
#ifndef GDN_RANDOM_THREAD_END_H
#define GDN_RANDOM_THREAD_END_H

#include "../core/private.h"

GDN_PRIVATE_BEGIN

typedef void gdn_thread_end_fn(void *memory);

/*
 * Call release(memory) when the calling thread ends. Every thread must pass the
 * same function. If the system lacks the resources, `memory` lives as long as
 * the process.
 */
void gdn_thread_at_end(gdn_thread_end_fn *release, void *memory);

GDN_PRIVATE_END

#endif
