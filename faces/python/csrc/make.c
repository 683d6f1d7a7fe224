/* SPDX-License-Identifier: MIT */
/* New ids: uuid1, uuid4, uuid6, uuid7 and their texts and bytes. */
#include "guidon_py.h"

static PyObject *new_uuid(PyObject *module, guidon_kind kind)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_id id;
    guidon_status status = guidon_new(&id, kind);

    return status ? gpy_fail(state, status) : gpy_uuid_new(state, &id);
}

PyDoc_STRVAR(uuid4_doc, "uuid4()\n--\n\n"
                        "Return a new random UUID (RFC 9562, section 5.4).");
static PyObject *make_uuid4(PyObject *module, PyObject *Py_UNUSED(unused))
{
    return new_uuid(module, GUIDON_V4);
}

PyDoc_STRVAR(
    uuid7_doc,
    "uuid7()\n--\n\n"
    "Return a new UUID that sorts by time (RFC 9562, section 5.7).\n\n"
    "Each one is above every one that this thread made before, unless\n"
    "the clock steps back by more than 10 s.");
static PyObject *make_uuid7(PyObject *module, PyObject *Py_UNUSED(unused))
{
    return new_uuid(module, GUIDON_V7);
}

static PyMethodDef makers[] = {
    {"uuid4", make_uuid4, METH_NOARGS, uuid4_doc},
    {"uuid7", make_uuid7, METH_NOARGS, uuid7_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_makers(PyObject *module)
{
    return PyModule_AddFunctions(module, makers);
}
