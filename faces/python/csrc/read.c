/* SPDX-License-Identifier: MIT */
/* Texts to ids. */
#include "guidon_py.h"

PyDoc_STRVAR(
    parse_doc,
    "parse(text)\n--\n\n"
    "Return the uuid.UUID of a text in any form that Guidon recognises.\n"
    "If the text is not an id, raise ParseError.");
static PyObject *read_parse(PyObject *module, PyObject *text)
{
    const gpy_state *state = gpy_state_of(module);
    Py_ssize_t length;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &length);
    guidon_id id;
    guidon_status status;
    size_t offset;

    if (!bytes) {
        return NULL;
    }
    status = guidon_parse(&id, NULL, bytes, (size_t)length, GUIDON_ACCEPT_ANY,
                          &offset);
    return status ? gpy_fail_parse(state, status, text, offset)
                  : gpy_uuid_new(state, &id);
}

static PyMethodDef readers[] = {
    {"parse", read_parse, METH_O, parse_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_reading(PyObject *module)
{
    return PyModule_AddFunctions(module, readers);
}
