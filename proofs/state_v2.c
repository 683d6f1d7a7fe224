/* SPDX-License-Identifier: MIT */
/* state_v2.c - proofs of the states of version 2 */
#include "shim.h"

#define GDN_PROOFS_WORDS
#include "contracts/state_v2.h"

#include "../src/generate/v2.c"
