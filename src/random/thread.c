/* SPDX-License-Identifier: MIT */
/* thread.c - maps, wipes and releases the memory of each thread, and keeps the reason of
 * its last GUIDON_E_STATE. */
#include "thread.h"
#include "../core/wipe.h"
#include "../host/host.h"
#include "cipher.h"
#include <guidon/generate.h>

/*
 * One mapping for each thread:
 *
 *   struct gdn_thread | storage | struct gdn_stream
 *
 * If the system can wipe pages on fork, a child never has its parent's secrets.
 * In any case the child wipes the memory before it uses it. The memory of the
 * parent's other threads stays in the child, as address space without pages.
 */
GDN_THREAD_LOCAL struct gdn_thread *gdn_thread_mine;

static size_t stream_offset(void)
{
    size_t end = sizeof(struct gdn_thread) + gdn_thread_storage_size;
    size_t align = _Alignof(struct gdn_stream);

    return (end + align - 1) / align * align;
}

static size_t thread_memory_size(void)
{
    return stream_offset() + sizeof(struct gdn_stream);
}

static guidon_status kernel_entropy(void *context, void *out, size_t len)
{
    (void)context;
    return gdn_entropy(out, len);
}

/* The process and the machine, as a thread sees them. */
struct thread_now {
    uint64_t vm_generation, epoch;
};

/* Reads the VM generation word before the epoch, so that the next call sees a
 * change that happens in between. */
static struct thread_now thread_now(void)
{
    struct thread_now now;

    (void)gdn_epoch(); /* the first call of a process finds the word */
    now.vm_generation = atomic_load_explicit(
        atomic_load(&gdn_epoch_watch.vm_generation), memory_order_acquire);
    now.epoch = gdn_epoch();
    return now;
}

/* Does the thread own the slot that its memory names? A forked child may have a
 * copy of this memory, but there the slot is free, because the system has wiped
 * it. */
static bool has_key_slot(const struct gdn_thread *thread)
{
    return thread->key.key && gdn_epoch_same_process(thread->epoch);
}

/* Wipe the memory and start a stream. The epoch is set last: after an error the
 * next call tries again. */
static guidon_status reset_memory(struct gdn_thread *thread,
                                  const struct thread_now *now)
{
    struct gdn_stream *stream =
        (void *)((unsigned char *)thread + stream_offset());
    struct gdn_key_slot slot = thread->key;
    bool has_slot = has_key_slot(thread);
    guidon_status status;

    gdn_wipe(thread, thread_memory_size());
    if (!has_slot && !gdn_key_slot_take(&slot)) {
        return GUIDON_E_MEMORY;
    }
    status = gdn_stream_start(stream, slot.key, gdn_cipher()->keystream,
                              kernel_entropy, NULL);
    if (status != GUIDON_OK) {
        gdn_key_slot_release(&slot);
        return status;
    }
    thread->stream = stream;
    thread->key = slot;
    thread->epoch = now->epoch;
    thread->vm_generation = now->vm_generation;
    return GUIDON_OK;
}

static void release_memory(void *memory)
{
    const struct gdn_thread *thread = memory;

    gdn_thread_mine = NULL;
    if (has_key_slot(thread)) {
        gdn_key_slot_release(&thread->key);
    }
    gdn_entropy_thread_end();
    gdn_pages_unmap(memory, thread_memory_size());
}

static guidon_status new_memory(struct gdn_thread **out,
                                const struct thread_now *now)
{
    struct gdn_thread *thread = gdn_pages_map(thread_memory_size());
    guidon_status status;

    if (!thread) {
        return GUIDON_E_MEMORY;
    }
    gdn_pages_keep_from_dumps(thread, thread_memory_size());
    gdn_pages_wipe_on_fork(thread, thread_memory_size());
    gdn_entropy_thread_start();
    status = reset_memory(thread, now);
    if (status != GUIDON_OK) {
        release_memory(thread);
        return status;
    }
    gdn_thread_at_end(release_memory, thread);
    *out = thread;
    return GUIDON_OK;
}

guidon_status gdn_thread_renew(struct gdn_thread **out)
{
    struct gdn_thread *thread = gdn_thread_mine;
    const struct thread_now now = thread_now();
    guidon_status status;

    if (thread) {
        status = reset_memory(thread, &now);
    } else {
        status = new_memory(&thread, &now);
    }
    if (status == GUIDON_OK) {
        gdn_thread_mine = thread;
        *out = thread;
    }
    return status;
}

/* ------------------------------------------------------------------- reason */

/* Not in the memory of the thread, because a thread without memory has a reason too. */
static GDN_THREAD_LOCAL const char *thread_reason;

guidon_status gdn_state_refused(const char *reason)
{
    thread_reason = reason;
    return GUIDON_E_STATE;
}

const char *guidon_state_reason(void)
{
    return thread_reason;
}
