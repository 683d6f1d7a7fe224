/* SPDX-License-Identifier: MIT */
/* shared_bind.c - binds a copied or restored state file again. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "shared_bind.h"

/*
 * The head says what the page is bound to. If that is not the file, boot and
 * machine where the page is opened, the page may not know all of its ids: it is
 * a copy, or an earlier boot used it and its last writes are lost. Ids that
 * continued from its state could come twice. So a process that opens such a
 * file binds it, before it makes any id:
 *
 *   reservation
 *          What is published of a reservation is withdrawn: another boot's
 *          counter may come to pass through it again.
 *   lost   All time of the slots becomes lost time (shared.h), so that a
 *          generator with a node of its own changes the clock sequence, and
 *          ULID monotonic skips. The limits of a page that was copied while it
 *          changed are repaired.
 *   head   One write replaces the head. It brings the new binding and a new
 *          random node, which no other file has.
 *
 * The head is written last. A process that dies between the two leaves an
 * unbound page, and the next one binds it again. The head lies in one sector
 * and in one page, so neither a kill nor a power cut tears it.
 *
 * The file is changed in place: it keeps inode, owner and mode, and it may be a
 * mount point of its own. Processes that have it open meanwhile, because they
 * see another machine id, go on: they share the state with all others, whatever
 * their node is.
 *
 * The lock is needed by binding alone. It takes a descriptor that may write, so
 * a user who may only read the file cannot hold it.
 */

#if GDN_SHARED_FILES

#  include "../host/host.h"
#  include "../random/thread.h"
#  include "shared_reason.h"

#  include <errno.h>
#  include <fcntl.h>
#  include <sys/file.h>
#  include <sys/mman.h>
#  include <unistd.h>

/* ----------------------------------------------------------------- the lock */

#  define LOCK_ATTEMPTS 10000
#  define LOCK_PAUSE_NS 1000000u

/* The lock belongs to the open file, not to the process: two threads that open
 * the file exclude each other. */
static int set_lock(int file, bool held)
{
#  if defined(__linux__) && defined(F_OFD_SETLK)
    struct flock all = {.l_type = held ? F_WRLCK : F_UNLCK,
                        .l_whence = SEEK_SET};
    int failed = fcntl(file, F_OFD_SETLK, &all);

    if (!failed || errno != EINVAL) {
        return failed;
    } /* else the kernel lacks such locks */
#  endif
    return flock(file, held ? LOCK_EX | LOCK_NB : LOCK_UN);
}

guidon_status gdn_shared_lock(int file)
{
    for (int i = 0; i < LOCK_ATTEMPTS; i++) {
        if (set_lock(file, true) == 0) {
            return GUIDON_OK;
        }
        if (errno != EAGAIN && errno != EACCES && errno != EINTR) {
            return gdn_shared_refused_by(errno,
                                         "it cannot be locked; name a file on "
                                         "another file system");
        }
        gdn_clock_pause(LOCK_PAUSE_NS);
    }
    return gdn_state_refused("it cannot be locked: another process has held "
                             "its lock for ten seconds; end that process");
}

void gdn_shared_unlock(int file)
{
    int saved = errno;

    (void)set_lock(file, false);
    errno = saved;
}

/* ------------------------------------------------------------------ binding */

/* Raise a limit above the state and to the durable limit. A state whose time
 * has no limit is left by a page that was copied while it changed. */
static void repair_limit(struct gdn_shared_record *record,
                         enum gdn_shared_slot slot, struct gdn_u128 state)
{
    uint64_t last = gdn_shared_last_tick(slot, state.lo);

    gdn_shared_raise(
        &record->limit,
        atomic_load_explicit(&record->durable_limit, memory_order_acquire));
    if ((state.lo | state.hi) != 0) {
        gdn_shared_raise(&record->limit, last < UINT64_MAX ? last + 1 : last);
    }
}

/*
 * Mark the time of a slot as lost, if it has made ids. Version 2 has too few
 * clock sequences to change them, so a generator with a node of its own waits
 * until the clock is past the limit.
 */
static void lose_time(struct gdn_shared_record *record,
                      enum gdn_shared_slot slot)
{
    struct gdn_u128 state = gdn_atomic128_load(&record->state);
    uint64_t limit;

    if (gdn_shared_has_limit(slot)) {
        repair_limit(record, slot, state);
    }
    limit = atomic_load_explicit(&record->limit, memory_order_acquire);
    if ((state.lo | state.hi | limit) != 0) {
        gdn_shared_raise(&record->lost,
                         slot == GDN_SHARED_V2 ? limit : UINT64_MAX);
    }
}

static bool write_head(int file, const struct gdn_shared_head *head)
{
    const char *bytes = (const char *)head;
    size_t done = 0;

    while (done < sizeof *head) {
        ssize_t n =
            pwrite(file, bytes + done, sizeof *head - done, (off_t)done);

        if (n > 0) {
            done += (size_t)n;
        } else if (n == 0 || errno != EINTR) {
            return false;
        }
    }
    return fsync(file) == 0;
}

guidon_status gdn_shared_bind(struct gdn_shared *page, int file,
                              const unsigned char node[6],
                              const struct gdn_shared_binding *now)
{
    struct gdn_shared_head head = gdn_shared_head_of(node, now);

    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        if (gdn_shared_may_reserve((enum gdn_shared_slot)slot)) {
            gdn_reservation_withdraw(&page->slots[slot].reservation);
        }
        lose_time(&page->slots[slot], (enum gdn_shared_slot)slot);
    }
    if (msync(page, sizeof *page, MS_SYNC) || !write_head(file, &head)) {
        return gdn_shared_refused_by(errno,
                                     "it cannot be written through to its "
                                     "device");
    }
    return GUIDON_OK;
}

#else
GDN_EMPTY_FILE;
#endif
