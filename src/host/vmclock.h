/* SPDX-License-Identifier: MIT */
/* The VM generation word: a hypervisor changes it when it clones the
 * machine. */
#ifndef GDN_HOST_VMCLOCK_H
#define GDN_HOST_VMCLOCK_H

#include "../core/private.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The bytes of a VMClock page that Guidon reads. */
#define GDN_VMCLOCK_LEN 112

/*
 * The word of a VMClock page that changes when the machine is restored from a
 * snapshot or cloned, in some byte order. NULL if `page` is no VMClock of a
 * known version. If the hypervisor has no such word, this is the word that
 * changes at every disruption of the clock, which includes a clone.
 *
 *   page  in  GDN_VMCLOCK_LEN bytes, aligned to 8
 */
const _Atomic(uint64_t) *gdn_vmclock_word(const void *page);

GDN_PRIVATE_END

#endif
