/* SPDX-License-Identifier: MIT */
/* chances.h - how often chance makes a known fault fit. */
#ifndef AUDIT_CHANCES_H
#define AUDIT_CHANCES_H

#include <guidon.h>

/* The probability that a cause fits an id of random bits, at most until 2100, among
 * those that cannot be right. For GUIDON_CAUSE_MADE_UP, it is that of an id of version
 * 4. tests/core/test_cause.c holds the library to these. */
static const double cause_chances[GUIDON_CAUSES] = {
    [GUIDON_CAUSE_UNKNOWN] = 1,
    [GUIDON_CAUSE_DUCKDB_V7] = 2e-4,
    [GUIDON_CAUSE_ENVOY_TRACE] = 0.06,
    [GUIDON_CAUSE_DRAFT_V7] = 1e-3,
    [GUIDON_CAUSE_SECONDS] = 1e-5,
    [GUIDON_CAUSE_BYTE_SWAPPED] = 4e-3,
    [GUIDON_CAUSE_BYTE_SWAPPED_V4] = 0.07,
    [GUIDON_CAUSE_MYSQL_SWAP] = 1e-3,
    [GUIDON_CAUSE_ULID_AS_UUID] = 0.015,
    [GUIDON_CAUSE_V1_AHEAD] = 1e-5,
    [GUIDON_CAUSE_MADE_UP] = 1e-14,
};

#endif
