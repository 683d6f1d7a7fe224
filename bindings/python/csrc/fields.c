/* SPDX-License-Identifier: MIT */
/* The fields that an id holds: version, time, node and clock sequence. */
#include "guidon_py.h"

/* Raise ValueError for an id without a field. Returns -1. */
static int fail_field(const guidon_id *id, const char *field,
                      const char *versions)
{
    unsigned version = guidon_version_of(id);

    if (guidon_variant_of(id) == GUIDON_VARIANT_RFC) {
        PyErr_Format(PyExc_ValueError, "an id of version %u has no %s; %s",
                     version, field, versions);
    } else {
        PyErr_Format(PyExc_ValueError,
                     "an id of another variant than RFC 9562 has no %s; %s",
                     field, versions);
    }
    return -1;
}

/* --------------------------------------------------------------------- times */

/* Read the time of an id. Returns 0, or -1 with an exception. */
static int read_time_of(const gpy_state *state, guidon_time *out,
                        PyObject *object)
{
    guidon_form form;
    guidon_id id;

    if (gpy_read_id_form(state, &id, &form, object) < 0) {
        return -1;
    }
    if (gpy_is_ulid(form)) {
        uint64_t ms = guidon_ulid_ms_of(&id);

        out->seconds = (int64_t)(ms / 1000);
        out->nanoseconds = (uint32_t)(ms % 1000) * 1000000;
        return 0;
    }
    return guidon_time_of(out, &id)
               ? fail_field(&id, "time", "ULIDs and versions 1, 6 and 7 do")
               : 0;
}

static PyObject *fields_time_of(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_time time;

    return read_time_of(state, &time, object) < 0
               ? NULL
               : gpy_time_object(state, time);
}

static PyObject *fields_time_ns_of(PyObject *module, PyObject *object)
{
    guidon_time time;

    return read_time_of(gpy_state_of(module), &time, object) < 0
               ? NULL
               : gpy_time_ns_object(time);
}

static PyObject *fields_ms_of(PyObject *module, PyObject *object)
{
    guidon_time time;

    return read_time_of(gpy_state_of(module), &time, object) < 0
               ? NULL
               : PyLong_FromLongLong(time.seconds * 1000 +
                                     time.nanoseconds / 1000000);
}

/* -------------------------------------------------------------- other fields */

static PyObject *fields_ticks_of(PyObject *module, PyObject *object)
{
    guidon_id id;
    uint64_t ticks;

    if (gpy_read_id(gpy_state_of(module), &id, object) < 0) {
        return NULL;
    }
    if (guidon_ticks_of(&ticks, &id)) {
        fail_field(&id, "ticks", "versions 1 and 6 do");
        return NULL;
    }
    return PyLong_FromUnsignedLongLong(ticks);
}

static PyObject *fields_node_of(PyObject *module, PyObject *object)
{
    guidon_id id;
    unsigned char node[6];
    unsigned long long number = 0;

    if (gpy_read_id(gpy_state_of(module), &id, object) < 0) {
        return NULL;
    }
    if (guidon_node_of(node, &id)) {
        fail_field(&id, "node", "versions 1, 2 and 6 do");
        return NULL;
    }
    for (int i = 0; i < 6; i++) {
        number = number << 8 | node[i];
    }
    return PyLong_FromUnsignedLongLong(number);
}

static PyObject *fields_clock_seq_of(PyObject *module, PyObject *object)
{
    guidon_id id;
    uint16_t clock_seq;

    if (gpy_read_id(gpy_state_of(module), &id, object) < 0) {
        return NULL;
    }
    if (guidon_clock_seq_of(&clock_seq, &id)) {
        fail_field(&id, "clock sequence", "versions 1, 2 and 6 do");
        return NULL;
    }
    return PyLong_FromLong(clock_seq);
}

static PyObject *fields_version_of(PyObject *module, PyObject *object)
{
    guidon_form form;
    guidon_id id;

    if (gpy_read_id_form(gpy_state_of(module), &id, &form, object) < 0) {
        return NULL;
    }
    if (gpy_is_ulid(form) || guidon_variant_of(&id) != GUIDON_VARIANT_RFC) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong((long)guidon_version_of(&id));
}

static PyMethodDef fields[] = {
    GPY_METHOD_O(clock_seq_of, fields_clock_seq_of),
    GPY_METHOD_O(node_of, fields_node_of),
    GPY_METHOD_O(ticks_of, fields_ticks_of),
    GPY_METHOD_O(time_ns_of, fields_time_ns_of),
    GPY_METHOD_O(time_of, fields_time_of),
    GPY_METHOD_O(ms_of, fields_ms_of),
    GPY_METHOD_O(version_of, fields_version_of),
    {NULL, NULL, 0, NULL},
};

int gpy_add_fields(PyObject *module)
{
    return PyModule_AddFunctions(module, fields);
}
