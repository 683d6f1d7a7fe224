/* SPDX-License-Identifier: MIT */
/* value_sample.c - a sample of values in a fixed number of slots. */
#include "value_sample.h"
#include "../stats/series.h"

#include <string.h>

/* The finaliser of SplitMix64: each bit of the value affects each bit of the
 * hash. */
static uint64_t hash_of(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static bool in_sample(const struct value_sample *sample, uint64_t hash)
{
    return sample->level == 0 || hash >> (64 - sample->level) == 0;
}

/* The slot that holds the value, or the free slot for it. */
static struct value_sample_slot *slot_of(struct value_sample *sample,
                                         uint64_t value, uint64_t hash)
{
    size_t i = (size_t)hash % VALUE_SAMPLE_SLOTS;

    while (sample->slots[i].times > 0 && sample->slots[i].value != value) {
        i = (i + 1) % VALUE_SAMPLE_SLOTS;
    }
    return &sample->slots[i];
}

static void raise_level(struct value_sample *sample)
{
    struct value_sample_slot *old = sample->spare;

    memcpy(old, sample->slots, sizeof sample->slots);
    memset(sample->slots, 0, sizeof sample->slots);
    sample->level++;
    sample->held = 0;
    sample->duplicates = 0;
    for (size_t i = 0; i < VALUE_SAMPLE_SLOTS; i++) {
        uint64_t hash = hash_of(old[i].value);

        if (old[i].times > 0 && in_sample(sample, hash)) {
            *slot_of(sample, old[i].value, hash) = old[i];
            sample->held++;
            sample->duplicates += old[i].times - 1;
        }
    }
}

bool value_sample_add(struct value_sample *sample, uint64_t value)
{
    uint64_t hash = hash_of(value);

    sample->n++;
    if (!in_sample(sample, hash)) {
        return false;
    }
    struct value_sample_slot *slot = slot_of(sample, value, hash);
    bool again = slot->times > 0;

    sample->duplicates += again;
    sample->held += !again;
    *slot = (struct value_sample_slot){value, slot->times + 1};
    while (sample->held > VALUE_SAMPLE_SLOTS / 4 * 3) {
        raise_level(sample);
    }
    return again;
}

double value_sample_expected(const struct value_sample *sample, int bits)
{
    double n = (double)sample->n;

    return times_two_to(n * (n - 1) / 2, -bits - (int)sample->level);
}
