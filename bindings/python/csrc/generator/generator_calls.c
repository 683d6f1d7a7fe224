/* SPDX-License-Identifier: MIT */
/* Calls on a generator, and its clock and random source in Python. */
#include "generator.h"

#define NS_PER_SECOND 1000000000LL

/* Memory for one call of this thread. Nearly always there is one at a time, so
 * that a call needs no allocation. */
static GPY_THREAD_LOCAL gpy_call first_call;

bool gpy_has_callbacks(const gpy_generator *generator)
{
    return generator->clock || generator->random;
}

/* Return a call of this thread on a generator. A generator with callbacks has at
 * most one in a thread. */
static gpy_call *call_on(const gpy_generator *generator)
{
    return (gpy_call *)gpy_pass_of(&generator->gate);
}

static gpy_call *new_call(gpy_generator *generator)
{
    gpy_call *call = first_call.generator
                         ? (gpy_call *)PyMem_Malloc(sizeof *call)
                         : &first_call;

    if (!call) {
        PyErr_NoMemory();
        return NULL;
    }
    Py_INCREF((PyObject *)generator);
    call->generator = generator;
    call->released = NULL;
    return call;
}

static void free_call(gpy_call *call)
{
    PyObject *generator = (PyObject *)call->generator;

    if (call == &first_call) {
        call->generator = NULL;
    } else {
        PyMem_Free(call);
    }
    Py_DECREF(generator);
}

gpy_call *gpy_call_begin(gpy_generator *generator, bool alone)
{
    gpy_call *call;
    bool can_share = generator->scope != GUIDON_SCOPE_THREAD;
    bool can_nest = can_share && !alone && !gpy_has_callbacks(generator);

    if (!can_nest && call_on(generator)) {
        PyErr_SetString(PyExc_RuntimeError,
                        "a call on this generator has not ended: a generator "
                        "cannot be used by its own clock or random source, nor "
                        "by a signal handler, a buffer or another greenlet of "
                        "this thread within its call");
        return NULL;
    }
    call = new_call(generator);
    if (call &&
        gpy_pass_enter(&call->pass, &generator->gate, alone, can_share) < 0) {
        free_call(call);
        return NULL;
    }
    return call;
}

void gpy_call_end(gpy_call *call)
{
    gpy_pass_leave(&call->pass);
    free_call(call);
}

void gpy_call_release(gpy_call *call)
{
    call->released = PyEval_SaveThread();
}

void gpy_call_restore(gpy_call *call)
{
    PyThreadState *state = call->released;

    call->released = NULL;
    PyEval_RestoreThread(state);
}

/* ------------------------------------------------------------------ callbacks */

/* Split an int that has more than 64 bits. A derived class may have another
 * division, so this calls that of int. Returns 0, or -1 with an exception. */
static int split_long_time(guidon_time *out, PyObject *ns)
{
    PyObject *parts =
        PyObject_CallMethod((PyObject *)&PyLong_Type, "__divmod__", "OL", ns,
                            (long long)NS_PER_SECOND);

    if (!parts) {
        return -1;
    }
    out->seconds = PyLong_AsLongLong(PyTuple_GetItem(parts, 0));
    out->nanoseconds = (uint32_t)PyLong_AsLong(PyTuple_GetItem(parts, 1));
    Py_DECREF(parts);
    if (!PyErr_Occurred()) {
        return 0;
    }
    PyErr_Format(PyExc_OverflowError,
                 "clock: expected seconds that fit 64 bits, not %R ns", ns);
    return -1;
}

/* Split an int of nanoseconds. Returns 0, or -1 with an exception. */
static int split_time(guidon_time *out, PyObject *ns)
{
    int overflow;
    long long whole = PyLong_AsLongLongAndOverflow(ns, &overflow), rest;

    if (overflow) {
        return split_long_time(out, ns);
    }
    rest = whole % NS_PER_SECOND;
    out->seconds = whole / NS_PER_SECOND - (rest < 0);
    out->nanoseconds = (uint32_t)(rest + (rest < 0 ? NS_PER_SECOND : 0));
    return 0;
}

static int read_clock(guidon_time *out, PyObject *clock)
{
    PyObject *ns = clock ? PyObject_CallFunctionObjArgs(clock, NULL) : NULL;
    int result = -1;

    if (ns && PyLong_Check(ns)) {
        result = split_time(out, ns);
    } else if (ns) {
        PyErr_Format(PyExc_TypeError,
                     "clock: expected an int of nanoseconds since 1970, as "
                     "time.time_ns() returns, not %R",
                     (PyObject *)Py_TYPE(ns));
    }
    Py_XDECREF(ns);
    return result;
}

guidon_status gpy_call_clock(void *context, guidon_time *now)
{
    const gpy_generator *generator = (const gpy_generator *)context;

    return !PyErr_Occurred() && read_clock(now, generator->clock) == 0
               ? GUIDON_OK
               : GUIDON_E_CLOCK;
}

static int copy_random(void *out, size_t len, PyObject *bytes)
{
    Py_buffer view;
    int result = -1;

    if (!PyObject_CheckBuffer(bytes)) {
        PyErr_Format(PyExc_TypeError,
                     "random: expected bytes, as os.urandom(n) returns, not %R",
                     (PyObject *)Py_TYPE(bytes));
        return -1;
    }
    if (PyObject_GetBuffer(bytes, &view, PyBUF_SIMPLE) < 0) {
        return -1;
    }
    if ((size_t)view.len == len) {
        memcpy(out, view.buf, len);
        result = 0;
    } else {
        PyErr_Format(PyExc_ValueError, "random: expected %zu bytes, not %zd",
                     len, view.len);
    }
    PyBuffer_Release(&view);
    return result;
}

static int read_random(void *out, size_t len, PyObject *random)
{
    PyObject *bytes =
        random ? PyObject_CallFunction(random, "n", (Py_ssize_t)len) : NULL;
    int result = bytes ? copy_random(out, len, bytes) : -1;

    Py_XDECREF(bytes);
    return result;
}

guidon_status gpy_call_random(void *context, void *out, size_t len)
{
    gpy_generator *generator = (gpy_generator *)context;
    gpy_call *call = call_on(generator);
    bool is_released = call->released;
    guidon_status status = GUIDON_E_ENTROPY;

    if (is_released) {
        gpy_call_restore(call);
    }
    if (!PyErr_Occurred() && read_random(out, len, generator->random) == 0) {
        status = GUIDON_OK;
    }
    if (is_released) {
        gpy_call_release(call);
    }
    return status;
}
