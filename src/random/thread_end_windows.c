/* SPDX-License-Identifier: MIT */
/* thread_end_windows.c - the end of a thread, by a fiber-local slot, which,
 * unlike a thread-local one, has a callback. */
#include "../core/private.h"

#if defined(_WIN32)
#  define WIN32_LEAN_AND_MEAN
#  include "thread_end.h"

#  include <windows.h>

static void NTAPI give_back(void *memory)
{
    if (memory) {
        gdn_thread_give_back(memory);
    }
}

static BOOL CALLBACK make_slot(INIT_ONCE *once, void *slot, void **unused)
{
    (void)once;
    (void)unused;
    *(DWORD *)slot = FlsAlloc(give_back);
    return TRUE;
}

void gdn_thread_at_end(void *memory)
{
    static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
    static DWORD slot;

    InitOnceExecuteOnce(&once, make_slot, &slot, NULL);
    if (slot != FLS_OUT_OF_INDEXES) {
        FlsSetValue(slot, memory);
    }
}
#else
GDN_EMPTY_FILE;
#endif
