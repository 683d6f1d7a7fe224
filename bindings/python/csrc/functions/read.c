/* SPDX-License-Identifier: MIT */
/* Texts to ids: parse and detect. */
#include "../guidon_py.h"

/* Add a flag of guidon_parse if an option is true. Returns 0, or -1. */
static int add_option(unsigned *flags, PyObject *option, unsigned flag)
{
    int is_true = option ? PyObject_IsTrue(option) : 0;

    if (is_true > 0) {
        *flags |= flag;
    }
    return is_true < 0 ? -1 : 0;
}

/* Read the arguments of a call function(text, accept, *, lenient, exact_case). */
static int read_arguments(const char *function, PyObject **text,
                          guidon_accept *accept, unsigned *flags,
                          PyObject *const *args, Py_ssize_t n,
                          PyObject *keywords)
{
    static const char *const names[] = {"text", "accept", "lenient",
                                        "exact_case"};
    const gpy_parameters parameters = {function, names, 4, 2, 1};
    PyObject *values[4];

    *flags = 0;
    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_accept(accept, values[1]) < 0 ||
        add_option(flags, values[2], GUIDON_PARSE_LENIENT) < 0 ||
        add_option(flags, values[3], GUIDON_PARSE_EXACT_CASE) < 0) {
        return -1;
    }
    *text = values[0];
    return 0;
}

/* Read the text of such a call. */
static int read_call(const char *function, const gpy_state *state,
                     guidon_id *out, guidon_form *form, PyObject *const *args,
                     Py_ssize_t n, PyObject *keywords)
{
    PyObject *text;
    guidon_accept accept;
    unsigned flags;

    return read_arguments(function, &text, &accept, &flags, args, n, keywords) <
                   0
               ? -1
               : gpy_read_text(state, out, form, text, accept, flags);
}

static PyObject *read_parse(PyObject *module, PyObject *const *args,
                            Py_ssize_t n, PyObject *keywords)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_id id;
    int result =
        n == 1 && !keywords
            ? gpy_read_text(state, &id, NULL, args[0], GUIDON_ACCEPT_ANY, 0)
            : read_call("parse", state, &id, NULL, args, n, keywords);

    return result < 0 ? NULL : gpy_uuid_new(state, &id);
}

static PyObject *read_detect(PyObject *module, PyObject *const *args,
                             Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;
    guidon_form form;

    return read_call("detect", gpy_state_of(module), &id, &form, args, n,
                     keywords) < 0
               ? NULL
               : PyUnicode_InternFromString(guidon_form_name(form));
}

static PyObject *read_describe(PyObject *Py_UNUSED(module),
                               PyObject *const *args, Py_ssize_t n,
                               PyObject *keywords)
{
    char readings[GUIDON_DESCRIBE_MAX];
    PyObject *text, *encoded;
    size_t len = 0;
    guidon_accept accept;
    unsigned flags;

    if (read_arguments("describe_json", &text, &accept, &flags, args, n,
                       keywords) < 0) {
        return NULL;
    }
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "expected str, not %R",
                     (PyObject *)Py_TYPE(text));
        return NULL;
    }
    encoded = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    if (!encoded) {
        return NULL;
    }
    /* Every document fits. */
    (void)!guidon_describe_json(readings, sizeof readings, &len,
                                PyBytes_AsString(encoded),
                                (size_t)PyBytes_Size(encoded), accept, flags);
    Py_DECREF(encoded);
    return PyUnicode_FromStringAndSize(readings, (Py_ssize_t)len);
}

static PyMethodDef readers[] = {
    GPY_METHOD(describe_json, read_describe),
    GPY_METHOD(detect, read_detect),
    GPY_METHOD(parse, read_parse),
    {NULL, NULL, 0, NULL},
};

int gpy_add_reading(PyObject *module)
{
    return PyModule_AddFunctions(module, readers);
}
