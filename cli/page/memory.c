/* SPDX-License-Identifier: MIT */
/*
 * memory.c - malloc for the module.
 *
 * Idea  Blocks have a power of two of bytes, and a list of free blocks for each
 *       power. New blocks come from the end of the memory, which grows. A module
 *       makes few blocks, most of them while it writes JSON, and these have few
 *       sizes.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { POWER_LEAST = 5, POWERS = 32, WASM_PAGE = 65536 };

/* Before each block. The size keeps blocks aligned to 16 bytes. */
struct head {
    struct head *next; /* of the free blocks of this power */
    uint32_t power;
    uint32_t padding[2];
};

/* The last address: no block has it, because the one behind it would be 0. */
#ifndef MEMORY_LAST
#  define MEMORY_LAST UINTPTR_MAX
#endif

extern unsigned char __heap_base;
static struct head *unused[POWERS];
static uintptr_t end; /* of the blocks there are; 0 at first */

static unsigned power_of(size_t size)
{
    unsigned power = POWER_LEAST;

    while (power < POWERS &&
           ((size_t)1 << power) - sizeof(struct head) < size) {
        power++;
    }
    return power;
}

/* Take 2^power bytes behind all blocks. */
static struct head *take_new(unsigned power)
{
    const size_t size = (size_t)1 << power;
    const size_t have = (size_t)__builtin_wasm_memory_size(0) * WASM_PAGE;

    if (end == 0) {
        end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    }
    if (MEMORY_LAST - end < size) {
        return NULL;
    }
    if (have - end < size) {
        const size_t pages = (size - (have - end) + WASM_PAGE - 1) / WASM_PAGE;

        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) {
            return NULL;
        }
    }
    struct head *block = (struct head *)end; /* NOLINT: an address */

    block->power = power;
    end += size;
    return block;
}

void *malloc(size_t size)
{
    const unsigned power = power_of(size);

    if (power >= POWERS) {
        return NULL;
    }
    struct head *block = unused[power];

    if (block) {
        unused[power] = block->next;
    } else {
        block = take_new(power);
    }
    return block ? block + 1 : NULL;
}

void free(void *memory)
{
    if (memory) {
        struct head *block = (struct head *)memory - 1;

        block->next = unused[block->power];
        unused[block->power] = block;
    }
}

void *realloc(void *memory, size_t size)
{
    if (!memory) {
        return malloc(size);
    }
    const struct head *block = (struct head *)memory - 1;
    const size_t room = ((size_t)1 << block->power) - sizeof *block;

    if (size <= room) {
        return memory;
    }
    void *larger = malloc(size);

    if (larger) {
        memcpy(larger, memory, room);
        free(memory);
    }
    return larger;
}

void *calloc(size_t n, size_t size)
{
    if (size > 0 && n > SIZE_MAX / size) {
        return NULL;
    }
    void *memory = malloc(n * size);

    return memory ? memset(memory, 0, n * size) : NULL;
}
