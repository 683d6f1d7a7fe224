/* SPDX-License-Identifier: MIT */
/* Looking up functions that the kernel maps into every process. */
#ifndef GDN_RANDOM_VDSO_H
#define GDN_RANDOM_VDSO_H

#include "../core/private.h"

#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The address of the kernel's vDSO image; 0 where there is none. */
uintptr_t gdn_vdso_image(void);

/*
 * The address of a function that the image, a whole ELF file of this machine's
 * word, exports; 0 where it does not. Symbol versions are not looked at: the
 * kernel has never had two functions of one name.
 */
uintptr_t gdn_vdso_find(uintptr_t image, const char *name);

GDN_PRIVATE_END

#endif
