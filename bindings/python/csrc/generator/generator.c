/* SPDX-License-Identifier: MIT */
/* The class guidon.Generator. */
#include "generator.h"

#include "../batch/batch.h"

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

static PyObject *generator_next(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return next_object(self);
}

/* The next id with another prefix; the library checks that it fits. */
static PyObject *generator_next_prefixed(PyObject *self, PyObject *object)
{
    gpy_generator *generator = (gpy_generator *)self;
    guidon_status status;
    long long prefix;
    guidon_id id;
    gpy_call *call;

    if (generator->kind != GUIDON_V8_PREFIXED) {
        return PyErr_Format(PyExc_ValueError, "kind '%s' has no prefix",
                            generator->kind_name);
    }
    call = gpy_read_option(&prefix, "prefix", object, 0, UINT32_MAX) < 0
               ? NULL
               : begin(generator, false);
    if (!call) {
        return NULL;
    }
    if (releases_gil(generator)) {
        gpy_call_release(call);
        status = guidon_next_prefixed(&id, generator->handle, (uint32_t)prefix);
        gpy_call_restore(call);
    } else {
        status = guidon_next_prefixed(&id, generator->handle, (uint32_t)prefix);
    }
    gpy_call_end(call);
    if (status == GUIDON_E_RANGE && !PyErr_Occurred()) {
        return PyErr_Format(PyExc_ValueError,
                            "prefix: %lld has more than prefix_bits bits",
                            prefix);
    }
    return check(generator, status) < 0
               ? NULL
               : gpy_uuid_new(state_of(generator), &id);
}

static PyObject *generator_next_str(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gpy_generator *generator = (gpy_generator *)self;
    guidon_id id;

    if (make_one(generator, &id) < 0) {
        return NULL;
    }
    return is_ulid(generator) ? gpy_ulid_text(&id) : gpy_uuid_text(&id);
}

static PyObject *generator_next_bytes(PyObject *self,
                                      PyObject *Py_UNUSED(unused))
{
    guidon_id id;

    return make_one((gpy_generator *)self, &id) < 0 ? NULL : gpy_bytes(&id);
}

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
    if (status == GUIDON_E_ARGUMENT && !PyErr_Occurred()) {
        return PyErr_Format(PyExc_ValueError, "kind '%s' has no %s of its own",
                            generator->kind_name, field);
    }
    if (check(generator, status) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

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
    status = guidon_generator_set_node(generator->handle, node);
    gpy_call_end(call);
    return finish_change(generator, status, "node");
}

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
    status =
        guidon_generator_set_clock_seq(generator->handle, (int32_t)clock_seq);
    gpy_call_end(call);
    return finish_change(generator, status, "clock sequence");
}

/* --------------------------------------------------------------- close and with */

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
    return PyUnicode_FromString(((gpy_generator *)self)->kind_name);
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
                                generator->kind_name, scope_name(generator),
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

static PyMethodDef methods[] = {
    {"next", generator_next, METH_NOARGS, GPY_DOC_Generator_next},
    {"next_str", generator_next_str, METH_NOARGS, GPY_DOC_Generator_next_str},
    {"next_prefixed", generator_next_prefixed, METH_O,
     GPY_DOC_Generator_next_prefixed},
    {"next_bytes", generator_next_bytes, METH_NOARGS,
     GPY_DOC_Generator_next_bytes},
    {"fill", generator_fill, METH_O, GPY_DOC_Generator_fill},
    {"new_many", generator_new_many, METH_O, GPY_DOC_Generator_new_many},
    {"set_node", generator_set_node, METH_O, GPY_DOC_Generator_set_node},
    {"set_clock_seq", generator_set_clock_seq, METH_VARARGS,
     GPY_DOC_Generator_set_clock_seq},
    {"close", generator_close, METH_NOARGS, GPY_DOC_Generator_close},
    {"__enter__", generator_enter, METH_NOARGS, GPY_DOC_Generator___enter__},
    {"__exit__", generator_exit, METH_VARARGS, GPY_DOC_Generator___exit__},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"kind", get_kind, NULL, GPY_DOC_Generator_kind, NULL},
    {"scope", get_scope, NULL, GPY_DOC_Generator_scope, NULL},
    {"closed", get_closed, NULL, GPY_DOC_Generator_closed, NULL},
    {"stats", get_stats, NULL, GPY_DOC_Generator_stats, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)GPY_DOC_Generator},
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
    {"rollbacks", GPY_DOC_GeneratorStats_rollbacks},
    {"restarts", GPY_DOC_GeneratorStats_restarts},
    {"waits", GPY_DOC_GeneratorStats_waits},
    {"forks", GPY_DOC_GeneratorStats_forks},
    {NULL, NULL},
};

static PyStructSequence_Desc stats_desc = {
    "guidon.GeneratorStats", GPY_DOC_GeneratorStats, stats_fields, 4};

/* _kind(name): the name of a kind, of this name or of its alias; for
 * guidon._options. */
static PyObject *find_kind(PyObject *module, PyObject *object)
{
    const char *name;
    guidon_kind kind;

    (void)module;
    name = PyArg_Parse(object, "s:Generator", &name)
               ? gpy_find_kind(&kind, name)
               : NULL;
    return name ? PyUnicode_FromString(name) : NULL;
}

static PyMethodDef functions[] = {
    {"_kind", find_kind, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int gpy_add_generator(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);

    if (PyModule_AddFunctions(module, functions) < 0 ||
        gpy_add_object(module, "Generator",
                       PyType_FromModuleAndSpec(module, &spec, NULL)) < 0) {
        return -1;
    }
    state->stats_class = PyStructSequence_NewType(&stats_desc);
    Py_XINCREF((PyObject *)state->stats_class);
    return gpy_add_object(module, "GeneratorStats",
                          (PyObject *)state->stats_class);
}
