/* SPDX-License-Identifier: MIT */
/* epoch.c - a number that no copy of this process shares. */
/*
 * One page, which the system wipes in a forked process, holds the epoch. Where
 * it reads 0, the process is new: it takes the number after the last one that
 * any process before it had taken, from a count in ordinary memory, which it
 * inherited. This sees fork, raw clone and whatever else copies the memory.
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

/* The highest epoch that was taken here or by an ancestor. It is raised before
 * the epoch is seen by anyone, so a fork at any moment copies it so. */
static _Atomic(uint64_t) last_taken;

static uint64_t take_epoch(void)
{
    return atomic_fetch_add(&last_taken, 1) + 1;
}

static uint64_t machine_now(void)
{
    return atomic_load_explicit(atomic_load(&gdn_epoch_watch.machine),
                                memory_order_relaxed);
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

/* Threads of a new process that meet here agree on one epoch. Of a new machine
 * they may see one after another, none of them old. */
static uint64_t renew_page(struct gdn_epoch_page *page)
{
    uint64_t machine = machine_now();
    uint64_t taken = take_epoch();
    uint64_t epoch = 0;

    if (!atomic_compare_exchange_strong(&page->epoch, &epoch, taken)) {
        if (atomic_load(&page->machine) == machine) {
            return epoch;
        }
        atomic_store(&page->epoch, taken);
    }
    atomic_store(&page->machine, machine);
    return taken;
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

static uint64_t renew_by_process(void)
{
    static struct gdn_epoch_page known;
    static _Atomic(long) known_process;
    uint64_t machine = machine_now();
    long process = process_now();
    uint64_t taken;

    if (atomic_load(&known_process) == process &&
        atomic_load(&known.machine) == machine) {
        return atomic_load(&known.epoch);
    }
    taken = take_epoch();
    atomic_store(&known.epoch, taken);
    atomic_store(&known.machine, machine);
    atomic_store(&known_process, process);
    return taken;
}

/* Where gdn_epoch saw a zero or another machine. */
uint64_t gdn_epoch_renew(void)
{
    struct gdn_epoch_page *page = page_now();

    return page ? renew_page(page) : renew_by_process();
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
