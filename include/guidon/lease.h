/* SPDX-License-Identifier: MIT */
/* Lease files, by which a process that holds a lease tells a generator how long
 * it may make ids. */
#ifndef GUIDON_LEASE_H
#define GUIDON_LEASE_H

#include <guidon/api.h>
#include <guidon/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------- lease files, and who extends them */

/*
 * Some service gives out node numbers for a time: a lease. The holder of a lease
 * is the process that talks to the service. It creates a lease file, and extends
 * it whenever the service has extended the lease. A generator reads the file
 * (lease_path in guidon_options), in the same process or in another one. It
 * makes ids while the lease lasts, and needs no callback for that. If the holder
 * is killed, nobody extends the file, and the lease expires by itself.
 *
 * Holder and generator run on the same host and boot, for example in two
 * containers that share a directory. A copy of the file is refused, since it has
 * another lock, and the holder does not extend or end it. docs/guides/node-ids.md shows both sides.
 * Lease files work where GUIDON_SCOPE_HOST works (Linux and macOS on x86-64 and
 * AArch64); elsewhere all functions return GUIDON_E_ARGUMENT.
 */

/* The holder's side of a lease file. */
typedef struct guidon_lease guidon_lease;

/*
 * Create a lease file. The lease is expired until guidon_lease_extend is called.
 *
 *   path              in  the file's name. The function writes the file under
 *                         another name in the same directory, and renames it. A
 *                         lease file that has the name already is replaced. Its
 *                         generators keep the old file, which only the holder
 *                         that created it can extend
 *   node_number       in  below 2^node_number_bits
 *   node_number_bits  in  1 to GUIDON_V8_NODE_BITS_MAX
 *   first_ms          in  the first Unix millisecond that ids may contain,
 *                         below 2^44 (the year 2527), for example the
 *                         millisecond after last_ms of the number's last owner.
 *                         A generator makes no id with an earlier time. 0: any
 *                         time
 *
 * A clock below first_ms counts as one that stepped back. If it is behind by at
 * most rollback_tolerance_ms, the generator takes first_ms for the time. If it
 * is further behind, calls return GUIDON_E_CLOCK, or wait if the options say
 * GUIDON_ROLLBACK_WAIT. (An id of version 2 has the time at which its step of
 * about 429 s begins. For version 2, first_ms stands for the first step that
 * begins then or later. So a new owner that makes ids of version 2 gets
 * GUIDON_E_CLOCK for up to 419 s by default, whatever kind of id the last owner
 * made.)
 *
 * The file belongs to the calling user and has the mode 0644, less the bits of
 * the umask and every write permission of others. The user of the generator must
 * be able to read it, and must be the same user, unless root is the holder. A
 * process that is killed in this call may leave another file beside it, whose
 * name is `path`, a period and hex digits, and which you may remove.
 *
 * Errors  GUIDON_E_RANGE     the number does not fit its bits, or the number of
 *                            bits or first_ms is out of its range
 *         GUIDON_E_ARGUMENT  this system has no lease files
 *         GUIDON_E_STATE     the file cannot be written, `path` names another
 *                            kind of file, or the boot id of the system cannot
 *                            be read; guidon_state_reason says why
 *         GUIDON_E_ENTROPY   no random bytes for the other name
 *         GUIDON_E_MEMORY    no memory
 *         After an error, *out is NULL and no file at `path` has changed.
 * Owns    *out: end it with guidon_lease_end
 * Threads any
 * Code    src/lease/lease_holder.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_lease_create(guidon_lease **out, const char *path, uint32_t node_number,
                    unsigned node_number_bits, uint64_t first_ms);

/*
 * Extend a lease.
 *
 *   not_after  in  the last instant at which generators make ids, not 0
 *   last_ms    in  the last Unix millisecond that these ids may contain. A
 *                  generator makes no id with a later time. So the next owner of
 *                  the number can start above last_ms: its first_ms is
 *                  last_ms + 1. The holder tells last_ms to the service before
 *                  it calls this function
 *
 * Compute not_after from guidon_monotonic_now, read before the request to the
 * service was sent, and stay below the end of the lease by the possible
 * difference between the two clocks. Neither value may go back.
 *
 * Units   not_after: nanoseconds, as guidon_monotonic_now counts;
 *         last_ms: milliseconds since 1970, UTC
 * Errors  GUIDON_E_ARGUMENT  a value is below the value before, last_ms is
 *                            below first_ms, or not_after is 0; the lease is
 *                            unchanged
 *         GUIDON_E_STATE     this process was forked, and its parent holds the
 *                            lease; or VMClock reports a clone of the machine,
 *                            which holds the same lease. This lease stays as it
 *                            is. End it, and create one with another number
 * Threads any, one at a time for a lease
 * Code    src/lease/lease_holder.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_lease_extend(guidon_lease *lease, uint64_t not_after, uint64_t last_ms);

/*
 * End a lease: expire its file for good, remove the file unless another file
 * has its name by now, and free `lease`. NULL is fine. When the function has
 * returned, generators that use the file make no more ids, except for calls that
 * were running meanwhile. In a forked child, the function only frees. A relative
 * path is that of the working directory at this time.
 *
 * Threads any, one at a time for a lease
 * Code    src/lease/lease_holder.c
 */
GUIDON_API void guidon_lease_end(guidon_lease *lease);

/* What a lease file says. */
typedef struct guidon_lease_terms {
    uint32_t node_number, node_number_bits;
    uint64_t not_after;   /* 0: the lease was not extended yet, or has ended */
    uint64_t first_ms;    /* 0: ids may have any time up to last_ms */
    uint64_t last_ms;     /* 0: the lease was not extended yet */
    uint64_t reserved[4]; /* zero, until a later version tells more */
} guidon_lease_terms;

/*
 * Read the lease file at `path`. The file is checked as by a generator. A lease
 * that has expired is no error.
 *
 *   out  out  the terms; if the holder extends the lease meanwhile, not_after
 *             and last_ms may be of two extensions
 *
 * Errors  GUIDON_E_STATE     the file cannot be used; guidon_state_reason says
 *                            why
 *         GUIDON_E_ARGUMENT  this system has no lease files
 *         GUIDON_E_MEMORY    no memory
 *         After an error, *out is unchanged.
 * Threads any
 * Code    src/lease/lease_holder.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_lease_read(guidon_lease_terms *out, const char *path);

#ifdef __cplusplus
}
#endif

#endif
