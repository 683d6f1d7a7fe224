/* SPDX-License-Identifier: MIT */
/* Processes for the tests of src/random: two ways to start one, and shared
 * memory for their results. A file that includes this header defines
 * _DEFAULT_SOURCE. */
#ifndef CHILDREN_H
#define CHILDREN_H

#include "vectors.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#  include <linux/filter.h>
#  include <linux/seccomp.h>
#  include <sys/prctl.h>
#  include <sys/syscall.h>
#endif

/* The way to start a process: with libc, which runs its fork handlers, or
 * without. */
enum birth {
    BY_FORK,
#if defined(__linux__)
    BY_CLONE,
#endif
    N_BIRTHS
};

typedef void child_fn(void *argument);

/* Start a process that calls `run` and ends. cmocka's asserts would continue
 * with the other tests in the child, so `run` records its results and the
 * parent checks them. */
static inline pid_t start_child(enum birth birth, child_fn *run, void *argument)
{
    pid_t child = -1;

    if (birth == BY_FORK) {
        child = fork();
    }
#if defined(__linux__)
    if (birth == BY_CLONE) {
#  if defined(__s390x__) /* the stack is the first argument there */
        child = (pid_t)syscall(SYS_clone, 0, SIGCHLD, 0, 0, 0);
#  else
        child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#  endif
    }
#endif
    if (child == 0) {
        run(argument);
        _exit(0);
    }
    return child;
}

/* Did the child exit with status 0? */
static inline bool child_ended_well(pid_t child)
{
    int status;

    return child > 0 && waitpid(child, &status, 0) == child &&
           WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static inline void run_child(enum birth birth, child_fn *run, void *argument)
{
    assert_true(child_ended_well(start_child(birth, run, argument)));
}

/* Zeroed memory that children write and their parent reads. */
static inline void *shared_memory(size_t len)
{
    void *memory = mmap(NULL, len, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(memory, MAP_FAILED);
    return memory;
}

#if defined(__linux__)
/*
 * From now on the kernel returns an error for one system call. If `argument` is
 * not negative, it does so only if that is the call's third argument. False if
 * this system does not allow seccomp filters.
 */
static inline bool refuse_call(unsigned call, int argument, unsigned error)
{
    const unsigned nr = offsetof(struct seccomp_data, nr);
    /* The low half of a 64-bit argument. */
    const unsigned third = offsetof(struct seccomp_data, args[2]) +
                           (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0);
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, nr),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, third),
        BPF_JUMP(BPF_JMP | (argument < 0 ? BPF_JGE : BPF_JEQ) | BPF_K,
                 argument < 0 ? 0 : (unsigned)argument, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#endif

#endif
