/* SPDX-License-Identifier: MIT */
/* needs_avx2.c - ends the program with status 77 before main if this processor
 * lacks AVX2. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void skip_without_avx2(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) {
        puts("skipped: this processor has no AVX2");
        exit(77);
    }
}
