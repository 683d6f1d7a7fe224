/* SPDX-License-Identifier: MIT */
/* seed_v2.c - proofs of the random start of version 2 */
#include "shim.h"

#define GDN_PROOFS_SEED
#include "contracts/state_v2.h"

#include "../src/generate/v2.c"
