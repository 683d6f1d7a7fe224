/* SPDX-License-Identifier: MIT */
/* plan.c - proofs of a step whose sort key is a timestamp, precise and with
 * reservations */
#include "shim.h"

#include "no_random.h"

#include "contracts/plan.h"

#include "../src/generate/by_timestamp.h"
