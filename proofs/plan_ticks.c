/* SPDX-License-Identifier: MIT */
/* plan_ticks.c - proofs of a step of versions 1 and 6 */
#include "shim.h"

#include "no_random.h"

#include "contracts/plan_ticks.h"

#include "../src/generate/gregorian.c"
