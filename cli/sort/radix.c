/* SPDX-License-Identifier: MIT */
/* radix.c - radix sort in memory, in place. */
#include "radix.h"

#include <stdbool.h>
#include <string.h>

enum {
    PARTS = 256,
    FEW = 32,       /* up to so many items, insertion sort is faster */
    MANY = 1 << 16, /* from so many items on, threads save time */
};

#define WORDS 2
#include "radix_words.h"
#undef WORDS
#define WORDS 3
#include "radix_words.h"
#undef WORDS
#define WORDS 4
#include "radix_words.h"
#undef WORDS

void radix_sort(uint64_t *items, size_t n, size_t words,
                struct workers *workers)
{
    switch (words) {
    case 2:
        sort_all_2(items, n, workers);
        break;
    case 3:
        sort_all_3(items, n, workers);
        break;
    default:
        sort_all_4(items, n, workers);
        break;
    }
}
