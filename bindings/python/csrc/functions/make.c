/* SPDX-License-Identifier: MIT */
/* New ids from the clock and random bits: uuid1, 4, 6, 7 and 8. */
#include "makers.h"

#include <stdbool.h>

#define NODE_MAX      UINT64_C(0xffffffffffff)
#define CLOCK_SEQ_MAX 0x3fff

/* Make an id of the thread's own generator. Returns 0, or -1. */
static int make_new(const gpy_state *state, guidon_id *out, guidon_kind kind)
{
    guidon_status status = guidon_new(out, kind);

    if (status) {
        gpy_fail(state, status);
        return -1;
    }
    return 0;
}

/* Check that a maker without parameters has no arguments. */
static int no_arguments(const char *function, PyObject *const *args,
                        Py_ssize_t n, PyObject *keywords)
{
    const gpy_parameters parameters = {.function = function};

    return n == 0 && !keywords
               ? 0
               : gpy_arguments(NULL, &parameters, args, n, keywords);
}

/* ----------------------------------------------------------- versions 4 and 7 */

static int uuid4(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    return no_arguments("uuid4", args, n, keywords) < 0
               ? -1
               : make_new(state, out, GUIDON_V4);
}

static int uuid7(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    return no_arguments("uuid7", args, n, keywords) < 0
               ? -1
               : make_new(state, out, GUIDON_V7);
}

/* Make version 7 of a time: with its microseconds if `precise`. */
static int make_v7_at(const gpy_state *state, guidon_id *out, guidon_time at,
                      bool precise)
{
    guidon_status status =
        precise ? guidon_v7_at_precise(out, at) : guidon_v7_at(out, at);

    if (status == GUIDON_E_RANGE) {
        PyErr_SetString(PyExc_ValueError,
                        "version 7 holds the years 1970 to 10889");
        return -1;
    }
    if (status) {
        gpy_fail(state, status);
    }
    return status ? -1 : 0;
}

static int uuid7_at(const gpy_state *state, guidon_id *out,
                    PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"time"};
    static const gpy_parameters parameters = {"uuid7_at", names, 1, 1, 1};
    PyObject *values[1];
    guidon_time at;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_time(state, &at, values[0]) < 0) {
        return -1;
    }
    return make_v7_at(state, out, at, !PyIndex_Check(values[0]));
}

/* ----------------------------------------------------------- versions 1 and 6 */

/* The fields of versions 1 and 6. */
struct fields {
    uint64_t ticks;
    uint16_t clock_seq;
    unsigned char node[6];
};

/* Read the low 64 bits of an int. Returns 0, or -1 with an exception. */
static int read_low_bits(uint64_t *out, PyObject *object)
{
    PyObject *number = PyNumber_Index(object);

    if (!number) {
        return -1;
    }
    *out = PyLong_AsUnsignedLongLongMask(number);
    Py_DECREF(number);
    return PyErr_Occurred() ? -1 : 0;
}

/* Read an int of 0 .. NODE_MAX. Returns 0, or -1 with an exception. */
static int read_node(uint64_t *out, PyObject *object)
{
    PyObject *number = PyNumber_Index(object);
    long long value = -1;
    int overflow = 0;

    if (!number) {
        return -1;
    }
    value = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow || value < 0 || (uint64_t)value > NODE_MAX) {
        PyErr_SetString(PyExc_ValueError,
                        "node is out of range (need a 48-bit value)");
        return -1;
    }
    *out = (uint64_t)value;
    return 0;
}

/* Get the next tick of this interpreter and random bits for the other fields. */
static int next_fields(const gpy_state *state, struct fields *out)
{
    guidon_id id, random;
    guidon_status status = guidon_next(&id, state->ticks);

    if (!status) {
        status = guidon_ticks_of(&out->ticks, &id);
    }
    if (!status) {
        status = guidon_node_of(out->node, &id);
    }
    if (status) {
        gpy_fail(state, status);
        return -1;
    }
    if (make_new(state, &random, GUIDON_ULID) < 0) {
        return -1;
    }
    out->clock_seq =
        (uint16_t)((random.bytes[14] << 8 | random.bytes[15]) & CLOCK_SEQ_MAX);
    return 0;
}

/* Replace the node. uuid1 rejects a number that is too large, and uuid6 takes
 * its low bits, as in the standard library. */
static int set_node(struct fields *fields, PyObject *object, guidon_kind kind)
{
    uint64_t node;

    if ((kind == GUIDON_V1 ? read_node(&node, object)
                           : read_low_bits(&node, object)) < 0) {
        return -1;
    }
    for (int i = 5; i >= 0; i--) {
        fields->node[i] = (unsigned char)node;
        node >>= 8;
    }
    return 0;
}

static int set_clock_seq(struct fields *fields, PyObject *object)
{
    uint64_t clock_seq;

    if (read_low_bits(&clock_seq, object) < 0) {
        return -1;
    }
    fields->clock_seq = (uint16_t)(clock_seq & CLOCK_SEQ_MAX);
    return 0;
}

/* Make version 1 or 6 with a node or a clock sequence of the caller's. */
static int make_from_fields(const gpy_state *state, guidon_id *out,
                            guidon_kind kind, PyObject *node,
                            PyObject *clock_seq)
{
    struct fields fields;
    guidon_status status;

    if (next_fields(state, &fields) < 0 ||
        (node && set_node(&fields, node, kind) < 0) ||
        (clock_seq && set_clock_seq(&fields, clock_seq) < 0)) {
        return -1;
    }
    status = (kind == GUIDON_V1 ? guidon_v1_make : guidon_v6_make)(
        out, fields.ticks, fields.clock_seq, fields.node);
    if (status) {
        gpy_fail(state, status);
        return -1;
    }
    return 0;
}

static int make_gregorian(const gpy_state *state, guidon_id *out,
                          guidon_kind kind, PyObject *const *args, Py_ssize_t n,
                          PyObject *keywords)
{
    static const char *const names[] = {"node", "clock_seq"};
    const gpy_parameters parameters = {kind == GUIDON_V1 ? "uuid1" : "uuid6",
                                       names, 2, 2, 0};
    PyObject *values[2] = {NULL, NULL};

    if ((n || keywords) &&
        gpy_arguments(values, &parameters, args, n, keywords) < 0) {
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        values[i] = values[i] == Py_None ? NULL : values[i];
    }
    return values[0] || values[1]
               ? make_from_fields(state, out, kind, values[0], values[1])
               : make_new(state, out, kind);
}

static int uuid1(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    return make_gregorian(state, out, GUIDON_V1, args, n, keywords);
}

static int uuid6(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    return make_gregorian(state, out, GUIDON_V6, args, n, keywords);
}

/* ------------------------------------------------------------------ version 8 */

/* Write the low bits of a number to the octets first to last. The bits of version
 * and variant are written later. */
static int set_custom(guidon_id *id, PyObject *number, int first, int last)
{
    uint64_t value;

    if (!number || number == Py_None) {
        return 0;
    }
    if (read_low_bits(&value, number) < 0) {
        return -1;
    }
    for (int i = last; i >= first; i--) {
        id->bytes[i] = (unsigned char)value;
        value >>= 8;
    }
    return 0;
}

static int uuid8(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"a", "b", "c"};
    static const gpy_parameters parameters = {"uuid8", names, 3, 3, 0};
    PyObject *values[3];
    guidon_id custom;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        make_new(state, &custom, GUIDON_V4) < 0 ||
        set_custom(&custom, values[0], 0, 5) < 0 ||
        set_custom(&custom, values[1], 6, 7) < 0 ||
        set_custom(&custom, values[2], 8, 15) < 0) {
        return -1;
    }
    guidon_v8_make(out, custom.bytes);
    return 0;
}

/* ------------------------------------------------------------------ the table */

GPY_DEFINE_MAKER(uuid1)
GPY_DEFINE_MAKER(uuid4)
GPY_DEFINE_MAKER(uuid6)
GPY_DEFINE_MAKER(uuid7)
GPY_DEFINE_MAKER(uuid7_at)
GPY_DEFINE_MAKER(uuid8)

static PyMethodDef makers[] = {
    GPY_MAKER_METHODS(uuid1),    GPY_MAKER_METHODS(uuid4),
    GPY_MAKER_METHODS(uuid6),    GPY_MAKER_METHODS(uuid7),
    GPY_MAKER_METHODS(uuid7_at), GPY_MAKER_METHODS(uuid8),
    {NULL, NULL, 0, NULL},
};

/* Create the generator of the ticks of ids with a given node or clock sequence.
 * Only different ticks keep such ids apart. So it does not go back in time as
 * long as an option allows. */
static int create_ticks(gpy_state *state)
{
    const guidon_options options = {.kind = GUIDON_V1,
                                    .scope = GUIDON_SCOPE_PROCESS,
                                    .rollback_tolerance_ms = UINT32_MAX};
    guidon_status status = guidon_generator_new(&state->ticks, &options);

    if (status) {
        gpy_fail(state, status);
        return -1;
    }
    return 0;
}

int gpy_add_makers(PyObject *module)
{
    return create_ticks(gpy_state_of(module)) < 0
               ? -1
               : PyModule_AddFunctions(module, makers);
}
