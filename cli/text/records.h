/* SPDX-License-Identifier: MIT */
/* Read ids from input records. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "input.h"
#include "reason.h"
#include "runs.h"
#include "typeid_reading.h"

#include <guidon.h>

/* How to read ids. */
struct reading {
    enum input_framing framing;
    uint64_t accept;      /* for guidon_parse */
    bool without_reasons; /* texts that are not ids leave `words` empty */
    bool typeid;          /* read TypeIDs, as `typeids` says, and no form */
    struct typeid_reading typeids;
};

/* `from` is an index of choice_any_form, or SIZE_MAX for any form. TypeIDs may
 * then have any prefix. */
struct reading reading_of(size_t from, bool lenient, bool null);

struct reading_result {
    guidon_id id;
    guidon_form found; /* the form, or FORM_TYPEID; GUIDON_FORM_UUID for raw
                          bytes */
    size_t text_len;   /* of the record, without CR */
    size_t bad_at;     /* offset of the error; 0 if the record is an id */
    const char *why;   /* the error; in `words` or a constant */
    bool ends;         /* the error leaves no way to read the next record */
    char words[REASON_MAX];
};

/* Read a record. False if it is not an id. A record that is too long comes in
 * pieces, and its first piece fails. */
bool reading_try(struct reading_result *result, const struct reading *reading,
                 const struct input *input, const struct record *record);
/* Read the next records, if they are a run: see input_run. */
bool reading_run(struct run *run, struct input *input,
                 const struct reading *reading);
/* The result for record i of a run. */
void reading_of_run(struct reading_result *result, const struct run *run,
                    size_t i);

#endif
