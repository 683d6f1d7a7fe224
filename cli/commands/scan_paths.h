/* SPDX-License-Identifier: MIT */
/* Find the files that guidon scan reads. */
#ifndef CLI_SCAN_PATHS_H
#define CLI_SCAN_PATHS_H

#include "../args.h"
#include "scan_job.h"

/* Scan the files of the command line, or stdin or the current folder. */
void scan_paths(struct scan_job *job, const struct args *args);

#endif
