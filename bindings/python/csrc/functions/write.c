/* SPDX-License-Identifier: MIT */
/* Ids to texts. */
#include "../guidon_py.h"

static PyObject *text_of(const guidon_id *id, guidon_form form)
{
    char text[GUIDON_TEXT_MAX];
    size_t len;

    /* NCS alone has no text for some ids. */
    if (guidon_format(text, sizeof text, &len, id, form)) {
        return PyErr_Format(PyExc_ValueError,
                            "this id has no text in the form '%s': it is not "
                            "of the NCS variant",
                            guidon_form_name(form));
    }
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

static PyObject *write_format(PyObject *module, PyObject *const *args,
                              Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"id", "form"};
    static const gpy_parameters parameters = {"format", names, 2, 2, 1};
    PyObject *values[2];
    guidon_form form = GUIDON_FORM_UUID;
    guidon_id id;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_id(gpy_state_of(module), &id, values[0]) < 0 ||
        (values[1] && gpy_read_form(&form, values[1]) < 0)) {
        return NULL;
    }
    return form == GUIDON_FORM_UUID ? gpy_uuid_text(&id) : text_of(&id, form);
}

static PyMethodDef writers[] = {
    GPY_METHOD(format, write_format),
    {NULL, NULL, 0, NULL},
};

int gpy_add_writing(PyObject *module)
{
    return PyModule_AddFunctions(module, writers);
}
