/* SPDX-License-Identifier: MIT */
/* state_ulid.c - what holds of the places of monotonic ULID */
#include "shim.h"

#include "no_random.h"

#define GDN_PROOFS_WORDS
#include "contracts/state_ulid.h"

#include "../src/generate/ulid.c"
