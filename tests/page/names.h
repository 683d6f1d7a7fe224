/* SPDX-License-Identifier: MIT */
/* names.h - included before the page's libc when a test compiles it for the host: other
 * names than those of the host's libc, and a memory of the test. */
#include <stdint.h>

#define errno         page_errno
#define memcpy        page_memcpy
#define memmove       page_memmove
#define memset        page_memset
#define memchr        page_memchr
#define memcmp        page_memcmp
#define strlen        page_strlen
#define strncmp       page_strncmp
#define strcmp        page_strcmp
#define strchr        page_strchr
#define strspn        page_strspn
#define strcspn       page_strcspn
#define strcat        page_strcat
#define strtod        page_strtod
#define strtoull      page_strtoull
#define strtol        page_strtol
#define ldexp         page_ldexp
#define frexp         page_frexp
#define qsort         page_qsort
#define malloc        page_malloc
#define calloc        page_calloc
#define realloc       page_realloc
#define free          page_free
#define snprintf      page_snprintf
#define vsnprintf     page_vsnprintf
#define clock_gettime page_clock_gettime
#define nanosleep     page_nanosleep
#define localtime_r   page_localtime_r
#define geteuid       page_geteuid
#define __multi3      page_multi3

/* The memory of WebAssembly: an array of the test, whose address counts as 0 does. */
#define __heap_base                               test_memory[0]
#define __builtin_wasm_memory_size(memory)        test_memory_size()
#define __builtin_wasm_memory_grow(memory, pages) test_memory_grow(pages)
#define MEMORY_LAST                               test_memory_last()
uintptr_t test_memory_size(void);
uintptr_t test_memory_grow(uintptr_t pages);
uintptr_t test_memory_last(void);
