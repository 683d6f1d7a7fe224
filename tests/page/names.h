/* SPDX-License-Identifier: MIT */
/* names.h - included before cli/page/browser.c when a test compiles it for the host: the
 * memory of WebAssembly is an array of the test. */
#include <stdint.h>

#define __heap_base                               test_memory[0]
#define __builtin_wasm_memory_size(memory)        test_memory_size()
#define __builtin_wasm_memory_grow(memory, pages) test_memory_grow(pages)
uintptr_t test_memory_size(void);
uintptr_t test_memory_grow(uintptr_t pages);
