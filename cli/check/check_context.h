/* SPDX-License-Identifier: MIT */
/* Checks an id against other ids and the clock. */
#ifndef CLI_CHECK_CONTEXT_H
#define CLI_CHECK_CONTEXT_H

#include "check_job.h"

/* Take the time against which the next records are checked. */
void check_read_clock(struct check_job *job);
/* Check an id that is valid by itself: that of the last record counted, which is
 * `record` of the input. */
void check_in_context(struct check_job *job, const struct input *input,
                      uint64_t record, const guidon_id *id, guidon_form form);

#endif
