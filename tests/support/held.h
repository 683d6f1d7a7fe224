/* SPDX-License-Identifier: MIT */
/* Counts the resources of a process, to detect leaks. The program must be
 * linked with wrappers for calloc, free, getifaddrs and freeifaddrs. */
#ifndef HELD_H
#define HELD_H

#include <stdbool.h>

struct held {
    long descriptors;
    long mapped; /* bytes outside heap and stack */
    long live;   /* allocations that are not freed */
};

struct held held_now(void);

/* Set it to make calloc fail. */
extern bool held_no_memory;

#endif
