/* SPDX-License-Identifier: MIT */
/* Texts to ids. */
#include "guidon_py.h"

PyDoc_STRVAR(
    parse_doc,
    "parse(text)\n--\n\n"
    "Return the uuid.UUID of a text in any form that Guidon recognises.\n"
    "If the text is not an id, raise ParseError.");
static PyObject *read_parse(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    gpy_text text;
    guidon_id id;
    guidon_status status;
    size_t offset = 0;

    if (gpy_text_open(&text, object) < 0) {
        return NULL;
    }
    status = guidon_parse(&id, NULL, text.chars, text.len, GUIDON_ACCEPT_ANY,
                          &offset);
    gpy_text_close(&text);
    return status ? gpy_fail_parse(state, status, object, offset)
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
