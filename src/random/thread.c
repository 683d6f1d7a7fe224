/* SPDX-License-Identifier: MIT */
/* thread.c - the memory that each thread has of its own. */
#include "cipher.h"
#include "entropy.h"
#include "pages.h"
#include "random.h"
#include "stream.h"
#include "thread_end.h"
#include "wipe.h"

/* One mapping a thread. It is wiped in a forked process by the system, where
 * that can, so that the parent's secrets are not in the child at all; and in
 * any case before it is used there. Those of the parent's other threads stay in
 * the child as address space without memory behind it. */
struct own_pages {
    struct gdn_thread thread; /* first: where the one is, the other is */
    struct gdn_stream stream;
};

GDN_THREAD_LOCAL struct gdn_thread *gdn_thread_mine;

static guidon_status kernel_entropy(void *context, void *out, size_t len)
{
    (void)context;
    return gdn_entropy(out, len);
}

/* What a thread is of. The hypervisor's word first: a change while this works
 * is seen by the next call. */
struct now {
    uint64_t machine, epoch;
};

static struct now find_now(void)
{
    struct now now;

    (void)gdn_epoch(); /* a process's first finds the hypervisor's word */
    now.machine = atomic_load_explicit(atomic_load(&gdn_epoch_watch.machine),
                                       memory_order_acquire);
    now.epoch = gdn_epoch();
    return now;
}

/* Wipe it and begin a stream. Only then is it of `now`: where this fails, the
 * next call tries again. */
static guidon_status make_afresh(struct own_pages *own, const struct now *now)
{
    guidon_status status;

    gdn_wipe(own, sizeof *own);
    status =
        gdn_stream_start(&own->stream, gdn_keystream, kernel_entropy, NULL);
    if (status == GUIDON_OK) {
        own->thread.stream = &own->stream;
        own->thread.epoch = now->epoch;
        own->thread.machine = now->machine;
    }
    return status;
}

void gdn_thread_give_back(void *memory)
{
    gdn_thread_mine = NULL;
    gdn_entropy_thread_end();
    gdn_pages_unmap(memory, sizeof(struct own_pages));
}

/* What a thread's first call does. */
static guidon_status begin(struct own_pages **out, const struct now *now)
{
    struct own_pages *own = gdn_pages_map(sizeof *own);
    guidon_status status;

    if (!own) {
        return GUIDON_E_MEMORY;
    }
    gdn_pages_keep_secret(own, sizeof *own);
    gdn_pages_wipe_on_fork(own, sizeof *own);
    gdn_entropy_thread_start();
    status = make_afresh(own, now);
    if (status != GUIDON_OK) {
        gdn_thread_give_back(own);
        return status;
    }
    gdn_thread_at_end(own);
    *out = own;
    return GUIDON_OK;
}

guidon_status gdn_thread_renew(struct gdn_thread **out)
{
    struct own_pages *own = (struct own_pages *)(void *)gdn_thread_mine;
    const struct now now = find_now();
    guidon_status status;

    if (own) {
        gdn_pages_keep_secret(own, sizeof *own);
        status = make_afresh(own, &now);
    } else {
        status = begin(&own, &now);
    }
    if (status == GUIDON_OK) {
        gdn_thread_mine = &own->thread;
        *out = gdn_thread_mine;
    }
    return status;
}
