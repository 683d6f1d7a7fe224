/* SPDX-License-Identifier: MIT */
/* Finds the ids that occur twice, for guidon check. */
#ifndef CLI_CHECK_UNIQUE_H
#define CLI_CHECK_UNIQUE_H

#include "check_job.h"

/* If the search for duplicates fails, each of these functions writes a message
 * and sets job->broken. The functions after that do nothing. */

/* Begin the search, with job->duplicates.memory, for `most` ids at most (0: not
 * known). Temporary files go to `directory`, as in duplicates_begin. */
void check_unique_begin(struct check_job *job, const char *directory,
                        uint64_t most);
/* Add the id of a record of the current file, from 1. `bad` says that the record is
 * counted as bad already. */
void check_unique_add(struct check_job *job, uint64_t record,
                      const guidon_id *id, bool bad);
/* Add the ids of a run, none of which is bad. The run is not counted yet. */
void check_unique_add_run(struct check_job *job, const struct run *run);
/* End adding, and count and report every id that occurred before. */
void check_unique_finish(struct check_job *job);

#endif
