/* SPDX-License-Identifier: MIT */
/* none.c - the host of WebAssembly and firmware: two functions of the
 * embedding program, static memory, one thread. */
#include "../core/private.h"

#if GDN_HOST_NONE
#  include "../core/memory.h"
#  include "../core/wipe.h"
#  include "host.h"

#  include <guidon/host.h>

/* ------------------------------------------------------- entropy and clock */

guidon_status gdn_entropy(void *out, size_t len)
{
    if (guidon_host_entropy(out, len) != GUIDON_OK) {
        gdn_wipe(out, len);
        return GUIDON_E_ENTROPY;
    }
    return GUIDON_OK;
}

const char *gdn_entropy_name(void)
{
    return "guidon_host_entropy";
}

void gdn_entropy_thread_start(void)
{
}

void gdn_entropy_thread_end(void)
{
}

guidon_status gdn_clock_now(guidon_time *out)
{
    guidon_time now;

    if (guidon_host_now(&now) != GUIDON_OK) {
        return GUIDON_E_CLOCK;
    }
    *out = now;
    return GUIDON_OK;
}

uint64_t gdn_clock_resolution(void)
{
    return GUIDON_HOST_CLOCK_NS > 0 ? GUIDON_HOST_CLOCK_NS : 1;
}

/* The program may give a generator a clock of its own. */
guidon_status gdn_clock_monotonic(uint64_t *ns)
{
    (void)ns;
    return GUIDON_E_CLOCK;
}

/* The caller reads the clock again. */
void gdn_clock_pause(uint64_t ns)
{
    (void)ns;
}

/* ------------------------------------------------------------------- memory */

/*
 * Pages come from an array of blocks of 64 bytes. `used[i]` says if block i
 * belongs to pages. The array holds the memory of one thread and the epoch's
 * page.
 */
#  define NONE_BLOCK         64
#  define NONE_THREAD_MEMORY 12288 /* thread_generators.c needs no more */
#  define NONE_BLOCKS        ((NONE_THREAD_MEMORY + 1024) / NONE_BLOCK)

static struct {
    _Alignas(NONE_BLOCK) unsigned char memory[NONE_BLOCKS][NONE_BLOCK];
    bool used[NONE_BLOCKS];
} none_pages;

static size_t none_blocks_of(size_t len)
{
    return len / NONE_BLOCK + (len % NONE_BLOCK != 0);
}

static void none_set_used(size_t first, size_t n, bool used)
{
    for (size_t i = first; i < first + n; i++) {
        none_pages.used[i] = used;
    }
}

/* The number of free blocks from `first` on, at most `n`. */
static size_t none_free_from(size_t first, size_t n)
{
    size_t found = 0;

    while (found < n && !none_pages.used[first + found]) {
        found++;
    }
    return found;
}

void *gdn_pages_map(size_t len)
{
    size_t n = none_blocks_of(len);

    for (size_t first = 0; n <= NONE_BLOCKS && first <= NONE_BLOCKS - n;
         first++) {
        if (none_free_from(first, n) == n) {
            none_set_used(first, n, true);
            return none_pages.memory[first];
        }
    }
    return NULL;
}

void gdn_pages_unmap(void *pages, size_t len)
{
    size_t first =
        (size_t)((unsigned char *)pages - none_pages.memory[0]) / NONE_BLOCK;

    gdn_wipe(pages, len);
    none_set_used(first, none_blocks_of(len), false);
}

void gdn_pages_keep_from_dumps(void *pages, size_t len)
{
    (void)pages;
    (void)len;
}

void gdn_pages_lock(void *pages, size_t len)
{
    (void)pages;
    (void)len;
}

void gdn_pages_unlock(void *pages, size_t len)
{
    (void)pages;
    (void)len;
}

/* No process is ever forked. */
bool gdn_pages_wipe_on_fork(void *pages, size_t len)
{
    (void)pages;
    (void)len;
    return true;
}

#  if !defined(GUIDON_HOST_GENERATORS)
#    define GUIDON_HOST_GENERATORS 4
#  endif
_Static_assert(GUIDON_HOST_GENERATORS > 0, "room for a generator");

static struct {
    _Alignas(GDN_HEAP_ALIGN) unsigned char memory[GUIDON_HOST_GENERATORS]
                                                 [GDN_HEAP_MAX];
    bool used[GUIDON_HOST_GENERATORS];
} none_heap;

void *gdn_heap_new(size_t len)
{
    for (size_t i = 0; i < GUIDON_HOST_GENERATORS && len <= GDN_HEAP_MAX; i++) {
        if (!none_heap.used[i]) {
            none_heap.used[i] = true;
            memset(none_heap.memory[i], 0, GDN_HEAP_MAX);
            return none_heap.memory[i];
        }
    }
    return NULL;
}

void gdn_heap_free(void *memory)
{
    for (size_t i = 0; i < GUIDON_HOST_GENERATORS; i++) {
        if (memory == none_heap.memory[i]) {
            none_heap.used[i] = false;
        }
    }
}

/* ------------------------------------------------------ thread and process */

/* The only thread never ends. */
void gdn_thread_at_end(gdn_thread_end_fn *release, void *memory)
{
    (void)release;
    (void)memory;
}

long gdn_process_id(void)
{
    return 1;
}

void gdn_call_after_fork(void (*function)(void))
{
    (void)function;
}
#else
GDN_EMPTY_FILE;
#endif
