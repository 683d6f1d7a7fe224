/* SPDX-License-Identifier: MIT */
/* The types of <pthread.h> that workers.h names, for a module with one thread. */
#ifndef CLI_PAGE_PTHREAD_H
#define CLI_PAGE_PTHREAD_H

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;

#endif
