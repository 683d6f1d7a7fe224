/* SPDX-License-Identifier: MIT */
/* What people call a kind of id. */
#ifndef CLI_KIND_TITLE_H
#define CLI_KIND_TITLE_H

#include <guidon.h>

/* Write "UUID version 7 (Unix Time-based)", or "Nil UUID: no id, all bits zero".
 * Returns `out`. */
#define KIND_TITLE_MAX 64
const char *kind_title(char out[KIND_TITLE_MAX], guidon_id_kind kind);

#endif
