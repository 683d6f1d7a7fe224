/* SPDX-License-Identifier: MIT */
/* Checks many records at once. */
#ifndef CLI_CHECK_RUNS_H
#define CLI_CHECK_RUNS_H

#include "check_job.h"

/* Count the records of a run and check their ids. */
void check_run(struct check_job *job, const struct input *input,
               const struct run *run);

#endif
