/* SPDX-License-Identifier: MIT */
/* Which threads may use a generator or an audit at the same time. */
#include "generator.h"

/* The passes of this thread, the newest first. */
static GPY_THREAD_LOCAL gpy_pass *passes;

#ifndef _WIN32
#  include <pthread.h>

/* All gates of the process, so that a forked child can open them. */
static pthread_mutex_t gates_lock = PTHREAD_MUTEX_INITIALIZER;
static gpy_gate *gates;
static bool is_registered;

static void before_fork(void)
{
    pthread_mutex_lock(&gates_lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&gates_lock);
}

/* Put the thread back into a gate that was opened. */
static void enter_again(const gpy_pass *pass)
{
    gpy_gate *gate = pass->gate;

    if (pass->can_share && !pass->alone) {
        atomic_fetch_add(&gate->users, 1);
        return;
    }
    PyThread_acquire_lock(gate->lock, NOWAIT_LOCK);
    atomic_store(&gate->closed, pass->can_share);
}

/* The child has the thread that forked alone. The users of other threads are gone,
 * and their locks may be in any state, so each gate gets another one. If this
 * thread forked in a gate, in a callback or a signal handler, it is still there. */
static void after_fork_in_child(void)
{
    for (gpy_gate *gate = gates; gate; gate = gate->next) {
        PyThread_type_lock lock = PyThread_allocate_lock();

        gate->lock = lock ? lock : gate->lock;
        atomic_store(&gate->users, 0);
        atomic_store(&gate->closed, false);
    }
    for (const gpy_pass *pass = passes; pass; pass = pass->next) {
        enter_again(pass);
    }
    pthread_mutex_unlock(&gates_lock);
}

static void add_gate(gpy_gate *gate)
{
    pthread_mutex_lock(&gates_lock);
    if (!is_registered) {
        is_registered = pthread_atfork(before_fork, after_fork_in_parent,
                                       after_fork_in_child) == 0;
    }
    gate->previous = NULL;
    gate->next = gates;
    if (gates) {
        gates->previous = gate;
    }
    gates = gate;
    pthread_mutex_unlock(&gates_lock);
}

static void remove_gate(gpy_gate *gate)
{
    pthread_mutex_lock(&gates_lock);
    if (gate->previous) {
        gate->previous->next = gate->next;
    } else {
        gates = gate->next;
    }
    if (gate->next) {
        gate->next->previous = gate->previous;
    }
    pthread_mutex_unlock(&gates_lock);
}

#else

static void add_gate(gpy_gate *gate)
{
    (void)gate;
}

static void remove_gate(gpy_gate *gate)
{
    (void)gate;
}

#endif

int gpy_gate_init(gpy_gate *gate)
{
    gate->lock = PyThread_allocate_lock();
    if (!gate->lock) {
        PyErr_NoMemory();
        return -1;
    }
    atomic_init(&gate->users, 0);
    atomic_init(&gate->closed, false);
    add_gate(gate);
    return 0;
}

void gpy_gate_destroy(gpy_gate *gate)
{
    if (gate->lock) {
        remove_gate(gate);
        PyThread_free_lock(gate->lock);
        gate->lock = NULL;
    }
}

static int take_lock(gpy_gate *gate)
{
    PyLockStatus status = PyThread_acquire_lock(gate->lock, NOWAIT_LOCK)
                              ? PY_LOCK_ACQUIRED
                              : PY_LOCK_INTR;

    while (status != PY_LOCK_ACQUIRED) {
        Py_BEGIN_ALLOW_THREADS;
        status = PyThread_acquire_lock_timed(gate->lock, -1, 1);
        Py_END_ALLOW_THREADS;
        if (status != PY_LOCK_ACQUIRED && PyErr_CheckSignals() < 0) {
            return -1;
        }
    }
    return 0;
}

/* Enter a gate that others share. A user first counts itself, then looks whether
 * the gate is closed. close_shared first closes the gate, then looks at the
 * count. So one of the two sees the other. */
static int enter_shared(gpy_gate *gate)
{
    for (;;) {
        atomic_fetch_add(&gate->users, 1);
        if (!atomic_load(&gate->closed)) {
            return 0;
        }
        atomic_fetch_sub(&gate->users, 1);
        if (take_lock(gate) < 0) {
            return -1;
        }
        PyThread_release_lock(gate->lock);
    }
}

static int close_shared(gpy_gate *gate)
{
    atomic_store(&gate->closed, true);
    if (atomic_load(&gate->users) == 0) {
        return 0;
    }
    atomic_store(&gate->closed, false);
    PyThread_release_lock(gate->lock);
    PyErr_SetString(PyExc_RuntimeError,
                    "another thread is making ids with this generator");
    return -1;
}

int gpy_gate_enter(gpy_gate *gate, bool alone, bool can_share)
{
    if (can_share && !alone) {
        return enter_shared(gate);
    }
    if (take_lock(gate) < 0) {
        return -1;
    }
    return can_share ? close_shared(gate) : 0;
}

void gpy_gate_leave(gpy_gate *gate, bool alone, bool can_share)
{
    if (can_share && !alone) {
        atomic_fetch_sub(&gate->users, 1);
        return;
    }
    atomic_store(&gate->closed, false);
    PyThread_release_lock(gate->lock);
}

/* ------------------------------------------------------------------- passes */

int gpy_pass_enter(gpy_pass *pass, gpy_gate *gate, bool alone, bool can_share)
{
    if (gpy_gate_enter(gate, alone, can_share) < 0) {
        return -1;
    }
    *pass = (gpy_pass){gate, alone, can_share, NULL, passes};
    if (passes) {
        passes->previous = pass;
    }
    passes = pass;
    return 0;
}

void gpy_pass_leave(gpy_pass *pass)
{
    if (pass->previous) {
        pass->previous->next = pass->next;
    } else {
        passes = pass->next;
    }
    if (pass->next) {
        pass->next->previous = pass->previous;
    }
    gpy_gate_leave(pass->gate, pass->alone, pass->can_share);
}

gpy_pass *gpy_pass_of(const gpy_gate *gate)
{
    gpy_pass *pass = passes;

    while (pass && pass->gate != gate) {
        pass = pass->next;
    }
    return pass;
}
