/* SPDX-License-Identifier: MIT */
/* Names of forms of text, one or several. */
#include "guidon_py.h"

/* Return whether a str is a name in ASCII. */
static int is_name(PyObject *object, const char *name)
{
    return PyUnicode_CompareWithASCIIString(object, name) == 0;
}

/* Return the characters of a name, or NULL with an exception. */
static const char *name_of(PyObject *object)
{
    Py_ssize_t length;
    const char *name;

    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "the name of a form is a str, not %R",
                     (PyObject *)Py_TYPE(object));
        return NULL;
    }
    name = PyUnicode_AsUTF8AndSize(object, &length);
    /* A name with a NUL inside is not one that the library compares. */
    return name && strlen(name) != (size_t)length ? "" : name;
}

int gpy_read_form(guidon_form *out, PyObject *object)
{
    const char *name = name_of(object);

    if (!name) {
        return -1;
    }
    if (guidon_form_from_name(out, name)) {
        PyErr_Format(PyExc_ValueError,
                     "unknown form %R (guidon.forms has the names)", object);
        return -1;
    }
    return 0;
}

/* Add the bit of one name, which may be "any". Returns 0, or -1. */
static int add_form(guidon_accept *accept, PyObject *name)
{
    guidon_form form;

    if (PyUnicode_Check(name) && is_name(name, "any")) {
        accept->forms |= GUIDON_ANY_FORMS;
        return 0;
    }
    if (gpy_read_form(&form, name) < 0) {
        return -1;
    }
    accept->forms |= GUIDON_FORM_BIT(form);
    return 0;
}

/* The most names that are read: an iterator may have no end. */
#define NAMES_MAX 1000

static int add_forms(guidon_accept *accept, PyObject *names)
{
    PyObject *iterator = PyObject_GetIter(names), *name;
    int n = 0, result = 0;

    if (!iterator) {
        return -1;
    }
    while (result == 0 && (name = PyIter_Next(iterator)) != NULL) {
        result = add_form(accept, name);
        Py_DECREF(name);
        if (result == 0 && ++n > NAMES_MAX) {
            PyErr_Format(PyExc_ValueError,
                         "accept has more than %d names (expected at most the "
                         "%d of guidon.forms)",
                         NAMES_MAX, (int)GUIDON_FORMS);
            result = -1;
        }
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

int gpy_read_accept(guidon_accept *out, PyObject *accept)
{
    out->forms = 0;
    if (!accept || accept == Py_None) {
        *out = GUIDON_ACCEPT_ANY;
    } else if (PyUnicode_Check(accept)) {
        return add_form(out, accept);
    } else if (add_forms(out, accept) < 0) {
        return -1;
    }
    if (!out->forms) {
        PyErr_SetString(PyExc_ValueError,
                        "accept names no form (guidon.forms has the names)");
        return -1;
    }
    return 0;
}

PyObject *gpy_names(const char *(*name_of_index)(int), int count)
{
    PyObject *names = PyTuple_New(count);

    for (int i = 0; names && i < count; i++) {
        PyObject *name = PyUnicode_InternFromString(name_of_index(i));

        if (!name || PyTuple_SetItem(names, i, name) < 0) {
            Py_CLEAR(names);
        }
    }
    return names;
}

static const char *form_name(int form)
{
    return guidon_form_name((guidon_form)form);
}

int gpy_add_forms(PyObject *module)
{
    return gpy_add_object(module, "forms", gpy_names(form_name, GUIDON_FORMS));
}
