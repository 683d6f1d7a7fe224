/* SPDX-License-Identifier: MIT */
/* thread_end_windows.c - the end of a thread, through a fiber-local slot, which
 * has a callback; a thread-local slot has none. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  define WIN32_LEAN_AND_MEAN
#  include "host.h"
#  include "keep_loaded.h"

#  include <stdatomic.h>
#  include <windows.h>

/* Every thread stores the same function. */
static _Atomic(gdn_thread_end_fn *) slot_callback;

static void NTAPI end_of_thread(void *memory)
{
    if (memory) {
        atomic_load (&slot_callback)(memory);
    }
}

static BOOL CALLBACK make_slot(INIT_ONCE *once, void *slot, void **unused)
{
    (void)once;
    (void)unused;
    gdn_keep_loaded();
    *(DWORD *)slot = FlsAlloc(end_of_thread);
    return TRUE;
}

void gdn_thread_at_end(gdn_thread_end_fn *release, void *memory)
{
    static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
    static DWORD slot;

    atomic_store(&slot_callback, release);
    InitOnceExecuteOnce(&once, make_slot, &slot, NULL);
    if (slot != FLS_OUT_OF_INDEXES) {
        FlsSetValue(slot, memory);
    }
}
#else
GDN_EMPTY_FILE;
#endif
