/* SPDX-License-Identifier: MIT */
/* The class guidon.Generator, for the files that define it. */
#ifndef GUIDON_PY_GENERATOR_H
#define GUIDON_PY_GENERATOR_H

#include "../guidon_py.h"

#include <pythread.h>
#include <stdatomic.h>

/* ------------------------------------------------------------------ gate.c */

#if defined(_MSC_VER)
#  define GPY_THREAD_LOCAL __declspec(thread)
#else
#  define GPY_THREAD_LOCAL _Thread_local
#endif

/*
 * Decides which threads may use an object at the same time. A user that enters
 * `alone` waits until no other user is inside. In a forked child, the users of
 * other threads are gone. Those of the thread that forked are still inside, if
 * they have a pass.
 */
typedef struct gpy_gate {
    PyThread_type_lock lock;          /* held by the user that is alone */
    atomic_int users;                 /* users that are not alone */
    atomic_bool closed;               /* a user is alone, or wants to be */
    struct gpy_gate *previous, *next; /* all gates of the process */
} gpy_gate;

/* Initialise a gate. Returns 0, or -1 with MemoryError. */
int gpy_gate_init(gpy_gate *gate);
void gpy_gate_destroy(gpy_gate *gate);

/*
 * Enter, and leave. To wait, a user releases the GIL, and a signal may end the
 * wait. An attempt to be alone while others are inside is an error, because they
 * may be there for long.
 *
 *   can_share  in  may others be inside at all? The same for all users
 *
 * Returns 0, or -1 with RuntimeError or the exception of a signal handler.
 */
int gpy_gate_enter(gpy_gate *gate, bool alone, bool can_share);
void gpy_gate_leave(gpy_gate *gate, bool alone, bool can_share);

/*
 * A stay in a gate, during which code of Python may run. That code may fork, and
 * it may switch to another greenlet, which then enters and leaves gates in any
 * order.
 *
 * The memory of a pass is not on the C stack, because greenlets move the stack away
 * while they do not run.
 */
typedef struct gpy_pass {
    gpy_gate *gate;
    bool alone, can_share;
    struct gpy_pass *previous, *next; /* all passes of the thread */
} gpy_pass;

/* The same as gpy_gate_enter, with the members of a pass, and gpy_gate_leave. */
int gpy_pass_enter(gpy_pass *pass, gpy_gate *gate, bool alone, bool can_share);
void gpy_pass_leave(gpy_pass *pass);

/* Return a pass of this thread for a gate, or NULL if there is none. */
gpy_pass *gpy_pass_of(const gpy_gate *gate);

/* ------------------------------------------------------------- generator.c */

/* The attribute `closed` and repr() read the handle outside of the gate. */
typedef struct gpy_generator {
    PyObject_HEAD _Atomic(guidon_generator *) handle; /* NULL if closed */
    guidon_kind kind;
    const char *kind_name; /* static */
    guidon_scope scope;
    bool may_wait;   /* for the system's clock, longer than some milliseconds */
    PyObject *clock; /* a callable, or NULL */
    PyObject *random; /* a callable, or NULL */
    gpy_gate gate;
} gpy_generator;

/* ------------------------------------------------------- generator_calls.c */

/* A call on a generator, which owns a reference to it. */
typedef struct gpy_call {
    gpy_pass pass;
    gpy_generator *generator; /* NULL: the memory is not in use */
    PyThreadState *released;  /* of this thread, while it has no GIL */
} gpy_call;

/*
 * Begin a call on a generator, and end it.
 *
 *   alone  in  no other thread may be in a call, in any scope
 *
 * Returns the call; or NULL with an exception: RuntimeError if another call of this
 * thread on the generator has not ended, MemoryError, and the errors of
 * gpy_gate_enter. The other call has not ended if its clock or random source, the
 * object of a buffer, a signal handler or another greenlet makes this call. Ids of
 * a shared generator without callbacks can be made even so.
 */
gpy_call *gpy_call_begin(gpy_generator *generator, bool alone);
void gpy_call_end(gpy_call *call);

/* Does the generator call functions of Python? */
bool gpy_has_callbacks(const gpy_generator *generator);

/* Release the GIL in a call, and take it again. */
void gpy_call_release(gpy_call *call);
void gpy_call_restore(gpy_call *call);

/* The functions of guidon_options whose context is a gpy_generator. They leave
 * the exception of the function of Python in place. A call on a generator with a
 * clock keeps the GIL. */
guidon_status gpy_call_clock(void *generator, guidon_time *now);
guidon_status gpy_call_random(void *generator, void *out, size_t len);

/* ----------------------------------------------------- generator_options.c */

/*
 * Read the arguments of the class: set the members of a generator that depend
 * on them, and create its handle.
 *
 * Returns 0, or -1 with an exception.
 */
int gpy_generator_create(const gpy_state *state, gpy_generator *generator,
                         PyObject *args, PyObject *keywords);

/* Read a node: 48 bits as an int, or 6 bytes. Returns 0, or -1 with an
 * exception. */
int gpy_read_node_bytes(unsigned char out[6], PyObject *object);

/* Read an int from `min` to `max`. Returns 0, or -1 with TypeError or
 * ValueError. */
int gpy_read_option(long long *out, const char *name, PyObject *object,
                    long long min, long long max);

#endif
