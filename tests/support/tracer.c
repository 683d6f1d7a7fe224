/* SPDX-License-Identifier: MIT */
/* tracer.c - make system calls fail, with ptrace */
#if defined(__linux__) && defined(__x86_64__)
#  define _GNU_SOURCE
#  include "tracer.h"

#  include <elf.h>
#  include <errno.h>
#  include <signal.h>
#  include <stdint.h>
#  include <stdio.h>
#  include <stdlib.h>
#  include <sys/ptrace.h>
#  include <sys/syscall.h>
#  include <sys/user.h>
#  include <sys/wait.h>
#  include <unistd.h>

/* A breakpoint, because the tracer sees it without a system call. */
void tracer_mark(void)
{
    __asm__ volatile("int3" ::: "memory");
}

/* ------------------------------------------------------------- system calls */

/* These calls take effect although they return an error: close and munmap
 * always release the descriptor or the mapping. */
static bool happens_anyway(long call)
{
    return call == SYS_close || call == SYS_munmap;
}

/* libc ends the program if one of its locks fails. */
static bool never_fails(long call)
{
    return call == SYS_futex;
}

/* The register with the call's number of bytes; NULL if the call has none. */
static unsigned long long *count_of(struct user_regs_struct *regs, long call)
{
    switch (call) {
    case SYS_read:
    case SYS_write:
    case SYS_pread64:
        return &regs->rdx;
    case SYS_getrandom:
        return &regs->rsi;
    default:
        return NULL;
    }
}

struct tracer {
    pid_t process;
    const struct fault *fault;
    struct traced seen;
    bool between_marks;
    bool in_call;             /* the next stop is the return of a call */
    bool fails;               /* the current call must fail */
    unsigned long long count; /* the original number of bytes of a short call */
};

/* A system call begins. */
static void enter(struct tracer *t)
{
    struct user_regs_struct regs;

    ptrace(PTRACE_GETREGS, t->process, NULL, &regs);
    long call = (long)regs.orig_rax;
    unsigned long long *count = count_of(&regs, call);

    t->seen.calls++;
    t->fails = t->fault->nth > 0 && !never_fails(call) &&
               (t->fault->from_then ? t->seen.calls >= t->fault->nth
                                    : t->seen.calls == t->fault->nth);
    if (!t->fails) {
        return;
    }
    if (t->seen.failed < 0) {
        t->seen.failed = call;
        t->seen.third = regs.rdx;
    }
    if (t->fault->error != FAULT_SHORT) {
        if (!happens_anyway(call)) {
            regs.orig_rax = (unsigned long long)-1;
        }
    } else if (count) {
        t->count = *count;
        *count /= 2;
    }
    ptrace(PTRACE_SETREGS, t->process, NULL, &regs);
}

/* A system call returns. */
static void leave(struct tracer *t)
{
    struct user_regs_struct regs;

    if (!t->fails) {
        return;
    }
    t->fails = false;
    ptrace(PTRACE_GETREGS, t->process, NULL, &regs);
    if (t->fault->error != FAULT_SHORT) {
        regs.rax = (unsigned long long)-(long long)t->fault->error;
    } else if (count_of(&regs, (long)regs.orig_rax)) {
        *count_of(&regs, (long)regs.orig_rax) = t->count;
    }
    ptrace(PTRACE_SETREGS, t->process, NULL, &regs);
}

static bool is_call(int status)
{
    return WIFSTOPPED(status) && WSTOPSIG(status) == (SIGTRAP | 0x80);
}

/* Continue the process until its next stop or its end. */
static bool go_on(struct tracer *t, int signal, int *status)
{
    return ptrace(t->between_marks ? PTRACE_SYSCALL : PTRACE_CONT, t->process,
                  NULL, (void *)(intptr_t)signal) == 0 &&
           waitpid(t->process, status, 0) == t->process;
}

/* Handle all stops until the process ends. */
static void follow(struct tracer *t)
{
    int status = 0;
    int signal = 0;

    while (go_on(t, signal, &status) && WIFSTOPPED(status)) {
        signal = 0;
        if (is_call(status)) {
            t->in_call ? leave(t) : enter(t);
            t->in_call = !t->in_call;
        } else if (WSTOPSIG(status) == SIGTRAP) {
            t->between_marks = !t->between_marks;
        } else {
            signal = WSTOPSIG(status);
        }
    }
    t->seen.end = status;
}

/* ---------------------------------------------------------------- processes */

/* Start a traced process, which stops first. */
static pid_t start_traced(void)
{
    pid_t process = fork();

    if (process == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
            _exit(EXIT_FAILURE);
        }
        raise(SIGSTOP);
    }
    return process;
}

bool tracer_run(struct traced *out, const struct fault *fault,
                void (*run)(void *), void *argument)
{
    struct tracer t = {
        .process = start_traced(), .fault = fault, .seen = {.failed = -1}};
    int status;

    if (t.process == 0) {
        run(argument);
        _exit(EXIT_SUCCESS);
    }
    if (t.process < 0 || waitpid(t.process, &status, 0) != t.process ||
        !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, t.process, NULL,
               (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) != 0) {
        return false;
    }
    follow(&t);
    *out = t.seen;
    return true;
}

/* A new program's stack has the argument count, the pointers to the strings,
 * then the auxiliary vector. Change the entry of the vDSO there to one that
 * libc ignores. */
static bool take_vdso(pid_t process)
{
    struct user_regs_struct regs;
    unsigned long long at;
    int nulls = 0;

    if (ptrace(PTRACE_GETREGS, process, NULL, &regs) != 0) {
        return false;
    }
    for (at = regs.rsp + 8; nulls < 2; at += 8) {
        nulls += ptrace(PTRACE_PEEKDATA, process, (void *)at, NULL) == 0;
    }
    for (;; at += 16) {
        long type = ptrace(PTRACE_PEEKDATA, process, (void *)at, NULL);

        if (type == AT_SYSINFO_EHDR) {
            return ptrace(PTRACE_POKEDATA, process, (void *)at,
                          (void *)AT_IGNORE) == 0;
        }
        if (type == AT_NULL) {
            return true; /* the vector has no such entry */
        }
    }
}

void tracer_again_without_vdso(char **argv)
{
    pid_t process = start_traced();
    int status;

    if (process == 0) {
        execv("/proc/self/exe", argv);
        _exit(EXIT_FAILURE);
    }
    if (process < 0 || waitpid(process, &status, 0) != process ||
        !WIFSTOPPED(status) || ptrace(PTRACE_CONT, process, NULL, NULL) != 0 ||
        waitpid(process, &status, 0) != process || !WIFSTOPPED(status) ||
        !take_vdso(process) ||
        ptrace(PTRACE_DETACH, process, NULL, NULL) != 0) {
        return;
    }
    if (waitpid(process, &status, 0) == process) {
        exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
    }
}
#else
typedef int tracer_is_empty; /* ISO C requires a declaration in each file */
#endif
