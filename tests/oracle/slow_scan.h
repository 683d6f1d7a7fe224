/* SPDX-License-Identifier: MIT */
/* A slow model of the tool's scanner. */
#ifndef SLOW_SCAN_H
#define SLOW_SCAN_H

#include "../../cli/text/scanner.h"

/* Find the first `most` ids of a text, by a search at every offset. Returns how many
 * there are. `forms` is an OR of SCAN_... values. */
size_t slow_scan(struct match *found, size_t most, const char *text, size_t len,
                 unsigned forms);

#endif
