/* SPDX-License-Identifier: MIT */
/* shared.c - the state that processes share: horizons, boots, soundness. */
#include "shared.h"
#include "shared_page.h"
#include <string.h>

/*
 * Every change to the page is one atomic operation on a cell or a word of it,
 * and each leaves a page from which all others can go on: there is no lock that
 * a process could die with.
 *
 * The device lags behind the memory. After a power cut the file says what the
 * page said at some moment since it was last written through: the words of a
 * slot lie in one cache line and one sector, and do not tear (two halves of a
 * cell may). Two facts hold for every such moment:
 *
 *   durable <= horizon   the horizon rises first, is written through, and only
 *                        then is durable raised to it. Both never fall.
 *   ids < horizon        a time is covered before the swap that takes it, and
 *                        covered means that the device already says more.
 *
 * So in a later boot a time at or above the horizon is new for certain. A time
 * below it may have been used with the clock sequence that the cell holds, and
 * with later ones that the device never saw: it is lost, and may be used only
 * with another clock sequence, drawn at random. The horizon that the boot began
 * with is kept in the slot's era for that, since the horizon itself moves on.
 * A process that opens the file enters its boot by one swap of the era, before
 * it makes anything; so an era is entered once, while the horizon stands still.
 *
 * A clock sequence chosen in place of a lost one is in the cell before the era
 * is settled. Who dies between the two leaves it to the next to choose again.
 */

/* ---------------------------------------------------------------- the page */

static const struct gdn_shared_head head_of_all = {
    .magic = {'g', 'u', 'i', 'd', 'o', 'n', '\r', '\n'},
    .format = 1,
    .size = GDN_SHARED_SIZE,
    .byte_order = UINT64_C(0x0102030405060708),
};

uint64_t gdn_shared_sum(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++) {
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static struct gdn_shared_head head_with(const unsigned char node[6])
{
    struct gdn_shared_head head = head_of_all;

    memcpy(head.node, node, 6);
    head.checksum =
        gdn_shared_sum(&head, offsetof(struct gdn_shared_head, checksum));
    return head;
}

void gdn_shared_begin(struct gdn_shared *page, const unsigned char node[6])
{
    memset(page, 0, sizeof *page);
    page->head = head_with(node);
}

static bool all_zero(const unsigned char *bytes, size_t len)
{
    unsigned char any = 0;

    for (size_t i = 0; i < len; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

/* Do generators cover the times of this slot? The others have no horizon. */
static bool has_horizon(int slot)
{
    return slot == GDN_SHARED_V1 || slot == GDN_SHARED_V2 ||
           slot == GDN_SHARED_V6;
}

/* Other processes may be at work on it: what has to be the lower of two is read
 * first. A cell's low half is a time of its slot, or less. */
static bool place_is_sound(const struct gdn_shared_record *place, int slot)
{
    uint64_t made = atomic_load_explicit(&place->cell.lo, memory_order_acquire);
    uint64_t durable =
        atomic_load_explicit(&place->durable, memory_order_acquire);
    uint64_t horizon =
        atomic_load_explicit(&place->horizon, memory_order_acquire);

    return durable <= horizon && (horizon == 0 || made < horizon) &&
           (horizon == 0 || has_horizon(slot)) &&
           all_zero(place->zeros, sizeof place->zeros);
}

bool gdn_shared_sound(const struct gdn_shared *page)
{
    struct gdn_shared_head want = head_with(page->head.node);
    bool sound = memcmp(&page->head, &want, sizeof want) == 0 &&
                 all_zero(page->zeros, sizeof page->zeros);

    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        sound = sound && place_is_sound(&page->places[slot], slot);
    }
    return sound;
}

struct gdn_atomic128 *gdn_shared_state(struct gdn_shared *shared,
                                       enum gdn_shared_slot slot)
{
    return &shared->places[slot].cell;
}

const unsigned char *gdn_shared_node(const struct gdn_shared *shared)
{
    return shared->head.node;
}

/* ------------------------------------------------------------------- boots */

/* Below which time an earlier boot may have made ids. */
static uint64_t lost_below(const struct gdn_shared_record *place)
{
    uint64_t horizon =
        atomic_load_explicit(&place->horizon, memory_order_acquire);
    struct gdn_u128 held = gdn_atomic128_load(&place->cell);

    if (horizon == 0 && (held.lo | held.hi) != 0) {
        return UINT64_MAX; /* some were made, and no time was ever covered */
    }
    return horizon;
}

static void enter_boot(struct gdn_shared_record *place, uint64_t boot)
{
    struct gdn_u128 era = gdn_atomic128_load(&place->era);

    while (era.lo != boot) {
        struct gdn_u128 next = {.lo = boot, .hi = lost_below(place)};

        if (gdn_atomic128_cas(&place->era, &era, next)) {
            return;
        }
    }
}

void gdn_shared_enter_boot(struct gdn_shared *page, uint64_t boot)
{
    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        enter_boot(&page->places[slot], boot);
    }
}

bool gdn_shared_lost_time(const struct gdn_shared *shared,
                          enum gdn_shared_slot slot, uint64_t ticks)
{
    return ticks < atomic_load_explicit(&shared->places[slot].era.hi,
                                        memory_order_acquire);
}

guidon_status gdn_shared_commit(struct gdn_shared *shared,
                                enum gdn_shared_slot slot)
{
    struct gdn_atomic128 *era = &shared->places[slot].era;
    struct gdn_u128 last = gdn_atomic128_load(era);
    struct gdn_u128 next;

    do {
        next = (struct gdn_u128){.lo = last.lo, .hi = 0};
    } while (!gdn_atomic128_cas(era, &last, next));
    return gdn_shared_save(shared);
}

/* ---------------------------------------------------------------- horizons */

/* Ticks that the horizon is moved ahead: ten seconds. When half of them are
 * used up, one thread moves it again, so that the others do not come to it. */
#define AHEAD UINT64_C(100000000)

static void raise_to(_Atomic uint64_t *word, uint64_t least)
{
    uint64_t held = atomic_load_explicit(word, memory_order_relaxed);

    while (held < least && !atomic_compare_exchange_weak_explicit(
                               word, &held, least, memory_order_acq_rel,
                               memory_order_relaxed)) {
    }
}

/* Is it for this thread to move the horizon ahead of time? A horizon above the
 * durable one is another's that is at it; or was, and died. */
static bool takes_turn(struct gdn_shared_record *place, uint64_t durable,
                       uint64_t target)
{
    return atomic_compare_exchange_strong_explicit(&place->horizon, &durable,
                                                   target, memory_order_acq_rel,
                                                   memory_order_relaxed);
}

guidon_status gdn_shared_reserve(struct gdn_shared *shared,
                                 enum gdn_shared_slot slot, uint64_t ticks)
{
    struct gdn_shared_record *place = &shared->places[slot];
    uint64_t durable =
        atomic_load_explicit(&place->durable, memory_order_acquire);
    uint64_t target = ticks + AHEAD;
    bool covered = ticks < durable;
    guidon_status status;

    if (covered &&
        (durable - ticks > AHEAD / 2 || !takes_turn(place, durable, target))) {
        return GUIDON_OK;
    }
    raise_to(&place->horizon, target);
    status = gdn_shared_save(shared);
    if (status == GUIDON_OK) {
        raise_to(&place->durable, target);
    }
    return covered ? GUIDON_OK : status;
}
