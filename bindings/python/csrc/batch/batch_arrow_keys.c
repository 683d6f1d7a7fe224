/* SPDX-License-Identifier: MIT */
/* Ids that depend on a secret key, in the layout of Apache Arrow, for guidon.arrow. */
#include "batch.h"

/* Set the text of a ValueError, which begins with the row. Returns -1. */
static int fail_at(Py_ssize_t row, const char *reason)
{
    PyErr_Format(PyExc_ValueError, "item %zd: %s", row, reason);
    return -1;
}

/* ------------------------------------------------------------ ids to other ids */

struct changing {
    gpy_changing changing;
    guidon_id *out;
    const guidon_id *in;
    gpy_bits valid;
};

/* The number of rows from `row` on, at most `n`, that are null as this one is, or
 * that are not null as it is not. */
static size_t count_alike(const gpy_bits *valid, size_t row, size_t n)
{
    size_t alike = 1;

    while (alike < n && gpy_bit(valid, row + alike) == gpy_bit(valid, row)) {
        alike++;
    }
    return alike;
}

static guidon_status change_step(void *job, size_t first, size_t n,
                                 size_t *done)
{
    const struct changing *changing = (const struct changing *)job;
    guidon_status status = GUIDON_OK;
    size_t more;

    for (*done = 0; *done < n && !status; *done += more) {
        size_t row = first + *done;

        more = count_alike(&changing->valid, row, n - *done);
        if (gpy_bit(&changing->valid, row)) {
            status = gpy_change_ids(&changing->changing, changing->out + row,
                                    &more, changing->in + row, more);
        } else {
            memset(changing->out + row, 0, more * sizeof(guidon_id));
        }
    }
    return status;
}

/* The arguments of change_arrow. */
struct change_views {
    Py_buffer out, ids, valid;
    const char *name;
    PyObject *key;
    Py_ssize_t first, before;
};

static int find_change(struct changing *changing, const char *name,
                       PyObject *key)
{
    for (const gpy_change *change = gpy_changes; change->name; change++) {
        if (strcmp(change->name, name) == 0) {
            return gpy_changing_open(&changing->changing, change, key);
        }
    }
    PyErr_Format(PyExc_ValueError, "there is no change '%s'", name);
    return -1;
}

static int change_views(struct changing *changing,
                        const struct change_views *views)
{
    const Py_ssize_t n = views->ids.len / GPY_ID_LEN;
    guidon_status status;
    size_t done;

    if (find_change(changing, views->name, views->key) < 0 ||
        gpy_check_len(&views->out, "out", (size_t)n, sizeof(guidon_id)) < 0 ||
        gpy_bits_open(&changing->valid, &views->valid, views->first, n) < 0) {
        return -1;
    }
    changing->out = (guidon_id *)views->out.buf;
    changing->in = (const guidon_id *)views->ids.buf;
    if (gpy_in_steps(&status, &done, change_step, changing, (size_t)n) < 0) {
        return -1;
    }
    return status ? fail_at(views->before + (Py_ssize_t)done,
                            changing->changing.change->takes)
                  : 0;
}

/*
 * change_arrow(name, out, ids, valid, first, key, before): change ids as the function
 * of this name does. Null rows become Nil.
 *
 *   valid   in  a bitmap of the rows that are not null, or None
 *   first   in  the bit of row 0 in it
 *   before  in  the rows of the whole column before row 0, for errors
 */
static PyObject *batch_change_arrow(PyObject *module, PyObject *args)
{
    struct changing changing = {.out = NULL};
    struct change_views views;
    int result;

    (void)module;
    if (!PyArg_ParseTuple(args, "sw*y*z*nOn:change_arrow", &views.name,
                          &views.out, &views.ids, &views.valid, &views.first,
                          &views.key, &views.before)) {
        return NULL;
    }
    result = change_views(&changing, &views);
    gpy_changing_close(&changing.changing);
    PyBuffer_Release(&views.out);
    PyBuffer_Release(&views.ids);
    PyBuffer_Release(&views.valid);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------- ids from data */

/* The number of rows that are derived together, at most. */
#define ROWS_AT_ONCE ((size_t)256)

struct deriving {
    guidon_id *out;
    unsigned char *there; /* a bitmap of the rows with an id */
    guidon_key key;
    gpy_bits times_valid, data_valid;
    const char *times;         /* of int64_t, from row 0 on */
    uint64_t multiply, divide; /* make milliseconds of a time */
    const Py_buffer *data;
    const char *offsets; /* of 64 bits, from row 0 on; or NULL */
    const char *rows; /* without offsets: rows of one length, from row 0 on */
    size_t row_len;
    int type;           /* of the data: 'b' bytes, 't' texts, 'i' int64_t */
    const char *reason; /* why a row has no id, or NULL */
};

/* Rows with data of one length. */
struct rows {
    size_t n;
    const char *bytes; /* `len` of each row */
    size_t len;
    uint64_t unix_ms[ROWS_AT_ONCE];
    unsigned char integers[ROWS_AT_ONCE * GUIDON_INTEGER_LEN];
};

static bool is_there(const struct deriving *deriving, size_t row)
{
    return gpy_bit(&deriving->times_valid, row) &&
           gpy_bit(&deriving->data_valid, row);
}

/* Get the milliseconds of a row, rounded towards the past. False: version 7 does not
 * hold them. */
static bool find_time(uint64_t *unix_ms, const struct deriving *deriving,
                      size_t row)
{
    const uint64_t end = UINT64_C(1) << 48;
    int64_t time;

    memcpy(&time, deriving->times + row * sizeof time, sizeof time);
    if (time < 0 || (uint64_t)time / deriving->divide >= end) {
        return false;
    }
    *unix_ms = (uint64_t)time / deriving->divide * deriving->multiply;
    return *unix_ms < end;
}

/* Find the time and the data of a row. False: it has no id, and deriving->reason
 * says why. */
static bool find_row(uint64_t *unix_ms, const char **bytes, size_t *len,
                     struct deriving *deriving, size_t row)
{
    *bytes = deriving->rows + row * deriving->row_len;
    *len = deriving->row_len;
    deriving->reason = NULL;
    if (!find_time(unix_ms, deriving, row)) {
        deriving->reason =
            "the time is outside of what version 7 holds, 1970 to 10889";
    } else if (deriving->offsets &&
               !gpy_find_row(bytes, len, deriving->data, deriving->offsets,
                             true, row)) {
        deriving->reason = "its offsets fall, or leave the data";
    } else if (deriving->type == 't' &&
               guidon_data_check_text(*bytes, *len, NULL)) {
        deriving->reason = "the text is not UTF-8; cast the column to binary "
                           "to hash its bytes";
    }
    return !deriving->reason;
}

/* Collect rows that have a time and data of one length, side by side. None: the
 * first has no id. */
static void collect(struct rows *rows, struct deriving *deriving, size_t row,
                    size_t n)
{
    const char *bytes;
    uint64_t unix_ms;
    size_t len;

    for (rows->n = 0; rows->n < n && rows->n < ROWS_AT_ONCE &&
                      is_there(deriving, row + rows->n) &&
                      find_row(&unix_ms, &bytes, &len, deriving, row + rows->n);
         rows->n++) {
        if (rows->n == 0) {
            rows->bytes = bytes;
            rows->len = len;
        } else if (len != rows->len || bytes != rows->bytes + rows->n * len) {
            break;
        }
        rows->unix_ms[rows->n] = unix_ms;
    }
}

/* Put what is hashed of integers in the place of their bytes. */
static void hash_integers(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        int64_t value;

        memcpy(&value, rows->bytes + i * sizeof value, sizeof value);
        guidon_data_from_integer(rows->integers + i * GUIDON_INTEGER_LEN,
                                 value);
    }
    rows->bytes = (const char *)rows->integers;
}

/* Derive the ids of rows. Returns their number; 0: the first has no id. */
static size_t derive_rows(struct deriving *deriving, size_t row, size_t n)
{
    struct rows rows;

    collect(&rows, deriving, row, n);
    if (rows.n == 0) {
        return 0;
    }
    if (deriving->type == 'i') {
        hash_integers(&rows);
    }
    if (guidon_v7_derive_many(deriving->out + row, rows.unix_ms, &deriving->key,
                              rows.bytes, rows.len, rows.len, rows.n)) {
        deriving->reason = "the id cannot be derived";
        return 0;
    }
    for (size_t i = 0; i < rows.n; i++) {
        gpy_set_bit(deriving->there, row + i);
    }
    return rows.n;
}

static guidon_status derive_step(void *job, size_t first, size_t n,
                                 size_t *done)
{
    struct deriving *deriving = (struct deriving *)job;
    size_t more;

    for (*done = 0; *done < n; *done += more) {
        size_t row = first + *done;

        if (!is_there(deriving, row)) {
            memset(deriving->out + row, 0, sizeof *deriving->out);
            more = 1;
            continue;
        }
        more = derive_rows(deriving, row, n - *done);
        if (more == 0) {
            return GUIDON_E_ARGUMENT;
        }
    }
    return GUIDON_OK;
}

/* The arguments of derive_arrow. */
struct derive_views {
    Py_buffer out, there, times, times_valid, data, offsets, data_valid;
    PyObject *key;
    Py_ssize_t before, n, times_first, multiply, divide;
    Py_ssize_t data_first, row_len;
    int type;
};

/* Does a buffer hold the rows first .. first + n - 1 of a length? */
static bool holds(const Py_buffer *view, Py_ssize_t first, Py_ssize_t n,
                  Py_ssize_t len)
{
    return len == 0 || first + n <= view->len / len;
}

static int open_derive(struct deriving *deriving,
                       const struct derive_views *views)
{
    const Py_ssize_t n = views->n, size = (Py_ssize_t)sizeof(int64_t);
    const Py_ssize_t first = views->data_first;

    if (gpy_bits_open(&deriving->times_valid, &views->times_valid,
                      views->times_first, n) < 0 ||
        gpy_bits_open(&deriving->data_valid, &views->data_valid, first, n) <
            0 ||
        gpy_new_bits_open(&deriving->there, &views->there, n) < 0 ||
        gpy_check_len(&views->out, "out", (size_t)n, sizeof(guidon_id)) < 0) {
        return -1;
    }
    if (views->multiply < 1 || views->multiply > 1000 || views->divide < 1 ||
        views->row_len < 0 || (views->type == 'i' && views->row_len != size) ||
        !holds(&views->times, views->times_first, n, size) ||
        !(views->offsets.obj ? holds(&views->offsets, first, n + 1, size)
                             : holds(&views->data, first, n, views->row_len))) {
        PyErr_SetString(PyExc_ValueError,
                        "the buffers are shorter than the column");
        return -1;
    }
    deriving->out = (guidon_id *)views->out.buf;
    deriving->times =
        (const char *)views->times.buf + views->times_first * size;
    deriving->multiply = (uint64_t)views->multiply;
    deriving->divide = (uint64_t)views->divide;
    deriving->data = &views->data;
    deriving->offsets = views->offsets.obj
                            ? (const char *)views->offsets.buf + first * size
                            : NULL;
    deriving->row_len = views->offsets.obj ? 0 : (size_t)views->row_len;
    deriving->rows =
        (const char *)views->data.buf + (size_t)first * deriving->row_len;
    deriving->type = views->type;
    return 0;
}

static int derive_views(struct deriving *deriving,
                        const struct derive_views *views)
{
    guidon_status status;
    size_t done;

    if (gpy_read_long_key(&deriving->key, views->key) < 0 ||
        open_derive(deriving, views) < 0 ||
        gpy_in_steps(&status, &done, derive_step, deriving, (size_t)views->n) <
            0) {
        return -1;
    }
    return status ? fail_at(views->before + (Py_ssize_t)done, deriving->reason)
                  : 0;
}

/*
 * derive_arrow(out, there, key, before, n, times, times_valid, times_first, multiply,
 * divide, data, offsets, data_valid, data_first, row_len, type): derive ids from n
 * times and data. A row without a time or without data becomes Nil.
 *
 *   there        out  a bitmap of the rows with an id
 *   before       in   the rows of the whole column before row 0, for errors
 *   times        in   int64_t; milliseconds are multiply * (time / divide)
 *   times_first  in   the item and the bit of row 0
 *   offsets      in   of 64 bits; None: each row has row_len bytes
 *   data_first   in   the offset, row and bit of row 0
 *   type         in   "b" bytes, "t" texts, "i" int64_t
 */
static PyObject *batch_derive_arrow(PyObject *module, PyObject *args)
{
    struct deriving deriving = {.out = NULL};
    struct derive_views views;
    int result;

    (void)module;
    if (!PyArg_ParseTuple(args, "w*w*Onny*z*nnny*z*z*nnC:derive_arrow",
                          &views.out, &views.there, &views.key, &views.before,
                          &views.n, &views.times, &views.times_valid,
                          &views.times_first, &views.multiply, &views.divide,
                          &views.data, &views.offsets, &views.data_valid,
                          &views.data_first, &views.row_len, &views.type)) {
        return NULL;
    }
    result = derive_views(&deriving, &views);
    guidon_key_wipe(&deriving.key);
    PyBuffer_Release(&views.out);
    PyBuffer_Release(&views.there);
    PyBuffer_Release(&views.times);
    PyBuffer_Release(&views.times_valid);
    PyBuffer_Release(&views.data);
    PyBuffer_Release(&views.offsets);
    PyBuffer_Release(&views.data_valid);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"_change_arrow", batch_change_arrow, METH_VARARGS, NULL},
    {"_derive_arrow", batch_derive_arrow, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_arrow_keys(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
