/* SPDX-License-Identifier: MIT */
/* New objects of Python with the value of an id, and objects of the module. */
#include "guidon_py.h"

PyObject *gpy_bytes(const guidon_id *id)
{
    return PyBytes_FromStringAndSize((const char *)id->bytes,
                                     (Py_ssize_t)sizeof id->bytes);
}

PyObject *gpy_uuid_text(const guidon_id *id)
{
#ifdef Py_LIMITED_API
    char text[GUIDON_UUID_LEN];

    guidon_uuid_format(text, id);
    return PyUnicode_FromStringAndSize(text, GUIDON_UUID_LEN);
#else
    PyObject *text = PyUnicode_New(GUIDON_UUID_LEN, 127);

    if (text) {
        guidon_uuid_format((char *)PyUnicode_1BYTE_DATA(text), id);
    }
    return text;
#endif
}

PyObject *gpy_ulid_text(const guidon_id *id)
{
#ifdef Py_LIMITED_API
    char text[GUIDON_ULID_LEN];

    guidon_ulid_format(text, id);
    return PyUnicode_FromStringAndSize(text, GUIDON_ULID_LEN);
#else
    PyObject *text = PyUnicode_New(GUIDON_ULID_LEN, 127);

    if (text) {
        guidon_ulid_format((char *)PyUnicode_1BYTE_DATA(text), id);
    }
    return text;
#endif
}

int gpy_add_object(PyObject *module, const char *name, PyObject *object)
{
    int result = object ? PyModule_AddObject(module, name, object) : -1;

    if (result < 0) {
        Py_XDECREF(object);
    }
    return result;
}
