/* SPDX-License-Identifier: MIT */
/* Many texts to ids, and many ids to texts. */
#include "batch.h"

/* --------------------------------------------------- rows of a buffer of texts */

/* The bytes from one text to the next: the argument `stride` if it is given;
 * else an item of a buffer whose items hold a text, or a row of a buffer with two
 * dimensions; else the length of the form. -1 with ValueError. */
static Py_ssize_t row_length(const Py_buffer *view, PyObject *stride,
                             size_t len)
{
    Py_ssize_t row = (Py_ssize_t)len;

    if (stride && stride != Py_None) {
        row = PyLong_AsSsize_t(stride);
        if (row == -1 && PyErr_Occurred()) {
            return -1;
        }
    } else if (view && view->itemsize > 1) {
        row = view->itemsize;
    } else if (view && view->ndim > 1 && view->shape && view->shape[0] > 0) {
        row = view->len / view->shape[0];
    }
    if (row < (Py_ssize_t)len) {
        PyErr_Format(PyExc_ValueError,
                     "%s of %zd bytes cannot hold a text of this form "
                     "(expected at least %zu)",
                     row == 1 ? "an item" : "a row", row, len);
        return -1;
    }
    return row;
}

/* ------------------------------------------------------------- texts to ids */

struct parsing {
    guidon_id *ids;
    const char *texts;
    size_t stride, bad_at;
    size_t item; /* bytes of an item that has a text and then NULs; else 0 */
    guidon_form form;
};

/* The number of items before the first one with another byte than NUL behind its
 * text; at most `n`. */
static size_t count_ended(const struct parsing *parsing, const char *texts,
                          size_t n)
{
    const size_t len = guidon_form_len(parsing->form);

    for (size_t i = 0; i < n; i++) {
        for (size_t at = len; at < parsing->item; at++) {
            if (texts[i * parsing->stride + at]) {
                return i;
            }
        }
    }
    return n;
}

static guidon_status parse_step(void *job, size_t first, size_t n, size_t *done)
{
    struct parsing *parsing = (struct parsing *)job;
    const char *texts = parsing->texts + first * parsing->stride;
    guidon_status status =
        guidon_parse_many(parsing->ids + first, texts, parsing->stride, n,
                          parsing->form, done, &parsing->bad_at);
    size_t ended = count_ended(parsing, texts, *done);

    if (ended < *done) {
        *done = ended;
        parsing->bad_at = guidon_form_len(parsing->form);
        status = GUIDON_E_LENGTH;
    }
    return status;
}

static int fail_row(const gpy_state *state, guidon_status status,
                    const struct parsing *parsing, size_t index)
{
    const char *row = parsing->texts + index * parsing->stride;
    size_t len = guidon_form_len(parsing->form);
    PyObject *text;

    if (status == GUIDON_E_LENGTH &&
        parsing->item > len) { /* the whole item, without the NULs */
        for (len = parsing->item; len > 0 && !row[len - 1]; len--) {
        }
    }
    text = PyUnicode_DecodeASCII(row, (Py_ssize_t)len, "backslashreplace");

    if (text) {
        gpy_fail_text(state, status, text, GUIDON_ACCEPT(parsing->form), 0,
                      " with form", parsing->bad_at, (Py_ssize_t)index);
        Py_DECREF(text);
    }
    return -1;
}

static int parse_rows(const gpy_state *state, gpy_output *output,
                      const Py_buffer *view, size_t n, struct parsing *parsing)
{
    guidon_status status;
    size_t done;

    if (output->view.obj && gpy_check_overlap(view, &output->view, false) < 0) {
        return -1;
    }
    parsing->ids = (guidon_id *)output->bytes;
    if (gpy_in_steps(&status, &done, parse_step, parsing, n) < 0) {
        return -1;
    }
    return status ? fail_row(state, status, parsing, done) : 0;
}

static PyObject *parse_view(const gpy_state *state, const Py_buffer *view,
                            const char *form, PyObject *out, PyObject *stride)
{
    struct parsing parsing = {.texts = (const char *)view->buf};
    gpy_output output;
    Py_ssize_t row;

    if (gpy_find_fixed_form(&parsing.form, form) < 0) {
        return NULL;
    }
    row = row_length(view, stride, guidon_form_len(parsing.form));
    if (row < 0) {
        return NULL;
    }
    if (view->len % row != 0) {
        return PyErr_Format(PyExc_ValueError,
                            "texts: the buffer has %zd bytes, expected a "
                            "multiple of %zd",
                            view->len, row);
    }
    parsing.stride = (size_t)row;
    parsing.item =
        (stride && stride != Py_None) || view->itemsize == 1 ? 0 : (size_t)row;
    if (gpy_output_open(&output, out, (size_t)(view->len / row),
                        sizeof(guidon_id)) < 0) {
        return NULL;
    }
    return gpy_output_finish(&output, parse_rows(state, &output, view,
                                                 (size_t)(view->len / row),
                                                 &parsing) < 0);
}

static PyObject *parse_buffer(const gpy_state *state, PyObject *texts,
                              const char *form, PyObject *out, PyObject *stride)
{
    Py_buffer view;
    PyObject *result;

    if (gpy_open_input(&view, texts, "texts") < 0) {
        return NULL;
    }
    result = gpy_check_texts(&view) < 0
                 ? NULL
                 : parse_view(state, &view, form, out, stride);
    PyBuffer_Release(&view);
    return result;
}

static int parse_items(const gpy_state *state, gpy_output *output,
                       PyObject *items, guidon_accept accept)
{
    Py_ssize_t n = PyTuple_Size(items);
    guidon_form form;
    guidon_id id;

    for (Py_ssize_t i = 0; i < n; i++) {
        if (gpy_read_item(state, &id, &form, PyTuple_GetItem(items, i), accept,
                          i) < 0 ||
            gpy_pause(i) < 0) {
            return -1;
        }
        memcpy(output->bytes + i * GPY_ID_LEN, &id, sizeof id);
    }
    return 0;
}

static PyObject *parse_sequence(const gpy_state *state, PyObject *texts,
                                const char *form_name, PyObject *out)
{
    guidon_accept accept = GUIDON_ACCEPT_ANY;
    gpy_output output;
    guidon_form form;
    PyObject *items, *result = NULL;

    if (form_name) {
        if (gpy_find_form(&form, form_name) < 0) {
            return NULL;
        }
        accept = GUIDON_ACCEPT(form);
    }
    items = gpy_items(texts, PY_SSIZE_T_MAX - 1);
    if (items && gpy_output_open(&output, out, (size_t)PyTuple_Size(items),
                                 sizeof(guidon_id)) == 0) {
        result = gpy_output_finish(
            &output, parse_items(state, &output, items, accept) < 0);
    }
    Py_XDECREF(items);
    return result;
}

static PyObject *batch_parse_many(PyObject *module, PyObject *args,
                                  PyObject *keywords)
{
    static char *names[] = {"texts", "form", "out", "stride", NULL};
    const gpy_state *state = gpy_state_of(module);
    PyObject *texts, *out = NULL, *stride = NULL;
    const char *form = "uuid";

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|zO$O:parse_many", names,
                                     &texts, &form, &out, &stride)) {
        return NULL;
    }
    if (PyUnicode_Check(texts)) {
        PyErr_SetString(PyExc_TypeError, "texts: expected a buffer or a "
                                         "sequence of str, not str");
        return NULL;
    }
    if (!PyObject_CheckBuffer(texts)) {
        if (stride && stride != Py_None) {
            PyErr_SetString(PyExc_TypeError, "stride: of a buffer alone");
            return NULL;
        }
        return parse_sequence(state, texts, form, out);
    }
    if (!form) {
        PyErr_SetString(PyExc_TypeError,
                        "form: a buffer of texts needs the name of a form");
        return NULL;
    }
    return parse_buffer(state, texts, form, out, stride);
}

/* ------------------------------------------------------------- ids to texts */

struct formatting {
    char *texts;
    const guidon_id *ids;
    size_t stride;
    guidon_form form;
};

/* The number of ids before the first one that has no text in the form; at most
 * `n`, also if another thread changes the ids. */
static size_t count_with_text(const guidon_id *ids, size_t n, guidon_form form)
{
    char text[GUIDON_TEXT_MAX];
    size_t good = 0;

    while (good < n && guidon_format(text, sizeof text, NULL, &ids[good],
                                     form) == GUIDON_OK) {
        good++;
    }
    return good;
}

static guidon_status format_step(void *job, size_t first, size_t n,
                                 size_t *done)
{
    const struct formatting *formatting = (const struct formatting *)job;
    const guidon_id *ids = formatting->ids + first;
    guidon_status status =
        guidon_format_many(formatting->texts + first * formatting->stride,
                           formatting->stride, ids, n, formatting->form);

    *done = status ? count_with_text(ids, n, formatting->form) : n;
    return status;
}

static int format_rows(const gpy_state *state, gpy_output *output,
                       const gpy_ids *ids, struct formatting *formatting)
{
    guidon_status status;
    size_t done;

    if (output->view.obj && ids->view.obj &&
        gpy_check_overlap(&ids->view, &output->view, false) < 0) {
        return -1;
    }
    formatting->texts = output->bytes;
    formatting->ids = ids->ids;
    if (!output->view.obj &&
        formatting->stride > guidon_form_len(formatting->form)) {
        memset(output->bytes, 0, ids->n * formatting->stride);
    }
    if (gpy_in_steps(&status, &done, format_step, formatting, ids->n) < 0) {
        return -1;
    }
    if (status) {
        gpy_fail_item(state, status, done);
        return -1;
    }
    return 0;
}

/* The stride of the buffer `out`, or of new bytes. */
static Py_ssize_t output_row(PyObject *out, PyObject *stride, size_t len)
{
    Py_buffer view;
    Py_ssize_t row;

    if (!out || out == Py_None) {
        return row_length(NULL, stride, len);
    }
    if (gpy_open_output(&view, out, "out") < 0) {
        return -1;
    }
    row = row_length(&view, stride, len);
    PyBuffer_Release(&view);
    return row;
}

static PyObject *format_ids(const gpy_state *state, const gpy_ids *ids,
                            guidon_form form, PyObject *out, PyObject *stride)
{
    struct formatting formatting = {.form = form};
    Py_ssize_t row = output_row(out, stride, guidon_form_len(form));
    gpy_output output;

    formatting.stride = (size_t)row;
    if (row < 0 ||
        gpy_output_open(&output, out, ids->n, formatting.stride) < 0) {
        return NULL;
    }
    return gpy_output_finish(&output,
                             format_rows(state, &output, ids, &formatting) < 0);
}

static PyObject *batch_format_many(PyObject *module, PyObject *args,
                                   PyObject *keywords)
{
    static char *names[] = {"ids", "form", "out", "stride", NULL};
    const gpy_state *state = gpy_state_of(module);
    PyObject *object, *out = NULL, *stride = NULL, *result;
    const char *form_name = "uuid";
    guidon_form form;
    gpy_ids ids;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|sO$O:format_many",
                                     names, &object, &form_name, &out,
                                     &stride) ||
        gpy_find_fixed_form(&form, form_name) < 0 ||
        gpy_ids_open(state, &ids, object) < 0) {
        return NULL;
    }
    result = format_ids(state, &ids, form, out, stride);
    gpy_ids_close(&ids);
    return result;
}

static PyMethodDef functions[] = {
    GPY_METHOD_VARARGS(parse_many, batch_parse_many),
    GPY_METHOD_VARARGS(format_many, batch_format_many),
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_text(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
