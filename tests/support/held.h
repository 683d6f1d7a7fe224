/* SPDX-License-Identifier: MIT */
/* What a process holds, so that what leaks is seen. Its program is linked with
 * calloc, free, getifaddrs and freeifaddrs wrapped. */
#ifndef HELD_H
#define HELD_H

#include <stdbool.h>

struct held {
    long descriptors;
    long mapped; /* bytes, but for heap and stack */
    long live;   /* allocations that were not given back */
};

struct held held_now(void);

/* Does calloc fail? */
extern bool held_no_memory;

#endif
