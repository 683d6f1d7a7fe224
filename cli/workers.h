/* SPDX-License-Identifier: MIT */
/* Do the parts of a task on several threads. */
#ifndef CLI_WORKERS_H
#define CLI_WORKERS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define WORKERS_MAX 256

/* Do part `part` of a task. Runs on any of the threads. It may not write
 * messages or output, and may not call workers_run. */
typedef void work_fn(void *context, size_t part);

struct workers {
    size_t n;       /* threads to use, with the calling thread */
    size_t started; /* threads that workers_run started */
    pthread_t threads[WORKERS_MAX];
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t begun, ended;
    work_fn *work;
    void *context;
    size_t parts;  /* of the task */
    size_t next;   /* the first part that no thread has taken */
    size_t undone; /* parts that are not done */
    bool stop;
};

/* The processors on which the process may run, at most WORKERS_MAX. */
size_t workers_available(void);

/* Prepare to use `n` threads, 1 to WORKERS_MAX. Starts none. */
void workers_begin(struct workers *workers, size_t n);
/* Do all parts of a task, in any order, and return when all are done. The
 * calling thread works too. The first task of more than one part starts the
 * other threads. If the system starts fewer, those do all the parts. The threads
 * block all signals, so that handlers run in the calling thread. */
void workers_run(struct workers *workers, work_fn *work, void *context,
                 size_t parts);
/* End the threads. Does nothing if the struct is all zero and has not begun. */
void workers_end(struct workers *workers);

#endif
