/* SPDX-License-Identifier: MIT */
/* plan.c - what holds of a step of version 7 in its ordered layouts */
#include "shim.h"

#include "no_random.h"

#include "contracts/plan.h"

#include "../src/generate/v7.c"
