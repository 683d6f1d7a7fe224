/* SPDX-License-Identifier: MIT */
/* How strict check is with an id and with its text. */
#ifndef CLI_STRICTNESS_H
#define CLI_STRICTNESS_H

#include "../text/id_fields.h"
#include "../text/records.h"

enum strictness { STRICTNESS_SHAPE, STRICTNESS_RFC, STRICTNESS_EXACT };

/* The words of --level, in the order of the enum. */
const char *choice_strictness(size_t i);

/* Of a record that was read, with the offset of what is wrong in
 * result->bad_at: */

/* NULL, or why the id is not one that RFC 9562 could have made. A ULID is right
 * when it has been read. */
const char *strictness_rfc(struct reading_result *result,
                           const struct reading *reading, enum kind kind);
/* NULL, or why the text is not written canonically: 36 lower-case characters of
 * a UUID, or 26 upper-case ones of a ULID. */
const char *strictness_exact(struct reading_result *result,
                             const struct record *record);

#endif
