/* SPDX-License-Identifier: MIT */
/* Texts in the layout of Apache Arrow, for guidon.arrow. */
#include "batch.h"

/* ------------------------------------------------------------------ bitmaps */

int gpy_bits_open(gpy_bits *out, const Py_buffer *view, Py_ssize_t first,
                  Py_ssize_t n)
{
    out->bytes = view->obj ? (const unsigned char *)view->buf : NULL;
    out->first = (size_t)first;
    if (first >= 0 && n >= 0 && first <= PY_SSIZE_T_MAX - n &&
        (!out->bytes || view->len >= gpy_bitmap_len(first + n))) {
        return 0;
    }
    PyErr_SetString(PyExc_ValueError,
                    "the buffers are shorter than the column");
    return -1;
}

int gpy_new_bits_open(unsigned char **out, const Py_buffer *view, Py_ssize_t n)
{
    gpy_bits bits;

    if (gpy_bits_open(&bits, view, 0, n) < 0) {
        return -1;
    }
    *out = view->obj ? (unsigned char *)view->buf : NULL;
    if (*out) {
        memset(*out, 0, (size_t)gpy_bitmap_len(n));
    }
    return 0;
}

/* ------------------------------------------------------------------ offsets */

static int64_t offset_at(const char *offsets, bool is_large, size_t row)
{
    int32_t small;
    int64_t large;

    if (is_large) {
        memcpy(&large, offsets + row * sizeof large, sizeof large);
        return large;
    }
    memcpy(&small, offsets + row * sizeof small, sizeof small);
    return small;
}

bool gpy_find_row(const char **bytes, size_t *len, const Py_buffer *data,
                  const char *offsets, bool is_large, size_t row)
{
    int64_t begin = offset_at(offsets, is_large, row);
    int64_t end = offset_at(offsets, is_large, row + 1);

    if (begin < 0 || end < begin || end > data->len) {
        return false;
    }
    *bytes = (const char *)data->buf + begin;
    *len = (size_t)(end - begin);
    return true;
}

/* ------------------------------------------------------------- texts to ids */

/*
 * Arrow lays out a column of texts as one run of bytes and n + 1 offsets into it,
 * of 32 or 64 bits. A bitmap tells which rows are not null.
 *
 * Source Arrow Columnar Format, "Variable-size Binary Layout"
 */
struct column {
    guidon_id *out;
    const Py_buffer *data;
    const char *offsets;
    bool is_large; /* offsets of 64 bits */
    gpy_bits valid;
    size_t first;         /* row of the layout, which is row 0 here */
    size_t width;         /* of the texts that are read together, or 0 */
    guidon_form form;     /* of these */
    guidon_accept accept; /* of each text by itself */
    unsigned char
        *there; /* the rows with an id; NULL: a bad text is an error */
    unsigned char *ulids; /* the rows with the text of a ULID, or NULL */
    size_t bad_at;
    bool is_damaged; /* offsets that fall or leave the data */
};

static bool find_text(const char **text, size_t *len,
                      const struct column *column, size_t row)
{
    return gpy_find_row(text, len, column->data, column->offsets,
                        column->is_large, column->first + row);
}

/* The number of rows from `row` on, below `end`, whose texts follow each other
 * and have the length of the form. *text is the first of them. Another thread may
 * change the offsets meanwhile, so each one is read once. */
static size_t run_length(const char **text, const struct column *column,
                         size_t row, size_t end)
{
    const int64_t width = (int64_t)column->width;
    const size_t first = column->first;
    int64_t begin = offset_at(column->offsets, column->is_large, first + row);
    int64_t at = begin, next;
    size_t n = 0;

    if (width == 0 || begin < 0 || begin > column->data->len) {
        return 0;
    }
    while (row + n < end && gpy_bit(&column->valid, row + n)) {
        next =
            offset_at(column->offsets, column->is_large, first + row + n + 1);
        if (next < at || next - at != width || next > column->data->len) {
            break;
        }
        at = next;
        n++;
    }
    *text = (const char *)column->data->buf + begin;
    return n;
}

/* Read the text of a row by itself. */
static guidon_status parse_row(struct column *column, size_t row)
{
    guidon_id *out = &column->out[row];
    guidon_form form;
    guidon_status status;
    const char *text;
    size_t len;

    memset(out, 0, sizeof *out);
    if (!gpy_bit(&column->valid, row)) {
        return GUIDON_OK;
    }
    if (!find_text(&text, &len, column, row)) {
        column->is_damaged = true;
        return GUIDON_E_ARGUMENT;
    }
    status =
        guidon_parse(out, &form, text, len, column->accept, 0, &column->bad_at);
    if (status) {
        return column->there ? GUIDON_OK : status;
    }
    gpy_set_bit(column->there, row);
    if (gpy_is_ulid(form)) {
        gpy_set_bit(column->ulids, row);
    }
    return GUIDON_OK;
}

/* Read rows of one length together. Returns the number before the first one that is
 * not of column->form. */
static size_t parse_run(struct column *column, size_t row, size_t n,
                        const char *text)
{
    size_t read;

    if (guidon_parse_many(column->out + row, text, column->width, n,
                          column->form, &read, NULL) == GUIDON_OK) {
        read = n;
    }
    for (size_t i = 0; column->there && i < read; i++) {
        gpy_set_bit(column->there, row + i);
    }
    for (size_t i = 0; column->ulids && gpy_is_ulid(column->form) && i < read;
         i++) {
        gpy_set_bit(column->ulids, row + i);
    }
    return read;
}

static guidon_status parse_step(void *job, size_t first, size_t n, size_t *done)
{
    struct column *column = (struct column *)job;
    size_t end = first + n, row = first;
    guidon_status status = GUIDON_OK;
    const char *text;

    while (row < end && status == GUIDON_OK) {
        size_t run = run_length(&text, column, row, end);
        size_t read = run ? parse_run(column, row, run, text) : 0;

        row += read;
        if (read < run || run == 0) {
            status = parse_row(column, row);
            row += status ? 0 : 1;
        }
    }
    *done = row - first;
    return status;
}

static int fail_row(const gpy_state *state, guidon_status status,
                    const struct column *column, size_t row, Py_ssize_t before)
{
    const Py_ssize_t index = before + (Py_ssize_t)row;
    const char *text;
    size_t len;
    PyObject *object;

    if (column->is_damaged || !find_text(&text, &len, column, row)) {
        PyErr_Format(PyExc_ValueError,
                     "text %zd: its offsets fall, or leave the data", index);
        return -1;
    }
    object = PyUnicode_DecodeUTF8(text, (Py_ssize_t)len, "backslashreplace");
    if (object) {
        gpy_fail_text(state, status, object, column->accept, 0, " with form",
                      column->bad_at, index);
        Py_DECREF(object);
    }
    return -1;
}

/* Check that the buffers hold the rows first .. first + n - 1. */
static int check_column(const Py_buffer *out, const Py_buffer *offsets,
                        Py_ssize_t size, Py_ssize_t first, Py_ssize_t n)
{
    const Py_ssize_t rows = offsets->len / size - 1;

    if (first < 0 || n < 0 || first > rows || n > rows - first) {
        PyErr_SetString(PyExc_ValueError,
                        "the buffers are shorter than the column");
        return -1;
    }
    return gpy_check_len(out, "out", (size_t)n, sizeof(guidon_id));
}

/* Set the forms of a column: one form, or any if the name is NULL. Then the texts of
 * 36 characters are read together as UUIDs first. */
static int read_forms(struct column *column, const char *form)
{
    if (form && gpy_find_form(&column->form, form) < 0) {
        return -1;
    }
    column->accept = form ? GUIDON_ACCEPT(column->form) : GUIDON_ACCEPT_ANY;
    column->width = guidon_form_len(column->form);
    return 0;
}

static int parse_column(const gpy_state *state, struct column *column, size_t n,
                        Py_ssize_t before)
{
    guidon_status status;
    size_t done;

    if (gpy_in_steps(&status, &done, parse_step, column, n) < 0) {
        return -1;
    }
    return status ? fail_row(state, status, column, done, before) : 0;
}

/* The arguments of parse_arrow. */
struct parse_views {
    Py_buffer out, data, offsets, valid, there, ulids;
    const char *form;
    int is_large;
    Py_ssize_t first, n, before;
};

static int parse_views(const gpy_state *state, const struct parse_views *views)
{
    const Py_ssize_t n = views->n;
    struct column column = {.form = GUIDON_FORM_UUID};

    if (read_forms(&column, views->form) < 0 ||
        check_column(&views->out, &views->offsets, views->is_large ? 8 : 4,
                     views->first, n) < 0 ||
        gpy_bits_open(&column.valid, &views->valid, views->first, n) < 0 ||
        gpy_new_bits_open(&column.there, &views->there, n) < 0 ||
        gpy_new_bits_open(&column.ulids, &views->ulids, n) < 0) {
        return -1;
    }
    column.out = (guidon_id *)views->out.buf;
    column.data = &views->data;
    column.offsets = (const char *)views->offsets.buf;
    column.is_large = views->is_large;
    column.first = (size_t)views->first;
    return parse_column(state, &column, (size_t)n, views->before);
}

/*
 * parse_arrow(out, data, offsets, valid, is_large, first, n, form, before, there,
 * ulids): read the texts of a column into n ids; null rows become Nil.
 *
 *   form    in   the name of a form, or None for any
 *   before  in   the rows of the whole column before row 0, for errors
 *   there   out  a bitmap of the rows with an id: then a bad text becomes Nil and is
 *                no error. None: it is one
 *   ulids   out  a bitmap of the rows with the text of a ULID, or None
 */
static PyObject *batch_parse_arrow(PyObject *module, PyObject *args)
{
    struct parse_views views;
    int result;

    if (!PyArg_ParseTuple(args, "w*y*y*z*pnnznz*z*:parse_arrow", &views.out,
                          &views.data, &views.offsets, &views.valid,
                          &views.is_large, &views.first, &views.n, &views.form,
                          &views.before, &views.there, &views.ulids)) {
        return NULL;
    }
    result = parse_views(gpy_state_of(module), &views);
    PyBuffer_Release(&views.out);
    PyBuffer_Release(&views.data);
    PyBuffer_Release(&views.offsets);
    PyBuffer_Release(&views.valid);
    PyBuffer_Release(&views.there);
    PyBuffer_Release(&views.ulids);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* write_offsets(out, is_large, width): write the offsets of texts of one
 * length, from 0. The caller has checked that the last one fits. */
static PyObject *batch_write_offsets(PyObject *module, PyObject *args)
{
    Py_ssize_t width, n;
    Py_buffer out;
    int is_large;

    (void)module;
    if (!PyArg_ParseTuple(args, "w*pn:write_offsets", &out, &is_large,
                          &width)) {
        return NULL;
    }
    n = out.len / (is_large ? 8 : 4);
    for (Py_ssize_t i = 0; i < n; i++) {
        int64_t large = (int64_t)i * width;
        int32_t small = (int32_t)large;

        memcpy((char *)out.buf + i * (is_large ? 8 : 4),
               is_large ? (const void *)&large : (const void *)&small,
               is_large ? 8 : 4);
    }
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

/* count_ids(ids): the number of ids of a buffer, which says by its items and rows that
 * it has some. */
static PyObject *batch_count_ids(PyObject *module, PyObject *ids)
{
    Py_buffer view;
    Py_ssize_t n;

    (void)module;
    if (gpy_open_input(&view, ids, "ids") < 0) {
        return NULL;
    }
    n = gpy_count_ids(&view, "ids");
    PyBuffer_Release(&view);
    return n < 0 ? NULL : PyLong_FromSsize_t(n);
}

/* items(iterable): its items as a tuple; a signal ends the call. */
static PyObject *batch_items(PyObject *module, PyObject *iterable)
{
    (void)module;
    return gpy_items(iterable, PY_SSIZE_T_MAX - 1);
}

static PyMethodDef functions[] = {
    {"_items", batch_items, METH_O, NULL},
    {"_count_ids", batch_count_ids, METH_O, NULL},
    {"_parse_arrow", batch_parse_arrow, METH_VARARGS, NULL},
    {"_write_offsets", batch_write_offsets, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_arrow(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
