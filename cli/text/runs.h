/* SPDX-License-Identifier: MIT */
/* Read successive records many at once. */
#ifndef CLI_RUNS_H
#define CLI_RUNS_H

#include "input.h"

#include <guidon.h>

/*
 * Successive records that are all ids. A run is even if all its records are of
 * one form of fixed length and end alike: in LF, in CR LF or in NUL. In
 * INPUT_IDS the records are ids of 16 bytes, and the run is even. The records
 * of an uneven run may have any forms and lengths.
 */
#define INPUT_RUN_MAX 1024
struct run {
    size_t n;
    const char *text; /* the first record; valid until the next call */
    uint64_t number;  /* of the first record, from 1 */
    guidon_id ids[INPUT_RUN_MAX];
    size_t line_len; /* of a record with its end; 0 if the run is uneven */
    /* Of an even run: */
    guidon_form form;          /* never a case variant, because run_found says
                                  which case a record has; GUIDON_FORM_UUID for
                                  raw bytes */
    const struct run_form *of; /* the form and its length; valid as `text` is */
    struct run_form own;       /* what `of` points to, of input_run_by */
    /* Of an uneven run: */
    uint32_t ends[INPUT_RUN_MAX]; /* from `text` to behind the end marks */
    unsigned char forms[INPUT_RUN_MAX]; /* as guidon_parse finds them */
};

/* Fewer even records than this are read as part of an uneven run. */
#define INPUT_EVEN_MIN 8

/*
 * Read the next records, if they are such a run and the buffer holds them. Each
 * of them is an id that guidon_parse reads alike with `accept` and `flags`. Sets
 * input->number to the number of the last record. False if the next record does
 * not begin a run; then read it with input_next.
 */
bool input_run(struct run *run, struct input *input, guidon_accept accept,
               unsigned flags);

/*
 * The same with a reader of other texts. The reader reads a run of the `held`
 * bytes at run->text, sets the other members of the run except `number`, and
 * gives run->of the address of run->own if the run is even. If there is no run,
 * it sets run->n to 0.
 */
typedef void run_reader(struct run *run, const void *context, size_t held,
                        enum input_framing framing);
bool input_run_by(struct run *run, struct input *input, run_reader *reader,
                  const void *context);

/* Go back to record `n` of the run that was read last, so that this is the next
 * record. */
void input_return_to(struct input *input, const struct run *run, size_t n);

/* Record i of a run, as input_next returns it. */
struct record run_record(const struct run *run, size_t i);
/* The length of record i without its end. */
size_t run_text_len(const struct run *run, size_t i);
/* The form of record i in its own case, as guidon_parse finds it. */
guidon_form run_found(const struct run *run, size_t i);
/* The same in either case, which takes less time. */
static inline guidon_form run_form_in_any_case(const struct run *run, size_t i)
{
    return run->line_len > 0 ? run->form : (guidon_form)run->forms[i];
}

#endif
