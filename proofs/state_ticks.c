/* SPDX-License-Identifier: MIT */
/* state_ticks.c - proofs of the states of versions 1 and 6 */
#include "shim.h"

#include "no_random.h"

#define GDN_PROOFS_WORDS
#include "contracts/state_ticks.h"

#include "../src/generate/gregorian.c"
