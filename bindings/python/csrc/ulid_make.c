/* SPDX-License-Identifier: MIT */
/* New ULIDs: ulid, ulid_str and ulid_bytes. */
#include "guidon_py.h"

/* Make an id for a call with the one parameter `monotonic`. Returns 0, or -1
 * with an exception. */
static int make(guidon_id *out, const char *function, PyObject *module,
                PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"monotonic"};
    const gpy_parameters parameters = {function, names, 1, 0, 0};
    PyObject *value = NULL;
    int monotonic = 1;
    guidon_status status;

    if (n || keywords) {
        if (gpy_arguments(&value, &parameters, args, n, keywords) < 0) {
            return -1;
        }
        monotonic = value ? PyObject_IsTrue(value) : 1;
        if (monotonic < 0) {
            return -1;
        }
    }
    status = guidon_new(out, monotonic ? GUIDON_ULID_MONOTONIC : GUIDON_ULID);
    if (status) {
        gpy_fail(gpy_state_of(module), status);
    }
    return status ? -1 : 0;
}

PyDoc_STRVAR(
    ulid_doc,
    "ulid(*, monotonic=True)\n--\n\n"
    "Return a new ULID.\n\n"
    "monotonic: each ULID is above every one that this thread made so before,\n"
    "    unless the clock is more than 10 s below its highest reading. In one\n"
    "    millisecond, it is the previous one plus 1, so who knows one knows the\n"
    "    next. False: 80 new random bits in each ULID.\n\n"
    "If the ULIDs of a millisecond are exhausted, or the clock or the random\n"
    "source fails, raise GenerateError.\n\n"
    "Source: ULID specification, \"Monotonicity\".");
static PyObject *make_ulid(PyObject *module, PyObject *const *args,
                           Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;

    return make(&id, "ulid", module, args, n, keywords) < 0
               ? NULL
               : gpy_ulid_new(gpy_state_of(module), &id);
}

PyDoc_STRVAR(ulid_str_doc,
             "ulid_str(*, monotonic=True)\n--\n\n"
             "Return the text of a new ULID, 26 characters in upper case. The\n"
             "same as str(ulid()), but faster.");
static PyObject *make_ulid_str(PyObject *module, PyObject *const *args,
                               Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;

    return make(&id, "ulid_str", module, args, n, keywords) < 0
               ? NULL
               : gpy_ulid_text(&id);
}

PyDoc_STRVAR(
    ulid_bytes_doc,
    "ulid_bytes(*, monotonic=True)\n--\n\n"
    "Return the 16 bytes of a new ULID. The same as bytes(ulid()), but\n"
    "faster.");
static PyObject *make_ulid_bytes(PyObject *module, PyObject *const *args,
                                 Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;

    return make(&id, "ulid_bytes", module, args, n, keywords) < 0
               ? NULL
               : gpy_bytes(&id);
}

static PyMethodDef makers[] = {
    {"ulid", GPY_FASTCALL(make_ulid), METH_FASTCALL | METH_KEYWORDS, ulid_doc},
    {"ulid_str", GPY_FASTCALL(make_ulid_str), METH_FASTCALL | METH_KEYWORDS,
     ulid_str_doc},
    {"ulid_bytes", GPY_FASTCALL(make_ulid_bytes), METH_FASTCALL | METH_KEYWORDS,
     ulid_bytes_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_ulid_makers(PyObject *module)
{
    return PyModule_AddFunctions(module, makers);
}
