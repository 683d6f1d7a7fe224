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

static bool in_sample(const struct value_sample *repeats, uint64_t hash)
{
    return repeats->level == 0 || hash >> (64 - repeats->level) == 0;
}

/* The value's slot, or the free one where it belongs. */
static struct value_sample_slot *slot_of(struct value_sample *repeats,
                                         uint64_t value, uint64_t hash)
{
    size_t i = (size_t)hash % VALUE_SAMPLE_SLOTS;

    while (repeats->slots[i].times > 0 && repeats->slots[i].value != value) {
        i = (i + 1) % VALUE_SAMPLE_SLOTS;
    }
    return &repeats->slots[i];
}

static void raise_level(struct value_sample *repeats)
{
    struct value_sample_slot *old = repeats->spare;

    memcpy(old, repeats->slots, sizeof repeats->slots);
    memset(repeats->slots, 0, sizeof repeats->slots);
    repeats->level++;
    repeats->held = 0;
    repeats->again = 0;
    for (size_t i = 0; i < VALUE_SAMPLE_SLOTS; i++) {
        uint64_t hash = hash_of(old[i].value);

        if (old[i].times > 0 && in_sample(repeats, hash)) {
            *slot_of(repeats, old[i].value, hash) = old[i];
            repeats->held++;
            repeats->again += old[i].times - 1;
        }
    }
}

bool value_sample_add(struct value_sample *repeats, uint64_t value)
{
    uint64_t hash = hash_of(value);

    repeats->n++;
    if (!in_sample(repeats, hash)) {
        return false;
    }
    struct value_sample_slot *slot = slot_of(repeats, value, hash);
    bool again = slot->times > 0;

    repeats->again += again;
    repeats->held += !again;
    *slot = (struct value_sample_slot){value, slot->times + 1};
    while (repeats->held > VALUE_SAMPLE_SLOTS / 4 * 3) {
        raise_level(repeats);
    }
    return again;
}

double value_sample_due(const struct value_sample *repeats, int bits)
{
    double n = (double)repeats->n;

    return ldexp(n * (n - 1) / 2, -bits - (int)repeats->level);
}
