/* SPDX-License-Identifier: MIT */
/* Numbers of 64 bits that come again, however far apart, in little memory. */
#ifndef CLI_VALUE_SAMPLE_H
#define CLI_VALUE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A sample of the values: those whose hash begins with `level` zero bits, of
 * which each time that it comes is seen. When there are too many of them to be
 * held, the level rises, and half of them go. All zero but for
 * `spare` is an empty one.
 */
#define VALUE_SAMPLE_SLOTS ((size_t)1 << 14)

struct value_sample_slot {
    uint64_t value;
    uint64_t times; /* 0: the slot is free */
};

struct value_sample {
    unsigned level;
    size_t held;
    uint64_t n;     /* values that were added, in the sample or not */
    uint64_t again; /* times that a value of the sample was there before */
    struct value_sample_slot slots[VALUE_SAMPLE_SLOTS];
    struct value_sample_slot *spare; /* as many, which several may share */
};

/* True if it is in the sample and was there before. */
bool value_sample_add(struct value_sample *repeats, uint64_t value);
/* How often such values of `bits` random bits would come again in the sample by
 * chance, in the mean. */
double value_sample_due(const struct value_sample *repeats, int bits);

#endif
