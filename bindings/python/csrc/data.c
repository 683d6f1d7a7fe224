/* SPDX-License-Identifier: MIT */
/* The bytes of an argument: of an object with a buffer, of a str in UTF-8, or what is
 * hashed of a value. */
#include "guidon_py.h"

int gpy_data_open(gpy_data *out, PyObject *object)
{
    out->view.obj = NULL;
    if (PyObject_GetBuffer(object, &out->view, PyBUF_SIMPLE) < 0) {
        return -1;
    }
    out->bytes = out->view.buf;
    out->len = (size_t)out->view.len;
    return 0;
}

static int open_text(gpy_data *out, PyObject *text)
{
    Py_ssize_t length;

    out->view.obj = NULL;
    out->bytes = PyUnicode_AsUTF8AndSize(text, &length);
    out->len = out->bytes ? (size_t)length : 0;
    return out->bytes ? 0 : -1;
}

/* ---------------------------------------------------------- what is hashed */

/* Open the `len` bytes of `out->own`. */
static int open_own(gpy_data *out, size_t len)
{
    out->view.obj = NULL;
    out->bytes = out->own;
    out->len = len;
    return 0;
}

static int open_integer(gpy_data *out, PyObject *object)
{
    PyObject *number = PyNumber_Index(object);
    long long value;
    int overflow;

    if (!number) {
        return -1;
    }
    value = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow) {
        PyErr_SetString(PyExc_ValueError,
                        "an int outside of -2**63 to 2**63 - 1 is not hashed; "
                        "convert it to str first");
        return -1;
    }
    guidon_data_from_integer(out->own, value);
    return open_own(out, GUIDON_INTEGER_LEN);
}

static int open_id(const gpy_state *state, gpy_data *out, PyObject *object)
{
    guidon_id id;

    if (gpy_read_id(state, &id, object) < 0) {
        return -1;
    }
    memcpy(out->own, id.bytes, sizeof id.bytes);
    return open_own(out, sizeof id.bytes);
}

/* Raise TypeError for a value whose bytes differ between systems. Returns -1. */
static int refuse(PyObject *object)
{
    PyErr_Format(PyExc_TypeError,
                 "expected bytes, str, int or an id, not %R; other values are "
                 "not hashed, convert them to str or int first",
                 (PyObject *)Py_TYPE(object));
    return -1;
}

/* Is an object a date or a duration of NumPy? Its buffer says that it is bytes,
 * which are those of a number of this machine. 1, 0, or -1 with an exception. */
static int is_moment(PyObject *object)
{
    PyObject *type = PyObject_GetAttrString(object, "dtype");
    PyObject *kind = type ? PyObject_GetAttrString(type, "kind") : NULL;
    int result = kind && PyUnicode_Check(kind) &&
                 (PyUnicode_CompareWithASCIIString(kind, "M") == 0 ||
                  PyUnicode_CompareWithASCIIString(kind, "m") == 0);

    Py_XDECREF(type);
    Py_XDECREF(kind);
    if (!kind) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return -1;
        }
        PyErr_Clear();
    }
    return result;
}

/* Are the items of a buffer bytes? A buffer without a dimension is a number. */
bool gpy_has_bytes(const Py_buffer *view)
{
    const char *format = view->format ? view->format : "B";

    format += *format && strchr("@=<>!", *format);
    return view->ndim > 0 && view->itemsize == 1 && *format &&
           strchr("Bbc", *format) && !format[1];
}

/* Open an object with a buffer, if this is one of bytes or a number. */
static int open_buffer(gpy_data *out, PyObject *object)
{
    int moment = is_moment(object);
    bool is_number;

    if (moment != 0) {
        return moment < 0 ? -1 : refuse(object);
    }
    if (PyObject_GetBuffer(object, &out->view, PyBUF_ND | PyBUF_FORMAT) < 0) {
        return -1;
    }
    if (gpy_has_bytes(&out->view)) {
        out->bytes = out->view.buf;
        out->len = (size_t)out->view.len;
        return 0;
    }
    is_number = out->view.ndim == 0 && PyIndex_Check(object) &&
                !(out->view.format && strchr(out->view.format, '?'));
    PyBuffer_Release(&out->view);
    return is_number ? open_integer(out, object) : refuse(object);
}

int gpy_name_open(gpy_data *out, PyObject *object)
{
    if (PyUnicode_Check(object)) {
        return open_text(out, object);
    }
    if (!PyObject_CheckBuffer(object)) {
        return gpy_data_open(out, object); /* raises TypeError */
    }
    if (open_buffer(out, object) < 0) {
        return -1;
    }
    return out->view.obj ? 0 : refuse(object); /* no number is a name */
}

int gpy_hashed_open(const gpy_state *state, gpy_data *out, PyObject *object)
{
    if (PyUnicode_Check(object)) {
        return open_text(out, object);
    }
    if (PyBool_Check(object)) {
        return refuse(object);
    }
    if (PyObject_CheckBuffer(object)) {
        return open_buffer(out, object);
    }
    if (PyIndex_Check(object)) {
        return open_integer(out, object);
    }
    if (open_id(state, out, object) == 0) {
        return 0;
    }
    return PyErr_ExceptionMatches(PyExc_TypeError) ? refuse(object) : -1;
}

void gpy_data_close(gpy_data *data)
{
    if (data->view.obj) {
        PyBuffer_Release(&data->view);
    }
}
