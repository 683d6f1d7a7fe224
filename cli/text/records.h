/* SPDX-License-Identifier: MIT */
/* Read ids from input records. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "csv.h"
#include "input.h"
#include "reason.h"
#include "runs.h"
#include "typeid_reading.h"

#include <guidon.h>

/* How to read ids. */
struct reading {
    enum input_framing framing;
    guidon_accept accept; /* for guidon_parse */
    unsigned flags;       /* for guidon_parse */
    bool without_reasons; /* texts that are not ids leave `words` empty */
    bool typeid;          /* read TypeIDs, as `typeids` says, and no form */
    struct typeid_reading typeids;
    struct csv
        *csv; /* the ids are in a column of CSV; NULL: a record is an id */
};

/* `from` is an index of choice_any_form, or SIZE_MAX for any form. TypeIDs may
 * then have any prefix. */
struct reading reading_of(size_t from, bool lenient, bool null);

/* The options of CSV_OPTION_LIST, which begin at `first`. `csv` stays as long as the
 * reading; csv_end frees its memory. False, with a message, if they are wrong. */
bool reading_options(struct reading *reading, struct csv *csv,
                     const struct args *args, size_t first);
/* What people call the records: "lines", "rows" or "records". */
const char *reading_units(const struct reading *reading);

/* Open a file, as input_open and csv_open do. */
bool reading_open(struct input *input, const char *path,
                  const struct reading *reading);
/* Before the records of a file are written: write what stands before those of the first
 * file. */
void reading_begin_output(const struct reading *reading);
/* Write a record, or a piece of it, as it is. The last record of a file gets the end
 * that it lacks. */
void reading_keep(const struct reading *reading, const struct record *record);
/* Read the next record, as input_next and csv_next do. */
bool reading_next(struct record *record, struct input *input,
                  const struct reading *reading);

struct reading_result {
    guidon_id id;
    guidon_form found; /* the form, or FORM_TYPEID; GUIDON_FORM_UUID for raw
                          bytes */
    size_t text_len;   /* of the record, without CR */
    size_t bad_at;     /* offset of the error; if there is none, of the id */
    const char *why;   /* the error; in `words` or a constant */
    bool ends;         /* the error leaves no way to read the next record */
    char words[REASON_MAX];
};

/* Read a record. False if it is not an id. A record that is too long comes in
 * pieces, and its first piece fails. */
bool reading_try(struct reading_result *result, const struct reading *reading,
                 const struct input *input, const struct record *record);
/* The text of the id of a record. */
struct record reading_text(const struct reading *reading,
                           const struct record *record);
/* Read the next records, if they are a run: see input_run. */
bool reading_run(struct run *run, struct input *input,
                 const struct reading *reading);
/* The result for record i of a run. */
void reading_of_run(struct reading_result *result, const struct run *run,
                    size_t i);

#endif
