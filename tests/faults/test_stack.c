/* SPDX-License-Identifier: MIT */
/* test_stack.c - measure the stack use of each public function */
#define _GNU_SOURCE
#include "calls.h"
#include "vectors.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Each row runs in a process and a thread of its own, on a painted stack. The
 * lowest byte that lost its paint shows the depth of the call. A last byte that
 * the call wrote with the paint's value is not noticed. The page below the
 * stack must not be touched.
 *
 * The stack use of libc within a call counts too, and that of the loader when
 * it looks up a function at its first call.
 */

/* docs/guarantees.md: the bounds for calls without system calls, and for calls
 * that make ids, generators or leases. */
#define OF_VALUES ((size_t)8 << 10)
#define OF_IDS    ((size_t)12 << 10)

#define ROOM      ((size_t)1 << 20)
#define PAINT     0x5c

static char folder[64] = "/tmp/guidon-test-XXXXXX";
static char state_path[80];

struct measured {
    size_t used;
    bool prepared;
    guidon_status status;
};

struct run {
    const struct call *call;
    struct site *site;
    struct measured *out;
    unsigned char *low; /* end of the stack */
};

/* The bytes from this frame down to the intact paint. */
__attribute__((noinline)) static void measure(struct run *run)
{
    unsigned char here = 0;
    unsigned char *at = run->low;

    memset(run->low, PAINT, (size_t)(&here - run->low) - 512);
    run->out->status = run->call->run(run->site);
    while (*at == PAINT) {
        at++;
    }
    run->out->used = (size_t)(&here - at);
}

static void *in_thread(void *argument)
{
    struct run *run = argument;

    measure(run);
    return NULL;
}

static void *prepare_in_thread(void *argument)
{
    struct run *run = argument;

    run->out->prepared = call_prepare(run->site, run->call);
    if (run->call->when == WHEN_COLD) {
        return NULL; /* the next thread's first call is measured */
    }
    measure(run);
    return NULL;
}

/* The lowest byte of a new stack, with a protected page below it. */
static unsigned char *new_stack(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *all = mmap(NULL, ROOM + page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) != 0) {
        abort();
    }
    return all + page;
}

static void run_in_thread(void *(*what)(void *), struct run *run)
{
    pthread_attr_t attributes;
    pthread_t thread;

    run->low = new_stack();
    if (pthread_attr_init(&attributes) ||
        pthread_attr_setstack(&attributes, run->low, ROOM) ||
        pthread_create(&thread, &attributes, what, run) ||
        pthread_join(thread, NULL)) {
        abort();
    }
}

static void run_row(const struct call *call, struct measured *out)
{
    static struct site site;
    struct run run = {.call = call, .site = &site, .out = out};

    site.path = state_path;
    run_in_thread(prepare_in_thread, &run);
    if (call->when == WHEN_COLD) {
        run_in_thread(in_thread, &run);
    }
    call_release(&site);
}

static size_t bound_of(size_t row)
{
    return row < n_calls_of_values ? OF_VALUES : OF_IDS;
}

/* The bounds are for optimised builds; others use more stack. */
static bool bound_is_held(void)
{
#if defined(__OPTIMIZE__)
    return true;
#else
    return false;
#endif
}

static void test_every_call_keeps_to_its_bound(void **state)
{
    struct measured *out = mmap(NULL, sizeof *out, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t most[2] = {0, 0};

    (void)state;
    assert_true(out != MAP_FAILED);
    for (size_t i = 0; i < n_calls(); i++) {
        const struct call *call = nth_call(i);
        size_t bound = bound_of(i);
        size_t *sum = &most[bound == OF_VALUES ? 0 : 1];
        int status;
        pid_t child;

        if (call->when == WHEN_FORKED || call->file == FILE_PLACE) {
            continue; /* uses no more than other rows */
        }
        memset(out, 0, sizeof *out);
        child = fork();
        if (child == 0) {
            run_row(call, out);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        unlink(state_path);
        assert_true(out->prepared);
        assert_true(out->used > 0);
        *sum = out->used > *sum ? out->used : *sum;
        if (getenv("STACK_TELL")) {
            print_message("%6zu %s %s\n", out->used, call->function, call->how);
        }
        if (bound_is_held() && out->used > bound) {
            fail_msg("%s %s takes %zu bytes of stack; %zu are stated",
                     call->function, call->how, out->used, bound);
        }
    }
    print_message("most: %zu bytes on memory alone, %zu to make ids\n", most[0],
                  most[1]);
}

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(state_path, sizeof state_path, "%s/state", folder);
    return 0;
}

static int end(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_call_keeps_to_its_bound),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
