/* SPDX-License-Identifier: MIT */
/* The library's kernels for UUIDs and ULIDs. */
#ifndef FUZZ_KERNELS_H
#define FUZZ_KERNELS_H

#include "text/text_kernel.h"

#include <stdbool.h>
#include <stddef.h>

/* The number of kernels. */
size_t kernels_count(bool ulids);
/* The i-th kernel. False if this processor cannot run it. */
bool kernels_get(struct gdn_text_kernel *out, bool ulids, size_t i);

#endif
