/* SPDX-License-Identifier: MIT */
/* The class guidon.TypeID, and typeid, which makes one. */
#include "../guidon_py.h"

/* A TypeID begins as every object of a class of this package. */
typedef struct typeid_object {
    gpy_id_object base;
    PyObject
        *prefix; /* an owned str, which guidon_typeid_prefix_check accepts */
} typeid_object;

static PyObject *prefix_of(PyObject *self)
{
    return ((typeid_object *)self)->prefix;
}

static void typeid_dealloc(PyObject *self)
{
    Py_XDECREF(prefix_of(self));
    gpy_id_object_free(self);
}

/* Return a new object, or NULL with an exception. `prefix` may be NULL with an
 * exception, and its reference is taken. */
static PyObject *allocate(PyTypeObject *class, PyObject *prefix,
                          const guidon_id *id)
{
    PyObject *object = prefix ? gpy_id_object_new(class, id) : NULL;

    if (!object) {
        Py_XDECREF(prefix);
        return NULL;
    }
    ((typeid_object *)object)->prefix = prefix;
    return object;
}

static PyObject *text_of(PyObject *prefix, const guidon_id *id)
{
    char text[GUIDON_TYPEID_MAX];
    Py_ssize_t prefix_len;
    size_t len;
    const char *chars = PyUnicode_AsUTF8AndSize(prefix, &prefix_len);

    if (!chars) {
        return NULL;
    }
    if (guidon_typeid_format(text, sizeof text, &len, chars, (size_t)prefix_len,
                             id)) {
        PyErr_SetString(PyExc_SystemError, "the prefix of a TypeID changed");
        return NULL;
    }
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

/* ------------------------------------------------------- new objects */

/* Return a new object for a text, or NULL with an exception. */
static PyObject *read_text(PyTypeObject *class, PyObject *object)
{
    gpy_text text;
    guidon_id id;
    size_t prefix_len = 0, offset = 0;
    guidon_status status;
    PyObject *prefix = NULL;

    if (gpy_text_open(&text, object) < 0) {
        return NULL;
    }
    status =
        guidon_typeid_parse(&id, &prefix_len, text.chars, text.len, &offset);
    if (!status) {
        prefix =
            PyUnicode_FromStringAndSize(text.chars, (Py_ssize_t)prefix_len);
    }
    gpy_text_close(&text);
    return status ? gpy_fail_parse(gpy_id_state(class), status, object, offset,
                                   GPY_NO_INDEX)
                  : allocate(class, prefix, &id);
}

static PyObject *typeid_new(PyTypeObject *class, PyObject *args,
                            PyObject *keywords)
{
    static char *names[] = {"text", NULL};
    PyObject *value;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:TypeID", names,
                                     &value)) {
        return NULL;
    }
    if (PyUnicode_Check(value)) {
        return read_text(class, value);
    }
    if (!gpy_lies_as(value, gpy_id_class(class))) {
        return PyErr_Format(PyExc_TypeError,
                            "expected str or guidon.TypeID, not %R "
                            "(TypeID.from_uuid takes an id and a prefix)",
                            (PyObject *)Py_TYPE(value));
    }
    Py_INCREF(prefix_of(value));
    return allocate(class, prefix_of(value), gpy_id_of(value));
}

/* Return a new str of a prefix, or NULL with an exception. `object` may be NULL,
 * which is the empty prefix. */
static PyObject *read_prefix(const gpy_state *state, PyObject *object)
{
    gpy_text text;
    size_t offset = 0;
    guidon_status status;
    PyObject *prefix = NULL;

    if (!object) {
        return PyUnicode_FromStringAndSize("", 0);
    }
    if (gpy_text_open(&text, object) < 0) {
        return NULL;
    }
    status = guidon_typeid_prefix_check(text.chars, text.len, &offset);
    if (!status) {
        prefix = PyUnicode_FromStringAndSize(text.chars, (Py_ssize_t)text.len);
    }
    gpy_text_close(&text);
    return status ? gpy_fail_parse(state, status, object, offset, GPY_NO_INDEX)
                  : prefix;
}

/* Return a new object of TypeID, or of a class derived from it by a call of this
 * class with a text. The reference to the prefix is taken, which may be NULL
 * with an exception. */
static PyObject *object_of(PyTypeObject *class, PyObject *prefix,
                           const guidon_id *id)
{
    PyObject *text, *object;

    if (!prefix || !gpy_id_is_derived(class)) {
        return allocate(class, prefix, id);
    }
    text = text_of(prefix, id);
    Py_DECREF(prefix);
    object = text ? PyObject_CallFunctionObjArgs((PyObject *)class, text, NULL)
                  : NULL;
    Py_XDECREF(text);
    return object;
}

static PyObject *typeid_parse(PyObject *class, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        return PyErr_Format(PyExc_TypeError, "expected str, not %R",
                            (PyObject *)Py_TYPE(text));
    }
    return PyObject_CallFunctionObjArgs(class, text, NULL);
}

static PyObject *typeid_from_uuid(PyObject *class, PyObject *args,
                                  PyObject *keywords)
{
    static char *names[] = {"uuid", "prefix", NULL};
    PyTypeObject *type = (PyTypeObject *)class;
    PyObject *uuid, *prefix = NULL;
    guidon_id id;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:from_uuid", names,
                                     &uuid, &prefix) ||
        gpy_read_id(gpy_id_state(type), &id, uuid) < 0) {
        return NULL;
    }
    return object_of(type, read_prefix(gpy_id_state(type), prefix), &id);
}

/* ------------------------------------------------------ special methods */

static PyObject *typeid_str(PyObject *self)
{
    return text_of(prefix_of(self), gpy_id_of(self));
}

/* Prefix and id are compared one after the other. The texts have this order too,
 * because '_' is above the digits and below the letters. */
static int typeid_order(PyObject *a, PyObject *b)
{
    int order = PyUnicode_Compare(prefix_of(a), prefix_of(b));

    return order ? order : guidon_compare(gpy_id_of(a), gpy_id_of(b));
}

static Py_hash_t typeid_hash(PyObject *self)
{
    return gpy_hash_of(typeid_str(self));
}

static PyObject *get_prefix(PyObject *self, void *Py_UNUSED(closure))
{
    Py_INCREF(prefix_of(self));
    return prefix_of(self);
}

static PyObject *typeid_format(PyObject *self, PyObject *specification)
{
    PyObject *text, *result;

    if (!PyUnicode_Check(specification)) {
        return PyErr_Format(PyExc_TypeError, "expected a str, not %R",
                            (PyObject *)Py_TYPE(specification));
    }
    text = typeid_str(self);
    result = text ? PyObject_Format(text, specification) : NULL;
    Py_XDECREF(text);
    return result;
}

/* ------------------------------------------------------------ attributes */

static PyObject *get_suffix(PyObject *self, void *Py_UNUSED(closure))
{
    char text[GUIDON_ULID_LEN];
    size_t len = 0;
    guidon_status status = guidon_format(
        text, sizeof text, &len, gpy_id_of(self), GUIDON_FORM_ULID_LOWER);

    return status ? gpy_fail(gpy_id_state(Py_TYPE(self)), status)
                  : PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

static PyGetSetDef attributes[] = {
    {"prefix", get_prefix, NULL, GPY_DOC_TypeID_prefix, NULL},
    {"suffix", get_suffix, NULL, GPY_DOC_TypeID_suffix, NULL},
    {"uuid", gpy_id_uuid, NULL, GPY_DOC_TypeID_uuid, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* --------------------------------------------------------------- methods */

static PyMethodDef methods[] = {
    {"from_uuid", GPY_FASTCALL(typeid_from_uuid),
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, GPY_DOC_TypeID_from_uuid},
    {"parse", typeid_parse, METH_O | METH_CLASS, GPY_DOC_TypeID_parse},
    {"__format__", typeid_format, METH_O, GPY_DOC_TypeID___format__},
    GPY_ID_METHODS,
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, (void *)typeid_dealloc},
    {Py_tp_doc, (void *)GPY_DOC_TypeID},
    {Py_tp_getset, attributes},
    {Py_tp_hash, (void *)typeid_hash},
    {Py_tp_methods, methods},
    {Py_tp_new, (void *)typeid_new},
    {Py_tp_repr, (void *)gpy_id_object_repr},
    {Py_tp_richcompare, (void *)gpy_id_compare},
    {Py_tp_str, (void *)typeid_str},
    {0, NULL},
};

const gpy_id_kind gpy_typeid_kind = {
    .dealloc = typeid_dealloc,
    .argument = typeid_str,
    .order = typeid_order,
    .schema = "typeid_schema",
    .json_schema = "typeid_json_schema",
};

static PyType_Spec spec = {
    .name = "guidon.TypeID",
    .basicsize = sizeof(typeid_object),
    .flags = GPY_CLASS_FLAGS,
    .slots = slots,
};

static PyObject *make_typeid(PyObject *module, PyObject *const *args,
                             Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"prefix"};
    static const gpy_parameters parameters = {"typeid", names, 1, 1, 0};
    const gpy_state *state = gpy_state_of(module);
    PyObject *value, *prefix;
    guidon_id id;
    guidon_status status;

    if (gpy_arguments(&value, &parameters, args, n, keywords) < 0) {
        return NULL;
    }
    prefix = read_prefix(state, value);
    status = prefix ? guidon_new(&id, GUIDON_V7) : GUIDON_OK;
    if (status) {
        Py_DECREF(prefix);
        return gpy_fail(state, status);
    }
    return allocate(state->typeid_class, prefix, &id);
}

static PyMethodDef makers[] = {
    GPY_METHOD(typeid, make_typeid),
    {NULL, NULL, 0, NULL},
};

int gpy_add_typeid(PyObject *module)
{
    return gpy_add_class(module, &gpy_state_of(module)->typeid_class, &spec) < 0
               ? -1
               : PyModule_AddFunctions(module, makers);
}
