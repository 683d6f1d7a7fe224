/* SPDX-License-Identifier: MIT */
/* New ULIDs: ulid, ulid_str and ulid_bytes, which also reads a text. */
#include "ulid.h"

/* Make an id for a call with the one parameter `monotonic`. Returns 0, or -1
 * with an exception. */
static int make(guidon_id *out, const char *function, PyObject *module,
                PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"monotonic"};
    const gpy_parameters parameters = {function, names, 1, 0, 0};
    PyObject *value = NULL;
    int monotonic = 1;
    guidon_status status;

    if (n || keywords) {
        if (gpy_arguments(&value, &parameters, args, n, keywords) < 0) {
            return -1;
        }
        monotonic = value ? PyObject_IsTrue(value) : 1;
        if (monotonic < 0) {
            return -1;
        }
    }
    status = guidon_new(out, monotonic ? GUIDON_ULID_MONOTONIC : GUIDON_ULID);
    if (status) {
        gpy_fail(gpy_state_of(module), status);
    }
    return status ? -1 : 0;
}

static PyObject *make_ulid(PyObject *module, PyObject *const *args,
                           Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;

    return make(&id, "ulid", module, args, n, keywords) < 0
               ? NULL
               : gpy_ulid_new(gpy_state_of(module), &id);
}

static PyObject *make_ulid_str(PyObject *module, PyObject *const *args,
                               Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;

    return make(&id, "ulid_str", module, args, n, keywords) < 0
               ? NULL
               : gpy_ulid_text(&id);
}

/* Return the bytes of a text, without an object of the class. */
static PyObject *bytes_of_text(const gpy_state *state, PyObject *text)
{
    guidon_id id;

    if (!PyUnicode_Check(text)) {
        return PyErr_Format(PyExc_TypeError,
                            "ulid_bytes() takes the text of a ULID, not %R",
                            (PyObject *)Py_TYPE(text));
    }
    return gpy_ulid_read(state, &id, text, GUIDON_ACCEPT(GUIDON_FORM_ULID), 0) <
                   0
               ? NULL
               : gpy_bytes(&id);
}

static PyObject *make_ulid_bytes(PyObject *module, PyObject *const *args,
                                 Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;

    if (n == 1 && !keywords) {
        return bytes_of_text(gpy_state_of(module), args[0]);
    }
    if (n == 1) {
        PyErr_SetString(
            PyExc_TypeError,
            "ulid_bytes() takes a text, or monotonic for a new ULID, not both");
        return NULL;
    }
    return make(&id, "ulid_bytes", module, args, n, keywords) < 0
               ? NULL
               : gpy_bytes(&id);
}

static PyMethodDef makers[] = {
    GPY_METHOD(ulid, make_ulid),
    GPY_METHOD(ulid_str, make_ulid_str),
    GPY_METHOD(ulid_bytes, make_ulid_bytes),
    {NULL, NULL, 0, NULL},
};

int gpy_add_ulid_makers(PyObject *module)
{
    return PyModule_AddFunctions(module, makers);
}
