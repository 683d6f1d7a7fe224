/* SPDX-License-Identifier: MIT */
/* Finds functions that the kernel maps into every process (the vDSO). */
#ifndef GDN_HOST_VDSO_H
#define GDN_HOST_VDSO_H

#include "../core/private.h"

#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The address of the kernel's vDSO image; 0 without one. */
uintptr_t gdn_vdso_image(void);

/*
 * The address of a function that the image exports; 0 if it exports none of
 * that name. The image is a whole ELF file of this machine's word size. Symbol
 * versions are ignored: the kernel has never had two functions of one name.
 */
uintptr_t gdn_vdso_find(uintptr_t image, const char *name);

GDN_PRIVATE_END

#endif
