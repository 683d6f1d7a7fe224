/* SPDX-License-Identifier: MIT */
/* Read successive records of one form many at once. */
#ifndef CLI_RUNS_H
#define CLI_RUNS_H

#include "input.h"

#include <guidon.h>

/* Successive records that are all ids of one form of fixed length, and that all
 * end alike: in LF, in CR LF or in NUL. In INPUT_IDS the records are ids of 16
 * bytes. */
#define INPUT_RUN_MAX 1024
struct run {
    size_t n;
    guidon_form form;          /* never a case variant, because run_found says
                                  which case a record has; GUIDON_FORM_UUID for
                                  raw bytes */
    const char *text;          /* the first record; valid until the next call */
    size_t line_len;           /* of a record with its end */
    const struct run_form *of; /* the form and its length; valid as `text` is */
    uint64_t number;           /* of the first record, from 1 */
    guidon_id ids[INPUT_RUN_MAX];
};

/*
 * Read the next records, if they are such a run and the buffer holds them. Each
 * of them is an id that guidon_parse reads alike with `accept`. Sets
 * input->number to the number of the last record. False if the next record does
 * not begin a run; then read it with input_next.
 */
bool input_run(struct run *run, struct input *input, unsigned accept);

/* Record i of a run, as input_next returns it. */
struct record run_record(const struct run *run, size_t i);
/* The form of record i in its own case, as guidon_parse finds it. */
guidon_form run_found(const struct run *run, size_t i);

#endif
