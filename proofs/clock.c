/* SPDX-License-Identifier: MIT */
/* clock.c - what holds of times, ticks, stamps and the line of the counter */
#include "shim.h"

#include "contracts/clock.h"

#include "../src/clock/timestamp.c"
#include "../src/core/ticks.c"
