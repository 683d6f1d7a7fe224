/* SPDX-License-Identifier: MIT */
/* Counts the memory that a process holds, as Linux reports it. */
#ifndef PRIVATE_MEMORY_H
#define PRIVATE_MEMORY_H

#include <stdio.h>
#include <string.h>

/* The KiB of pages that the kernel wipes in a forked process. In these programs
 * only the library has such pages. 0 if the system does not report them. */
static inline long wiped_on_fork(void)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    char line[4096];
    long size = 0;
    long sum = 0;

    while (maps && fgets(line, sizeof line, maps)) {
        (void)sscanf(line, "Size: %ld kB", &size);
        if (strncmp(line, "VmFlags:", 8) == 0 && strstr(line, " wf")) {
            sum += size;
        }
    }
    if (maps) {
        fclose(maps);
    }
    return sum;
}

/* A value of /proc/self/status in KiB, such as "VmLck"; -1 if it has none. */
static inline long status_value(const char *name)
{
    FILE *status = fopen("/proc/self/status", "r");
    size_t len = strlen(name);
    char line[256];
    long value = -1;

    while (status && fgets(line, sizeof line, status)) {
        if (strncmp(line, name, len) == 0 && line[len] == ':') {
            (void)sscanf(line + len + 1, "%ld", &value);
        }
    }
    if (status) {
        fclose(status);
    }
    return value;
}

#endif
