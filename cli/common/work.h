/* SPDX-License-Identifier: MIT */
/* A task in parts, for what may have threads; see workers.h. */
#ifndef CLI_WORK_H
#define CLI_WORK_H

#include <stddef.h>

struct workers;

/* Do part `part` of a task. Runs on any of the threads. It may not write
 * messages or output, and may not call workers_run. */
typedef void work_fn(void *context, size_t part);

/* Do all parts of a task, in any order, and return when all are done. The
 * calling thread works too. The first task of more than one part starts the
 * other threads. If the system starts fewer, those do all the parts. The threads
 * block all signals, so that handlers run in the calling thread. */
void workers_run(struct workers *workers, work_fn *work, void *context,
                 size_t parts);

#endif
