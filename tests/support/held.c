/* SPDX-License-Identifier: MIT */
/* held.c - count the resources of a process */
#define _GNU_SOURCE
#include "held.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------- allocations */

void *__real_calloc(size_t n, size_t size);
void __real_free(void *memory);
int __real_getifaddrs(struct ifaddrs **out);
void __real_freeifaddrs(struct ifaddrs *list);
void *__wrap_calloc(size_t n, size_t size);
void __wrap_free(void *memory);
int __wrap_getifaddrs(struct ifaddrs **out);
void __wrap_freeifaddrs(struct ifaddrs *list);

static long live; /* allocations that are not freed */
bool held_no_memory;

void *__wrap_calloc(size_t n, size_t size)
{
    void *memory = held_no_memory ? NULL : __real_calloc(n, size);

    if (!memory) {
        errno = ENOMEM;
    }
    live += memory != NULL;
    return memory;
}

void __wrap_free(void *memory)
{
    live -= memory != NULL;
    __real_free(memory);
}

int __wrap_getifaddrs(struct ifaddrs **out)
{
    int failed = __real_getifaddrs(out);

    live += !failed;
    return failed;
}

void __wrap_freeifaddrs(struct ifaddrs *list)
{
    live--;
    __real_freeifaddrs(list);
}

/* --------------------------------------------------------------- resources */

/* The mapped bytes, without heap and stack, which grow and stay. */
static long mapped_now(void)
{
    static char maps[1 << 17];
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t len = 0;
    ssize_t got;
    long sum = 0;

    while ((got = read(file, maps + len, sizeof maps - 1 - len)) > 0) {
        len += (size_t)got;
    }
    close(file);
    maps[len] = '\0';
    for (char *line = strtok(maps, "\n"); line; line = strtok(NULL, "\n")) {
        char *rest;
        unsigned long begin = strtoul(line, &rest, 16);
        unsigned long end = strtoul(rest + 1, NULL, 16);

        if (!strstr(line, "[heap]") && !strstr(line, "[stack]")) {
            sum += (long)(end - begin);
        }
    }
    return sum;
}

struct held held_now(void)
{
    struct held held = {.mapped = mapped_now(), .live = live};

    for (int fd = 0; fd < 256; fd++) {
        held.descriptors += fcntl(fd, F_GETFD) != -1;
    }
    return held;
}
