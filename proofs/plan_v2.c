/* SPDX-License-Identifier: MIT */
/* plan_v2.c - proofs of a step of version 2 */
#include "shim.h"

#include "contracts/state_v2.h"

#include "../src/generate/v2.c"
