/* SPDX-License-Identifier: MIT */
/* idset.c - a hash set of ids with open addressing */
#include "idset.h"
#include "vectors.h"

#include <stdlib.h>

/* The finaliser of SplitMix64, which spreads neighbours. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Add an id to a table of mask + 1 slots; false if the table has it already. */
static bool add(guidon_id *table, size_t mask, const guidon_id *id)
{
    uint64_t hi, lo;
    size_t at;

    guidon_to_words(&hi, &lo, id);
    for (at = (size_t)mix(hi ^ mix(lo)) & mask; !guidon_is_nil(&table[at]);
         at = (at + 1) & mask) {
        if (guidon_equal(&table[at], id)) {
            return false;
        }
    }
    table[at] = *id;
    return true;
}

size_t idset_first_repeat(const guidon_id *ids, size_t n)
{
    size_t places = 2;
    size_t i;
    guidon_id *table;

    while (places < n + n / 2) {
        places *= 2;
    }
    table = calloc(places, sizeof *table);
    assert_non_null(table);
    for (i = 0; i < n; i++) {
        if (!guidon_is_nil(&ids[i]) && !add(table, places - 1, &ids[i])) {
            break;
        }
    }
    free(table);
    return i;
}
