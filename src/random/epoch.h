/* SPDX-License-Identifier: MIT */
/* An epoch: a number that changes when the process or the machine is copied. */
#ifndef GDN_RANDOM_EPOCH_H
#define GDN_RANDOM_EPOCH_H

#include "../core/private.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * A fork copies the memory of a process, and a VM snapshot that is resumed
 * twice copies a machine. The copy must not continue the random stream or the
 * sequence of the original. Code that keeps such a state also keeps the epoch
 * in which it made the state, and makes a new state when gdn_epoch() differs.
 * epoch.c says how a copy is detected.
 *
 * An epoch is one word, never 0:
 *
 *   bits 63-32  a number that rises
 *   bits 31-1   mark of the VM generation word at that number
 *   bit 0       zero; free for the code that keeps an epoch
 */
#define GDN_EPOCH_NUMBER_SHIFT 32

static inline uint64_t gdn_epoch_number(uint64_t epoch)
{
    return epoch >> GDN_EPOCH_NUMBER_SHIFT;
}

static inline uint64_t gdn_epoch_vm_mark(uint64_t epoch)
{
    return epoch & (UINT64_C(0x7fffffff) << 1);
}

/* The mark of a VM generation word: 31 bits of a hash, in bits 31-1. The
 * multiplier, 2^64 divided by the golden ratio, spreads words that a hypervisor
 * counts up, so their marks differ. */
static inline uint64_t gdn_epoch_vm_mark_of(uint64_t generation)
{
    return generation * UINT64_C(0x9e3779b97f4a7c15) >> 33 << 1;
}

/* The words that gdn_epoch reads. A test may point to its own. */
struct gdn_epoch_page {
    _Atomic(uint64_t) word;  /* the epoch; 0: none yet */
    _Atomic(uint64_t) first; /* number of this process's first epoch; 0: none */
};
struct gdn_epoch_watch {
    _Atomic(struct gdn_epoch_page *) page;
    _Atomic(const _Atomic(uint64_t) *) vm_generation;
};
extern struct gdn_epoch_watch gdn_epoch_watch;

/* The slow path of gdn_epoch: no epoch yet, or another mark. */
uint64_t gdn_epoch_renew(void);

/*
 * The current epoch. It differs from the epoch of the process that forked this
 * process, however that was done. It changes when the hypervisor reports that
 * the machine was cloned. It only rises.
 */
static inline uint64_t gdn_epoch(void)
{
    struct gdn_epoch_page *page =
        atomic_load_explicit(&gdn_epoch_watch.page, memory_order_acquire);
    const _Atomic(uint64_t) *generation = atomic_load_explicit(
        &gdn_epoch_watch.vm_generation, memory_order_acquire);
    uint64_t epoch = atomic_load_explicit(&page->word, memory_order_relaxed);

    if (epoch != 0 &&
        gdn_epoch_vm_mark(epoch) == gdn_epoch_vm_mark_of(atomic_load_explicit(
                                        generation, memory_order_relaxed))) {
        return epoch;
    }
    return gdn_epoch_renew();
}

/* Was `epoch` current in this process, on whatever machine, and not only in a
 * process that forked it? */
bool gdn_epoch_same_process(uint64_t epoch);

/* How a forked process and a cloned machine are detected, in words. */
const char *gdn_epoch_fork_name(void);
const char *gdn_epoch_clone_name(void);

GDN_PRIVATE_END

#endif
