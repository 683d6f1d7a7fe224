/* SPDX-License-Identifier: MIT */
/* Texts of one length, each on a line. */
#ifndef GDN_TEXT_LINES_H
#define GDN_TEXT_LINES_H

#include "../core/private.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <stdbool.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/* The contract of guidon_uuid_parse_lines, or of guidon_ulid_parse_lines. */
guidon_status gdn_lines_read(guidon_id *out, const char *text, size_t len,
                             size_t n, size_t *done, size_t *bad_at,
                             bool is_ulid);

GDN_PRIVATE_END

#endif
