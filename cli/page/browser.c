/* SPDX-License-Identifier: MIT */
/* browser.c - what the tool asks of a system, asked of the module and of JavaScript. */
#include "browser.h"
#include "../common/block.h"
#include "../common/real.h"
#include "../common/work.h"
#include "../text/json.h"

#include <string.h>

/* -------------------------------------------------------------------- memory */

enum { ALIGNMENT = 16, WASM_PAGE = 65536 };

extern unsigned char __heap_base;
static uintptr_t top; /* of the blocks; 0: there was none yet */

static uintptr_t aligned(uintptr_t address)
{
    return (address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
}

uintptr_t memory_mark(void)
{
    if (top == 0) {
        top = aligned((uintptr_t)&__heap_base);
    }
    return top;
}

void memory_release(uintptr_t mark)
{
    top = mark;
}

/* Let the memory end at or behind an address. */
static bool reach(uintptr_t address)
{
    const uintptr_t size = __builtin_wasm_memory_size(0);
    const uintptr_t pages = address / WASM_PAGE + 1;

    return pages <= size ||
           __builtin_wasm_memory_grow(0, pages - size) != (uintptr_t)-1;
}

void *block_resize(void *block, size_t had, size_t size)
{
    const bool last = block && aligned((uintptr_t)block + had) == memory_mark();
    const uintptr_t at = last ? (uintptr_t)block : memory_mark();

    if (size > UINTPTR_MAX - ALIGNMENT - at || !reach(at + size)) {
        return NULL;
    }
    top = aligned(at + size);
    void *larger = (void *)at; /* NOLINT: an address */

    return last || !block ? larger : memcpy(larger, block, had);
}

void block_free(void *block, size_t size)
{
    if (block && aligned((uintptr_t)block + size) == top) {
        top = (uintptr_t)block;
    }
}

/* ------------------------------------------------------------ numbers and output */

double real_parse(const char *text, size_t len)
{
    return browser_number(text, len);
}

size_t real_put(char out[REAL_TEXT_MAX], double number)
{
    return browser_real(out, number);
}

bool json_print(struct json *object)
{
    const bool whole = json_end(object);

    if (whole) {
        browser_write(object->text, object->len);
    }
    block_free(object->text, object->capacity);
    return whole;
}

/* ------------------------------------------------------------------- threads */

void workers_run(struct workers *workers, work_fn *work, void *context,
                 size_t parts)
{
    (void)workers;
    for (size_t part = 0; part < parts; part++) {
        work(context, part);
    }
}
