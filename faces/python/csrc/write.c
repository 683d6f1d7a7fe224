/* SPDX-License-Identifier: MIT */
/* Ids to texts. */
#include "guidon_py.h"

PyDoc_STRVAR(
    format_doc,
    "format(id, form='uuid')\n--\n\n"
    "Return the text of an id in a form.\n\n"
    "id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.\n"
    "form: a name of `forms`, such as 'ulid', 'base58' or 'urn'.\n\n"
    "An unknown form, and an id without a text in the form, is a ValueError.\n\n"
    ">>> format('01FWHE4YDGFK1SHH6W1G60EECF')\n"
    "'017f22e2-79b0-7cc3-98c4-dc0c0c07398f'");
static PyObject *write_format(PyObject *module, PyObject *args,
                              PyObject *keywords)
{
    static char *names[] = {"id", "form", NULL};
    const gpy_state *state = gpy_state_of(module);
    const char *form_name = "uuid";
    char text[GUIDON_TEXT_MAX];
    PyObject *object;
    guidon_form form;
    guidon_id id;
    guidon_status status;
    size_t len;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|s:format", names,
                                     &object, &form_name) ||
        gpy_read_id(state, &id, object) < 0) {
        return NULL;
    }
    if (guidon_form_from_name(&form, form_name)) {
        return PyErr_Format(PyExc_ValueError,
                            "unknown form '%s' (guidon.forms has the names)",
                            form_name);
    }
    status = guidon_format(text, sizeof text, &len, &id, form);
    return status ? gpy_fail(state, status)
                  : PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

/* Return a tuple of the names of all forms. */
static PyObject *form_names(void)
{
    PyObject *names = PyTuple_New(GUIDON_FORMS);

    for (Py_ssize_t form = 0; names && form < GUIDON_FORMS; form++) {
        PyObject *name =
            PyUnicode_FromString(guidon_form_name((guidon_form)form));

        if (!name || PyTuple_SetItem(names, form, name) < 0) {
            Py_CLEAR(names);
        }
    }
    return names;
}

static PyMethodDef writers[] = {
    {"format", (PyCFunction)(void (*)(void))write_format,
     METH_VARARGS | METH_KEYWORDS, format_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_writing(PyObject *module)
{
    PyObject *names = form_names();
    int result = names ? PyModule_AddObject(module, "forms", names) : -1;

    if (result < 0) {
        Py_XDECREF(names);
        return -1;
    }
    return PyModule_AddFunctions(module, writers);
}
