/* SPDX-License-Identifier: MIT */
/* Entropy: random bytes from the operating system. */
#ifndef GDN_RANDOM_ENTROPY_H
#define GDN_RANDOM_ENTROPY_H

#include "../core/private.h"
#include <guidon/status.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/*
 * Get `len` bytes from the kernel's generator: all of them, or none.
 *
 * Errors  GUIDON_E_ENTROPY  the kernel gave none; Guidon has no weaker
 *                           source
 * Threads any
 */
guidon_status gdn_entropy(void *out, size_t len);

/* The source of gdn_entropy in the calling thread, in words. */
const char *gdn_entropy_name(void);

/*
 * Prepare the calling thread for a faster gdn_entropy, and undo that. A thread
 * that was not prepared gets the same bytes from the same source. The
 * preparation stays valid in a process that the thread forks.
 */
void gdn_entropy_thread_start(void);
void gdn_entropy_thread_end(void);

/*
 * One system call: returns how many of at most `len` bytes it wrote to `out`,
 * or a negated errno.
 */
typedef long gdn_entropy_call(void *context, void *out, size_t len);

/*
 * Repeat the call until it has written `len` bytes. A call that wrote fewer is
 * continued; a call that a signal interrupted is repeated.
 *
 * Errors  GUIDON_E_ENTROPY  any other error, or a call that wrote nothing;
 *         bytes
 *                           written before are wiped
 */
guidon_status gdn_entropy_collect(gdn_entropy_call *call, void *context,
                                  void *out, size_t len);

GDN_PRIVATE_END

#endif
