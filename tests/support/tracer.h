/* SPDX-License-Identifier: MIT */
/* Runs a process and makes chosen system calls fail (Linux, x86-64). */
#ifndef TRACER_H
#define TRACER_H

#include <stdbool.h>
#include <sys/types.h>

/* The fault of the chosen system calls is an error of errno.h, or FAULT_SHORT:
 * only half of the bytes are transferred. */
#define FAULT_SHORT 0

struct fault {
    unsigned nth;   /* number of the first call that fails; 0: none */
    bool from_then; /* all later calls fail too */
    int error;      /* of errno.h, or FAULT_SHORT */
};

/* The system calls between the two marks. */
struct traced {
    unsigned calls; /* their number */
    long failed;    /* number (SYS_...) of the first failed call; -1: none */
    unsigned long long third; /* its third argument */
    int end;                  /* the status of waitpid */
};

/* The traced process calls this twice. The tracer counts the system calls
 * between the two marks. */
void tracer_mark(void);

/* Call run(argument) in a new, traced process; false if tracing is not
 * possible. */
bool tracer_run(struct traced *out, const struct fault *fault,
                void (*run)(void *), void *argument);

/*
 * Run this program again, with the same arguments and without a vDSO, so that
 * libc and the library must use system calls. This process ends with the same
 * status. Returns only if that is not possible.
 */
void tracer_again_without_vdso(char **argv);

#endif
