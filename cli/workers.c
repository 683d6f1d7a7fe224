/* SPDX-License-Identifier: MIT */
/* workers.c - do the parts of a task on several threads. */
#include "workers.h"

#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* More than any part needs: radix_sort takes the most, 130 KiB. */
#define STACK_SIZE ((size_t)512 << 10)

size_t workers_available(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(CPU_COUNT)
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        n = CPU_COUNT(&set);
    }
#endif
    return n < 1 ? 1 : n < WORKERS_MAX ? (size_t)n : WORKERS_MAX;
}

void workers_begin(struct workers *workers, size_t n)
{
    *workers = (struct workers){.n = n};
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->begun, NULL);
    pthread_cond_init(&workers->ended, NULL);
}

/* Do parts until every part is taken. The caller holds the lock. */
static void do_parts(struct workers *workers)
{
    while (workers->next < workers->parts) {
        const size_t part = workers->next++;

        pthread_mutex_unlock(&workers->lock);
        workers->work(workers->context, part);
        pthread_mutex_lock(&workers->lock);
        if (--workers->undone == 0) {
            pthread_cond_signal(&workers->ended);
        }
    }
}

static void *run_thread(void *context)
{
    struct workers *workers = context;

    pthread_mutex_lock(&workers->lock);
    while (!workers->stop) {
        if (workers->next < workers->parts) {
            do_parts(workers);
        } else {
            pthread_cond_wait(&workers->begun, &workers->lock);
        }
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

/* Start the threads. Fewer threads are enough. */
static void start_threads(struct workers *workers)
{
    pthread_attr_t attributes;
    sigset_t all, before;

    if (pthread_attr_init(&attributes) != 0) {
        return;
    }
    (void)pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (workers->started + 1 < workers->n &&
           pthread_create(&workers->threads[workers->started], &attributes,
                          run_thread, workers) == 0) {
        workers->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

void workers_run(struct workers *workers, work_fn *work, void *context,
                 size_t parts)
{
    if (workers->n == 1 || parts == 1) {
        for (size_t part = 0; part < parts; part++) {
            work(context, part);
        }
        return;
    }
    if (workers->started == 0) {
        start_threads(workers);
    }
    pthread_mutex_lock(&workers->lock);
    workers->work = work;
    workers->context = context;
    workers->parts = workers->undone = parts;
    workers->next = 0;
    pthread_cond_broadcast(&workers->begun);
    do_parts(workers);
    while (workers->undone > 0) {
        pthread_cond_wait(&workers->ended, &workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
}

void workers_end(struct workers *workers)
{
    if (workers->n == 0) {
        return;
    }
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_cond_broadcast(&workers->begun);
    pthread_mutex_unlock(&workers->lock);
    for (size_t i = 0; i < workers->started; i++) {
        pthread_join(workers->threads[i], NULL);
    }
    pthread_cond_destroy(&workers->begun);
    pthread_cond_destroy(&workers->ended);
    pthread_mutex_destroy(&workers->lock);
}
