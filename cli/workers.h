/* SPDX-License-Identifier: MIT */
/* Do the parts of a task on several threads. */
#ifndef CLI_WORKERS_H
#define CLI_WORKERS_H

#include "common/work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define WORKERS_MAX 256

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
/* End the threads. Does nothing if the struct is all zero and has not begun. */
void workers_end(struct workers *workers);

#endif
