/* SPDX-License-Identifier: MIT */
/* epoch.c - a number that no copy of this process shares. */
/*
 * One page, which the system wipes in a forked process, holds the epoch: a
 * number, and a mark of the hypervisor's word. Where it reads 0, the process is
 * new: it takes the number after the last one that any process before it had
 * taken, from a count in ordinary memory, which it inherited. This sees fork,
 * raw clone and whatever else copies the memory. Where the mark is not that of
 * the hypervisor's word, the machine is a copy, and the next number is taken.
 *
 * Where no page can be had that is wiped, the process id is compared instead,
 * at the cost of a system call. It does not see a forked process with the
 * number of the one that forked it, which takes a new PID namespace or a number
 * that came round again.
 *
 * Not seen, since nothing is copied: a process made by vfork or by clone with
 * CLONE_VM, which works on its parent's own memory. That is safe while the
 * parent waits, as after vfork. Where both run, and the new one was not given
 * thread-local storage of its own, they are as two threads that share a stream,
 * and may have the same bytes.
 *
 * Not seen either: a machine that is resumed twice from one snapshot under a
 * hypervisor that does not tell by VMClock. Where it tells, what remains is the
 * time from the look at its word to the use of the bytes.
 */
#define _DEFAULT_SOURCE
#include "pages.h"
#include "random.h"
#include "vmclock.h"

#include <stdbool.h>
#if !defined(_WIN32)
#  include <unistd.h>
#endif

static const _Atomic(uint64_t) no_machine;
/* Always zero, so that who looks here goes on to gdn_epoch_renew. */
static struct gdn_epoch_page no_page;

struct gdn_epoch_watch gdn_epoch_watch = {&no_page, &no_machine};

/* The highest number that was taken here or by an ancestor. It is raised before
 * the number is seen by anyone, so a fork at any moment copies it so. */
static _Atomic(uint64_t) last_taken;

static uint64_t take_number(void)
{
    return atomic_fetch_add(&last_taken, 1) + 1;
}

static uint64_t machine_now(void)
{
    return gdn_epoch_machine_mark(atomic_load_explicit(
        atomic_load(&gdn_epoch_watch.machine), memory_order_relaxed));
}

/* A page that is wiped on a fork; NULL where the system has none. */
static struct gdn_epoch_page *map_page(void)
{
    struct gdn_epoch_page *page = gdn_pages_map(sizeof *page);

    if (page && !gdn_pages_wipe_on_fork(page, sizeof *page)) {
        gdn_pages_unmap(page, sizeof *page);
        page = NULL;
    }
    return page;
}

/* The page of this process and all that it will fork; NULL where there is none
 * to be had. The first thread to map one sets it for all. */
static struct gdn_epoch_page *page_now(void)
{
    static _Atomic(bool) in_vain;
    struct gdn_epoch_page *there = atomic_load(&gdn_epoch_watch.page);
    const _Atomic(uint64_t) *machine;
    struct gdn_epoch_page *page;

    if (there != &no_page) {
        return there;
    }
    page = atomic_load(&in_vain) ? NULL : map_page();
    if (!page) {
        atomic_store(&in_vain, true);
        return NULL;
    }
    machine = gdn_vmclock_map();
    if (machine) {
        atomic_store(&gdn_epoch_watch.machine, machine);
    }
    if (!atomic_compare_exchange_strong(&gdn_epoch_watch.page, &there, page)) {
        gdn_pages_unmap(page, sizeof *page);
        page = there;
    }
    return page;
}

/*
 * The epoch of a process that was born with the number `born`, on the machine
 * of now. Threads that meet here agree: whoever is first sets it for all.
 */
static uint64_t renew_word(_Atomic(uint64_t) *word, uint64_t born)
{
    uint64_t seen = atomic_load(word);

    for (;;) {
        uint64_t machine = machine_now();
        uint64_t number = gdn_epoch_number(seen);
        uint64_t fresh;

        if (number >= born && gdn_epoch_machine(seen) == machine) {
            return seen;
        }
        number = number < born ? born : take_number();
        fresh = number << GDN_EPOCH_NUMBER_SHIFT | machine;
        if (atomic_compare_exchange_weak(word, &seen, fresh)) {
            return fresh;
        }
    }
}

/* The number that a new process is born with: one for all of its threads. */
static uint64_t number_of_page(struct gdn_epoch_page *page)
{
    uint64_t born = atomic_load(&page->born);

    if (born == 0) {
        uint64_t taken = take_number();

        if (atomic_compare_exchange_strong(&page->born, &born, taken)) {
            born = taken;
        }
    }
    return born;
}

#if defined(_WIN32)
static long process_now(void)
{
    return 1; /* no process is a copy of another */
}
#else
static long process_now(void)
{
    return (long)getpid();
}
#endif

/* The number that the process of now was born with, where no page tells: the
 * last 32 bits of its id beside that number, in one word. */
static uint64_t number_by_process(void)
{
    static _Atomic(uint64_t) known;
    uint64_t process = (uint64_t)(uint32_t)process_now() << 32;
    uint64_t seen = atomic_load(&known);
    uint64_t taken = 0;

    while (seen >> 32 != process >> 32) {
        taken = taken ? taken : take_number();
        if (atomic_compare_exchange_weak(&known, &seen, process | taken)) {
            return taken;
        }
    }
    return (uint32_t)seen;
}

/* Where gdn_epoch saw a zero or another machine. */
uint64_t gdn_epoch_renew(void)
{
    static _Atomic(uint64_t) word_by_process;
    struct gdn_epoch_page *page = page_now();

    return page ? renew_word(&page->word, number_of_page(page))
                : renew_word(&word_by_process, number_by_process());
}

bool gdn_epoch_same_process(uint64_t epoch)
{
    struct gdn_epoch_page *page = page_now();
    uint64_t born = page ? number_of_page(page) : number_by_process();

    return gdn_epoch_number(epoch) >= born;
}

const char *gdn_epoch_fork_name(void)
{
    return page_now() ? "a page that the kernel wipes in a forked process"
                      : "the process id";
}

const char *gdn_epoch_clone_name(void)
{
    return atomic_load(&gdn_epoch_watch.machine) == &no_machine
               ? "not told: this machine has no VMClock"
               : "VMClock";
}
