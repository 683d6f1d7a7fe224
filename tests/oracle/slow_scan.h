/* SPDX-License-Identifier: MIT */
/* A slow model of guidon_scanner. */
#ifndef SLOW_SCAN_H
#define SLOW_SCAN_H

#include <guidon.h>
#include <stddef.h>

/* Find the first `most` ids of a text, by a search at every offset. Returns how many
 * there are. `forms` is an OR of GUIDON_SCAN_... values, and ids of every time are found. */
size_t slow_scan(guidon_span *found, size_t most, const char *text, size_t len,
                 unsigned forms);

#endif
