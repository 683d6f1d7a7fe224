/* SPDX-License-Identifier: MIT */
/* The exceptions of the package, and the exception of each status. */
#include "guidon_py.h"

/* The largest number of characters of a text in a message. */
#define SHOWN_MAX 100

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

/* The reason why something is not an id, as an exception shows it. */
struct refusal {
    PyObject *reason; /* a str, which is owned */
    const char *hint; /* what the caller could do, after the reason */
    int has_place;    /* the reason names the offset */
    size_t offset;
    Py_ssize_t index; /* or GPY_NO_INDEX */
};

/* Return the reason, the offset if the reason does not name it, and `shown`. */
static PyObject *place_message(const struct refusal *refusal, PyObject *shown,
                               const char *after)
{
    if (refusal->has_place) {
        return PyUnicode_FromFormat("%U%s: %.300R%s", refusal->reason,
                                    refusal->hint, shown, after);
    }
    return PyUnicode_FromFormat("%U%s, at offset %zu of %.300R%s",
                                refusal->reason, refusal->hint, refusal->offset,
                                shown, after);
}

/* Return the reason and the begin of what was read. */
static PyObject *shown_message(const struct refusal *refusal, PyObject *read)
{
    PyObject *start, *message;

    if (!PyUnicode_Check(read) || PyUnicode_GetLength(read) <= SHOWN_MAX) {
        return place_message(refusal, read, "");
    }
    start = PyUnicode_Substring(read, 0, SHOWN_MAX);
    if (!start) {
        return NULL;
    }
    message = place_message(refusal, start, "...");
    Py_DECREF(start);
    return message;
}

/* Return the text of a message, which begins with the index if there is one. */
static PyObject *parse_message(const struct refusal *refusal, PyObject *read)
{
    PyObject *shown = shown_message(refusal, read), *message;

    if (!shown || refusal->index == GPY_NO_INDEX) {
        return shown;
    }
    message = PyUnicode_FromFormat("text %zd: %U", refusal->index, shown);
    Py_DECREF(shown);
    return message;
}

/* Raise ParseError. The reference to the reason is taken, which may be NULL with
 * an exception. */
static void raise_parse_error(const gpy_state *state,
                              const struct refusal *refusal, PyObject *read)
{
    PyObject *message = refusal->reason ? parse_message(refusal, read) : NULL;
    PyObject *error = message ? PyObject_CallFunctionObjArgs(state->parse_error,
                                                             message, NULL)
                              : NULL;

    Py_XDECREF(message);
    if (!error) {
        Py_XDECREF(refusal->reason);
        return;
    }
    if (set_attribute(error, "reason", refusal->reason) < 0 ||
        set_attribute(error, "offset", PyLong_FromSize_t(refusal->offset)) <
            0 ||
        (refusal->index != GPY_NO_INDEX &&
         set_attribute(error, "index", PyLong_FromSsize_t(refusal->index)) <
             0)) {
        Py_DECREF(error);
        return;
    }
    raise_and_release(error);
}

PyObject *gpy_fail_parse(const gpy_state *state, guidon_status status,
                         PyObject *read, size_t offset, Py_ssize_t index)
{
    const struct refusal refusal = {
        PyUnicode_FromString(guidon_status_text(status)), "", 0, offset, index};

    raise_parse_error(state, &refusal, read);
    return NULL;
}

PyObject *gpy_fail_reason(const gpy_state *state, const char *reason,
                          PyObject *read, size_t offset)
{
    const struct refusal refusal = {PyUnicode_FromString(reason), "", 0, offset,
                                    GPY_NO_INDEX};

    raise_parse_error(state, &refusal, read);
    return NULL;
}

/* Return the sentence of the library about a text, and set `*hint`. The bytes are those
 * of UTF-8; a lone surrogate is no character there. */
static PyObject *sentence_of(const char **hint, const char *option,
                             guidon_status status, const char *bytes,
                             size_t len, guidon_accept accept, unsigned flags)
{
    char sentence[GUIDON_REASON_MAX];
    size_t n = 0;
    guidon_id id;

    if (guidon_parse_reason(sentence, sizeof sentence, &n, bytes, len, accept,
                            flags) != GUIDON_OK ||
        n == 0) {
        return PyUnicode_FromString(guidon_status_text(status));
    }
    if (status == GUIDON_E_AMBIGUOUS) {
        *hint = option;
    } else if (guidon_parse(&id, NULL, bytes, len, accept,
                            flags | GUIDON_PARSE_LENIENT, NULL) == GUIDON_OK) {
        *hint = " (lenient=True reads the text)";
    }
    return PyUnicode_FromStringAndSize(sentence, (Py_ssize_t)n);
}

PyObject *gpy_fail_text(const gpy_state *state, guidon_status status,
                        PyObject *text, guidon_accept accept, unsigned flags,
                        const char *option, size_t offset, Py_ssize_t index)
{
    struct refusal refusal = {NULL, "", 1, offset, index};
    PyObject *encoded =
        PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");

    if (encoded) {
        refusal.reason = sentence_of(
            &refusal.hint, option, status, PyBytes_AsString(encoded),
            (size_t)PyBytes_Size(encoded), accept, flags);
        Py_DECREF(encoded);
        raise_parse_error(state, &refusal, text);
    }
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
        new_class("guidon.ParseError", GPY_DOC_ParseError, PyExc_ValueError,
                  Py_BuildValue("{s:s,s:i,s:O}", "reason", "", "offset", 0,
                                "index", Py_None));
    state->generate_error =
        new_class("guidon.GenerateError", GPY_DOC_GenerateError,
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
