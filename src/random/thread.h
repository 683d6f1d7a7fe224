/* SPDX-License-Identifier: MIT */
/* What each thread has: a random stream, storage for the generators, and the reason of
 * its last GUIDON_E_STATE. */
#ifndef GDN_RANDOM_THREAD_H
#define GDN_RANDOM_THREAD_H

#include "../core/private.h"
#include "../host/thread_local.h"
#include "epoch.h"
#include "key_slots.h"
#include "stream.h"
#include <guidon/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * A thread's memory. It is wiped when the thread ends, and kept out of core
 * dumps. The stream's key is in a slot, which is also kept out of swap. In a
 * forked process and on a cloned machine, gdn_thread_self wipes the memory and
 * starts a new stream.
 */
struct gdn_thread {
    _Alignas(64) struct gdn_stream *stream;
    uint64_t epoch;         /* gdn_epoch() when the memory was last wiped */
    uint64_t vm_generation; /* the VM generation word, read before that */
    struct gdn_key_slot key;
    /* For a reason with numbers (shared/shared_reason.c): static thread-local memory
     * is scarce in modules that are loaded. */
    char words[80];
};

/* The size of the storage. The code that uses the storage defines it. */
extern const size_t gdn_thread_storage_size;

/* The storage: gdn_thread_storage_size bytes, aligned to 64, all zero whenever
 * the memory was wiped. */
static inline void *gdn_thread_storage(struct gdn_thread *thread)
{
    return thread + 1;
}

/* The calling thread's memory; NULL until the thread asks for it. */
extern GDN_THREAD_LOCAL struct gdn_thread *gdn_thread_mine;

/* The slow path of gdn_thread_self: the thread has no memory yet, or memory of
 * another epoch. */
guidon_status gdn_thread_renew(struct gdn_thread **out);

/* Does the memory belong to this process and machine? This compares the same
 * words as gdn_epoch, without a call. After a fork both epochs may have been
 * wiped to zero, so zero never counts as equal. */
static inline bool gdn_thread_is_current(const struct gdn_thread *thread)
{
    const struct gdn_epoch_page *page =
        atomic_load_explicit(&gdn_epoch_watch.page, memory_order_acquire);
    const _Atomic(uint64_t) *generation = atomic_load_explicit(
        &gdn_epoch_watch.vm_generation, memory_order_acquire);

    return GDN_LIKELY(thread->epoch != 0 &&
                      atomic_load_explicit(&page->word, memory_order_relaxed) ==
                          thread->epoch &&
                      atomic_load_explicit(generation, memory_order_relaxed) ==
                          thread->vm_generation);
}

/*
 * The calling thread's memory. If the process and the machine are still the
 * same, this loads a thread-local pointer, the epoch and the VM generation
 * word. The memory is released when the thread ends.
 *
 * Errors  GUIDON_E_MEMORY   no memory for a new thread
 *         GUIDON_E_ENTROPY  no key for the stream of a new thread or process
 */
static inline guidon_status gdn_thread_self(struct gdn_thread **out)
{
    struct gdn_thread *thread = gdn_thread_mine;

    if (thread &&
        (gdn_thread_is_current(thread) || thread->epoch == gdn_epoch())) {
        *out = thread;
        return GUIDON_OK;
    }
    return gdn_thread_renew(out);
}

/*
 * Set what guidon_state_reason returns to this thread, and return
 * GUIDON_E_STATE.
 *
 *   reason  in  constant text that says what is wrong and, after a semicolon,
 *               what to do. It has no final full stop. If it is about a state
 *               file, it completes "cannot use the state file: ".
 */
guidon_status gdn_state_refused(const char *reason);

GDN_PRIVATE_END

#endif
