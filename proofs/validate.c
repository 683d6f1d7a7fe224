/* SPDX-License-Identifier: MIT */
/* validate.c - what holds of the latest time that an id may have */
#include "shim.h"

#include "contracts/validate.h"

#include "../src/core/validate.c"
