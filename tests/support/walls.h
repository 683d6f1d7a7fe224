/* SPDX-License-Identifier: MIT */
/* Memory between two pages that nobody may touch: whoever reads or writes past
 * it, even by a vector that no sanitizer looks into, ends the program. */
#ifndef WALLS_H
#define WALLS_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct walled {
    char *begin; /* after a wall */
    char *end;   /* before a wall */
};

/* `len` bytes or up to a page more; never given back. */
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
