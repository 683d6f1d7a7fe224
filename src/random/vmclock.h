/* SPDX-License-Identifier: MIT */
/* The word in which a hypervisor counts how often it resumed this machine. */
#ifndef GDN_RANDOM_VMCLOCK_H
#define GDN_RANDOM_VMCLOCK_H

#include "../core/private.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* As much of a VMClock page as is looked at. */
#define GDN_VMCLOCK_LEN 112

/*
 * The word of a VMClock page that changes when the machine was restored from a
 * snapshot or cloned, in some byte order; NULL where `page` is no VMClock of a
 * version that is known. Where the hypervisor keeps no such word, that is the
 * one that changes at every disruption of the clock, a clone's included.
 *
 *   page  in  GDN_VMCLOCK_LEN bytes, aligned to 8
 */
const _Atomic(uint64_t) *gdn_vmclock_word(const void *page);

/* The same of this machine's device, mapped for good; NULL where there is none.
 */
const _Atomic(uint64_t) *gdn_vmclock_map(void);

GDN_PRIVATE_END

#endif
