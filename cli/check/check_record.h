/* SPDX-License-Identifier: MIT */
/* Checks one record. */
#ifndef CLI_CHECK_RECORD_H
#define CLI_CHECK_RECORD_H

#include "check_job.h"

/* Count the record that input_next returned, read it, and check its id. */
void check_record(struct check_job *job, const struct input *input,
                  const struct record *record);
/* Count record `number` of the input. If it is an id, which `result` then holds,
 * check the id by itself and in context; otherwise `why` says why it is none. */
void check_result(struct check_job *job, const struct input *input,
                  uint64_t number, struct reading_result *result,
                  const struct record *record, const char *why);

#endif
