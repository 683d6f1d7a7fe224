/* SPDX-License-Identifier: MIT */
/* The arguments of a function with METH_FASTCALL | METH_KEYWORDS. */
#include "guidon_py.h"

/* Return the index of a parameter, or -1 if none has this name. */
static int parameter_index(const gpy_parameters *parameters, PyObject *name)
{
    for (int i = 0; i < parameters->count; i++) {
        if (PyUnicode_CompareWithASCIIString(name, parameters->names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static int take_keyword(PyObject **values, const gpy_parameters *parameters,
                        PyObject *name, PyObject *value)
{
    int i = parameter_index(parameters, name);

    if (i < 0) {
        PyErr_Format(PyExc_TypeError,
                     "%s() got an unexpected keyword argument %R",
                     parameters->function, name);
        return -1;
    }
    if (values[i]) {
        PyErr_Format(PyExc_TypeError,
                     "%s() got multiple values for argument '%s'",
                     parameters->function, parameters->names[i]);
        return -1;
    }
    values[i] = value;
    return 0;
}

static int check_required(PyObject *const *values,
                          const gpy_parameters *parameters)
{
    for (int i = 0; i < parameters->required; i++) {
        if (!values[i]) {
            PyErr_Format(PyExc_TypeError,
                         "%s() missing required argument '%s' (position %d)",
                         parameters->function, parameters->names[i], i + 1);
            return -1;
        }
    }
    return 0;
}

int gpy_arguments(PyObject **values, const gpy_parameters *parameters,
                  PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    Py_ssize_t named = keywords ? PyTuple_Size(keywords) : 0;

    if (n > parameters->positional) {
        PyErr_Format(PyExc_TypeError,
                     "%s() takes at most %d positional arguments (%zd given)",
                     parameters->function, parameters->positional, n);
        return -1;
    }
    for (int i = 0; i < parameters->count; i++) {
        values[i] = i < n ? args[i] : NULL;
    }
    for (Py_ssize_t i = 0; i < named; i++) {
        if (take_keyword(values, parameters, PyTuple_GetItem(keywords, i),
                         args[n + i]) < 0) {
            return -1;
        }
    }
    return check_required(values, parameters);
}
