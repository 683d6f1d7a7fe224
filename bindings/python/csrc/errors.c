/* SPDX-License-Identifier: MIT */
/* The exceptions of the package, and the exception of each status. */
#include "guidon_py.h"

/* The largest number of characters of a text in a message. */
#define SHOWN_MAX 100

PyDoc_STRVAR(parse_error_doc,
             "A text is not an id.\n\n"
             "reason: what is wrong, and what would be right.\n"
             "offset: the first wrong character of the text, from 0.\n"
             "index: of a text among many, its position from 0; otherwise\n"
             "    None.");
PyDoc_STRVAR(
    generate_error_doc,
    "No id could be made: the clock, the random source or the state of\n"
    "a generator failed.\n\n"
    "reason: what is wrong.");

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

/* Return the reason, the offset and what was read. */
static PyObject *place_message(PyObject *reason, size_t offset, PyObject *read)
{
    PyObject *start, *message;

    if (!PyUnicode_Check(read) || PyUnicode_GetLength(read) <= SHOWN_MAX) {
        return PyUnicode_FromFormat("%U, at offset %zu of %.300R", reason,
                                    offset, read);
    }
    start = PyUnicode_Substring(read, 0, SHOWN_MAX);
    if (!start) {
        return NULL;
    }
    message = PyUnicode_FromFormat("%U, at offset %zu of %R...", reason, offset,
                                   start);
    Py_DECREF(start);
    return message;
}

/* Return the text of a message, which begins with the index if there is one. */
static PyObject *parse_message(PyObject *reason, size_t offset, PyObject *read,
                               Py_ssize_t index)
{
    PyObject *place = place_message(reason, offset, read), *message;

    if (!place || index == GPY_NO_INDEX) {
        return place;
    }
    message = PyUnicode_FromFormat("text %zd: %U", index, place);
    Py_DECREF(place);
    return message;
}

/* Raise ParseError. The reference to the reason is taken, which may be NULL with
 * an exception. */
static void raise_parse_error(const gpy_state *state, PyObject *reason,
                              PyObject *read, size_t offset, Py_ssize_t index)
{
    PyObject *message =
        reason ? parse_message(reason, offset, read, index) : NULL;
    PyObject *error = message ? PyObject_CallFunctionObjArgs(state->parse_error,
                                                             message, NULL)
                              : NULL;

    Py_XDECREF(message);
    if (!error) {
        Py_XDECREF(reason);
        return;
    }
    if (set_attribute(error, "reason", reason) < 0 ||
        set_attribute(error, "offset", PyLong_FromSize_t(offset)) < 0 ||
        (index != GPY_NO_INDEX &&
         set_attribute(error, "index", PyLong_FromSsize_t(index)) < 0)) {
        Py_DECREF(error);
        return;
    }
    raise_and_release(error);
}

PyObject *gpy_fail_parse(const gpy_state *state, guidon_status status,
                         PyObject *read, size_t offset, Py_ssize_t index)
{
    raise_parse_error(state, PyUnicode_FromString(guidon_status_text(status)),
                      read, offset, index);
    return NULL;
}

PyObject *gpy_fail_reason(const gpy_state *state, const char *reason,
                          PyObject *read, size_t offset)
{
    raise_parse_error(state, PyUnicode_FromString(reason), read, offset,
                      GPY_NO_INDEX);
    return NULL;
}

PyObject *gpy_fail_text(const gpy_state *state, guidon_status status,
                        PyObject *object, const gpy_text *text, uint64_t accept,
                        size_t offset, Py_ssize_t index)
{
    raise_parse_error(state, gpy_reason(status, object, text, accept, offset),
                      object, offset, index);
    return NULL;
}

/* Create an exception class. The reference to its attributes is taken; they are
 * those of an exception that a program creates itself. */
static PyObject *new_class(const char *name, const char *doc, PyObject *base,
                           PyObject *attributes)
{
    PyObject *class =
        attributes ? PyErr_NewExceptionWithDoc(name, doc, base, attributes)
                   : NULL;

    Py_XDECREF(attributes);
    return class;
}

int gpy_add_errors(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);

    state->parse_error =
        new_class("guidon.ParseError", parse_error_doc, PyExc_ValueError,
                  Py_BuildValue("{s:s,s:i,s:O}", "reason", "", "offset", 0,
                                "index", Py_None));
    state->generate_error =
        new_class("guidon.GenerateError", generate_error_doc,
                  PyExc_RuntimeError, Py_BuildValue("{s:s}", "reason", ""));
    if (!state->parse_error || !state->generate_error) {
        return -1;
    }
    Py_INCREF(state->parse_error);
    if (gpy_add_object(module, "ParseError", state->parse_error) < 0) {
        return -1;
    }
    Py_INCREF(state->generate_error);
    return gpy_add_object(module, "GenerateError", state->generate_error);
}
