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

#define TIME_PARAMETERS                                                        \
  "id: a uuid.UUID, TypeID, text in any form, or 16 bytes of version 1, 6\n"   \
  "    or 7; or a ULID, as an object or as its text.\n\n"                      \
  "Raise ValueError if the id has no time"

PyDoc_STRVAR(
    time_of_doc,
    "time_of(id, /)\n--\n\n"
    "Return the time of an id as an aware datetime in UTC.\n\n" TIME_PARAMETERS
    ", and OverflowError if it is after\n"
    "the year 9999. datetime holds microseconds, so the tenths of a\n"
    "microsecond of versions 1 and 6 are dropped.\n\n"
    ">>> time_of('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')\n"
    "datetime.datetime(2022, 2, 22, 19, 22, 22, "
    "tzinfo=datetime.timezone.utc)");
static PyObject *fields_time_of(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_time time;

    return read_time_of(state, &time, object) < 0
               ? NULL
               : gpy_time_object(state, time);
}

PyDoc_STRVAR(
    time_ns_of_doc,
    "time_ns_of(id, /)\n--\n\n"
    "Return the time of an id as an int of nanoseconds since 1970, exactly.\n\n" TIME_PARAMETERS
    ".\n\n"
    ">>> time_ns_of('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')\n"
    "1645557742000000000");
static PyObject *fields_time_ns_of(PyObject *module, PyObject *object)
{
    guidon_time time;

    return read_time_of(gpy_state_of(module), &time, object) < 0
               ? NULL
               : gpy_time_ns_object(time);
}

PyDoc_STRVAR(
    ms_of_doc,
    "ms_of(id, /)\n--\n\n"
    "Return the time of an id as an int of milliseconds since 1970, rounded\n"
    "towards the past.\n\n" TIME_PARAMETERS ".\n\n"
    ">>> ms_of('01FWHE4YDGFK1SHH6W1G60EECF')\n"
    "1645557742000");
static PyObject *fields_ms_of(PyObject *module, PyObject *object)
{
    guidon_time time;

    return read_time_of(gpy_state_of(module), &time, object) < 0
               ? NULL
               : PyLong_FromLongLong(time.seconds * 1000 +
                                     time.nanoseconds / 1000000);
}

/* -------------------------------------------------------------- other fields */

PyDoc_STRVAR(
    ticks_of_doc,
    "ticks_of(id, /)\n--\n\n"
    "Return the time of an id of version 1 or 6 as an int: steps of 100 ns\n"
    "since 1582-10-15 (RFC 9562, section 5.1).\n\n"
    "Raise ValueError if the id has another version.\n\n"
    ">>> ticks_of('c232ab00-9414-11ec-b3c8-9f6bdeced846')\n"
    "138648505420000000");
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

PyDoc_STRVAR(
    node_of_doc,
    "node_of(id, /)\n--\n\n"
    "Return the node of an id of version 1, 2 or 6: an int of 48 bits\n"
    "(RFC 9562, section 5.1).\n\n"
    "Raise ValueError if the id has another version.\n\n"
    ">>> hex(node_of('c232ab00-9414-11ec-b3c8-9f6bdeced846'))\n"
    "'0x9f6bdeced846'");
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

PyDoc_STRVAR(
    clock_seq_of_doc,
    "clock_seq_of(id, /)\n--\n\n"
    "Return the clock sequence of an id: 14 bits in versions 1 and 6, 6 bits\n"
    "in version 2 (RFC 9562, section 5.1).\n\n"
    "Raise ValueError if the id has another version.\n\n"
    ">>> clock_seq_of('c232ab00-9414-11ec-b3c8-9f6bdeced846')\n"
    "13256");
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

PyDoc_STRVAR(
    version_of_doc,
    "version_of(id, /)\n--\n\n"
    "Return the version of an id, 0 to 15, or None if its variant is not that\n"
    "of RFC 9562 (section 4.2), or if it is a guidon.ULID or the text of a\n"
    "ULID. Nil and Max have no version.\n\n"
    "The 16 bytes of a ULID do not show that they are one: the number is\n"
    "random then.\n\n"
    ">>> version_of('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')\n"
    "7");
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
    {"clock_seq_of", fields_clock_seq_of, METH_O, clock_seq_of_doc},
    {"node_of", fields_node_of, METH_O, node_of_doc},
    {"ticks_of", fields_ticks_of, METH_O, ticks_of_doc},
    {"time_ns_of", fields_time_ns_of, METH_O, time_ns_of_doc},
    {"time_of", fields_time_of, METH_O, time_of_doc},
    {"ms_of", fields_ms_of, METH_O, ms_of_doc},
    {"version_of", fields_version_of, METH_O, version_of_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_fields(PyObject *module)
{
    return PyModule_AddFunctions(module, fields);
}
