/* SPDX-License-Identifier: MIT */
/* The functions of one id: its fields, and ids and bytes that it converts to. */
#include "../guidon_py.h"

/* What a function was called with. */
struct one {
    const gpy_state *state;
    guidon_id id;
    bool is_ulid; /* an object of guidon.ULID, or the text of one */
};

/* Raise ValueError for an id without a field. Returns NULL. */
static PyObject *fail_field(const struct one *one, const char *field,
                            const char *versions)
{
    return guidon_variant_of(&one->id) == GUIDON_VARIANT_RFC
               ? PyErr_Format(PyExc_ValueError,
                              "an id of version %u has no %s; %s",
                              guidon_version_of(&one->id), field, versions)
               : PyErr_Format(
                     PyExc_ValueError,
                     "an id of another variant than RFC 9562 has no %s; %s",
                     field, versions);
}

/* --------------------------------------------------------------------- times */

/* Read the time of an id. Returns 0, or -1 with an exception. */
static int read_time_of(guidon_time *out, const struct one *one)
{
    if (one->is_ulid) {
        uint64_t ms = guidon_ulid_ms_of(&one->id);

        out->seconds = (int64_t)(ms / 1000);
        out->nanoseconds = (uint32_t)(ms % 1000) * 1000000;
        return 0;
    }
    if (guidon_time_of(out, &one->id)) {
        fail_field(one, "time", "ULIDs and versions 1, 6 and 7 do");
        return -1;
    }
    return 0;
}

static PyObject *time_of(const struct one *one)
{
    guidon_time time;

    return read_time_of(&time, one) < 0 ? NULL
                                        : gpy_time_object(one->state, time);
}

static PyObject *time_ns_of(const struct one *one)
{
    guidon_time time;

    return read_time_of(&time, one) < 0 ? NULL : gpy_time_ns_object(time);
}

static PyObject *ms_of(const struct one *one)
{
    guidon_time time;

    return read_time_of(&time, one) < 0
               ? NULL
               : PyLong_FromLongLong(time.seconds * 1000 +
                                     time.nanoseconds / 1000000);
}

/* -------------------------------------------------------------- other fields */

static PyObject *ticks_of(const struct one *one)
{
    uint64_t ticks;

    return guidon_ticks_of(&ticks, &one->id)
               ? fail_field(one, "ticks", "versions 1 and 6 do")
               : PyLong_FromUnsignedLongLong(ticks);
}

static PyObject *node_of(const struct one *one)
{
    unsigned char node[6];
    unsigned long long number = 0;

    if (guidon_node_of(node, &one->id)) {
        return fail_field(one, "node", "versions 1, 2 and 6 do");
    }
    for (int i = 0; i < 6; i++) {
        number = number << 8 | node[i];
    }
    return PyLong_FromUnsignedLongLong(number);
}

static PyObject *clock_seq_of(const struct one *one)
{
    uint16_t clock_seq;

    return guidon_clock_seq_of(&clock_seq, &one->id)
               ? fail_field(one, "clock sequence", "versions 1, 2 and 6 do")
               : PyLong_FromLong(clock_seq);
}

static PyObject *version_of(const struct one *one)
{
    if (one->is_ulid || guidon_variant_of(&one->id) != GUIDON_VARIANT_RFC) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong((long)guidon_version_of(&one->id));
}

/* --------------------------------------------------------------- conversions */

/* Return an id that a conversion made of one of the version that it takes. */
static PyObject *converted(const struct one *one, guidon_status status,
                           const guidon_id *made, int version)
{
    return status ? PyErr_Format(PyExc_ValueError,
                                 "expected an id of version %d and the variant "
                                 "of RFC 9562",
                                 version)
                  : gpy_uuid_new(one->state, made);
}

static PyObject *v1_to_v6(const struct one *one)
{
    guidon_id made;
    guidon_status status = guidon_v1_to_v6(&made, &one->id);

    return converted(one, status, &made, 1);
}

static PyObject *v6_to_v1(const struct one *one)
{
    guidon_id made;
    guidon_status status = guidon_v6_to_v1(&made, &one->id);

    return converted(one, status, &made, 6);
}

static PyObject *ulid_as_v7(const struct one *one)
{
    guidon_id made = guidon_ulid_as_v7(&one->id);

    return gpy_uuid_new(one->state, &made);
}

static PyObject *to_guid_bytes(const struct one *one)
{
    guidon_id guid;

    guidon_to_guid_bytes(guid.bytes, &one->id);
    return gpy_bytes(&guid);
}

static PyObject *to_oid_der(const struct one *one)
{
    unsigned char der[GUIDON_OID_DER_MAX];
    size_t len;

    guidon_to_oid_der(der, &len, &one->id);
    return PyBytes_FromStringAndSize((const char *)der, (Py_ssize_t)len);
}

/* -------------------------------------------------------- ids of other bytes */

static PyObject *from_guid_bytes(PyObject *module, PyObject *object)
{
    gpy_data data;
    guidon_id id;
    size_t len;

    if (gpy_data_open(&data, object) < 0) {
        return NULL;
    }
    len = data.len;
    if (len == 16) {
        id = guidon_from_guid_bytes(data.bytes);
    }
    gpy_data_close(&data);
    return len == 16 ? gpy_uuid_new(gpy_state_of(module), &id)
                     : PyErr_Format(PyExc_ValueError,
                                    "a GUID has 16 bytes, not %zu", len);
}

static PyObject *from_oid_der(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    gpy_data data;
    guidon_id id;
    guidon_status status;
    size_t offset = 0;

    if (gpy_data_open(&data, object) < 0) {
        return NULL;
    }
    status = guidon_from_oid_der(&id, data.bytes, data.len, &offset);
    gpy_data_close(&data);
    return status ? gpy_fail_parse(state, status, object, offset, GPY_NO_INDEX)
                  : gpy_uuid_new(state, &id);
}

/* ----------------------------------------------------------------- the table */

static int read_one(struct one *out, PyObject *module, PyObject *object)
{
    guidon_form form;

    out->state = gpy_state_of(module);
    if (gpy_read_id_form(out->state, &out->id, &form, object) < 0) {
        return -1;
    }
    out->is_ulid = gpy_is_ulid(form);
    return 0;
}

#define FUNCTIONS(ROW)                                                         \
  ROW(clock_seq_of)                                                            \
  ROW(ms_of)                                                                   \
  ROW(node_of)                                                                 \
  ROW(ticks_of)                                                                \
  ROW(time_ns_of)                                                              \
  ROW(time_of)                                                                 \
  ROW(to_guid_bytes)                                                           \
  ROW(to_oid_der)                                                              \
  ROW(ulid_as_v7)                                                              \
  ROW(v1_to_v6)                                                                \
  ROW(v6_to_v1)                                                                \
  ROW(version_of)

#define DEFINE(NAME)                                                           \
  static PyObject *call_##NAME(PyObject *module, PyObject *object)             \
  {                                                                            \
    struct one one;                                                            \
                                                                               \
    return read_one(&one, module, object) < 0 ? NULL : NAME(&one);             \
  }
#define METHOD(NAME) GPY_METHOD_O(NAME, call_##NAME),

FUNCTIONS(DEFINE)

static PyMethodDef functions[] = {
    FUNCTIONS(METHOD) GPY_METHOD_O(from_guid_bytes, from_guid_bytes),
    GPY_METHOD_O(from_oid_der, from_oid_der),
    {NULL, NULL, 0, NULL},
};

int gpy_add_one_id(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
