/* SPDX-License-Identifier: MIT */
/* thread_end_posix.c - the end of a thread, by a key with a destructor. */
#include "../core/private.h"

#if !defined(_WIN32)
#  include "thread_end.h"

#  include <errno.h>
#  include <pthread.h>
#  include <stdatomic.h>
#  include <stdbool.h>

static pthread_key_t key;
static _Atomic(bool) has_key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void make_key(void)
{
    atomic_store(&has_key, pthread_key_create(&key, gdn_thread_give_back) == 0);
}

void gdn_thread_at_end(void *memory)
{
    int saved = errno;

    pthread_once(&key_once, make_key);
    if (atomic_load(&has_key)) {
        pthread_setspecific(key, memory);
    }
    errno = saved;
}

/* A library that is unloaded must leave no destructor behind. At the end of the
 * process this runs as well, while other threads may still ask for memory. */
#  if defined(__GNUC__)
__attribute__((destructor)) static void delete_key(void)
{
    if (atomic_exchange(&has_key, false)) {
        pthread_key_delete(key);
    }
}
#  endif
#else
GDN_EMPTY_FILE;
#endif
