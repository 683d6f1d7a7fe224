/* SPDX-License-Identifier: MIT */
/* The document of guidon_audit_json as members of a larger object. */
#ifndef CLI_AUDIT_DOCUMENT_H
#define CLI_AUDIT_DOCUMENT_H

#include "../text/json.h"

/* Add the members of guidon_audit_json. `duplicates` is the exact number of duplicates,
 * which sorting has given; NULL if it is not known. */
void document_put(struct json *object, const guidon_audit *ids,
                  const uint64_t *duplicates);

#endif
