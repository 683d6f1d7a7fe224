/* SPDX-License-Identifier: MIT */
/* Only a declaration: the linker leaves out the function that calls it. */
#ifndef GUIDON_WASM_STDIO_H
#define GUIDON_WASM_STDIO_H

#include <stddef.h>

int snprintf(char *out, size_t size, const char *format, ...);

#endif
