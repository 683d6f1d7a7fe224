/* SPDX-License-Identifier: MIT */
/* shared_page.c - makes and checks the page of the state file. */
#include "shared_page.h"
#include "../core/memory.h"
#include <guidon/generate.h>
#include <guidon/prefixed.h>
#include <stddef.h>

#if GDN_SHARED_FILES
_Static_assert(GUIDON_STATE_MEMORY == GDN_SHARED_SIZE &&
                   _Alignof(struct gdn_shared) == GDN_SHARED_MEMORY_ALIGN,
               "state memory is a page, and its address is a multiple of 16");
_Static_assert(offsetof(struct gdn_shared_head, binding) == 32 &&
                   offsetof(struct gdn_shared_head, checksum) == 80 &&
                   sizeof(struct gdn_shared_head) == GDN_SHARED_HEAD_SIZE &&
                   offsetof(struct gdn_shared_record, lost) == 24 &&
                   offsetof(struct gdn_shared_record, reservation) == 48 &&
                   sizeof(struct gdn_shared_record) == GDN_SHARED_SLOT_SIZE &&
                   sizeof(struct gdn_shared) == GDN_SHARED_SIZE,
               "every compiler lays out the file in the same way");
#endif

static const struct gdn_shared_head page_head = {
    .magic = {'g', 'u', 'i', 'd', 'o', 'n', '\r', '\n'},
    .format = 3,
    .size = GDN_SHARED_SIZE,
    .byte_order = UINT64_C(0x0102030405060708),
};

/* ------------------------------------------------------------------- making */

uint64_t gdn_shared_checksum(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++) {
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

struct gdn_shared_head gdn_shared_head_of(
    const unsigned char node[6], const struct gdn_shared_binding *binding)
{
    struct gdn_shared_head head = page_head;

    memcpy(head.node, node, 6);
    head.binding = *binding;
    head.checksum =
        gdn_shared_checksum(&head, offsetof(struct gdn_shared_head, checksum));
    return head;
}

void gdn_shared_page_init(struct gdn_shared *page, const unsigned char node[6],
                          const struct gdn_shared_binding *binding)
{
    memset(page, 0, sizeof *page);
    page->head = gdn_shared_head_of(node, binding);
}

bool gdn_shared_memory_claim(void *memory)
{
    _Atomic uint64_t *mark = memory;
    uint64_t was = 0;

    return atomic_compare_exchange_strong_explicit(
               mark, &was, GDN_SHARED_MEMORY_MARK, memory_order_acq_rel,
               memory_order_acquire) ||
           was == GDN_SHARED_MEMORY_MARK;
}

/* ----------------------------------------------------------------- the head */

/* A part that is not known, such as the machine id in a sandbox, tells
 * nothing. */
static bool is_same_binding(const struct gdn_shared_binding *was,
                            const struct gdn_shared_binding *now)
{
    return was->boot == now->boot && was->device == now->device &&
           was->inode == now->inode &&
           (now->machine == 0 || was->machine == now->machine) &&
           (now->vm == 0 || was->vm == now->vm) &&
           (now->born == 0 || was->born == now->born);
}

static enum gdn_shared_check check_head(const struct gdn_shared_head *head,
                                        const struct gdn_shared_binding *now)
{
    struct gdn_shared_head want =
        gdn_shared_head_of(head->node, &head->binding);

    if (memcmp(head, &want, sizeof want) == 0) {
        return is_same_binding(&head->binding, now) ? GDN_SHARED_BOUND
                                                    : GDN_SHARED_UNBOUND;
    }
    return memcmp(head->magic, page_head.magic, sizeof head->magic) == 0 &&
                   (head->byte_order != page_head.byte_order ||
                    head->format != page_head.format)
               ? GDN_SHARED_FOREIGN
               : GDN_SHARED_DAMAGED;
}

/* -------------------------------------------------------------- the records */

static bool all_zero(const unsigned char *bytes, size_t len)
{
    unsigned char any = 0;

    for (size_t i = 0; i < len; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

/* What is published of a reservation. Its timestamps need no check: a process
 * compares them with its own clock before it joins the reservation. */
static bool reservation_is_sound(const struct gdn_atomic128 *reservation,
                                 bool may_be)
{
    uint64_t counter =
        atomic_load_explicit(&reservation->lo, memory_order_acquire);
    uint64_t rate =
        atomic_load_explicit(&reservation->hi, memory_order_acquire);

    if (may_be && rate != 0) {
        return gdn_reservation_rate_is_sound(rate);
    }
    return rate == 0 && (may_be || counter == 0);
}

/* Other processes may be changing the record. So of two numbers that both rise,
 * this loads the one that has to be lower first. The low half of a state is a
 * time of its slot, or less. */
static bool record_is_sound(const struct gdn_shared_record *record,
                            enum gdn_shared_slot slot, bool bound)
{
    uint64_t made =
        atomic_load_explicit(&record->state.lo, memory_order_acquire);
    uint64_t durable =
        atomic_load_explicit(&record->durable_limit, memory_order_acquire);
    uint64_t limit = atomic_load_explicit(&record->limit, memory_order_acquire);
    uint64_t layout =
        atomic_load_explicit(&record->layout, memory_order_acquire);
    uint64_t layouts =
        slot == GDN_SHARED_V8_PREFIXED ? GUIDON_V8_PREFIX_BITS_MAX + 1 : 0;

    if (layout > layouts || !all_zero(record->zeros, sizeof record->zeros)) {
        return false;
    }
    if (!gdn_shared_has_limit(slot)) {
        return limit == 0 && durable == 0;
    }
    if (!bound) {
        return made != UINT64_MAX; /* no limit could be above it */
    }
    return durable <= limit && (limit == 0 || made < limit);
}

enum gdn_shared_check gdn_shared_page_check(
    const struct gdn_shared *page, const struct gdn_shared_head *head,
    const struct gdn_shared_binding *now)
{
    enum gdn_shared_check result = check_head(head, now);
    bool bound = result == GDN_SHARED_BOUND;
    bool sound = all_zero(page->zeros, sizeof page->zeros);

    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        const struct gdn_shared_record *record = &page->slots[slot];

        sound = sound &&
                record_is_sound(record, (enum gdn_shared_slot)slot, bound) &&
                reservation_is_sound(
                    &record->reservation,
                    gdn_shared_may_reserve((enum gdn_shared_slot)slot));
    }
    return sound || result == GDN_SHARED_FOREIGN ? result : GDN_SHARED_DAMAGED;
}
