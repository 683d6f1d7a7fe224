/* SPDX-License-Identifier: MIT */
/* Repeated 64-bit values, however far apart, counted in bounded memory. */
#ifndef CLI_VALUE_SAMPLE_H
#define CLI_VALUE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A sample of the values: the values whose hash begins with `level` zero bits.
 * The sample counts every occurrence of such a value. If the sample outgrows
 * its slots, the level rises and about half of the values leave. Begins with
 * all members 0, except `spare`.
 */
#define VALUE_SAMPLE_SLOTS ((size_t)1 << 14)

struct value_sample_slot {
    uint64_t value;
    uint64_t times; /* 0: the slot is free */
};

struct value_sample {
    unsigned level;
    size_t held;         /* slots in use */
    uint64_t n;          /* all values that were added */
    uint64_t duplicates; /* occurrences of sampled values after their first */
    struct value_sample_slot slots[VALUE_SAMPLE_SLOTS];
    struct value_sample_slot *spare; /* VALUE_SAMPLE_SLOTS; may be shared */
};

/* True if the sample holds the value already. */
bool value_sample_add(struct value_sample *sample, uint64_t value);
/* The mean of sample->duplicates if each value has `bits` random bits. */
double value_sample_expected(const struct value_sample *sample, int bits);

#endif
