/* SPDX-License-Identifier: MIT */
/* The exceptions of the package, and the exception of each status. */
#include "guidon_py.h"

PyDoc_STRVAR(parse_error_doc,
             "A text is not an id.\n\n"
             "reason: what is wrong, one line of English.\n"
             "offset: the first wrong character of the text, from 0.");
PyDoc_STRVAR(
    generate_error_doc,
    "No id could be made: the clock, the random source or the state of\n"
    "a generator failed.\n\n"
    "reason: what is wrong, one line of English.");

/* Set an attribute of an exception to an object, whose reference is taken. */
static int set_attribute(PyObject *error, const char *name, PyObject *value)
{
    int result;

    if (!value) {
        return -1;
    }
    result = PyObject_SetAttrString(error, name, value);
    Py_DECREF(value);
    return result;
}

static void raise_and_release(PyObject *error)
{
    PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_DECREF(error);
}

static PyObject *class_of(const gpy_state *state, guidon_status status)
{
    switch (status) {
    case GUIDON_E_OVERFLOW:
    case GUIDON_E_CLOCK:
    case GUIDON_E_ENTROPY:
    case GUIDON_E_STATE:
        return state->generate_error;
    case GUIDON_E_MEMORY:
        return PyExc_MemoryError;
    default:
        return PyExc_ValueError;
    }
}

PyObject *gpy_fail(const gpy_state *state, guidon_status status)
{
    PyObject *class = class_of(state, status), *error;
    const char *reason =
        status == GUIDON_E_STATE ? guidon_state_reason() : NULL;

    if (!reason) {
        reason = guidon_status_text(status);
    }
    error = PyObject_CallFunction(class, "s", reason);
    if (!error) {
        return NULL;
    }
    if (class == state->generate_error &&
        set_attribute(error, "reason", PyUnicode_FromString(reason)) < 0) {
        Py_DECREF(error);
        return NULL;
    }
    raise_and_release(error);
    return NULL;
}

PyObject *gpy_fail_parse(const gpy_state *state, guidon_status status,
                         PyObject *text, size_t offset)
{
    const char *reason = guidon_status_text(status);
    PyObject *message =
        PyUnicode_FromFormat("%s, at offset %zu of %R", reason, offset, text);
    PyObject *error;

    if (!message) {
        return NULL;
    }
    error = PyObject_CallFunctionObjArgs(state->parse_error, message, NULL);
    Py_DECREF(message);
    if (!error) {
        return NULL;
    }
    if (set_attribute(error, "reason", PyUnicode_FromString(reason)) < 0 ||
        set_attribute(error, "offset", PyLong_FromSize_t(offset)) < 0) {
        Py_DECREF(error);
        return NULL;
    }
    raise_and_release(error);
    return NULL;
}

int gpy_add_errors(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);

    state->parse_error = PyErr_NewExceptionWithDoc(
        "guidon.ParseError", parse_error_doc, PyExc_ValueError, NULL);
    state->generate_error = PyErr_NewExceptionWithDoc(
        "guidon.GenerateError", generate_error_doc, PyExc_RuntimeError, NULL);
    if (!state->parse_error || !state->generate_error) {
        return -1;
    }
    Py_INCREF(state->parse_error);
    if (PyModule_AddObject(module, "ParseError", state->parse_error) < 0) {
        Py_DECREF(state->parse_error);
        return -1;
    }
    Py_INCREF(state->generate_error);
    if (PyModule_AddObject(module, "GenerateError", state->generate_error) <
        0) {
        Py_DECREF(state->generate_error);
        return -1;
    }
    return 0;
}
