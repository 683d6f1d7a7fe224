/* SPDX-License-Identifier: MIT */
/* The id of an argument: an object that is an id, 16 bytes, or a text. */
#include "guidon_py.h"

/* Read an object of a class of this package. Returns 1, or 0 if it is none. */
static int read_own(const gpy_state *state, guidon_id *out, guidon_form *form,
                    PyObject *object)
{
    int is_ulid = gpy_lies_as(object, state->ulid_class);

    if (!is_ulid && !gpy_lies_as(object, state->typeid_class)) {
        return 0;
    }
    *out = ((const gpy_id_object *)object)->id;
    *form = is_ulid ? GUIDON_FORM_ULID : GUIDON_FORM_UUID;
    return 1;
}

/* Read a str, which is one of many unless `index` is GPY_NO_INDEX. */
static int read_text(const gpy_state *state, guidon_id *out, guidon_form *form,
                     PyObject *object, guidon_accept accept, unsigned flags,
                     Py_ssize_t index)
{
    gpy_text text;
    guidon_status status;
    size_t offset = 0;

    if (gpy_text_open(&text, object) < 0) {
        return -1;
    }
    status =
        guidon_parse(out, form, text.chars, text.len, accept, flags, &offset);
    if (status) {
        gpy_fail_text(state, status, object, accept, flags, " with accept",
                      offset, index);
    }
    gpy_text_close(&text);
    return status ? -1 : 0;
}

int gpy_read_text(const gpy_state *state, guidon_id *out, guidon_form *form,
                  PyObject *object, guidon_accept accept, unsigned flags)
{
    return read_text(state, out, form, object, accept, flags, GPY_NO_INDEX);
}

int gpy_read_text_item(const gpy_state *state, guidon_id *out,
                       guidon_form *form, PyObject *object,
                       guidon_accept accept, Py_ssize_t index)
{
    return read_text(state, out, form, object, accept, 0, index);
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

int gpy_read_id_form(const gpy_state *state, guidon_id *out, guidon_form *form,
                     PyObject *object)
{
    int found = gpy_uuid_read_exact(state, out, object);

    *form = GUIDON_FORM_UUID;
    if (found) {
        return found < 0 ? -1 : 0;
    }
    if (PyUnicode_Check(object)) {
        return gpy_read_text(state, out, form, object, GUIDON_ACCEPT_ANY, 0);
    }
    if (read_own(state, out, form, object)) {
        return 0;
    }
    found = gpy_uuid_read(state, out, object);
    if (found) {
        return found < 0 ? -1 : 0;
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

int gpy_read_id(const gpy_state *state, guidon_id *out, PyObject *object)
{
    guidon_form form;

    return gpy_read_id_form(state, out, &form, object);
}
