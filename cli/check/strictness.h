/* SPDX-License-Identifier: MIT */
/* The --level checks of an id and its text. */
#ifndef CLI_STRICTNESS_H
#define CLI_STRICTNESS_H

#include "../text/id_fields.h"
#include "../text/records.h"

enum strictness { STRICTNESS_SHAPE, STRICTNESS_RFC, STRICTNESS_EXACT };

/* The words of --level, in the order of the enum. */
const char *choice_strictness(size_t i);

/* Both checks return NULL, or the problem; then result->bad_at is its offset.
 * With reading->without_reasons, only NULL or not NULL counts. */

/* Is the id one that RFC 9562 defines? Every ULID passes. */
const char *strictness_rfc(struct reading_result *result,
                           const struct reading *reading, guidon_id_kind kind);
/* Is the text canonical: a UUID in 36 lower-case characters, or a ULID in 26
 * upper-case characters? */
const char *strictness_exact(struct reading_result *result,
                             const struct reading *reading,
                             const struct record *record);

#endif
