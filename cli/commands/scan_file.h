/* SPDX-License-Identifier: MIT */
/* Find the ids of one file. */
#ifndef CLI_SCAN_FILE_H
#define CLI_SCAN_FILE_H

#include "scan_job.h"

/* Scan the open file of job->blocks, write what the job wants of it, and close
 * it. If a walk through a folder found the file, it may be binary: then do not
 * scan it, unless the job wants that. */
void scan_file(struct scan_job *job, bool from_folder);

#endif
