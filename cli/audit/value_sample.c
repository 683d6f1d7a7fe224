/* SPDX-License-Identifier: MIT */
/* value_sample.c - a sample of values that keeps within its slots. */
#include "value_sample.h"

#include <math.h>
#include <string.h>

/* The finaliser of SplitMix64: each bit of the value moves each of the hash. */
static uint64_t hash_of(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static bool in_sample(const struct repeats *repeats, uint64_t hash)
{
    return repeats->level == 0 || hash >> (64 - repeats->level) == 0;
}

/* The value's slot, or the free one where it belongs. */
static struct repeats_slot *slot_of(struct repeats *repeats, uint64_t value,
                                    uint64_t hash)
{
    size_t i = (size_t)hash % REPEATS_SLOTS;

    while (repeats->slots[i].times > 0 && repeats->slots[i].value != value) {
        i = (i + 1) % REPEATS_SLOTS;
    }
    return &repeats->slots[i];
}

static void raise_level(struct repeats *repeats)
{
    struct repeats_slot *old = repeats->spare;

    memcpy(old, repeats->slots, sizeof repeats->slots);
    memset(repeats->slots, 0, sizeof repeats->slots);
    repeats->level++;
    repeats->held = 0;
    repeats->again = 0;
    for (size_t i = 0; i < REPEATS_SLOTS; i++) {
        uint64_t hash = hash_of(old[i].value);

        if (old[i].times > 0 && in_sample(repeats, hash)) {
            *slot_of(repeats, old[i].value, hash) = old[i];
            repeats->held++;
            repeats->again += old[i].times - 1;
        }
    }
}

bool repeats_add(struct repeats *repeats, uint64_t value)
{
    uint64_t hash = hash_of(value);

    repeats->n++;
    if (!in_sample(repeats, hash)) {
        return false;
    }
    struct repeats_slot *slot = slot_of(repeats, value, hash);
    bool again = slot->times > 0;

    repeats->again += again;
    repeats->held += !again;
    *slot = (struct repeats_slot){value, slot->times + 1};
    while (repeats->held > REPEATS_SLOTS / 4 * 3) {
        raise_level(repeats);
    }
    return again;
}

double repeats_due(const struct repeats *repeats, int bits)
{
    double n = (double)repeats->n;

    return ldexp(n * (n - 1) / 2, -bits - (int)repeats->level);
}
