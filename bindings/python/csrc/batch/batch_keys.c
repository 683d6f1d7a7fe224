/* SPDX-License-Identifier: MIT */
/* Many ids that depend on a secret key. */
#include "batch.h"

/* Read the bytes of a key. Returns 0, or -1 with an exception. */
static int read_key(unsigned char *out, size_t len, PyObject *object)
{
    Py_buffer view;
    int result;

    if (gpy_open_input(&view, object, "key") < 0) {
        return -1;
    }
    result = gpy_check_len(&view, "key", len, 1);
    if (result == 0) {
        memcpy(out, view.buf, len);
    }
    PyBuffer_Release(&view);
    return result;
}

static int read_mask_key(guidon_mask_key *out, PyObject *object)
{
    unsigned char bytes[GUIDON_MASK_KEY_LEN];
    int result = read_key(bytes, sizeof bytes, object);

    if (result == 0 && guidon_mask_key_init(out, bytes, sizeof bytes)) {
        result = -1;
    }
    guidon_wipe(bytes, sizeof bytes);
    return result;
}

/* Initialise a key from an argument. */
int gpy_read_long_key(guidon_key *out, PyObject *object)
{
    unsigned char bytes[GUIDON_KEY_LEN];
    int result = read_key(bytes, sizeof bytes, object);

    if (result == 0 && guidon_key_init(out, bytes, sizeof bytes)) {
        result = -1;
    }
    guidon_wipe(bytes, sizeof bytes);
    return result;
}

/* ------------------------------------------------------------ ids to other ids */

const gpy_change gpy_changes[] = {
    {"mask_many", "expected an id of version 7", guidon_mask_many, NULL},
    {"unmask_many", "expected an id of version 4", guidon_unmask_many, NULL},
    {"encrypt_many", "expected an id of version 7", NULL, guidon_encrypt_many},
    {"decrypt_many", "expected an id of version 8", NULL, guidon_decrypt_many},
    {NULL, NULL, NULL, NULL},
};

int gpy_changing_open(gpy_changing *out, const gpy_change *change,
                      PyObject *key)
{
    *out = (gpy_changing){.change = change};
    return change->masking ? read_mask_key(&out->mask_key, key)
                           : gpy_read_long_key(&out->key, key);
}

guidon_status gpy_change_ids(const gpy_changing *changing, guidon_id *out,
                             size_t *done, const guidon_id *in, size_t n)
{
    const gpy_change *change = changing->change;

    return change->masking
               ? change->masking(out, &changing->mask_key, in, n, done)
               : change->crypting(out, &changing->key, in, n, done);
}

void gpy_changing_close(gpy_changing *changing)
{
    guidon_wipe(changing, sizeof *changing);
}

/* A job: ids, and where their changes go. */
struct job {
    const gpy_changing *changing;
    guidon_id *out;
    const guidon_id *in;
};

static guidon_status change_step(void *data, size_t first, size_t n,
                                 size_t *done)
{
    const struct job *job = (const struct job *)data;

    return gpy_change_ids(job->changing, job->out + first, done,
                          job->in + first, n);
}

static int change_all(const gpy_state *state, gpy_output *output,
                      const gpy_ids *ids, const gpy_changing *changing)
{
    struct job job = {changing, (guidon_id *)output->bytes, ids->ids};
    guidon_status status;
    size_t done;

    if ((output->view.obj && ids->view.obj &&
         gpy_check_overlap(&ids->view, &output->view, true) < 0) ||
        gpy_in_steps(&status, &done, change_step, &job, ids->n) < 0) {
        return -1;
    }
    if (status) {
        gpy_fail_item(state, status, done);
    }
    return status ? -1 : 0;
}

static PyObject *change_ids(const gpy_state *state, PyObject *object,
                            PyObject *out, const gpy_changing *changing)
{
    gpy_output output;
    PyObject *result = NULL;
    gpy_ids ids;

    if (gpy_ids_open(state, &ids, object) < 0) {
        return NULL;
    }
    if (gpy_output_open(&output, out, ids.n, sizeof(guidon_id)) == 0) {
        result = gpy_output_finish(
            &output, change_all(state, &output, &ids, changing) < 0);
    }
    gpy_ids_close(&ids);
    return result;
}

/* One of the four functions (ids, key, out=None). */
static PyObject *change_many(PyObject *module, PyObject *args,
                             PyObject *keywords, const char *format,
                             const gpy_change *change)
{
    static char *names[] = {"ids", "key", "out", NULL};
    PyObject *ids, *key, *out = NULL, *result = NULL;
    gpy_changing changing;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, format, names, &ids, &key,
                                     &out)) {
        return NULL;
    }
    if (gpy_changing_open(&changing, change, key) == 0) {
        result = change_ids(gpy_state_of(module), ids, out, &changing);
    }
    gpy_changing_close(&changing);
    return result;
}

/* The functions, in the order of gpy_changes. */
#define CHANGES(ROW)                                                           \
  ROW(mask_many, 0)                                                            \
  ROW(unmask_many, 1) ROW(encrypt_many, 2) ROW(decrypt_many, 3)
#define DEFINE(NAME, INDEX)                                                    \
  static PyObject *batch_##NAME(PyObject *module, PyObject *args,              \
                                PyObject *keywords)                            \
  {                                                                            \
    return change_many(module, args, keywords, "OO|O:" #NAME,                  \
                       &gpy_changes[INDEX]);                                   \
  }
#define METHOD(NAME, INDEX) GPY_METHOD_VARARGS(NAME, batch_##NAME),

CHANGES(DEFINE)

/* ------------------------------------------------------------- ids from data */

/* Times are copied before they are used: they may stand at any address, and
 * another thread may change them. */
#define TIMES_AT_ONCE ((size_t)256)

struct deriving {
    guidon_id *out;
    const char *times; /* of int64_t */
    const char *data;
    size_t len; /* of the data of one id */
    guidon_key key;
};

/* The number of times before the first one that is out of its range. */
static size_t count_good(const uint64_t *times, size_t n, const guidon_key *key)
{
    guidon_id id;
    size_t good = 0;

    while (good < n &&
           guidon_v7_derive(&id, times[good], key, NULL, 0) == GUIDON_OK) {
        good++;
    }
    return good;
}

/* Derive `n` ids, at most TIMES_AT_ONCE, as a step does. */
static guidon_status derive_part(const struct deriving *deriving, size_t first,
                                 size_t n, size_t *done)
{
    uint64_t times[TIMES_AT_ONCE]; /* a negative one is out of range */
    guidon_status status;

    memcpy(times, deriving->times + first * sizeof *times, n * sizeof *times);
    status = guidon_v7_derive_many(deriving->out + first, times, &deriving->key,
                                   deriving->data + first * deriving->len,
                                   deriving->len, deriving->len, n);
    *done = status ? count_good(times, n, &deriving->key) : n;
    return status;
}

static guidon_status derive_step(void *job, size_t first, size_t n,
                                 size_t *done)
{
    guidon_status status = GUIDON_OK;
    size_t more;

    for (*done = 0; *done < n && !status; *done += more) {
        size_t left = n - *done;

        status =
            derive_part((const struct deriving *)job, first + *done,
                        left < TIMES_AT_ONCE ? left : TIMES_AT_ONCE, &more);
    }
    return status;
}

static int derive_rows(const gpy_state *state, gpy_output *output,
                       const Py_buffer *times, const Py_buffer *data,
                       struct deriving *deriving)
{
    guidon_status status;
    size_t done, n = (size_t)(times->len / times->itemsize);

    if (output->view.obj &&
        (gpy_check_overlap(times, &output->view, false) < 0 ||
         gpy_check_overlap(data, &output->view, false) < 0)) {
        return -1;
    }
    deriving->out = (guidon_id *)output->bytes;
    deriving->times = (const char *)times->buf;
    deriving->data = (const char *)data->buf;
    if (gpy_in_steps(&status, &done, derive_step, deriving, n) < 0) {
        return -1;
    }
    if (status) {
        gpy_fail_item(state, status, done);
        return -1;
    }
    return 0;
}

/* Derive from the rows of a buffer of bytes. */
static int derive_view(const gpy_state *state, gpy_output *output,
                       const Py_buffer *times, const Py_buffer *data,
                       struct deriving *deriving)
{
    Py_ssize_t n = times->len / (Py_ssize_t)sizeof(int64_t);

    if (n > 0 ? data->len % n != 0 : data->len > 0) {
        PyErr_Format(PyExc_ValueError,
                     "data: the buffer has %zd bytes, expected a multiple of "
                     "%zd, the number of times",
                     data->len, n);
        return -1;
    }
    deriving->len = n > 0 ? (size_t)(data->len / n) : 0;
    return derive_rows(state, output, times, data, deriving);
}

static int derive_item(const gpy_state *state, guidon_id *out,
                       const char *unix_ms, PyObject *item, Py_ssize_t index,
                       const guidon_key *key)
{
    guidon_status status;
    gpy_data data;
    uint64_t ms; /* a negative one is out of range */

    if (gpy_hashed_open(state, &data, item) < 0) {
        gpy_name_item((size_t)index);
        return -1;
    }
    memcpy(&ms, unix_ms, sizeof ms);
    status = guidon_v7_derive(out, ms, key, data.bytes, data.len);
    gpy_data_close(&data);
    if (status) {
        gpy_fail_item(state, status, (size_t)index);
        return -1;
    }
    return gpy_pause(index);
}

/* Derive from the items of a tuple. */
static int derive_items(const gpy_state *state, gpy_output *output,
                        const Py_buffer *times, PyObject *items,
                        const guidon_key *key)
{
    Py_ssize_t n = times->len / (Py_ssize_t)sizeof(int64_t);
    guidon_id *ids = (guidon_id *)output->bytes;

    if (PyTuple_Size(items) != n) {
        PyErr_Format(PyExc_ValueError,
                     "data: there are %zd items, expected %zd, the number of "
                     "times",
                     PyTuple_Size(items), n);
        return -1;
    }
    if (output->view.obj &&
        gpy_check_overlap(times, &output->view, false) < 0) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        if (derive_item(state, &ids[i],
                        (const char *)times->buf +
                            i * (Py_ssize_t)sizeof(int64_t),
                        PyTuple_GetItem(items, i), i, key) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Open a buffer whose bytes are rows. A row of one number of a byte is an integer,
 * so an array of NumPy or of the module array holds bytes only in two dimensions.
 * Returns 1, or 0 if the object has no such buffer, or -1 with an exception. */
static int open_rows(Py_buffer *out, PyObject *object)
{
    bool is_array = PyObject_HasAttrString(object, "dtype") ||
                    PyObject_HasAttrString(object, "typecode");

    if (!PyObject_CheckBuffer(object)) {
        return 0;
    }
    if (PyObject_GetBuffer(object, out, PyBUF_FULL_RO) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError)) {
            return -1;
        }
        PyErr_Clear(); /* an array of dates, or of Python objects */
        return 0;
    }
    if (!gpy_has_bytes(out) || (is_array && out->ndim < 2)) {
        PyBuffer_Release(out);
        return 0;
    }
    PyBuffer_Release(out);
    return gpy_open_input(out, object, "data") < 0 ? -1 : 1;
}

/* The items of an argument that is no buffer of bytes, as a new tuple. An iterator may
 * have no end, so no more are read than `n` and one. */
static PyObject *items_of(PyObject *object, Py_ssize_t n)
{
    const bool ends = !PyIter_Check(object);
    PyObject *items = NULL;

    if (!PyUnicode_Check(object)) {
        items = gpy_items(object, ends ? PY_SSIZE_T_MAX - 1 : n);
    }
    if (items && !ends && PyTuple_Size(items) > n) {
        PyErr_Format(PyExc_ValueError,
                     "data: there are more than %zd items, expected %zd, the "
                     "number of times",
                     n, n);
        Py_CLEAR(items);
    } else if (!items &&
               (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))) {
        PyErr_Format(
            PyExc_TypeError,
            "data: expected a buffer of bytes, or a sequence of bytes, "
            "str, int or ids, not %R",
            (PyObject *)Py_TYPE(object));
    }
    return items;
}

/* Derive from data of either kind. Returns 0, or -1 with an exception. */
static int derive_any(const gpy_state *state, gpy_output *output,
                      const Py_buffer *times, PyObject *data,
                      struct deriving *deriving)
{
    Py_buffer rows;
    PyObject *items;
    int result = open_rows(&rows, data);

    if (result > 0) {
        result = derive_view(state, output, times, &rows, deriving);
        PyBuffer_Release(&rows);
    } else if (result == 0) {
        items = items_of(data, times->len / (Py_ssize_t)sizeof(int64_t));
        result = items
                     ? derive_items(state, output, times, items, &deriving->key)
                     : -1;
        Py_XDECREF(items);
    }
    return result;
}

static PyObject *derive_views(const gpy_state *state, const Py_buffer *times,
                              PyObject *data, PyObject *out,
                              struct deriving *deriving)
{
    gpy_output output;

    if (gpy_check_times(times) < 0) {
        return NULL;
    }
    if (gpy_output_open(&output, out,
                        (size_t)(times->len / (Py_ssize_t)sizeof(int64_t)),
                        sizeof(guidon_id)) < 0) {
        return NULL;
    }
    return gpy_output_finish(
        &output, derive_any(state, &output, times, data, deriving) < 0);
}

static PyObject *derive_arguments(const gpy_state *state, PyObject *times,
                                  PyObject *data, PyObject *out,
                                  struct deriving *deriving)
{
    Py_buffer view;
    PyObject *result;

    if (gpy_open_input(&view, times, "times") < 0) {
        return NULL;
    }
    result = derive_views(state, &view, data, out, deriving);
    PyBuffer_Release(&view);
    return result;
}

static PyObject *batch_derive_many(PyObject *module, PyObject *args,
                                   PyObject *keywords)
{
    static char *names[] = {"times", "key", "data", "out", NULL};
    PyObject *times, *key = NULL, *data = NULL, *out = NULL, *result = NULL;
    struct deriving deriving;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$OOO:derive_many",
                                     names, &times, &key, &data, &out)) {
        return NULL;
    }
    if (!key || !data) {
        return PyErr_Format(PyExc_TypeError,
                            "derive_many() missing required argument '%s'",
                            key ? "data" : "key");
    }
    if (gpy_read_long_key(&deriving.key, key) == 0) {
        result =
            derive_arguments(gpy_state_of(module), times, data, out, &deriving);
    }
    guidon_key_wipe(&deriving.key);
    return result;
}

static PyMethodDef functions[] = {
    CHANGES(METHOD) GPY_METHOD_VARARGS(derive_many, batch_derive_many),
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_keys(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
