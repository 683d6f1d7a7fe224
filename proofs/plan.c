/* SPDX-License-Identifier: MIT */
/* plan.c - proofs of a step of version 7, precise and leased */
#include "shim.h"

#include "no_random.h"

#include "contracts/plan.h"

#include "../src/generate/v7.c"
