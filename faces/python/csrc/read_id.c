/* SPDX-License-Identifier: MIT */
/* The id of an argument: an object that is an id, 16 bytes, or a text. */
#include "guidon_py.h"

/* Read an object of a class of this package. Returns 1, or 0 if it is none. */
static int read_own(const gpy_state *state, guidon_id *out, PyObject *object)
{
    if ((state->ulid_class && PyObject_TypeCheck(object, state->ulid_class)) ||
        (state->typeid_class &&
         PyObject_TypeCheck(object, state->typeid_class))) {
        *out = ((const gpy_id_object *)object)->id;
        return 1;
    }
    return 0;
}

static int read_text(const gpy_state *state, guidon_id *out, PyObject *object)
{
    gpy_text text;
    guidon_status status;
    size_t offset = 0;

    if (gpy_text_open(&text, object) < 0) {
        return -1;
    }
    status = guidon_parse(out, NULL, text.chars, text.len, GUIDON_ACCEPT_ANY,
                          &offset);
    gpy_text_close(&text);
    if (status) {
        gpy_fail_parse(state, status, object, offset);
        return -1;
    }
    return 0;
}

static int read_bytes(guidon_id *out, PyObject *object)
{
    Py_buffer view;
    int result = -1;

    if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE) < 0) {
        return -1;
    }
    if (view.len == (Py_ssize_t)sizeof out->bytes) {
        memcpy(out->bytes, view.buf, sizeof out->bytes);
        result = 0;
    } else {
        PyErr_Format(PyExc_ValueError, "an id has 16 bytes, not %zd", view.len);
    }
    PyBuffer_Release(&view);
    return result;
}

int gpy_read_id(const gpy_state *state, guidon_id *out, PyObject *object)
{
    int found = gpy_uuid_read(state, out, object);

    if (found) {
        return found < 0 ? -1 : 0;
    }
    if (PyUnicode_Check(object)) {
        return read_text(state, out, object);
    }
    if (read_own(state, out, object)) {
        return 0;
    }
    if (PyObject_CheckBuffer(object)) {
        return read_bytes(out, object);
    }
    PyErr_Format(
        PyExc_TypeError,
        "expected an id (uuid.UUID, guidon.ULID, guidon.TypeID, str or "
        "16 bytes), not %R",
        (PyObject *)Py_TYPE(object));
    return -1;
}
