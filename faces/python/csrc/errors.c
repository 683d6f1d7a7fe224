/* SPDX-License-Identifier: MIT */
/* The exceptions of the package, and the exception of each status. */
#include "guidon_py.h"

PyDoc_STRVAR(
    parse_error_doc,
    "A text is not an id.\n\n"
    "reason: what is wrong, one line of English.\n"
    "offset: the first wrong character of the text, from 0.\n"
    "index: of parse_many, the position of the text, from 0; otherwise\n"
    "    None.");
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

/* Raise ParseError with a message, whose reference is taken. */
static void raise_parse(const gpy_state *state, PyObject *message,
                        guidon_status status, size_t offset, PyObject *index)
{
    const char *reason = guidon_status_text(status);
    PyObject *error = NULL;

    if (message) {
        error = PyObject_CallFunctionObjArgs(state->parse_error, message, NULL);
        Py_DECREF(message);
    }
    if (!error ||
        set_attribute(error, "reason", PyUnicode_FromString(reason)) < 0 ||
        set_attribute(error, "offset", PyLong_FromSize_t(offset)) < 0 ||
        (index && PyObject_SetAttrString(error, "index", index) < 0)) {
        Py_XDECREF(error);
        return;
    }
    raise_and_release(error);
}

PyObject *gpy_fail_parse(const gpy_state *state, guidon_status status,
                         PyObject *text, size_t offset)
{
    raise_parse(state,
                PyUnicode_FromFormat("%s, at offset %zu of %R",
                                     guidon_status_text(status), offset, text),
                status, offset, NULL);
    return NULL;
}

PyObject *gpy_fail_parse_item(const gpy_state *state, guidon_status status,
                              PyObject *text, size_t offset, Py_ssize_t index)
{
    PyObject *position = PyLong_FromSsize_t(index);

    if (position) {
        raise_parse(state,
                    PyUnicode_FromFormat("text %zd: %s, at offset %zu of %R",
                                         index, guidon_status_text(status),
                                         offset, text),
                    status, offset, position);
        Py_DECREF(position);
    }
    return NULL;
}

int gpy_add_errors(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);
    PyObject *members = Py_BuildValue("{sO}", "index", Py_None);

    if (!members) {
        return -1;
    }
    state->parse_error = PyErr_NewExceptionWithDoc(
        "guidon.ParseError", parse_error_doc, PyExc_ValueError, members);
    Py_DECREF(members);
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
