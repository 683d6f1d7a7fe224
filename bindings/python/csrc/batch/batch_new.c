/* SPDX-License-Identifier: MIT */
/* Many new ids in one call, and their objects. */
#include "batch.h"

/* --------------------------------------------------------- makers and memory */

static guidon_status make_step(void *job, size_t first, size_t n, size_t *done)
{
    gpy_maker *maker = (gpy_maker *)job;
    guidon_status status = maker->make(maker->source, maker->out + first, n);

    *done = status ? 0 : n;
    return status;
}

/* Make n ids at maker->out. Returns 0 or -1 as gpy_in_steps. If not all ids are
 * made, none of them stays. */
static int make_all(guidon_status *status, gpy_maker *maker, size_t n)
{
    size_t done;
    int result = (maker->keeps_gil ? gpy_in_steps_with_gil : gpy_in_steps)(
        status, &done, make_step, maker, n);

    if (done > 0 && done < n) {
        memset(maker->out, 0, n * sizeof *maker->out);
    }
    return result;
}

PyObject *gpy_fill(guidon_status *status, gpy_maker *maker, PyObject *buffer)
{
    Py_buffer view;
    Py_ssize_t n;
    int result;

    *status = GUIDON_OK;
    if (gpy_open_output(&view, buffer, "buffer") < 0) {
        return NULL;
    }
    n = gpy_count_room(&view, "buffer");
    maker->out = (guidon_id *)view.buf;
    result = n < 0 ? -1 : make_all(status, maker, (size_t)n);
    PyBuffer_Release(&view);
    if (result < 0 || *status) {
        return NULL;
    }
    Py_RETURN_NONE;
}

PyObject *gpy_make_bytes(guidon_status *status, gpy_maker *maker, Py_ssize_t n)
{
    gpy_output output;
    int result;

    *status = GUIDON_OK;
    if (n < 0) {
        return PyErr_Format(PyExc_ValueError,
                            "n: expected 0 or more ids, not %zd", n);
    }
    if (gpy_output_open(&output, NULL, (size_t)n, sizeof(guidon_id)) < 0) {
        return NULL;
    }
    maker->out = (guidon_id *)output.bytes;
    result = make_all(status, maker, (size_t)n);
    return gpy_output_finish(&output, result < 0 || *status);
}

/* ------------------------------------------------- the thread's own generator */

static guidon_status make_of_thread(void *source, guidon_id *out, size_t n)
{
    return guidon_new_many(out, n, *(const guidon_kind *)source);
}

static PyObject *batch_fill(PyObject *module, PyObject *args,
                            PyObject *keywords)
{
    static char *names[] = {"buffer", "kind", NULL};
    const char *kind_name = "v7";
    guidon_kind kind;
    gpy_maker maker = {.make = make_of_thread, .source = &kind};
    guidon_status status;
    PyObject *buffer, *result;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|s:fill", names, &buffer,
                                     &kind_name) ||
        gpy_find_plain_kind(&kind, kind_name) < 0) {
        return NULL;
    }
    result = gpy_fill(&status, &maker, buffer);
    return status ? gpy_fail(gpy_state_of(module), status) : result;
}

static PyObject *batch_new_many(PyObject *module, PyObject *args,
                                PyObject *keywords)
{
    static char *names[] = {"n", "kind", NULL};
    const char *kind_name = "v7";
    guidon_kind kind;
    gpy_maker maker = {.make = make_of_thread, .source = &kind};
    guidon_status status;
    PyObject *result;
    Py_ssize_t n;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "n|s:new_many", names, &n,
                                     &kind_name) ||
        gpy_find_plain_kind(&kind, kind_name) < 0) {
        return NULL;
    }
    result = gpy_make_bytes(&status, &maker, n);
    return status ? gpy_fail(gpy_state_of(module), status) : result;
}

/* ------------------------------------------------------------------ objects */

static PyObject *uuid_list(const gpy_state *state, const gpy_ids *ids)
{
    PyObject *list = PyList_New((Py_ssize_t)ids->n);

    for (size_t i = 0; list && i < ids->n; i++) {
        PyObject *uuid = gpy_uuid_new(state, &ids->ids[i]);

        if (!uuid || PyList_SetItem(list, (Py_ssize_t)i, uuid) < 0 ||
            gpy_pause((Py_ssize_t)i) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *batch_uuids_of(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    PyObject *list;
    gpy_ids ids;

    if (gpy_ids_open(state, &ids, object) < 0) {
        return NULL;
    }
    list = uuid_list(state, &ids);
    gpy_ids_close(&ids);
    return list;
}

static PyMethodDef functions[] = {
    GPY_METHOD_VARARGS(fill, batch_fill),
    GPY_METHOD_VARARGS(new_many, batch_new_many),
    GPY_METHOD_O(uuids_of, batch_uuids_of),
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_new(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
