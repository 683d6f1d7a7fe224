/* SPDX-License-Identifier: MIT */
/* Texts in the layout of Apache Arrow, for guidon.arrow. */
#include "batch.h"

/*
 * Arrow lays out a column of texts as one run of bytes and n + 1 offsets into it,
 * of 32 or 64 bits. A bitmap, least significant bit first, tells which rows are
 * not null; no bitmap means all of them.
 *
 * Source Arrow Columnar Format, "Variable-size Binary Layout" and "Validity
 *        bitmaps"
 */
struct column {
    guidon_id *out;
    const char *data;
    size_t data_len;
    const char *offsets;
    bool is_large;              /* offsets of 64 bits */
    const unsigned char *valid; /* or NULL */
    size_t first;               /* row of the layout, which is row 0 here */
    size_t width;               /* of the form, or 0 */
    guidon_form form;
    size_t bad_at;
    bool is_damaged; /* offsets that fall or leave the data */
};

static int64_t offset_at(const struct column *column, size_t row)
{
    int32_t small;
    int64_t large;

    row += column->first;
    if (column->is_large) {
        memcpy(&large, column->offsets + row * sizeof large, sizeof large);
        return large;
    }
    memcpy(&small, column->offsets + row * sizeof small, sizeof small);
    return small;
}

static bool is_null(const struct column *column, size_t row)
{
    row += column->first;
    return column->valid && !(column->valid[row / 8] >> row % 8 & 1);
}

/* Find the text of a row. False: the offsets are damaged. */
static bool find_text(const char **text, size_t *len,
                      const struct column *column, size_t row)
{
    int64_t begin = offset_at(column, row), end = offset_at(column, row + 1);

    if (begin < 0 || end < begin || (uint64_t)end > column->data_len) {
        return false;
    }
    *text = column->data + begin;
    *len = (size_t)(end - begin);
    return true;
}

/* The number of rows from `row` on, below `end`, whose texts follow each other
 * and have the length of the form. *text is the first of them. Another thread may
 * change the offsets meanwhile, so each one is read once. */
static size_t run_length(const char **text, const struct column *column,
                         size_t row, size_t end)
{
    const int64_t width = (int64_t)column->width;
    int64_t begin = offset_at(column, row), at = begin, next;
    size_t n = 0;

    if (width == 0 || begin < 0 || (uint64_t)begin > column->data_len) {
        return 0;
    }
    while (row + n < end && !is_null(column, row + n)) {
        next = offset_at(column, row + n + 1);
        if (next < at || next - at != width ||
            (uint64_t)next > column->data_len) {
            break;
        }
        at = next;
        n++;
    }
    *text = column->data + begin;
    return n;
}

static guidon_status parse_row(struct column *column, size_t row)
{
    guidon_id *out = &column->out[row];
    const char *text;
    size_t len;

    if (is_null(column, row)) {
        memset(out, 0, sizeof *out);
        return GUIDON_OK;
    }
    if (!find_text(&text, &len, column, row)) {
        column->is_damaged = true;
        return GUIDON_E_ARGUMENT;
    }
    return guidon_parse(out, NULL, text, len, GUIDON_ACCEPT(column->form),
                        &column->bad_at);
}

static guidon_status parse_step(void *job, size_t first, size_t n, size_t *done)
{
    struct column *column = (struct column *)job;
    size_t end = first + n, row = first, read;
    guidon_status status = GUIDON_OK;
    const char *text;

    while (row < end && status == GUIDON_OK) {
        size_t run = run_length(&text, column, row, end);

        if (run > 0) {
            status =
                guidon_parse_many(column->out + row, &read, text, column->width,
                                  run, column->form, &column->bad_at);
        } else {
            status = parse_row(column, row);
            read = status ? 0 : 1;
        }
        row += read;
    }
    *done = row - first;
    return status;
}

static int fail_row(const gpy_state *state, guidon_status status,
                    const struct column *column, size_t row)
{
    const char *text;
    size_t len;
    PyObject *object;

    if (column->is_damaged || !find_text(&text, &len, column, row)) {
        PyErr_Format(PyExc_ValueError,
                     "text %zu: its offsets fall, or leave the data", row);
        return -1;
    }
    object = PyUnicode_DecodeUTF8(text, (Py_ssize_t)len, "backslashreplace");
    if (object) {
        gpy_fail_parse(state, status, object, column->bad_at, (Py_ssize_t)row);
        Py_DECREF(object);
    }
    return -1;
}

/* Check that the buffers hold the rows first .. first + n - 1. */
static int check_column(const Py_buffer *out, const Py_buffer *offsets,
                        const Py_buffer *valid, Py_ssize_t size,
                        Py_ssize_t first, Py_ssize_t n)
{
    const Py_ssize_t rows = offsets->len / size - 1;

    if (first < 0 || n < 0 || first > rows || n > rows - first ||
        (valid->obj && valid->len < (first + n + 7) / 8)) {
        PyErr_SetString(PyExc_ValueError,
                        "the buffers are shorter than the column");
        return -1;
    }
    return gpy_check_len(out, "out", (size_t)n, sizeof(guidon_id));
}

static int parse_column(const gpy_state *state, struct column *column, size_t n)
{
    guidon_status status;
    size_t done;

    if (gpy_in_steps(&status, &done, parse_step, column, n) < 0) {
        return -1;
    }
    return status ? fail_row(state, status, column, done) : 0;
}

/* parse_arrow(out, data, offsets, valid, is_large, first, n, form): read the
 * texts of a column into n ids; null rows become Nil. */
static PyObject *batch_parse_arrow(PyObject *module, PyObject *args)
{
    Py_buffer out, data, offsets, valid;
    Py_ssize_t first, n;
    struct column column = {.out = NULL};
    const char *form;
    int is_large, result = -1;

    if (!PyArg_ParseTuple(args, "w*y*y*z*pnns:parse_arrow", &out, &data,
                          &offsets, &valid, &is_large, &first, &n, &form)) {
        return NULL;
    }
    if (gpy_find_form(&column.form, form) == 0 &&
        check_column(&out, &offsets, &valid, is_large ? 8 : 4, first, n) == 0) {
        column.out = (guidon_id *)out.buf;
        column.data = (const char *)data.buf;
        column.data_len = (size_t)data.len;
        column.offsets = (const char *)offsets.buf;
        column.is_large = is_large;
        column.valid = (const unsigned char *)valid.buf;
        column.first = (size_t)first;
        column.width = guidon_form_len(column.form);
        result = parse_column(gpy_state_of(module), &column, (size_t)n);
    }
    PyBuffer_Release(&out);
    PyBuffer_Release(&data);
    PyBuffer_Release(&offsets);
    PyBuffer_Release(&valid);
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

static PyMethodDef functions[] = {
    {"_count_ids", batch_count_ids, METH_O, NULL},
    {"_parse_arrow", batch_parse_arrow, METH_VARARGS, NULL},
    {"_write_offsets", batch_write_offsets, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_arrow(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
