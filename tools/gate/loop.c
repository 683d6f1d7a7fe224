/* SPDX-License-Identifier: MIT */
/* A quarter of the fixed loop that tells how fast a processor is: ./dev test all counts
 * the CPU seconds of its parts in those of the loop. It does what compilers and tests
 * do most: follow links through memory, and compute with small numbers. */
#include <stdint.h>
#include <stdio.h>

#define ENTRIES (UINT32_C(1) << 18) /* 1 MiB, about a second-level cache */
#define STEPS   UINT32_C(30000000)

static uint32_t next[ENTRIES];

int main(void)
{
    uint32_t at = 0, sum = 0, i;

    for (i = 0; i < ENTRIES; i++) {
        next[i] = (i * UINT32_C(2654435761) + 12345) % ENTRIES;
    }
    for (i = 0; i < STEPS; i++) {
        at = next[at ^ (sum & 7)];
        sum = sum * UINT32_C(1664525) + at + (sum >> 13);
    }
    printf("%u\n", (unsigned)sum);
    return 0;
}
