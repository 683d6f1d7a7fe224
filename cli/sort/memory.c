/* SPDX-License-Identifier: MIT */
/* memory.c - the memory for ids, of the size that --memory gives. */
#include "memory.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../text/number.h"
#include "external_sort.h"

#include <stdlib.h>
#include <sys/mman.h>

#define MEMORY_LEAST   ((size_t)64 << 10)
#define MEMORY_DEFAULT ((size_t)256 << 20)
/* For the program, its buffers and its stack, but not for ids. */
#define MEMORY_OVERHEAD ((size_t)8 << 20)
/* The least size for which huge pages pay off. */
#define LARGE_PAGES_FROM ((size_t)16 << 20)

_Static_assert(MEMORY_LEAST / 2 >= SORTER_RESORT_LEAST, "ids get half of it");

bool memory_parse(struct memory *memory, const char *text)
{
    size_t size = MEMORY_DEFAULT;

    if (text && (!size_parse(&size, text) || size > SIZE_MAX / 2)) {
        message_usage("invalid size '%s' (expected digits, then K, M, G or "
                      "nothing)",
                      ESCAPED(text));
        return false;
    }
    if (size < MEMORY_LEAST) {
        message_usage("--memory is too small (expected 64K or more)");
        return false;
    }
    size -= size / 2 < MEMORY_OVERHEAD ? size / 2 : MEMORY_OVERHEAD;
    memory->size = size & ~(sizeof *memory->words - 1);
    return true;
}

/* Random access is faster with huge pages. */
static void advise_large_pages(const struct memory *memory)
{
#if defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)1 << 21;
    const uintptr_t start = (uintptr_t)memory->words;
    const uintptr_t from = (start + page - 1) & ~(page - 1);
    const uintptr_t to = (start + memory->size) & ~(page - 1);

    if (memory->size >= LARGE_PAGES_FROM) {
        (void)madvise((char *)memory->words + (from - start), to - from,
                      MADV_HUGEPAGE);
    }
#else
    (void)memory;
#endif
}

bool memory_allocate(struct memory *memory)
{
    memory->words = malloc(memory->size);
    if (!memory->words) {
        message("out of memory; choose a smaller --memory");
        return false;
    }
    advise_large_pages(memory);
    return true;
}

void memory_free(struct memory *memory)
{
    free(memory->words);
    memory->words = NULL;
}
