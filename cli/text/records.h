/* SPDX-License-Identifier: MIT */
/* Ids out of input records: what convert and check have in common. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "input.h"
#include "reason.h"

#include <guidon.h>

/* How records are read as ids. */
struct reading {
    enum input_framing framing;
    unsigned accept; /* for guidon_parse */
};

/* `from` is an index of choice_form_or_bytes, or SIZE_MAX for any form. */
struct reading reading_of(size_t from, bool lenient, bool null);

struct reading_result {
    guidon_id id;
    guidon_form found; /* of raw bytes: GUIDON_FORM_UUID */
    size_t text_len;   /* of the record, CR taken off */
    size_t bad_at;     /* 0 where the record was read */
    const char *why;   /* where it was not: kept in `words`, or constant */
    char words[REASON_MAX];
};

/* Read a record (or the first piece of one that is too long, which fails). */
bool reading_try(struct reading_result *result, const struct reading *reading,
                 const struct input *input, const struct record *record);

#endif
