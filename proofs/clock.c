/* SPDX-License-Identifier: MIT */
/* clock.c - proves the conversions of times, ticks and timestamps */
#include "shim.h"

#include "contracts/clock.h"

#include "../src/clock/timestamp.c"
#include "../src/core/ticks.c"
