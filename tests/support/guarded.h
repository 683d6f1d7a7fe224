/* SPDX-License-Identifier: MIT */
/* Memory between two pages that may not be touched: what a kernel reads or
 * writes past it ends the test, where no sanitizer sees what kernels do. */
#ifndef GUARDED_H
#define GUARDED_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

#define GUARD_SIZE 65536 /* a multiple of every page size */

struct guarded {
    char *begin;
    char *end;
};

/* At least `len` bytes, zeros; never given back. */
static inline struct guarded guarded_new(size_t len)
{
    struct guarded memory;
    size_t inside = (len / GUARD_SIZE + 1) * GUARD_SIZE;
    char *all = mmap(NULL, inside + 2 * GUARD_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all, GUARD_SIZE, PROT_NONE) != 0 ||
        mprotect(all + GUARD_SIZE + inside, GUARD_SIZE, PROT_NONE) != 0) {
        abort();
    }
    memory.begin = all + GUARD_SIZE;
    memory.end = memory.begin + inside;
    return memory;
}

#endif
