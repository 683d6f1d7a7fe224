/* SPDX-License-Identifier: MIT */
/* blocks_test.c - the blocks of the page's memory keep their bytes and share none, and a
 * memory that ends gives no block. run.sh compiles cli/page/browser.c with sanitizers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/block.h"
#include "page/browser.h"

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/* ------------------------------------------------------------ WebAssembly */

#define PAGE  65536u
#define PAGES 64u
_Alignas(65536) unsigned char test_memory[PAGES * PAGE];
static uintptr_t grown = 1; /* pages */

uintptr_t test_memory_size(void)
{
    return (uintptr_t)test_memory / PAGE + grown;
}

uintptr_t test_memory_grow(uintptr_t pages)
{
    if (pages > PAGES - grown) {
        return UINTPTR_MAX;
    }
    grown += pages;
    return test_memory_size() - pages;
}

/* No test writes or reads a number. */
void browser_write(const void *bytes, size_t len)
{
    (void)bytes;
    (void)len;
}

double browser_number(const char *text, size_t len)
{
    (void)text;
    return (double)len;
}

size_t browser_real(char *out, double number)
{
    (void)out;
    (void)number;
    return 0;
}

bool json_end(struct json *object)
{
    return object == NULL;
}

/* ------------------------------------------------------------------- blocks */

static uint64_t state = 9562;

static uint64_t draw(uint64_t below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (state >> 33) % below;
}

enum { BLOCKS = 8, MOST = 2000 };
static unsigned char *blocks[BLOCKS];
static size_t sizes[BLOCKS];

static void check_bytes(unsigned i)
{
    for (size_t at = 0; at < sizes[i]; at++) {
        CHECK(blocks[i][at] == i);
    }
}

/* Let a block grow, or free it. */
static void change(unsigned i)
{
    const size_t size = sizes[i] + 1 + (size_t)draw(MOST);

    if (draw(3) == 0 || size > MOST) {
        block_free(blocks[i], sizes[i]);
        blocks[i] = NULL;
        sizes[i] = 0;
        return;
    }
    blocks[i] = block_resize(blocks[i], sizes[i], size);
    CHECK(blocks[i] && (uintptr_t)blocks[i] % 16 == 0);
    check_bytes(i);
    memset(blocks[i], (int)i, size);
    sizes[i] = size;
}

static void check_blocks(void)
{
    for (unsigned round = 0; round < 200; round++) {
        const uintptr_t mark = memory_mark();

        memset(blocks, 0, sizeof blocks);
        memset(sizes, 0, sizeof sizes);
        for (unsigned step = 0; step < 100; step++) {
            change((unsigned)draw(BLOCKS));
            for (unsigned i = 0; i < BLOCKS; i++) {
                check_bytes(i);
            }
        }
        memory_release(mark);
        CHECK(memory_mark() == mark);
    }
}

/* The last block grows where it is, and a freed one gives its place back. */
static void check_the_last_block(void)
{
    const uintptr_t mark = memory_mark();
    void *first = block_resize(NULL, 0, 100);

    CHECK(block_resize(first, 100, PAGE * 2) == first);
    void *second = block_resize(NULL, 0, 1);

    block_free(second, 1);
    CHECK(block_resize(first, PAGE * 2, PAGE * 3) == first);
    memset(first, 1, PAGE * 3);
    block_free(first, PAGE * 3);
    CHECK(memory_mark() == mark);
}

static void check_the_end_of_memory(void)
{
    const uintptr_t mark = memory_mark();
    unsigned char *block, *last = NULL;

    CHECK(!block_resize(NULL, 0, SIZE_MAX) &&
          !block_resize(NULL, 0, SIZE_MAX / 2));
    while ((block = block_resize(NULL, 0, 5000)) != NULL) {
        CHECK(block >= test_memory &&
              block + 5000 <= test_memory + sizeof test_memory);
        memset(block, 1, 5000);
        last = block;
    }
    CHECK(last && !block_resize(last, 5000, 10000) && last[4999] == 1);
    memory_release(mark);
    CHECK(block_resize(NULL, 0, 5000));
}

int main(void)
{
    check_blocks();
    check_the_last_block();
    check_the_end_of_memory();
    puts("the page's memory: blocks, and its end");
    return 0;
}
