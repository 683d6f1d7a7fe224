/* SPDX-License-Identifier: MIT */
/* A process whose system calls fail as they are told to (Linux, x86-64). */
#ifndef TRACER_H
#define TRACER_H

#include <stdbool.h>
#include <sys/types.h>

/* How the chosen system calls go wrong: with an error of errno.h, or as the
 * system may cut them short: half of the bytes are transferred. */
#define FAULT_SHORT 0

struct fault {
    unsigned nth;   /* the first to fail is the nth that is made; 0: none */
    bool from_then; /* and so do those after it */
    int error;      /* or FAULT_SHORT */
};

/* What was seen between the marks. */
struct traced {
    unsigned calls; /* system calls made */
    long failed; /* the number (SYS_...) of the first that failed; -1: none */
    unsigned long long third; /* its third argument */
    int end;                  /* as waitpid tells it */
};

/* In the traced process: from the first mark on, and until the second, calls are
 * counted. */
void tracer_mark(void);

/* Run in a new process, which is traced; false where that cannot be. */
bool tracer_run(struct traced *out, const struct fault *fault,
                void (*run)(void *), void *argument);

/*
 * Run this program again with the same arguments and a process image that has
 * no vDSO, so that what libc and the library ask of the kernel is asked by
 * system calls; ends as that ends. Returns only where it cannot be.
 */
void tracer_again_without_vdso(char **argv);

#endif
