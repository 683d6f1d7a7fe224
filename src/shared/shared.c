/* SPDX-License-Identifier: MIT */
/* shared.c - write-ahead limits and lost time of the shared states. */
#include "shared.h"
#include "../random/thread.h"

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
 * So in a later boot, the ids that are not known to the state have times below
 * the limit. The same holds for the ids that an original has made when it is
 * copied, but not for those that it makes afterwards. The times that other ids
 * may have are lost. They may be used again only with another node, which each
 * binding of the file brings (shared_bind.c), or with another clock sequence,
 * drawn at random.
 *
 * The lost time ends at the limit for version 2, and never for the other slots,
 * until a generator has committed a new clock sequence or a skip.
 *
 * A clock sequence that replaces a lost one is in the state before the change
 * is committed. If a process dies in between, the next process replaces it
 * again.
 */

/* ---------------------------------------------------------- open and close */

guidon_status gdn_shared_open(struct gdn_shared **out, const char *path,
                              const unsigned char node[6])
{
    struct gdn_shared_host host;
    guidon_status status = gdn_shared_host_now(&host);

    return status == GUIDON_OK ? gdn_shared_file_open(out, path, node, &host)
                               : status;
}

guidon_status gdn_shared_open_memory(struct gdn_shared **out, void *memory)
{
    if (!gdn_shared_memory_claim(memory)) {
        return gdn_state_refused("the state memory holds something else; fill "
                                 "it with zeros before its first use");
    }
    *out = memory;
    return GUIDON_OK;
}

struct gdn_atomic128 *gdn_shared_state(struct gdn_shared *shared,
                                       enum gdn_shared_slot slot)
{
    return &shared->slots[slot].state;
}

/* The key of the counter is the boot that the file is bound to. Memory does not
 * outlive a boot. */
struct gdn_reservation_share gdn_shared_reservations(struct gdn_shared *shared,
                                                     enum gdn_shared_slot slot)
{
    return gdn_shared_may_reserve(slot)
               ? (struct gdn_reservation_share){.published =
                                                    &shared->slots[slot]
                                                         .reservation,
                                                .key =
                                                    shared->head.binding.boot}
               : (struct gdn_reservation_share){0};
}

unsigned gdn_shared_prefix_bits(struct gdn_shared *shared, unsigned prefix_bits)
{
    _Atomic uint64_t *layout = &shared->slots[GDN_SHARED_V8_PREFIXED].layout;
    uint64_t held = 0;

    return atomic_compare_exchange_strong_explicit(
               layout, &held, prefix_bits + UINT64_C(1), memory_order_acq_rel,
               memory_order_acquire)
               ? prefix_bits
               : (unsigned)held - 1;
}

const unsigned char *gdn_shared_node(const struct gdn_shared *shared)
{
    return shared->head.node;
}

/* --------------------------------------------------------------- lost time */

bool gdn_shared_lost_time(const struct gdn_shared *shared,
                          enum gdn_shared_slot slot, uint64_t ticks)
{
    return ticks < atomic_load_explicit(&shared->slots[slot].lost,
                                        memory_order_acquire);
}

guidon_status gdn_shared_commit(struct gdn_shared *shared,
                                enum gdn_shared_slot slot)
{
    atomic_store_explicit(&shared->slots[slot].lost, 0, memory_order_release);
    return gdn_shared_save(shared);
}

/* ------------------------------------------------------- write-ahead limit */

/* How far the limit is raised: ten seconds, in ticks. When half of them are
 * used, one thread raises it again, so that the other threads never wait. */
#define RESERVE_TICKS UINT64_C(100000000)

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
    gdn_shared_raise(&record->limit, target);
    status = gdn_shared_save(shared);
    if (status == GUIDON_OK) {
        gdn_shared_raise(&record->durable_limit, target);
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
