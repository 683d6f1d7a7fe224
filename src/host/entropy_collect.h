/* SPDX-License-Identifier: MIT */
/* The loop around the calls that give random bytes. */
#ifndef GDN_HOST_ENTROPY_COLLECT_H
#define GDN_HOST_ENTROPY_COLLECT_H

#include "../core/private.h"
#include <guidon/status.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

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
 *                           bytes written before are wiped
 */
guidon_status gdn_entropy_collect(gdn_entropy_call *call, void *context,
                                  void *out, size_t len);

GDN_PRIVATE_END

#endif
