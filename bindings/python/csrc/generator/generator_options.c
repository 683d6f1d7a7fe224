/* SPDX-License-Identifier: MIT */
/* The arguments of guidon.Generator, which guidon._options has read. */
#include "../batch/batch.h"
#include "generator.h"

/* guidon._options has these numbers. */
_Static_assert(GUIDON_SCOPE_PROCESS == 1 && GUIDON_SCOPE_HOST == 2 &&
                   GUIDON_V7_COUNTER == 1 && GUIDON_V7_INCREMENT == 2 &&
                   GUIDON_V7_UNORDERED == 3 && GUIDON_V7_TRACE == 4 &&
                   GUIDON_ULID_STEP_RANDOM == 1 && GUIDON_ROLLBACK_WAIT == 1 &&
                   GUIDON_ROLLBACK_FAIL == 2 && GUIDON_OVERFLOW_FAIL == 1 &&
                   GUIDON_NODE_MAC == 1 && GUIDON_NODE_FIXED == 2 &&
                   GUIDON_V8_NODE_BITS_MAX == 24 &&
                   GUIDON_V8_APPEND_BITS == 20 &&
                   GUIDON_V8_PREFIX_BITS_MAX == 28 &&
                   GUIDON_V8_SHARD_BITS_MAX == 10,
               "change the numbers of _options.py");

int gpy_read_option(long long *out, const char *name, PyObject *object,
                    long long min, long long max)
{
    int overflow;

    if (!PyLong_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected int, not %R", name,
                     (PyObject *)Py_TYPE(object));
        return -1;
    }
    *out = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (*out == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (overflow || *out < min || *out > max) {
        PyErr_Format(PyExc_ValueError, "%s: expected %lld .. %lld, not %R",
                     name, min, max, object);
        return -1;
    }
    return 0;
}

int gpy_read_node_bytes(unsigned char out[6], PyObject *object)
{
    Py_buffer view;
    long long node;
    int result;

    if (PyObject_CheckBuffer(object)) {
        if (gpy_open_input(&view, object, "node") < 0) {
            return -1;
        }
        result = gpy_check_len(&view, "node", 6, 1);
        if (result == 0) {
            memcpy(out, view.buf, 6);
        }
        PyBuffer_Release(&view);
        return result;
    }
    if (gpy_read_option(&node, "node", object, 0, (1LL << 48) - 1) < 0) {
        return -1;
    }
    for (int i = 5; i >= 0; i--) {
        out[i] = (unsigned char)node;
        node >>= 8;
    }
    return 0;
}

/* What guidon._options.options returns. The objects are borrowed. */
struct values {
    const char *kind;
    int scope, layout, ulid_step, rollback, overflow, node, clock_seq, domain;
    unsigned tolerance_ms, local_id, node_number, node_number_bits;
    unsigned prefix, prefix_bits;
    PyObject *node_bytes, *clock, *random, *state_path, *lease_path;
    int from_kernel, prefix_random;
};

static int unpack(struct values *out, PyObject *values)
{
    return PyArg_ParseTuple(
               values, "siiiiiIiOiiIIIIIpOpOOO", &out->kind, &out->scope,
               &out->layout, &out->ulid_step, &out->rollback, &out->overflow,
               &out->tolerance_ms, &out->node, &out->node_bytes,
               &out->clock_seq, &out->domain, &out->local_id, &out->node_number,
               &out->node_number_bits, &out->prefix, &out->prefix_bits,
               &out->prefix_random, &out->clock, &out->from_kernel,
               &out->random, &out->state_path, &out->lease_path)
               ? 0
               : -1;
}

/* Set the clock and the random source, whose references the generator owns. */
static void set_callbacks(guidon_options *out, gpy_generator *generator,
                          const struct values *values)
{
    if (values->clock != Py_None) {
        Py_INCREF(values->clock);
        generator->clock = values->clock;
        out->clock_fn = gpy_call_clock;
        out->clock_context = generator;
    }
    if (values->random != Py_None) {
        Py_INCREF(values->random);
        generator->random = values->random;
        out->random = GUIDON_RANDOM_CALLBACK;
        out->random_fn = gpy_call_random;
        out->random_context = generator;
    } else if (values->from_kernel) {
        out->random = GUIDON_RANDOM_KERNEL;
    }
}

/* Set a path, which is bytes or None. */
static int set_path(const char **out, PyObject *path)
{
    char *bytes = NULL;
    int result =
        path == Py_None ? 0 : PyBytes_AsStringAndSize(path, &bytes, NULL);

    *out = bytes;
    return result;
}

static int set_options(guidon_options *out, const struct values *values)
{
    out->scope = (guidon_scope)values->scope;
    out->v7_layout = (guidon_v7_layout)values->layout;
    out->ulid_step = (guidon_ulid_step)values->ulid_step;
    out->rollback = (guidon_rollback)values->rollback;
    out->overflow = (guidon_overflow)values->overflow;
    out->rollback_tolerance_ms = values->tolerance_ms;
    out->node = (guidon_node)values->node;
    out->clock_seq_fixed = values->clock_seq >= 0;
    out->clock_seq = out->clock_seq_fixed ? (uint16_t)values->clock_seq : 0;
    out->domain = (guidon_domain)values->domain;
    out->local_id = values->local_id;
    out->node_number = values->node_number;
    out->node_number_bits = values->node_number_bits;
    out->prefix = values->prefix;
    out->prefix_bits = values->prefix_bits;
    out->prefix_random = values->prefix_random;
    if ((out->node == GUIDON_NODE_FIXED &&
         gpy_read_node_bytes(out->node_bytes, values->node_bytes) < 0) ||
        set_path(&out->state_path, values->state_path) < 0 ||
        set_path(&out->lease_path, values->lease_path) < 0) {
        return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------ the generator */

/* Raise the exception of a status. If the library refuses an option, the message names
 * the member. */
static int fail_creation(const gpy_state *state, guidon_status status,
                         const guidon_options *options)
{
    char reason[GUIDON_OPTIONS_REASON_MAX + 1];
    size_t len = 0;

    if (PyErr_Occurred()) {
        return -1;
    }
    if (status == GUIDON_E_ARGUMENT &&
        guidon_options_reason(reason, GUIDON_OPTIONS_REASON_MAX, &len,
                              options) == GUIDON_OK &&
        len > 0) {
        reason[len] = '\0';
        PyErr_SetString(PyExc_ValueError, reason);
    } else {
        gpy_fail(state, status);
    }
    return -1;
}

/* Create the handle. The clock and the random source may be called. */
static int create_handle(const gpy_state *state, gpy_generator *generator,
                         const guidon_options *options)
{
    gpy_call *call = gpy_call_begin(generator, true);
    guidon_generator *handle = NULL;
    guidon_status status;

    if (!call) {
        return -1;
    }
    status = guidon_generator_new(&handle, options);
    generator->handle = handle;
    gpy_call_end(call);
    return status || PyErr_Occurred() ? fail_creation(state, status, options)
                                      : 0;
}

/* Create the generator of what guidon._options.options returned. */
static int create(const gpy_state *state, gpy_generator *generator,
                  PyObject *tuple)
{
    guidon_options options = {.kind = GUIDON_V7};
    struct values values;

    if (unpack(&values, tuple) < 0) {
        return -1;
    }
    generator->kind_name = gpy_find_kind(&options.kind, values.kind);
    if (!generator->kind_name || set_options(&options, &values) < 0) {
        return -1;
    }
    set_callbacks(&options, generator, &values);
    generator->kind = options.kind;
    generator->scope = options.scope;
    generator->may_wait =
        options.kind == GUIDON_V2 || options.rollback == GUIDON_ROLLBACK_WAIT;
    return create_handle(state, generator, &options);
}

int gpy_generator_create(const gpy_state *state, gpy_generator *generator,
                         PyObject *args, PyObject *keywords)
{
    PyObject *values =
        gpy_call_python("guidon._options", "options", args, keywords);
    int result = values ? create(state, generator, values) : -1;

    Py_XDECREF(values);
    return result;
}
