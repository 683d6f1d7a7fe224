/* SPDX-License-Identifier: MIT */
/* duplicate_counts.c - repeated ids among any number of ids, in bounded memory. */
#include "bytes.h"
#include "memory.h"
#include <guidon/audit.h>

struct duplicates_slot {
    guidon_id id;
    uint64_t times; /* 0: the slot is free */
};

/* A hash table with linear probing. */
struct guidon_duplicates {
    uint64_t level;     /* 0 .. DUPLICATES_LAST_LEVEL */
    uint64_t used;      /* at most duplicates_limit */
    uint64_t slots;     /* a power of 2 */
    uint64_t ids;       /* all that were counted, also those of no slot */
    uint64_t secret[5]; /* all zero: without a secret */
    struct duplicates_slot slot[];
};

/* A state of few groups or ids begins with so many slots. */
#define DUPLICATES_FIRST_SLOTS 64

/* With 64 zero bits no id is left, so that every level that is too full has one
 * above. */
#define DUPLICATES_LAST_LEVEL 64

/* A quarter of the slots is free, so every search ends soon. */
static uint64_t duplicates_limit(const guidon_duplicates *duplicates)
{
    return duplicates->slots - duplicates->slots / 4;
}

/* A state of this level holds an id. The secret has no part in that. */
static bool duplicates_holds(uint64_t level, const guidon_id *id)
{
    if (level == 0) {
        return true;
    }
    return level < DUPLICATES_LAST_LEVEL &&
           guidon_hash(id) >> (64 - level) == 0;
}

/*
 * The slot where the search for an id begins. The sum is the
 * pair-multiply-shift hash of four 32-bit numbers (Thorup, "High Speed Hashing
 * for Integers and Strings"): with a random secret, two different ids have the
 * same upper half with a probability of 2^-32, whatever the ids are. The last
 * steps, which lose no bit, spread the sums of ids that count up.
 */
static size_t duplicates_home(const guidon_duplicates *duplicates,
                              const guidon_id *id)
{
    const uint64_t *k = duplicates->secret;
    const size_t mask = (size_t)duplicates->slots - 1;
    uint64_t sum;

    if ((k[0] | k[1] | k[2] | k[3] | k[4]) == 0) {
        return (size_t)guidon_hash(id) & mask;
    }
    sum = (k[0] + gdn_load_be32(id->bytes)) *
              (k[1] + gdn_load_be32(id->bytes + 4)) +
          (k[2] + gdn_load_be32(id->bytes + 8)) *
              (k[3] + gdn_load_be32(id->bytes + 12)) +
          k[4];
    sum ^= sum >> 32;
    sum *= UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / the golden ratio, odd */
    return (size_t)(sum ^ sum >> 32) & mask;
}

/* The slot of an id, or the free slot for it. */
static struct duplicates_slot *duplicates_find(guidon_duplicates *duplicates,
                                               const guidon_id *id)
{
    const size_t mask = (size_t)duplicates->slots - 1;
    size_t at = duplicates_home(duplicates, id);

    while (duplicates->slot[at].times > 0 &&
           !guidon_equal(&duplicates->slot[at].id, id)) {
        at = (at + 1) & mask;
    }
    return &duplicates->slot[at];
}

/*
 * Raise the level, and remove the ids that it leaves out. The ids that stay go
 * to the slots where a search finds them: round the table, from a free slot on,
 * each id moves towards the slot of its hash or stays.
 */
static void duplicates_raise_level(guidon_duplicates *duplicates)
{
    const size_t mask = (size_t)duplicates->slots - 1;
    size_t at = 0;

    while (duplicates->slot[at].times > 0) {
        at++;
    }
    duplicates->level++;
    duplicates->used = 0;
    for (size_t left = mask; left > 0; left--) {
        struct duplicates_slot moved;

        at = (at + 1) & mask;
        moved = duplicates->slot[at];
        duplicates->slot[at].times = 0;
        if (moved.times > 0 && duplicates_holds(duplicates->level, &moved.id)) {
            *duplicates_find(duplicates, &moved.id) = moved;
            duplicates->used++;
        }
    }
}

/* The level rises only for an id that is new, so the level depends on the set
 * of ids alone. */
static void duplicates_put(guidon_duplicates *duplicates, const guidon_id *id,
                           uint64_t times)
{
    struct duplicates_slot *slot;

    if (!duplicates_holds(duplicates->level, id)) {
        return;
    }
    slot = duplicates_find(duplicates, id);
    duplicates->used += slot->times == 0;
    slot->id = *id;
    slot->times += times;
    while (duplicates->used > duplicates_limit(duplicates)) {
        duplicates_raise_level(duplicates);
    }
}

size_t guidon_duplicates_size(size_t slots)
{
    if (slots < GUIDON_DUPLICATES_SLOTS_MIN ||
        slots > GUIDON_DUPLICATES_SLOTS_MAX || (slots & (slots - 1)) != 0 ||
        slots > (SIZE_MAX / 2 - sizeof(guidon_duplicates)) /
                    sizeof(struct duplicates_slot)) {
        return 0;
    }
    return sizeof(guidon_duplicates) + slots * sizeof(struct duplicates_slot);
}

guidon_status guidon_duplicates_init(guidon_duplicates **out, void *memory,
                                     size_t slots)
{
    const size_t size = guidon_duplicates_size(slots);
    guidon_duplicates *duplicates = memory;

    *out = NULL;
    if (size == 0 || !memory) {
        return GUIDON_E_ARGUMENT;
    }
    memset(memory, 0, size);
    duplicates->slots = slots;
    *out = duplicates;
    return GUIDON_OK;
}

void guidon_duplicates_set_secret(guidon_duplicates *duplicates,
                                  const uint64_t secret[5])
{
    memcpy(duplicates->secret, secret, sizeof duplicates->secret);
}

size_t guidon_duplicates_slots(const guidon_duplicates *duplicates)
{
    return (size_t)duplicates->slots;
}

size_t guidon_duplicates_room(const guidon_duplicates *duplicates)
{
    return (size_t)(duplicates_limit(duplicates) - duplicates->used);
}

size_t guidon_duplicates_held(const guidon_duplicates *duplicates)
{
    return duplicates ? (size_t)duplicates->used : 0;
}

static bool duplicates_fit(size_t slots, uint64_t ids)
{
    return ids <= slots - slots / 4;
}

size_t guidon_duplicates_slots_for(const guidon_duplicates *duplicates,
                                   size_t more, uint64_t distinct)
{
    const uint64_t ids = (duplicates ? duplicates->used : 0) + (uint64_t)more;
    size_t most = GUIDON_DUPLICATES_SLOTS_MIN;
    size_t slots = DUPLICATES_FIRST_SLOTS;

    while (!duplicates_fit(most, distinct) &&
           guidon_duplicates_size(most * 2) > 0) {
        most *= 2;
    }
    if (duplicates && duplicates->slots > slots) {
        slots = (size_t)duplicates->slots;
    }
    while (slots < most && !duplicates_fit(slots, ids)) {
        slots *= 2;
    }
    if (slots > most) {
        slots = most;
    }
    return duplicates && duplicates->slots > slots ? (size_t)duplicates->slots
                                                   : slots;
}

void guidon_duplicates_add(guidon_duplicates *duplicates, const guidon_id *id)
{
    duplicates->ids++;
    duplicates_put(duplicates, id, 1);
}

void guidon_duplicates_add_many(guidon_duplicates *duplicates,
                                const guidon_id *in, size_t n)
{
    duplicates->ids += n;
    for (size_t i = 0; i < n; i++) {
        duplicates_put(duplicates, &in[i], 1);
    }
}

/*
 * In the order of the slots of `other`, the ids would overfill one end of a
 * table of the same size before the level rises, and each search there would
 * pass thousands of ids. So the function goes through the slots in steps of the
 * golden section, because that spreads any number of ids evenly. The step is
 * odd and the number of slots a power of 2, so every slot comes once.
 *
 * Of `other`, the function uses no place of an id, so that guidon_duplicates_check
 * need not judge the places.
 */
void guidon_duplicates_merge(guidon_duplicates *duplicates,
                             const guidon_duplicates *other)
{
    const uint64_t step = other->slots * UINT64_C(0x9e3779b9) >> 32 | 1;

    duplicates->ids += other->ids;
    while (duplicates->level < other->level) {
        duplicates_raise_level(duplicates);
    }
    for (uint64_t i = 0; i < other->slots; i++) {
        const struct duplicates_slot *slot =
            &other->slot[i * step & (other->slots - 1)];

        if (slot->times > 0) {
            duplicates_put(duplicates, &slot->id, slot->times);
        }
    }
}

uint64_t guidon_duplicates_count(uint64_t *one_in,
                                 const guidon_duplicates *duplicates)
{
    uint64_t count = 0;

    for (size_t i = 0; i < duplicates->slots; i++) {
        const uint64_t times = duplicates->slot[i].times;

        count += times > 0 ? times - 1 : 0;
    }
    *one_in = duplicates->level < DUPLICATES_LAST_LEVEL
                  ? UINT64_C(1) << duplicates->level
                  : 0;
    return count;
}

/* ---------------------------------------------------------- states from outside */

/* Counts below 2^59 leave room for the ids that the state counts later. */
size_t guidon_duplicates_check(const void *bytes, size_t len)
{
    const unsigned char *slots;
    guidon_duplicates head;
    uint64_t used = 0, ids = 0;

    if (len < sizeof head) {
        return 0; /* `bytes` may be NULL */
    }
    slots = (const unsigned char *)bytes + sizeof head;
    memcpy(&head, bytes, sizeof head);
    if (head.slots > GUIDON_DUPLICATES_SLOTS_MAX ||
        guidon_duplicates_size((size_t)head.slots) != len ||
        head.level > DUPLICATES_LAST_LEVEL ||
        head.used > duplicates_limit(&head) || head.ids >> 59 > 0) {
        return 0;
    }
    for (size_t i = 0; i < (size_t)head.slots; i++) {
        struct duplicates_slot slot;

        memcpy(&slot, slots + i * sizeof slot, sizeof slot);
        if (slot.times > head.ids - ids ||
            (slot.times > 0 && !duplicates_holds(head.level, &slot.id))) {
            return 0;
        }
        used += slot.times > 0;
        ids += slot.times;
    }
    return used == head.used && (ids < head.ids) == (head.level > 0)
               ? (size_t)head.slots
               : 0;
}

/* -------------------------------------------------------------------- results */

/* The least number whose square is at least n. */
static uint64_t duplicates_root(uint64_t n)
{
    uint64_t root = 0;

    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1) {
        if ((root | bit) * (root | bit) <= n) {
            root |= bit;
        }
    }
    return root + (root * root < n);
}

/*
 * At most so many of the ids are duplicates, unless an event of a probability
 * below 1/20 has happened.
 *
 * All copies of an id have one hash. So they are all in the sample or all
 * outside, and the duplicates that were seen say nothing of one id with very
 * many copies. But the number of ids is known, and duplicates are the ids less
 * the different ids, of which each is in the sample with the probability p =
 * 1/one_in. For `held`, the sum of independent draws with the mean p different,
 * Chernoff's bound is
 *
 *     P(held >= h) <= exp(-(h ln(h/mean) - h + mean)) <= exp(-(h - mean)^2 / 2h)
 *
 * for h >= mean (Mitzenmacher and Upfal, "Probability and Computing", theorem
 * 4.4; the second step is -ln(1 - x) >= x + x^2/2 with x = (h - mean) / h). It
 * is below exp(-3) < 1/20 if h - mean > sqrt(6h). So there are at least (held -
 * sqrt(6 held)) one_in different ids.
 *
 * The level depends on the ids (adaptive sampling; Flajolet, "On Adaptive
 * Sampling", Computing 43, 1990), which does not weaken the bound. Say that at
 * level l, the bound fails if c(l) ids or more are held. On levels where c(l) is
 * above the limit, the bound cannot fail. Let l be the first other level. If the
 * bound fails at l, c(l) ids or more are there. If it fails above l, the level
 * was raised from l because more ids than the limit were there, so again c(l) or
 * more. The probability of that is below 1/20.
 */
static uint64_t duplicates_at_most(const guidon_duplicates *duplicates,
                                   uint64_t seen)
{
    const uint64_t held = duplicates->used;
    const uint64_t margin = duplicates_root(6 * held);
    const uint64_t least = held > margin ? held - margin : 0;
    uint64_t different = held > 0 ? held : 1;

    if (least > 0 && least > duplicates->ids >> duplicates->level) {
        return seen;
    }
    if (duplicates->level < 64 && least << duplicates->level > different) {
        different = least << duplicates->level;
    }
    return duplicates->ids - different > seen ? duplicates->ids - different
                                              : seen;
}

void guidon_duplicates_read(guidon_duplicates_counts *out,
                            const guidon_duplicates *duplicates)
{
    memset(out, 0, sizeof *out);
    out->one_in = 1;
    if (duplicates) {
        out->ids = duplicates->ids;
        out->seen = guidon_duplicates_count(&out->one_in, duplicates);
        out->at_most = out->one_in == 1
                           ? out->seen
                           : duplicates_at_most(duplicates, out->seen);
    }
}

/* Append a text, and a number in decimal digits. */
static char *duplicates_say(char *end, const char *text)
{
    const size_t len = strlen(text);

    memcpy(end, text, len);
    return end + len;
}

static char *duplicates_say_number(char *end, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    memcpy(end, digits + at, sizeof digits - at);
    return end + (sizeof digits - at);
}

static char *duplicates_say_sample(char *end,
                                   const guidon_duplicates_counts *counts)
{
    if (counts->one_in == 0) {
        end = duplicates_say(end,
                             "No id was compared, because somebody chose ids "
                             "of equal hashes: ");
    } else {
        end = duplicates_say(end, "1 of ");
        end = duplicates_say_number(end, counts->one_in);
        end = duplicates_say(end,
                             " different ids was compared, because not all of "
                             "them fit the memory: ");
    }
    end = duplicates_say(end, "the number of duplicates is at least ");
    end = duplicates_say_number(end, counts->seen);
    end = duplicates_say(end, " and, with a confidence of 95 %, at most ");
    end = duplicates_say_number(end, counts->at_most);
    end = duplicates_say(end, " of ");
    end = duplicates_say_number(end, counts->ids);
    return duplicates_say(end, " ids.");
}

/* Write the sentence without limit; return its length. */
static size_t duplicates_explain(char out[GUIDON_DUPLICATES_EXPLAIN_MAX],
                                 const guidon_duplicates_counts *counts)
{
    char *end = out;

    if (!counts) {
        end = duplicates_say(end, "Duplicates were not counted.");
    } else if (counts->one_in != 1) {
        end = duplicates_say_sample(end, counts);
    } else {
        end = duplicates_say(end,
                             "The number of duplicates is exact: every id was "
                             "compared with all others.");
    }
    return (size_t)(end - out);
}

guidon_status guidon_duplicates_explain(char *out, size_t out_cap,
                                        size_t *out_len,
                                        const guidon_duplicates_counts *counts)
{
    char text[GUIDON_DUPLICATES_EXPLAIN_MAX];
    const size_t len = duplicates_explain(text, counts);

    if (out_len) {
        *out_len = len;
    }
    if (len > out_cap) {
        return GUIDON_E_SPACE;
    }
    memcpy(out, text, len);
    return GUIDON_OK;
}
