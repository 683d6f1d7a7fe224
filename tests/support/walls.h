/* SPDX-License-Identifier: MIT */
/* Memory between two pages that must not be touched. A read or write past the
 * memory ends the program, even by a vector instruction that no sanitizer
 * checks. */
#ifndef WALLS_H
#define WALLS_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct walled {
    char *begin; /* right after the first such page */
    char *end;   /* right before the second one */
};

/* Map at least `len` bytes, up to a page more. They are never unmapped. */
static inline struct walled walled_new(size_t len)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inside = (len + page - 1) / page * page;
    struct walled memory;
    void *all = mmap(NULL, inside + 2 * page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED) {
        abort();
    }
    memory.begin = (char *)all + page;
    memory.end = memory.begin + inside;
    if (mprotect(memory.begin, inside, PROT_READ | PROT_WRITE) != 0) {
        abort();
    }
    return memory;
}

#endif
