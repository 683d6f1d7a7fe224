/* SPDX-License-Identifier: MIT */
/* short_length.c - how many digits at the end of an id tell it from others. */
#include <guidon/generate.h>

#define DIGIT_BITS 4
#define ALL_DIGITS 32

/* The bits at the end of an id that are random in each id, whatever the clock
 * does: tests/vectors/bits.json. 0 for kinds whose end is not random. */
static unsigned random_tail(guidon_kind kind)
{
    switch (kind) {
    case GUIDON_V4:
        return 62; /* the variant stands before them */
    case GUIDON_V7:
        return 54; /* precise; the other layouts have more */
    case GUIDON_ULID:
        return 80;
    default:
        return 0;
    }
}

unsigned guidon_short_length(uint64_t ids, double p, guidon_kind kind)
{
    const unsigned bits = random_tail(kind);
    const double n = (double)ids;
    const double pairs = ids > 1 ? n * (n - 1) / 2 : 0;
    double places = 1;

    if (bits == 0 || !(p >= 0 && p < 1)) {
        return 0;
    }
    for (unsigned digits = 1; digits * DIGIT_BITS <= bits; digits++) {
        places *= 1u << DIGIT_BITS;
        if (pairs <= (1 - p) * places) {
            return digits;
        }
    }
    return ALL_DIGITS;
}
