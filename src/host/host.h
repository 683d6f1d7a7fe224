/* SPDX-License-Identifier: MIT */
/* What the library asks of the system that it runs on. */
#ifndef GDN_HOST_HOST_H
#define GDN_HOST_HOST_H

#include "../core/private.h"
#include <guidon/id.h>
#include <guidon/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Every system call of the library stands behind a function of this header,
 * except those for the state file of scope HOST (shared/shared_file.c). A file
 * of this directory that ends with the name of a system is empty on other
 * systems. none.c is for programs without a system (<guidon/host.h>).
 *
 * All functions preserve errno. Any thread may call them, also several at a
 * time.
 */

GDN_PRIVATE_BEGIN

/* ------------------------------------------------------------------ entropy */

/*
 * Get `len` bytes from the system's generator: all of them, or none.
 *
 * Errors  GUIDON_E_ENTROPY  the system gave none; Guidon has no weaker source
 */
guidon_status gdn_entropy(void *out, size_t len);

/* The source of gdn_entropy in the calling thread, in words. */
const char *gdn_entropy_name(void);

/*
 * Prepare the calling thread for a faster gdn_entropy, and undo that. A thread
 * that was not prepared gets the same bytes from the same source. The
 * preparation stays valid in a process that the thread forks.
 */
void gdn_entropy_thread_start(void);
void gdn_entropy_thread_end(void);

/* -------------------------------------------------------------------- clock */

/*
 * Read the system's wall clock, to the nanosecond.
 *
 * Errors  GUIDON_E_CLOCK  the system has no time; *out is unchanged
 */
guidon_status gdn_clock_now(guidon_time *out);

/*
 * The resolution of gdn_clock_now: the nanoseconds from one reading to the next
 * reading that the clock can give, at least 1. A build may define it, as
 * <guidon/host.h> says. Linux reports the resolution of its timers only, so its
 * clock counts as exact to the nanosecond.
 */
uint64_t gdn_clock_resolution(void);

/*
 * Read a clock that nobody sets and that runs while the machine sleeps, in
 * nanoseconds since some instant before the process began. All processes of the
 * machine read the same clock.
 *
 * Errors  GUIDON_E_CLOCK  the system has no such clock; *ns is unchanged
 */
guidon_status gdn_clock_monotonic(uint64_t *ns);

/* Sleep for about `ns` nanoseconds, at most one second. A signal may end the
 * sleep early, so the caller reads the clock again. A host without a system
 * cannot sleep and returns at once. */
void gdn_clock_pause(uint64_t ns);

/* How often a call may find that it has to wait for the clock. A program that
 * cannot sleep must not read a clock that stands still for ever; a million
 * readings take well below a second. */
#if GDN_HOST_NONE
#  define GDN_CLOCK_WAITS_MAX UINT32_C(1000000)
#else
#  define GDN_CLOCK_WAITS_MAX UINT64_MAX
#endif

/* Can this build read the time-stamp counter (TSC), by __rdtsc of
 * x86intrin.h? */
#if GDN_HOST_POSIX && defined(__x86_64__) && defined(__linux__) &&             \
    defined(__GNUC__)
#  define GDN_HAVE_TSC 1
#else
#  define GDN_HAVE_TSC 0
#endif

#if !defined(GUIDON_HOST_CLOCK_NS)
#  define GUIDON_HOST_CLOCK_NS 0 /* gdn_clock_resolution asks the system */
#endif

#if GDN_HAVE_TSC
/* Does the kernel keep its own time with the counter? It does so only if it has
 * found the counter to be the same on every processor. */
bool gdn_tsc_is_kernel_clock(void);
#endif

/* ------------------------------------------------- whole pages, for secrets */

/* Map at least `len` zeroed bytes, at the start of a page; NULL without
 * memory. A system without pages aligns them to 64 bytes. */
void *gdn_pages_map(size_t len);
/* Wipe and release the pages. */
void gdn_pages_unmap(void *pages, size_t len);

/* Keep the pages out of core dumps, as far as the system allows. */
void gdn_pages_keep_from_dumps(void *pages, size_t len);

/* Lock the pages in memory, so that they do not reach swap, as far as the
 * system allows; and undo that. A forked child does not inherit the lock. */
void gdn_pages_lock(void *pages, size_t len);
void gdn_pages_unlock(void *pages, size_t len);

/* Let the pages read as zero in every process forked from this process, and in
 * their children, before any code runs there. False if the system cannot do
 * that. */
bool gdn_pages_wipe_on_fork(void *pages, size_t len);

/* ----------------------------------------------------------------- the heap */

/* The most bytes that one call may ask for on a host without an operating system,
 * and their alignment. */
#define GDN_HEAP_MAX   512
#define GDN_HEAP_ALIGN 16

/* Get `len` zeroed bytes, there at most GDN_HEAP_MAX; NULL without memory. Free
 * them with gdn_heap_free, which accepts NULL. */
void *gdn_heap_new(size_t len);
void gdn_heap_free(void *memory);

/* -------------------------------------------- threads, processes and copies */

/* Can a process of this system be forked? */
#define GDN_HOST_FORKS GDN_HOST_POSIX

typedef void gdn_thread_end_fn(void *memory);

/*
 * Call release(memory) when the calling thread ends. Every thread must pass the
 * same function. If the system lacks the resources, `memory` lives as long as
 * the process.
 */
void gdn_thread_at_end(gdn_thread_end_fn *release, void *memory);

/* A number for the process, which differs from that of its parent. A system
 * without fork has one number. */
long gdn_process_id(void);

/* Let libc call a function in each process that it forks from now on, if it can. A
 * system without fork does nothing. */
void gdn_call_after_fork(void (*function)(void));

/*
 * The value of a variable of the environment. NULL if it is not set, and in a
 * process that has rights of its file (set-user-ID, set-group-ID, capabilities)
 * or of another user: its environment is the caller's, who lacks these rights.
 * Systems with files only.
 */
const char *gdn_environment(const char *name);

/* May the process write a file of `len` bytes? If not, the system would end it
 * by the signal SIGXFSZ. Systems with files only. */
bool gdn_may_write_file(uint64_t len);

/* The word of the VMClock device that changes when the machine is copied, see
 * vmclock.h, mapped for good; NULL without a device. */
const _Atomic uint64_t *gdn_vmclock_map(void);

/* ------------------------------------------------------- network interfaces */

/* One network interface. */
struct gdn_link {
    const char *name; /* NULL: no interface */
    bool up;
    bool loopback;
    unsigned char address[6];
};

typedef void gdn_link_fn(void *context, const struct gdn_link *link);

/* Call visit(context, link) for each interface that has a hardware address of
 * 48 bits. The links and their names are valid until gdn_links_each returns. */
void gdn_links_each(gdn_link_fn *visit, void *context);

GDN_PRIVATE_END

#endif
