/* SPDX-License-Identifier: MIT */
/* Buffers of many ids or texts, as arguments and results. */
#include "batch.h"

/* ------------------------------------------------------------- one buffer */

/* Does a format of PEP 3118 hold one of these characters? Names of fields, between
 * two colons, do not count. */
static bool has_any(const char *format, const char *characters)
{
    bool in_name = false;

    for (; format && *format; format++) {
        if (*format == ':') {
            in_name = !in_name;
        } else if (!in_name && strchr(characters, *format)) {
            return true;
        }
    }
    return false;
}

/* What the items of a buffer are, if they are not bytes or numbers; else NULL. The
 * bytes of an id are seldom a character of Unicode. */
static const char *other_items(const char *format)
{
    return has_any(format, "O")    ? "Python objects"
           : has_any(format, "uw") ? "characters of Unicode"
                                   : NULL;
}

/* Raise an exception whose cause is the present one, and whose text has that of
 * the present one at its end. */
static void raise_from_present(PyObject *class, const char *before,
                               const char *after)
{
    PyObject *type, *cause, *trace, *error;

    PyErr_Fetch(&type, &cause, &trace);
    PyErr_NormalizeException(&type, &cause, &trace);
    PyErr_Format(class, "%s%S%s", before, cause, after);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    PyErr_Fetch(&type, &error, &trace);
    PyErr_NormalizeException(&type, &error, &trace);
    if (error && PyExceptionInstance_Check(error)) {
        PyException_SetCause(error, cause);
    } else {
        Py_XDECREF(cause);
    }
    PyErr_Restore(type, error, trace);
}

/* Exporters raise ValueError or BufferError if they cannot give what is asked
 * for. Make all of these a BufferError that names the argument. */
static void raise_buffer_error(const char *name, const char *expected)
{
    char before[32];

    if (PyErr_ExceptionMatches(PyExc_BufferError) ||
        PyErr_ExceptionMatches(PyExc_ValueError)) {
        PyOS_snprintf(before, sizeof before, "%s: ", name);
        raise_from_present(PyExc_BufferError, before, expected);
    }
}

static int open_buffer(Py_buffer *out, PyObject *object, const char *name,
                       int flags, const char *expected)
{
    const char *items;

    if (!PyObject_CheckBuffer(object)) {
        PyErr_Format(PyExc_TypeError,
                     "%s: expected a buffer, such as bytearray, memoryview, "
                     "array or a NumPy array, not %R",
                     name, (PyObject *)Py_TYPE(object));
        return -1;
    }
    if (PyObject_GetBuffer(object, out, PyBUF_ND | PyBUF_FORMAT | flags) < 0) {
        raise_buffer_error(name, expected);
        return -1;
    }
    items = other_items(out->format);
    if (items) {
        PyErr_Format(PyExc_TypeError,
                     "%s: expected a buffer of bytes, not of %s (format '%s')",
                     name, items, out->format);
        PyBuffer_Release(out);
        return -1;
    }
    return 0;
}

/* A masked array of NumPy lends its bytes without the mask, which would also hide
 * what is written to them. Returns 0, or -1 with an exception if an item is masked. */
static int refuse_mask(PyObject *object, const char *name)
{
    PyObject *mask, *any = NULL;
    int masked = -1;

    if (!PyObject_HasAttrString((PyObject *)Py_TYPE(object), "fill_value") ||
        !PyObject_HasAttrString((PyObject *)Py_TYPE(object), "mask")) {
        return 0;
    }
    mask = PyObject_GetAttrString(object, "mask");
    any = mask ? PyObject_CallMethod(mask, "any", NULL) : NULL;
    if (any) {
        masked = PyObject_IsTrue(any);
    }
    Py_XDECREF(mask);
    Py_XDECREF(any);
    if (masked > 0) {
        PyErr_Format(PyExc_ValueError,
                     "%s: the array has masked items (expected none; "
                     "array.data has the bytes without the mask)",
                     name);
    }
    return masked ? -1 : 0;
}

int gpy_open_input(Py_buffer *out, PyObject *object, const char *name)
{
    if (refuse_mask(object, name) < 0) {
        return -1;
    }
    return open_buffer(out, object, name, 0, " (expected a contiguous buffer)");
}

int gpy_open_output(Py_buffer *out, PyObject *object, const char *name)
{
    if (refuse_mask(object, name) < 0) {
        return -1;
    }
    return open_buffer(out, object, name, PyBUF_WRITABLE,
                       " (expected a writable, contiguous buffer)");
}

int gpy_check_len(const Py_buffer *view, const char *name, size_t n,
                  size_t size)
{
    if ((size_t)view->len == n * size) {
        return 0;
    }
    PyErr_Format(PyExc_ValueError,
                 "%s: the buffer has %zd bytes, expected %zu (%zu x %zu bytes)",
                 name, view->len, n * size, n, size);
    return -1;
}

/* Is every item of a format of PEP 3118 made of bytes? A structure of bytes is. */
static bool only_bytes(const char *format)
{
    bool in_name = false;

    for (; format && *format; format++) {
        if (*format == ':') {
            in_name = !in_name;
        } else if (!in_name &&
                   !strchr("cbBsxpT{}()0123456789,@=<>!^ ", *format)) {
            return false;
        }
    }
    return true;
}

int gpy_check_texts(const Py_buffer *view)
{
    if (only_bytes(view->format)) {
        return 0;
    }
    PyErr_Format(PyExc_TypeError,
                 "texts: expected items of bytes, such as the dtypes S36 and "
                 "uint8, not of the format '%s'",
                 view->format);
    return -1;
}

/* Are the items of a buffer signed integers of 64 bits in the byte order of this
 * machine? */
static bool has_times(const Py_buffer *view)
{
    const char *format = view->format ? view->format : "B";

    format += *format == '@' || *format == '=';
#if PY_LITTLE_ENDIAN
    format += *format == '<';
#endif
    return view->itemsize == (Py_ssize_t)sizeof(int64_t) &&
           (strcmp(format, "q") == 0 || strcmp(format, "l") == 0);
}

int gpy_check_times(const Py_buffer *view)
{
    if (!has_times(view)) {
        PyErr_Format(PyExc_TypeError,
                     "times: expected a buffer of signed 64-bit integers, such "
                     "as array('q'), not of format '%s'",
                     view->format ? view->format : "B");
        return -1;
    }
    return 0;
}

/* Are the items of a buffer bytes, or 16 bytes each? Returns 0, or -1 with an
 * exception. */
static int check_items(const Py_buffer *view, const char *name)
{
    if (only_bytes(view->format) &&
        (view->itemsize == 1 || view->itemsize == GPY_ID_LEN)) {
        return 0;
    }
    PyErr_Format(
        PyExc_TypeError,
        "%s: expected items of one byte, or of 16 as in the dtypes S16 and V16, "
        "not of %zd with the format '%s' (parse_many reads texts; "
        "memoryview(x).cast('B') has the bytes of other items)",
        name, view->itemsize, view->format ? view->format : "B");
    return -1;
}

Py_ssize_t gpy_count_room(const Py_buffer *view, const char *name)
{
    Py_ssize_t row =
        view->ndim > 1 && view->shape && view->itemsize < GPY_ID_LEN
            ? view->shape[view->ndim - 1] * view->itemsize
            : GPY_ID_LEN;

    if (row != GPY_ID_LEN) {
        PyErr_Format(
            PyExc_ValueError,
            "%s: the buffer has rows of %zd bytes, expected rows of 16 "
            "(an id has 16 bytes)",
            name, row);
        return -1;
    }
    if (view->len % GPY_ID_LEN == 0) {
        return view->len / GPY_ID_LEN;
    }
    PyErr_Format(PyExc_ValueError,
                 "%s: the buffer has %zd bytes, expected a multiple of 16 (an "
                 "id has 16 bytes)",
                 name, view->len);
    return -1;
}

Py_ssize_t gpy_count_ids(const Py_buffer *view, const char *name)
{
    return check_items(view, name) < 0 ? -1 : gpy_count_room(view, name);
}

int gpy_check_overlap(const Py_buffer *in, const Py_buffer *out, bool may_equal)
{
    const char *a = (const char *)in->buf, *b = (const char *)out->buf;

    if (in->len == 0 || out->len == 0 || a + in->len <= b ||
        b + out->len <= a || (may_equal && a == b && in->len == out->len)) {
        return 0;
    }
    PyErr_SetString(PyExc_ValueError,
                    may_equal ? "out: the buffer overlaps the input (expected "
                                "the same bytes, or other bytes)"
                              : "out: the buffer overlaps the input");
    return -1;
}

/* --------------------------------------------------------- ids of arguments */

void gpy_name_item(size_t index)
{
    PyObject *class = PyErr_ExceptionMatches(PyExc_TypeError) ? PyExc_TypeError
                      : PyErr_ExceptionMatches(PyExc_ValueError)
                          ? PyExc_ValueError
                          : NULL;
    char before[40];

    if (class) {
        PyOS_snprintf(before, sizeof before, "item %zu: ", index);
        raise_from_present(class, before, "");
    }
}

int gpy_read_item(const gpy_state *state, guidon_id *out, guidon_form *form,
                  PyObject *item, guidon_accept accept, Py_ssize_t index)
{
    if (PyUnicode_Check(item)) {
        return gpy_read_text_item(state, out, form, item, accept, index);
    }
    if (gpy_read_id_form(state, out, form, item) < 0) {
        gpy_name_item((size_t)index);
        return -1;
    }
    return 0;
}

/* Append the items of an iterator to a list, at most `most` and one more. */
static int append_items(PyObject *list, PyObject *iterator, Py_ssize_t most)
{
    for (Py_ssize_t n = 0; n <= most; n++) {
        PyObject *item = PyIter_Next(iterator);
        int result = item ? PyList_Append(list, item) : -1;

        Py_XDECREF(item);
        if (!item) {
            return PyErr_Occurred() ? -1 : 0;
        }
        if (result < 0 || gpy_pause(n) < 0) {
            return -1;
        }
    }
    return 0;
}

PyObject *gpy_items(PyObject *object, Py_ssize_t most)
{
    PyObject *iterator, *list, *items = NULL;

    if (PyList_CheckExact(object) || PyTuple_CheckExact(object)) {
        return PySequence_Tuple(object);
    }
    iterator = PyObject_GetIter(object);
    list = iterator ? PyList_New(0) : NULL;
    if (list && append_items(list, iterator, most) == 0) {
        items = PyList_AsTuple(list);
    }
    Py_XDECREF(iterator);
    Py_XDECREF(list);
    return items;
}

/* The items stand in a tuple, because reading an item may run code of Python, which
 * can find and change a list. */
static int copy_ids(const gpy_state *state, gpy_ids *out, PyObject *items)
{
    out->n = (size_t)PyTuple_Size(items);
    out->copy = (guidon_id *)PyMem_Calloc(out->n + 1, sizeof *out->copy + 1);
    if (!out->copy) {
        PyErr_NoMemory();
        return -1;
    }
    out->is_ulid = (bool *)(out->copy + out->n);
    for (Py_ssize_t i = 0; i < (Py_ssize_t)out->n; i++) {
        guidon_form form;

        if (gpy_read_item(state, &out->copy[i], &form,
                          PyTuple_GetItem(items, i), GUIDON_ACCEPT_ANY,
                          i) < 0 ||
            gpy_pause(i) < 0) {
            PyMem_Free(out->copy);
            return -1;
        }
        out->is_ulid[i] = gpy_is_ulid(form);
    }
    out->ids = out->copy;
    return 0;
}

int gpy_ids_open(const gpy_state *state, gpy_ids *out, PyObject *object)
{
    Py_ssize_t n;
    PyObject *items;
    int result;

    memset(out, 0, sizeof *out);
    if (PyObject_CheckBuffer(object)) {
        if (gpy_open_input(&out->view, object, "ids") < 0) {
            return -1;
        }
        n = gpy_count_ids(&out->view, "ids");
        if (n < 0) {
            PyBuffer_Release(&out->view);
            return -1;
        }
        out->ids = (const guidon_id *)out->view.buf;
        out->n = (size_t)n;
        return 0;
    }
    if (PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError,
                        "ids: expected a buffer or a sequence of ids, not str");
        return -1;
    }
    items = gpy_items(object, PY_SSIZE_T_MAX - 1);
    result = items ? copy_ids(state, out, items) : -1;
    Py_XDECREF(items);
    return result;
}

void gpy_ids_close(gpy_ids *ids)
{
    if (ids->view.obj) {
        PyBuffer_Release(&ids->view);
    }
    PyMem_Free(ids->copy);
    ids->copy = NULL;
}

/* ------------------------------------------------------------------ outputs */

int gpy_output_open(gpy_output *out, PyObject *object, size_t n, size_t size)
{
    memset(out, 0, sizeof *out);
    if (n > (size_t)PY_SSIZE_T_MAX / size) {
        PyErr_Format(PyExc_OverflowError,
                     "%zu items of %zu bytes are more than a buffer holds", n,
                     size);
        return -1;
    }
    if (!object || object == Py_None) {
        out->object = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * size));
        if (!out->object) {
            return -1;
        }
        out->bytes = PyBytes_AsString(out->object);
        return 0;
    }
    if (gpy_open_output(&out->view, object, "out") < 0) {
        return -1;
    }
    if (gpy_check_len(&out->view, "out", n, size) < 0) {
        PyBuffer_Release(&out->view);
        return -1;
    }
    out->bytes = (char *)out->view.buf;
    Py_INCREF(object);
    out->object = object;
    return 0;
}

PyObject *gpy_output_finish(gpy_output *out, bool failed)
{
    if (out->view.obj) {
        PyBuffer_Release(&out->view);
    }
    if (failed) {
        Py_CLEAR(out->object);
    }
    return out->object;
}
