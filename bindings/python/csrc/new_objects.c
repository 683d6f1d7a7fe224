/* SPDX-License-Identifier: MIT */
/* New objects of Python with the value of an id, objects of the module, and results of
 * its parts that are written in Python. */
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

PyObject *gpy_call_python(const char *module, const char *function,
                          PyObject *args, PyObject *keywords)
{
    PyObject *object = args ? PyImport_ImportModule(module) : NULL;
    PyObject *callable =
        object ? PyObject_GetAttrString(object, function) : NULL;
    PyObject *result =
        callable ? PyObject_Call(callable, args, keywords) : NULL;

    /* CPython can lose an exception that passes a frame when there is no memory. */
    if (!result && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    Py_XDECREF(object);
    Py_XDECREF(callable);
    return result;
}

PyObject *gpy_call_python_with(const char *module, const char *function,
                               PyObject *args)
{
    PyObject *result = gpy_call_python(module, function, args, NULL);

    Py_XDECREF(args);
    return result;
}
