/* SPDX-License-Identifier: MIT */
/* The class guidon.ULID: its objects, attributes and special methods. */
#include "ulid.h"

static void ulid_dealloc(PyObject *self)
{
    gpy_id_object_free(self);
}

PyObject *gpy_ulid_new(const gpy_state *state, const guidon_id *id)
{
    return gpy_id_object_new(state->ulid_class, id);
}

PyObject *gpy_ulid_of(PyTypeObject *class, const guidon_id *id)
{
    return gpy_id_is_derived(class)
               ? PyObject_CallFunction((PyObject *)class, "y#",
                                       (const char *)id->bytes, (Py_ssize_t)16)
               : gpy_id_object_new(class, id);
}

/* ------------------------------------------------------- new objects */

int gpy_ulid_read(const gpy_state *state, guidon_id *out, PyObject *object,
                  guidon_accept accept, unsigned flags)
{
    if (PyUnicode_Check(object)) {
        return gpy_read_text(state, out, NULL, object, accept, flags);
    }
    if (PyLong_Check(object)) {
        PyErr_SetString(PyExc_TypeError,
                        "an int may be a time or the 128 bits: call "
                        "ULID.from_timestamp or ULID.from_int");
        return -1;
    }
    return gpy_read_id(state, out, object);
}

static int make_new(const gpy_state *state, guidon_id *out)
{
    guidon_status status = guidon_new(out, GUIDON_ULID_MONOTONIC);

    if (status) {
        gpy_fail(state, status);
    }
    return status ? -1 : 0;
}

static PyObject *ulid_new(PyTypeObject *class, PyObject *args,
                          PyObject *keywords)
{
    static char *names[] = {"value", "lenient", NULL};
    const gpy_state *state = gpy_id_state(class);
    PyObject *value = NULL;
    int lenient = 0, result;
    guidon_id id;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O$p:ULID", names, &value,
                                     &lenient)) {
        return NULL;
    }
    if (value && Py_IS_TYPE(value, class) && !gpy_id_is_derived(class)) {
        Py_INCREF(value);
        return value;
    }
    result = value ? gpy_ulid_read(state, &id, value,
                                   GUIDON_ACCEPT(GUIDON_FORM_ULID),
                                   lenient ? GUIDON_PARSE_LENIENT : 0)
                   : make_new(state, &id);
    return result < 0 ? NULL : gpy_id_object_new(class, &id);
}

/* ------------------------------------------------------ special methods */

static PyObject *ulid_str(PyObject *self)
{
    return gpy_ulid_text(gpy_id_of(self));
}

static PyObject *ulid_int(PyObject *self)
{
    return gpy_int_new(gpy_id_of(self));
}

static int ulid_order(PyObject *a, PyObject *b)
{
    return guidon_compare(gpy_id_of(a), gpy_id_of(b));
}

static PyObject *ulid_bytes(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return gpy_bytes(gpy_id_of(self));
}

/* The hash of the 16 bytes: it has a key, so nobody can choose ULIDs that
 * collide. */
static Py_hash_t ulid_hash(PyObject *self)
{
    return gpy_hash_of(ulid_bytes(self, NULL));
}

/* Return the text as str.__format__ has it. */
static PyObject *format_text(PyObject *self, PyObject *specification)
{
    PyObject *text = ulid_str(self);
    PyObject *result = text ? PyObject_Format(text, specification) : NULL;

    Py_XDECREF(text);
    if (!result && PyErr_ExceptionMatches(PyExc_ValueError)) {
        PyErr_Format(PyExc_ValueError,
                     "%R is neither a form (guidon.forms has the names) nor a "
                     "format specification of str",
                     specification);
    }
    return result;
}

static PyObject *ulid_format(PyObject *self, PyObject *specification)
{
    char text[GUIDON_TEXT_MAX];
    size_t len;
    Py_ssize_t size;
    const char *name = PyUnicode_AsUTF8AndSize(specification, &size);
    guidon_form form;
    guidon_status status;

    if (!name) {
        return NULL;
    }
    if (strlen(name) != (size_t)size || guidon_form_from_name(&form, name)) {
        return format_text(self, specification);
    }
    status = guidon_format(text, sizeof text, &len, gpy_id_of(self), form);
    return status ? gpy_fail(gpy_id_state(Py_TYPE(self)), status)
                  : PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

/* ------------------------------------------------------------ attributes */

static PyObject *get_bytes(PyObject *self, void *Py_UNUSED(closure))
{
    return ulid_bytes(self, NULL);
}

static PyObject *get_int(PyObject *self, void *Py_UNUSED(closure))
{
    return ulid_int(self);
}

static PyObject *get_hex(PyObject *self, void *Py_UNUSED(closure))
{
    char text[32];

    return guidon_format(text, sizeof text, NULL, gpy_id_of(self),
                         GUIDON_FORM_HEX)
               ? gpy_fail(gpy_id_state(Py_TYPE(self)), GUIDON_E_SPACE)
               : PyUnicode_FromStringAndSize(text, sizeof text);
}

static PyObject *get_milliseconds(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromUnsignedLongLong(guidon_ulid_ms_of(gpy_id_of(self)));
}

static PyObject *get_timestamp(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble((double)guidon_ulid_ms_of(gpy_id_of(self)) /
                              1000);
}

static PyObject *get_datetime(PyObject *self, void *Py_UNUSED(closure))
{
    uint64_t unix_ms = guidon_ulid_ms_of(gpy_id_of(self));
    guidon_time time = {(int64_t)(unix_ms / 1000),
                        (uint32_t)(unix_ms % 1000) * 1000000};

    return gpy_time_object(gpy_id_state(Py_TYPE(self)), time);
}

static PyGetSetDef attributes[] = {
    {"bytes", get_bytes, NULL, GPY_DOC_ULID_bytes, NULL},
    {"datetime", get_datetime, NULL, GPY_DOC_ULID_datetime, NULL},
    {"hex", get_hex, NULL, GPY_DOC_ULID_hex, NULL},
    {"int", get_int, NULL, GPY_DOC_ULID_int, NULL},
    {"milliseconds", get_milliseconds, NULL, GPY_DOC_ULID_milliseconds, NULL},
    {"timestamp", get_timestamp, NULL, GPY_DOC_ULID_timestamp, NULL},
    {"uuid", gpy_id_uuid, NULL, GPY_DOC_ULID_uuid, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* --------------------------------------------------------------- methods */

static PyObject *to_uuid(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return gpy_id_uuid(self, NULL);
}

static PyObject *as_uuid7(PyObject *self, PyObject *Py_UNUSED(unused))
{
    guidon_id id = guidon_ulid_as_v7(gpy_id_of(self));

    return gpy_uuid_new(gpy_id_state(Py_TYPE(self)), &id);
}

static PyObject *ulid_next(PyObject *self, PyObject *Py_UNUSED(unused))
{
    guidon_id id = *gpy_id_of(self);

    if (guidon_ulid_increment(&id)) {
        PyErr_SetString(PyExc_OverflowError,
                        "this is the last ULID of its millisecond: the 80 bits "
                        "after the time are all one");
        return NULL;
    }
    return gpy_ulid_of(Py_TYPE(self), &id);
}

static PyMethodDef methods[] = {
    {"ceil", gpy_ulid_ceil, METH_O | METH_CLASS, GPY_DOC_ULID_ceil},
    {"floor", gpy_ulid_floor, METH_O | METH_CLASS, GPY_DOC_ULID_floor},
    {"from_bytes", gpy_ulid_from_bytes, METH_O | METH_CLASS,
     GPY_DOC_ULID_from_bytes},
    {"from_datetime", gpy_ulid_from_datetime, METH_O | METH_CLASS,
     GPY_DOC_ULID_from_datetime},
    {"from_hex", gpy_ulid_from_hex, METH_O | METH_CLASS, GPY_DOC_ULID_from_hex},
    {"from_int", gpy_ulid_from_int, METH_O | METH_CLASS, GPY_DOC_ULID_from_int},
    {"from_str", gpy_ulid_from_str, METH_O | METH_CLASS, GPY_DOC_ULID_from_str},
    {"from_timestamp", gpy_ulid_from_timestamp, METH_O | METH_CLASS,
     GPY_DOC_ULID_from_timestamp},
    {"from_uuid", gpy_ulid_from_uuid, METH_O | METH_CLASS,
     GPY_DOC_ULID_from_uuid},
    {"parse", GPY_FASTCALL(gpy_ulid_parse),
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, GPY_DOC_ULID_parse},
    {"as_uuid7", as_uuid7, METH_NOARGS, GPY_DOC_ULID_as_uuid7},
    {"next", ulid_next, METH_NOARGS, GPY_DOC_ULID_next},
    {"to_uuid", to_uuid, METH_NOARGS, GPY_DOC_ULID_to_uuid},
    {"__bytes__", ulid_bytes, METH_NOARGS, GPY_DOC_ULID___bytes__},
    {"__format__", ulid_format, METH_O, GPY_DOC_ULID___format__},
    GPY_ID_METHODS,
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, (void *)ulid_dealloc},
    {Py_tp_doc, (void *)GPY_DOC_ULID},
    {Py_tp_getset, attributes},
    {Py_tp_hash, (void *)ulid_hash},
    {Py_tp_methods, methods},
    {Py_tp_new, (void *)ulid_new},
    {Py_tp_repr, (void *)gpy_id_object_repr},
    {Py_tp_richcompare, (void *)gpy_id_compare},
    {Py_tp_str, (void *)ulid_str},
    {Py_nb_int, (void *)ulid_int},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "guidon.ULID",
    .basicsize = sizeof(gpy_id_object),
    .flags = GPY_CLASS_FLAGS,
    .slots = slots,
};

static PyObject *ulid_argument(PyObject *self)
{
    return ulid_bytes(self, NULL);
}

const gpy_id_kind gpy_ulid_kind = {
    .dealloc = ulid_dealloc,
    .argument = ulid_argument,
    .order = ulid_order,
    .schema = "ulid_schema",
    .json_schema = "ulid_json_schema",
};

int gpy_add_ulid(PyObject *module)
{
    return gpy_add_class(module, &gpy_state_of(module)->ulid_class, &spec);
}
