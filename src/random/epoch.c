/* SPDX-License-Identifier: MIT */
/* epoch.c - detects that the process or the machine is a copy. */
/*
 * Forks. One page, which the system wipes in a forked process, holds the epoch.
 * If it reads 0, the process is new and takes the next number from a counter in
 * ordinary memory, which it inherited from its parent. This detects fork, raw
 * clone and any other call that copies the memory.
 *
 * If the system cannot wipe a page on fork, the process id is compared instead,
 * which costs a system call, and libc calls a function in a process that it
 * forks. A process with the id of its parent is then not detected if it was made
 * without libc, by raw clone. It has this id only in a new PID namespace, or if
 * the system uses the id again.
 *
 * Clones of the machine. The epoch holds a mark of the VM generation word. If
 * the hypervisor has changed the word, the machine is a copy, and the next
 * number is taken.
 *
 * Not detected, because nothing is copied: a process made by vfork, or by clone
 * with CLONE_VM, works on its parent's memory. That is safe as long as the
 * parent waits, as after vfork. If both run and the child has no thread-local
 * storage of its own, they act as two threads that share a stream, and may get
 * the same bytes.
 *
 * Not detected either: a machine that is resumed twice from one snapshot under
 * a hypervisor without VMClock. With VMClock, the time between reading the word
 * and using the bytes remains.
 */
#include "epoch.h"
#include "../host/host.h"

#include <stdbool.h>

static const _Atomic(uint64_t) no_generation;
/* Always zero, so that gdn_epoch calls gdn_epoch_renew. */
static struct gdn_epoch_page no_page;

struct gdn_epoch_watch gdn_epoch_watch = {&no_page, &no_generation};

/* The highest number that this process or an ancestor has taken. It rises
 * before any thread sees the number, so a fork at any moment copies it. */
static _Atomic(uint64_t) last_number;

static uint64_t take_number(void)
{
    return atomic_fetch_add(&last_number, 1) + 1;
}

static uint64_t vm_mark_now(void)
{
    return gdn_epoch_vm_mark_of(atomic_load_explicit(
        atomic_load(&gdn_epoch_watch.vm_generation), memory_order_relaxed));
}

/* A page that the system wipes on fork; NULL if it cannot. */
static struct gdn_epoch_page *map_epoch_page(void)
{
    struct gdn_epoch_page *page = gdn_pages_map(sizeof *page);

    if (page && !gdn_pages_wipe_on_fork(page, sizeof *page)) {
        gdn_pages_unmap(page, sizeof *page);
        page = NULL;
    }
    return page;
}

/* The low 32 bits of the process id beside the process's first number, where the
 * system cannot wipe a page. 0: not known yet. */
static _Atomic(uint64_t) known_process;

static void forget_process(void)
{
    atomic_store(&known_process, 0);
}

/* The page of this process and of all processes that it will fork; NULL if the
 * system cannot wipe a page. The first thread that maps a page sets it for all
 * threads. */
static struct gdn_epoch_page *epoch_page(void)
{
    static _Atomic(bool) unavailable;
    struct gdn_epoch_page *there = atomic_load(&gdn_epoch_watch.page);
    const _Atomic(uint64_t) *generation;
    struct gdn_epoch_page *page;

    if (there != &no_page) {
        return there;
    }
    page = atomic_load(&unavailable) ? NULL : map_epoch_page();
    if (!page) {
        if (!atomic_exchange(&unavailable, true)) {
            gdn_call_after_fork(forget_process);
        }
        return NULL;
    }
    generation = gdn_vmclock_map();
    if (generation) {
        atomic_store(&gdn_epoch_watch.vm_generation, generation);
    }
    if (!atomic_compare_exchange_strong(&gdn_epoch_watch.page, &there, page)) {
        gdn_pages_unmap(page, sizeof *page);
        page = there;
    }
    return page;
}

/*
 * The current epoch of a process whose first number is `first`. Threads that
 * meet here agree, because the first thread sets the epoch for all.
 */
static uint64_t renew_word(_Atomic(uint64_t) *word, uint64_t first)
{
    uint64_t seen = atomic_load(word);

    for (;;) {
        uint64_t mark = vm_mark_now();
        uint64_t number = gdn_epoch_number(seen);
        uint64_t next;

        if (number >= first && gdn_epoch_vm_mark(seen) == mark) {
            return seen;
        }
        number = number < first ? first : take_number();
        next = number << GDN_EPOCH_NUMBER_SHIFT | mark;
        if (atomic_compare_exchange_weak(word, &seen, next)) {
            return next;
        }
    }
}

/* The first number of this process, the same for all its threads. */
static uint64_t first_by_page(struct gdn_epoch_page *page)
{
    uint64_t first = atomic_load(&page->first);

    if (first == 0) {
        uint64_t taken = take_number();

        if (atomic_compare_exchange_strong(&page->first, &first, taken)) {
            first = taken;
        }
    }
    return first;
}

/* The same without a page. */
static uint64_t first_by_process(void)
{
    uint64_t process = (uint64_t)(uint32_t)gdn_process_id() << 32;
    uint64_t seen = atomic_load(&known_process);
    uint64_t taken = 0;

    while (seen >> 32 != process >> 32) {
        taken = taken ? taken : take_number();
        if (atomic_compare_exchange_weak(&known_process, &seen,
                                         process | taken)) {
            return taken;
        }
    }
    return (uint32_t)seen;
}

uint64_t gdn_epoch_renew(void)
{
    static _Atomic(uint64_t) word_by_process;
    struct gdn_epoch_page *page = epoch_page();

    return page ? renew_word(&page->word, first_by_page(page))
                : renew_word(&word_by_process, first_by_process());
}

bool gdn_epoch_same_process(uint64_t epoch)
{
    struct gdn_epoch_page *page = epoch_page();
    uint64_t first = page ? first_by_page(page) : first_by_process();

    return gdn_epoch_number(epoch) >= first;
}

const char *gdn_epoch_fork_name(void)
{
    if (!GDN_HOST_FORKS) {
        return "not needed: this system has no fork";
    }
    return epoch_page()
               ? "a page that the kernel wipes in a forked process"
               : "the process id, and libc in a process that it forks; "
                 "not detected: a raw clone with its parent's id";
}

const char *gdn_epoch_clone_name(void)
{
    return atomic_load(&gdn_epoch_watch.vm_generation) == &no_generation
               ? "not detected: this machine has no VMClock"
               : "VMClock";
}
