/* SPDX-License-Identifier: MIT */
/* The system's own call for random bytes, and what surrounds it. */
#ifndef GDN_RANDOM_ENTROPY_H
#define GDN_RANDOM_ENTROPY_H

#include "../core/private.h"
#include "random.h"

GDN_PRIVATE_BEGIN

/*
 * One call of the system: the count of bytes that it put into `out`, of `len`
 * at most; where it put none, an errno, negated.
 */
typedef long gdn_entropy_call(void *context, void *out, size_t len);

/*
 * Call until there are `len` bytes. A call that gave fewer goes on from there;
 * one that a signal broke off is made again.
 *
 * Errors  GUIDON_E_ENTROPY  any other failure, or a count of none; what was
 *                           written is wiped
 */
guidon_status gdn_entropy_collect(gdn_entropy_call *call, void *context,
                                  void *out, size_t len);

/*
 * Give the calling thread what makes its gdn_entropy faster, and take it back.
 * A thread without it has the same bytes from the same source. What was given
 * stays good in a process that the thread forks.
 */
void gdn_entropy_thread_start(void);
void gdn_entropy_thread_end(void);

GDN_PRIVATE_END

#endif
