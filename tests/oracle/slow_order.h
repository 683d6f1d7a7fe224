/* SPDX-License-Identifier: MIT */
/* A slow model of the orders of engines, for fuzzers and tests. */
#ifndef SLOW_ORDER_H
#define SLOW_ORDER_H

#include <guidon.h>
#include <stdbool.h>

/* Compare two ids as guidon_compare_as does: -1, 0 or 1. */
int slow_order_compare(guidon_order order, const guidon_id *a,
                       const guidon_id *b);

/* Does MariaDB reject this id? Then it has no order there. */
bool slow_order_is_rejected(const guidon_id *id);

#endif
