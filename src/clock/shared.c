/* SPDX-License-Identifier: MIT */
/* shared.c - write-ahead limits, boots and lost time of the shared states. */
#include "shared.h"
#include "shared_file.h"

/*
 * No process holds a lock that it could die with: every change of the page is
 * one atomic operation on a state or a word, and leaves a page that all other
 * processes can use.
 *
 * The device lags behind the memory. After a power cut, the file holds the page
 * as it was at some moment since the last write-through. The words of a slot do
 * not tear, because they lie in one cache line and one sector, but the two
 * halves of a state may. Two facts hold at every moment:
 *
 *   durable limit <= limit   limit rises first and is written through; only
 *                            then does the durable limit rise to it. Neither
 *                            ever falls.
 *   ids < limit              a time is reserved before the swap that uses it;
 *                            reserved means that the limit on the device is
 *                            above it.
 *
 * So in a later boot, a time at or above the limit is certainly new. A time
 * below it is lost: it may have been used with the clock sequence in the state,
 * or with later ones that never reached the device. It may be used again only
 * with another clock sequence, drawn at random.
 *
 * The limit itself moves on, so the boot epoch of a slot keeps the limit that
 * the boot began with. A process that opens the file enters its boot by one
 * swap of the boot epoch, before it makes any id. So a boot is entered once,
 * while the limit stands still.
 *
 * A clock sequence that replaces a lost one is in the state before the change
 * is committed. If a process dies in between, the next process replaces it
 * again.
 */

/* ---------------------------------------------------------- open and close */

/* The time below which an earlier boot may have made ids. */
static uint64_t end_of_lost_time(const struct gdn_shared_record *record)
{
    uint64_t limit = atomic_load_explicit(&record->limit, memory_order_acquire);
    struct gdn_u128 held = gdn_atomic128_load(&record->state);

    if (limit == 0 && (held.lo | held.hi) != 0) {
        return UINT64_MAX; /* ids were made, and no time was ever reserved */
    }
    return limit;
}

static void enter_boot(struct gdn_shared_record *record, uint64_t boot)
{
    struct gdn_u128 epoch = gdn_atomic128_load(&record->boot_epoch);

    while (epoch.lo != boot) {
        struct gdn_u128 next = {.lo = boot, .hi = end_of_lost_time(record)};

        if (gdn_atomic128_cas(&record->boot_epoch, &epoch, next)) {
            return;
        }
    }
}

guidon_status gdn_shared_open_in_boot(struct gdn_shared **out, const char *path,
                                      const unsigned char node[6],
                                      uint64_t boot)
{
    struct gdn_shared *page;
    guidon_status status = gdn_shared_file_open(&page, path, node);

    if (status != GUIDON_OK) {
        return status;
    }
    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        enter_boot(&page->slots[slot], boot);
    }
    *out = page;
    return GUIDON_OK;
}

guidon_status gdn_shared_open(struct gdn_shared **out, const char *path,
                              const unsigned char node[6])
{
    uint64_t boot;
    guidon_status status = gdn_shared_file_boot(&boot);

    return status == GUIDON_OK ? gdn_shared_open_in_boot(out, path, node, boot)
                               : status;
}

void gdn_shared_close(struct gdn_shared *shared)
{
    gdn_shared_file_close(shared);
}

struct gdn_atomic128 *gdn_shared_state(struct gdn_shared *shared,
                                       enum gdn_shared_slot slot)
{
    return &shared->slots[slot].state;
}

const unsigned char *gdn_shared_node(const struct gdn_shared *shared)
{
    return shared->head.node;
}

guidon_status gdn_shared_save(struct gdn_shared *shared)
{
    return gdn_shared_file_save(shared);
}

/* --------------------------------------------------------------- lost time */

bool gdn_shared_lost_time(const struct gdn_shared *shared,
                          enum gdn_shared_slot slot, uint64_t ticks)
{
    return ticks < atomic_load_explicit(&shared->slots[slot].boot_epoch.hi,
                                        memory_order_acquire);
}

guidon_status gdn_shared_commit(struct gdn_shared *shared,
                                enum gdn_shared_slot slot)
{
    struct gdn_atomic128 *epoch = &shared->slots[slot].boot_epoch;
    struct gdn_u128 last = gdn_atomic128_load(epoch);
    struct gdn_u128 next;

    do {
        next = (struct gdn_u128){.lo = last.lo, .hi = 0};
    } while (!gdn_atomic128_cas(epoch, &last, next));
    return gdn_shared_save(shared);
}

/* ------------------------------------------------------- write-ahead limit */

/* How far the limit is raised: ten seconds, in ticks. When half of them are
 * used, one thread raises it again, so that the other threads never wait. */
#define RESERVE_TICKS UINT64_C(100000000)

static void raise_to(_Atomic uint64_t *word, uint64_t least)
{
    uint64_t held = atomic_load_explicit(word, memory_order_relaxed);

    while (held < least && !atomic_compare_exchange_weak_explicit(
                               word, &held, least, memory_order_acq_rel,
                               memory_order_relaxed)) {
    }
}

/* Raise the limit ahead of time, for all threads. False if another thread does
 * so, or died at it: then the limit is above the durable one already. */
static bool raise_early(struct gdn_shared_record *record, uint64_t durable,
                        uint64_t target)
{
    return atomic_compare_exchange_strong_explicit(&record->limit, &durable,
                                                   target, memory_order_acq_rel,
                                                   memory_order_relaxed);
}

guidon_status gdn_shared_reserve(struct gdn_shared *shared,
                                 enum gdn_shared_slot slot, uint64_t ticks)
{
    struct gdn_shared_record *record = &shared->slots[slot];
    uint64_t durable =
        atomic_load_explicit(&record->durable_limit, memory_order_acquire);
    uint64_t target = ticks + RESERVE_TICKS;
    bool reserved = ticks < durable;
    guidon_status status;

    if (reserved && (durable - ticks > RESERVE_TICKS / 2 ||
                     !raise_early(record, durable, target))) {
        return GUIDON_OK;
    }
    raise_to(&record->limit, target);
    status = gdn_shared_save(shared);
    if (status == GUIDON_OK) {
        raise_to(&record->durable_limit, target);
    }
    return reserved ? GUIDON_OK : status;
}

/* ---------------------------------------------------------------- one step */

guidon_status gdn_shared_step(bool *done, struct gdn_shared *shared,
                              enum gdn_shared_slot slot, struct gdn_u128 *last,
                              const struct gdn_shared_change *change)
{
    if (gdn_shared_has_limit(slot)) {
        guidon_status status =
            gdn_shared_reserve(shared, slot, change->last_tick);

        if (status != GUIDON_OK) {
            return status;
        }
    }
    *done =
        gdn_atomic128_cas(gdn_shared_state(shared, slot), last, change->next);
    if (*done && change->lost) {
        return gdn_shared_commit(shared, slot);
    }
    if (*done && change->new_sequence) {
        return gdn_shared_save(shared);
    }
    return GUIDON_OK;
}
