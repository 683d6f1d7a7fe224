/* SPDX-License-Identifier: MIT */
/* The class guidon.Generator. */
#include "generator.h"

#include "batch.h"

static const gpy_state *state_of(const gpy_generator *generator)
{
    return (const gpy_state *)PyType_GetModuleState(
        Py_TYPE((PyObject *)generator));
}

/* ------------------------------------------------------------------------ calls */

/* Begin a call on a generator that is open. Returns NULL with an exception. */
static gpy_call *begin(gpy_generator *generator, bool alone)
{
    gpy_call *call = gpy_call_begin(generator, alone);

    if (call && !generator->handle) {
        gpy_call_end(call);
        PyErr_SetString(PyExc_ValueError, "the generator is closed");
        return NULL;
    }
    return call;
}

/* Raise the exception of a status, unless a callback has raised one. Returns 0
 * if there is nothing to raise, or -1. */
static int check(const gpy_generator *generator, guidon_status status)
{
    if (gpy_has_callbacks(generator) && PyErr_Occurred()) {
        return -1;
    }
    if (status) {
        gpy_fail(state_of(generator), status);
        return -1;
    }
    return 0;
}

/* Does a call on this generator release the GIL by itself? It does if it may
 * wait for the system's clock. A clock of Python runs while the call waits. */
static bool releases_gil(const gpy_generator *generator)
{
    return generator->may_wait && !generator->clock;
}

/* Make ids without the GIL; the caller holds it. */
static guidon_status make_released(gpy_call *call, guidon_id *out, size_t n)
{
    guidon_status status;

    gpy_call_release(call);
    status = guidon_next_many(out, n, call->generator->handle);
    gpy_call_restore(call);
    return status;
}

/* Make one id. Returns 0, or -1 with an exception. */
static int make_one(gpy_generator *generator, guidon_id *out)
{
    guidon_status status;
    gpy_call *call = begin(generator, false);

    if (!call) {
        return -1;
    }
    status = releases_gil(generator) ? make_released(call, out, 1)
                                     : guidon_next(out, generator->handle);
    gpy_call_end(call);
    return check(generator, status);
}

/* A step of a batch. A generator with callbacks keeps the GIL in steps. */
static guidon_status make_many(void *source, guidon_id *out, size_t n)
{
    gpy_call *call = (gpy_call *)source;
    gpy_generator *generator = call->generator;

    return gpy_has_callbacks(generator) && releases_gil(generator)
               ? make_released(call, out, n)
               : guidon_next_many(out, n, generator->handle);
}

static gpy_maker maker_of(gpy_call *call)
{
    return (gpy_maker){.make = make_many,
                       .source = call,
                       .keeps_gil = gpy_has_callbacks(call->generator)};
}

/* Return the result of a batch, unless it has failed. */
static PyObject *finish_batch(const gpy_generator *generator,
                              guidon_status status, PyObject *result)
{
    if (check(generator, status) < 0) {
        Py_CLEAR(result);
    }
    return result;
}

/* --------------------------------------------------------------------- new ids */

static bool is_ulid(const gpy_generator *generator)
{
    return generator->kind == GUIDON_ULID ||
           generator->kind == GUIDON_ULID_MONOTONIC;
}

static PyObject *next_object(PyObject *self)
{
    gpy_generator *generator = (gpy_generator *)self;
    const gpy_state *state = state_of(generator);
    guidon_id id;

    if (make_one(generator, &id) < 0) {
        return NULL;
    }
    if (is_ulid(generator)) {
        return gpy_ulid_new(state, &id);
    }
    return generator->kind == GUIDON_V1 && generator->scope == GUIDON_SCOPE_HOST
               ? gpy_uuid_new_safe(state, &id)
               : gpy_uuid_new(state, &id);
}

PyDoc_STRVAR(
    next_doc,
    "next($self, /)\n--\n\n"
    "Return the next id: a uuid.UUID, or a ULID for the kinds of ULID.\n\n"
    "An exception of `clock` or `random` reaches the caller as it is.\n"
    "GenerateError: the clock is out of the range of the kind or stepped\n"
    "back too far, a counter is exhausted, there are no random bytes, or the\n"
    "state file cannot be used. After an exception, no id is used twice.\n\n"
    "The wait of rollback='wait' cannot be interrupted by a signal, unless\n"
    "the generator has a clock of its own.");
static PyObject *generator_next(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return next_object(self);
}

PyDoc_STRVAR(next_str_doc, "next_str($self, /)\n--\n\n"
                           "Return the canonical text of the next id: 36 "
                           "characters, or 26 of a ULID.");
static PyObject *generator_next_str(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gpy_generator *generator = (gpy_generator *)self;
    guidon_id id;

    if (make_one(generator, &id) < 0) {
        return NULL;
    }
    return is_ulid(generator) ? gpy_ulid_text(&id) : gpy_uuid_text(&id);
}

PyDoc_STRVAR(next_bytes_doc, "next_bytes($self, /)\n--\n\n"
                             "Return the 16 bytes of the next id.");
static PyObject *generator_next_bytes(PyObject *self,
                                      PyObject *Py_UNUSED(unused))
{
    guidon_id id;

    return make_one((gpy_generator *)self, &id) < 0 ? NULL : gpy_bytes(&id);
}

PyDoc_STRVAR(fill_doc,
             "fill($self, buffer, /)\n--\n\n"
             "Fill a buffer with the next ids, as guidon.fill does.\n\n"
             "The exceptions are those of next and guidon.fill. After one, "
             "the\nbuffer is unchanged or all zero.");
static PyObject *generator_fill(PyObject *self, PyObject *buffer)
{
    gpy_generator *generator = (gpy_generator *)self;
    guidon_status status;
    PyObject *result;
    gpy_maker maker;
    gpy_call *call = begin(generator, false);

    if (!call) {
        return NULL;
    }
    maker = maker_of(call);
    result = gpy_fill(&status, &maker, buffer);
    gpy_call_end(call);
    return finish_batch(generator, status, result);
}

PyDoc_STRVAR(new_many_doc, "new_many($self, n, /)\n--\n\n"
                           "Return the next n ids as bytes, as "
                           "guidon.new_many does.");
static PyObject *generator_new_many(PyObject *self, PyObject *number)
{
    gpy_generator *generator = (gpy_generator *)self;
    Py_ssize_t n = PyNumber_AsSsize_t(number, PyExc_OverflowError);
    guidon_status status;
    PyObject *result;
    gpy_maker maker;
    gpy_call *call;

    call = n == -1 && PyErr_Occurred() ? NULL : begin(generator, false);
    if (!call) {
        return NULL;
    }
    maker = maker_of(call);
    result = gpy_make_bytes(&status, &maker, n);
    gpy_call_end(call);
    return finish_batch(generator, status, result);
}

/* ----------------------------------------------------------- node and sequence */

/* Raise the exception of a status of a change. */
static PyObject *finish_change(gpy_generator *generator, guidon_status status,
                               const char *field)
{
    if (status == GUIDON_E_VERSION && !PyErr_Occurred()) {
        return PyErr_Format(PyExc_ValueError, "kind '%s' has no %s of its own",
                            gpy_kind_name(generator->kind), field);
    }
    if (check(generator, status) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

PyDoc_STRVAR(
    set_node_doc,
    "set_node($self, node, /)\n--\n\n"
    "Change the node of a generator of uuid1, uuid2 or uuid6.\n\n"
    "node: an int of 48 bits, or 6 bytes.\n\n"
    "A new random clock sequence comes with it, except in uuid2.\n"
    "ValueError: the kind has no node. RuntimeError: another thread is using\n"
    "the generator.");
static PyObject *generator_set_node(PyObject *self, PyObject *object)
{
    gpy_generator *generator = (gpy_generator *)self;
    unsigned char node[6];
    guidon_status status;
    gpy_call *call;

    call =
        gpy_read_node_bytes(node, object) < 0 ? NULL : begin(generator, true);
    if (!call) {
        return NULL;
    }
    status = guidon_set_node(generator->handle, node);
    gpy_call_end(call);
    return finish_change(generator, status, "node");
}

PyDoc_STRVAR(
    set_clock_seq_doc,
    "set_clock_seq($self, clock_seq=None, /)\n--\n\n"
    "Change the clock sequence of a generator of uuid1, uuid2 or uuid6.\n\n"
    "clock_seq: 0 .. 16383 (uuid2: 63), or None for a random one that\n"
    "    differs from the last.\n\n"
    "ValueError: the kind has no clock sequence of its own, or the number is\n"
    "out of its range. RuntimeError: another thread is using the generator.");
static PyObject *generator_set_clock_seq(PyObject *self, PyObject *args)
{
    gpy_generator *generator = (gpy_generator *)self;
    PyObject *object = Py_None;
    long long clock_seq = -1;
    guidon_status status;
    gpy_call *call;

    if (!PyArg_ParseTuple(args, "|O:set_clock_seq", &object) ||
        (object != Py_None &&
         gpy_read_option(&clock_seq, "clock_seq", object, 0,
                         generator->kind == GUIDON_V2 ? 63 : 16383) < 0)) {
        return NULL;
    }
    call = begin(generator, true);
    if (!call) {
        return NULL;
    }
    status = guidon_set_clock_seq(generator->handle, (int32_t)clock_seq);
    gpy_call_end(call);
    return finish_change(generator, status, "clock sequence");
}

/* --------------------------------------------------------------- close and with */

PyDoc_STRVAR(
    close_doc,
    "close($self, /)\n--\n\n"
    "Free the generator. Later calls for ids raise ValueError.\n\n"
    "A second close does nothing. RuntimeError: another thread is using the\n"
    "generator.");
static PyObject *generator_close(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gpy_generator *generator = (gpy_generator *)self;
    gpy_call *call = gpy_call_begin(generator, true);

    if (!call) {
        return NULL;
    }
    guidon_generator_free(generator->handle);
    generator->handle = NULL;
    gpy_call_end(call);
    Py_RETURN_NONE;
}

static PyObject *generator_enter(PyObject *self, PyObject *Py_UNUSED(unused))
{
    Py_INCREF(self);
    return self;
}

static PyObject *generator_exit(PyObject *self, PyObject *Py_UNUSED(args))
{
    return generator_close(self, NULL);
}

/* ------------------------------------------------------------------- attributes */

static PyObject *get_stats(PyObject *self, void *Py_UNUSED(context))
{
    gpy_generator *generator = (gpy_generator *)self;
    PyObject *result, *value;
    guidon_stats stats;
    uint64_t counts[4];
    gpy_call *call = begin(generator, false);

    if (!call) {
        return NULL;
    }
    guidon_generator_stats(&stats, generator->handle);
    gpy_call_end(call);
    memcpy(
        counts,
        (uint64_t[]){stats.rollbacks, stats.restarts, stats.waits, stats.forks},
        sizeof counts);
    result = PyStructSequence_New(state_of(generator)->stats_class);
    for (int i = 0; result && i < 4; i++) {
        value = PyLong_FromUnsignedLongLong(counts[i]);
        if (!value) {
            Py_CLEAR(result);
            break;
        }
        PyStructSequence_SetItem(result, i, value);
    }
    return result;
}

static PyObject *get_kind(PyObject *self, void *Py_UNUSED(context))
{
    return PyUnicode_FromString(gpy_kind_name(((gpy_generator *)self)->kind));
}

static const char *scope_name(const gpy_generator *generator)
{
    static const char *const names[] = {"thread", "process", "host"};

    return names[generator->scope];
}

static PyObject *get_scope(PyObject *self, void *Py_UNUSED(context))
{
    return PyUnicode_FromString(scope_name((gpy_generator *)self));
}

static PyObject *get_closed(PyObject *self, void *Py_UNUSED(context))
{
    return PyBool_FromLong(!((gpy_generator *)self)->handle);
}

static PyObject *generator_repr(PyObject *self)
{
    const gpy_generator *generator = (const gpy_generator *)self;

    return PyUnicode_FromFormat("<guidon.Generator kind='%s' scope='%s'%s>",
                                gpy_kind_name(generator->kind),
                                scope_name(generator),
                                generator->handle ? "" : " closed");
}

/* ------------------------------------------------------------------- life cycle */

static PyObject *generator_new(PyTypeObject *class, PyObject *args,
                               PyObject *keywords)
{
    PyObject *self = PyType_GenericAlloc(class, 0);
    gpy_generator *generator = (gpy_generator *)self;

    if (self && (gpy_gate_init(&generator->gate) < 0 ||
                 gpy_generator_create(state_of(generator), generator, args,
                                      keywords) < 0)) {
        Py_CLEAR(self);
    }
    return self;
}

static int generator_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((gpy_generator *)self)->clock);
    Py_VISIT(((gpy_generator *)self)->random);
    return 0;
}

/* Without its callbacks, the handle cannot make ids. */
static int generator_clear(PyObject *self)
{
    gpy_generator *generator = (gpy_generator *)self;

    guidon_generator_free(generator->handle);
    generator->handle = NULL;
    Py_CLEAR(generator->clock);
    Py_CLEAR(generator->random);
    return 0;
}

static void generator_dealloc(PyObject *self)
{
    PyTypeObject *class = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(class, Py_tp_free);

    PyObject_GC_UnTrack(self);
    generator_clear(self);
    gpy_gate_destroy(&((gpy_generator *)self)->gate);
    release(self);
    Py_DECREF(class);
}

PyDoc_STRVAR(
    generator_doc,
    "Generator(kind='v7', *, scope='thread', layout=None,\n"
    "          ulid_step=None, rollback='restart', overflow='wait',\n"
    "          clock=None, random=None, state=None,\n"
    "          rollback_tolerance_ms=None, node=None, clock_seq=None,\n"
    "          domain=None, local_id=None, node_number=None,\n"
    "          node_number_bits=None, lease_path=None)\n--\n\n"
    "A generator of ids with options, and an endless iterator over them.\n\n"
    "kind: 'v1', 'v2', 'v4', 'v6', 'v7', 'ulid', 'ulid-monotonic',\n"
    "    or 'v8-node' with a node number.\n"
    "scope: what keeps order together: 'thread' for use by one thread,\n"
    "    'process' for all threads, 'host' for all processes that use the\n"
    "    same state file.\n"
    "layout: of v7: 'precise' (the default: a fraction of the\n"
    "    millisecond), 'counter',\n"
    "    'increment' or 'unordered'.\n"
    "ulid_step: of ulid-monotonic: 'one' (the default, of the specification) or 'random'.\n"
    "rollback: what to do when the clock is more than rollback_tolerance_ms\n"
    "    (10,000) below its highest reading: 'restart' at the new time, 'wait',\n"
    "    'fail'.\n"
    "overflow: what to do when a counter is exhausted: 'wait' or 'fail'.\n"
    "clock: a function that returns the time as an int of nanoseconds since\n"
    "    1970, as time.time_ns does. None is the system's clock.\n"
    "random: a function that returns n bytes, as os.urandom does; or 'kernel'\n"
    "    to ask the kernel for each id. None is a cipher that the kernel keys.\n"
    "state: the path of the state file of scope 'host'. None is a file of\n"
    "    this user.\n"
    "node: of uuid1, uuid2 and uuid6: an int of 48 bits, 6 bytes, 'mac' for\n"
    "    the hardware address, or None for a random node.\n"
    "clock_seq: the first clock sequence of these kinds. None is random.\n"
    "domain, local_id: of uuid2. The domain is 0 (person), 1 (group),\n"
    "    2 (organisation) or another number up to 255.\n"
    "node_number, node_number_bits: of uuid8, which needs scope 'process': a\n"
    "    number of 1 to 24 bits that no other generator has.\n"
    "lease_path: the path of a lease file, whose holder decides how long the\n"
    "    generator makes ids, and which times they may have. uuid8 takes its\n"
    "    number from the file. A forked child makes no id.\n\n"
    "Threads may share a generator in every scope. With scope 'thread' they\n"
    "wait for each other; with 'process' and 'host' they need not. A forked\n"
    "child starts a new state. The clock and the random source must not use\n"
    "the generator that calls them; this raises RuntimeError. So does a signal\n"
    "handler that uses a generator of scope 'thread' while this thread is in\n"
    "one of its calls.\n\n"
    ">>> g = Generator('v7', clock=lambda: 1645557742 * 10**9)\n"
    ">>> str(next(g))[:13]\n"
    "'017f22e2-79b0'");

PyDoc_STRVAR(stats_doc, "Counts of events, as a GeneratorStats.");

static PyMethodDef methods[] = {
    {"next", generator_next, METH_NOARGS, next_doc},
    {"next_str", generator_next_str, METH_NOARGS, next_str_doc},
    {"next_bytes", generator_next_bytes, METH_NOARGS, next_bytes_doc},
    {"fill", generator_fill, METH_O, fill_doc},
    {"new_many", generator_new_many, METH_O, new_many_doc},
    {"set_node", generator_set_node, METH_O, set_node_doc},
    {"set_clock_seq", generator_set_clock_seq, METH_VARARGS, set_clock_seq_doc},
    {"close", generator_close, METH_NOARGS, close_doc},
    {"__enter__", generator_enter, METH_NOARGS, "Return the generator."},
    {"__exit__", generator_exit, METH_VARARGS, "Close the generator."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"kind", get_kind, NULL, "The name of the kind.", NULL},
    {"scope", get_scope, NULL, "The name of the scope.", NULL},
    {"closed", get_closed, NULL, "True after close().", NULL},
    {"stats", get_stats, NULL, stats_doc, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)generator_doc},
    {Py_tp_new, (void *)generator_new},
    {Py_tp_dealloc, (void *)generator_dealloc},
    {Py_tp_traverse, (void *)generator_traverse},
    {Py_tp_clear, (void *)generator_clear},
    {Py_tp_repr, (void *)generator_repr},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next_object},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "guidon.Generator",
    .basicsize = sizeof(gpy_generator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static PyStructSequence_Field stats_fields[] = {
    {"rollbacks", "calls that continued after the clock stepped back"},
    {"restarts", "restarts at an earlier time"},
    {"waits", "calls that waited for the clock"},
    {"forks", "new states after a fork or a clone of the machine"},
    {NULL, NULL},
};

static PyStructSequence_Desc stats_desc = {
    "guidon.GeneratorStats",
    "Counts of events in the calls that made ids with a generator.",
    stats_fields, 4};

int gpy_add_generator(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);

    if (gpy_add_object(module, "Generator",
                       PyType_FromModuleAndSpec(module, &spec, NULL)) < 0) {
        return -1;
    }
    state->stats_class = PyStructSequence_NewType(&stats_desc);
    Py_XINCREF((PyObject *)state->stats_class);
    return gpy_add_object(module, "GeneratorStats",
                          (PyObject *)state->stats_class);
}
