/* SPDX-License-Identifier: MIT */
/* thread_end_posix.c - the end of a thread, through a key with a destructor. */
#include "../core/private.h"

#if GDN_HOST_POSIX
#  include "host.h"
#  include "keep_loaded.h"

#  include <errno.h>
#  include <pthread.h>
#  include <stdatomic.h>
#  include <stdbool.h>

static pthread_key_t thread_key;
static _Atomic(bool) has_thread_key;
static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;

static _Atomic(gdn_thread_end_fn *) thread_key_destructor;

static void make_thread_key(void)
{
    atomic_store(&has_thread_key,
                 pthread_key_create(&thread_key,
                                    atomic_load(&thread_key_destructor)) == 0);
}

void gdn_thread_at_end(gdn_thread_end_fn *release, void *memory)
{
    int saved = errno;

    atomic_store(&thread_key_destructor, release);
    pthread_once(&thread_key_once, make_thread_key);
    if (atomic_load(&has_thread_key)) {
        pthread_setspecific(thread_key, memory);
    }
    errno = saved;
}

#  if GDN_KEEP_LOADED_AT_START
/* Here, and not in a file of its own, because a linker takes only those files
 * from a static library that others refer to. */
__attribute__((constructor)) static void keep_destructor_loaded(void)
{
    gdn_keep_loaded();
}
#  endif

/* An object that is unloaded after all must leave no destructor behind. This
 * also runs at the end of the process, when other threads may still ask for
 * memory. */
#  if defined(__GNUC__)
__attribute__((destructor)) static void delete_thread_key(void)
{
    if (atomic_exchange(&has_thread_key, false)) {
        pthread_key_delete(thread_key);
    }
}
#  endif
#else
GDN_EMPTY_FILE;
#endif
