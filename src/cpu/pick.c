/* SPDX-License-Identifier: MIT */
/* pick.c - search a table of kernels. */
#include "pick.h"

static unsigned needs_of(const void *row)
{
    const unsigned *needs =
        (const void *)((const char *)row + offsetof(struct gdn_row, needs));

    return *needs;
}

/* The store needs no order: the row is constant, and threads that search at the
 * same time find the same row. The baseline ends the search at the last row
 * even when an emulator hides features that the compiler relies on. */
const void *gdn_pick_row(struct gdn_pick *pick)
{
    unsigned features = gdn_cpu_features() | GDN_CPU_BASELINE;
    const char *row = pick->rows;

    while (needs_of(row) & ~features) {
        row += pick->row_size;
    }
    atomic_store_explicit(&pick->row, row, memory_order_relaxed);
    return row;
}
