/* SPDX-License-Identifier: MIT */
/* state_ulid.c - proofs of the sort keys of monotonic ULID */
#include "shim.h"

#include "no_random.h"

#define GDN_PROOFS_WORDS
#include "contracts/state_ulid.h"

#include "../src/generate/ulid.c"
