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
                  uint64_t accept)
{
    if (PyUnicode_Check(object)) {
        return gpy_read_text(state, out, NULL, object, accept);
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
                                   GUIDON_ACCEPT(GUIDON_FORM_ULID) |
                                       (lenient ? GUIDON_ACCEPT_LENIENT : 0))
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

PyDoc_STRVAR(
    ulid_format_doc,
    "__format__($self, specification, /)\n--\n\n"
    "Return the text in a form, such as 'uuid' or 'ulid-lower', or the\n"
    "canonical text by a format specification of str, such as '>30'.");
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
    {"bytes", get_bytes, NULL, "The 16 bytes, most significant first.", NULL},
    {"datetime", get_datetime, NULL,
     "The time as an aware datetime.datetime in UTC. A time after the year 9999\n"
     "is an OverflowError.",
     NULL},
    {"hex", get_hex, NULL, "32 hexadecimal digits in lower case.", NULL},
    {"int", get_int, NULL, "The 128 bits as an int.", NULL},
    {"milliseconds", get_milliseconds, NULL,
     "The time as an int of milliseconds since 1970-01-01T00:00:00Z.", NULL},
    {"timestamp", get_timestamp, NULL,
     "The time as a float of seconds since 1970-01-01T00:00:00Z.", NULL},
    {"uuid", gpy_id_uuid, NULL, "The uuid.UUID with the same 128 bits.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* --------------------------------------------------------------- methods */

PyDoc_STRVAR(to_uuid_doc, "to_uuid($self, /)\n--\n\n"
                          "Return the attribute `uuid`.");
static PyObject *to_uuid(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return gpy_id_uuid(self, NULL);
}

PyDoc_STRVAR(
    as_uuid7_doc,
    "as_uuid7($self, /)\n--\n\n"
    "Return a uuid.UUID of version 7 with the time of this ULID. Version and\n"
    "variant overwrite six random bits, so the ULID cannot be had back.\n\n"
    "Source: RFC 9562, section 5.7.");
static PyObject *as_uuid7(PyObject *self, PyObject *Py_UNUSED(unused))
{
    guidon_id id = guidon_ulid_as_v7(gpy_id_of(self));

    return gpy_uuid_new(gpy_id_state(Py_TYPE(self)), &id);
}

PyDoc_STRVAR(
    next_doc,
    "next($self, /)\n--\n\n"
    "Return the ULID after this one in the same millisecond: 1 is added to the\n"
    "80 bits after the time. If they are all one, raise OverflowError.\n\n"
    "Source: ULID specification, \"Monotonicity\".");
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

PyDoc_STRVAR(bytes_doc, "Return the 16 bytes.");
static PyMethodDef methods[] = {
    {"ceil", gpy_ulid_ceil, METH_O | METH_CLASS, gpy_ulid_ceil_doc},
    {"floor", gpy_ulid_floor, METH_O | METH_CLASS, gpy_ulid_floor_doc},
    {"from_bytes", gpy_ulid_from_bytes, METH_O | METH_CLASS,
     gpy_ulid_from_bytes_doc},
    {"from_datetime", gpy_ulid_from_datetime, METH_O | METH_CLASS,
     gpy_ulid_from_datetime_doc},
    {"from_hex", gpy_ulid_from_hex, METH_O | METH_CLASS, gpy_ulid_from_hex_doc},
    {"from_int", gpy_ulid_from_int, METH_O | METH_CLASS, gpy_ulid_from_int_doc},
    {"from_str", gpy_ulid_from_str, METH_O | METH_CLASS, gpy_ulid_from_str_doc},
    {"from_timestamp", gpy_ulid_from_timestamp, METH_O | METH_CLASS,
     gpy_ulid_from_timestamp_doc},
    {"from_uuid", gpy_ulid_from_uuid, METH_O | METH_CLASS,
     gpy_ulid_from_uuid_doc},
    {"parse", (PyCFunction)(void (*)(void))gpy_ulid_parse,
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, gpy_ulid_parse_doc},
    {"as_uuid7", as_uuid7, METH_NOARGS, as_uuid7_doc},
    {"next", ulid_next, METH_NOARGS, next_doc},
    {"to_uuid", to_uuid, METH_NOARGS, to_uuid_doc},
    {"__bytes__", ulid_bytes, METH_NOARGS, bytes_doc},
    {"__format__", ulid_format, METH_O, ulid_format_doc},
    GPY_ID_METHODS,
    {NULL, NULL, 0, NULL},
};

PyDoc_STRVAR(
    ulid_doc,
    "ULID(value=..., *, lenient=False)\n--\n\n"
    "A ULID: 48 bits of Unix milliseconds and 80 more bits.\n\n"
    "value: the text of a ULID (26 characters in either case), a uuid.UUID, a\n"
    "    ULID, a TypeID, or 16 bytes. Without a value, ULID() is ulid().\n"
    "lenient: if true, a text may have blanks at its ends, hyphens anywhere,\n"
    "    I and L for 1, and O for 0.\n\n"
    "A text that is not a ULID is a ParseError, which has `reason` and\n"
    "`offset`. Another number of bytes is a ValueError, and an object of\n"
    "another class a TypeError.\n\n"
    "A ULID never changes. ULIDs compare and sort as their texts and bytes do.\n"
    "A ULID never equals an object of another class: compare `uuid`, `bytes`\n"
    "or str(ulid).\n\n"
    ">>> ULID('01arz3ndektsv4rrffq69g5fav')\n"
    "ULID('01ARZ3NDEKTSV4RRFFQ69G5FAV')\n\n"
    "Source: ULID specification (github.com/ulid/spec).");

static PyType_Slot slots[] = {
    {Py_tp_dealloc, (void *)ulid_dealloc},
    {Py_tp_doc, (void *)ulid_doc},
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
