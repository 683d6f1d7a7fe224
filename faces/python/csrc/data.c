/* SPDX-License-Identifier: MIT */
/* The bytes of an argument: of an object with a buffer, or of a str in UTF-8. */
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

int gpy_data_open_text(gpy_data *out, PyObject *object)
{
    Py_ssize_t length;

    if (!PyUnicode_Check(object)) {
        return gpy_data_open(out, object);
    }
    out->view.obj = NULL;
    out->bytes = PyUnicode_AsUTF8AndSize(object, &length);
    out->len = out->bytes ? (size_t)length : 0;
    return out->bytes ? 0 : -1;
}

void gpy_data_close(gpy_data *data)
{
    if (data->view.obj) {
        PyBuffer_Release(&data->view);
    }
}
