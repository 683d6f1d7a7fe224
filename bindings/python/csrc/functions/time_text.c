/* SPDX-License-Identifier: MIT */
/* The text of a time: RFC 3339, read and written. */
#include "../guidon_py.h"

/* No text has a time further from 1970 than this. */
#define SECONDS_MAX (1LL << 45)

/* Split an int of nanoseconds since 1970, of any size. Returns 0, or -1 with an
 * exception. */
static int read_time_ns(guidon_time *out, PyObject *object)
{
    PyObject *number = PyNumber_Index(object);
    PyObject *scale = PyLong_FromLong(1000000000);
    PyObject *parts = number && scale ? PyNumber_Divmod(number, scale) : NULL;
    int overflow = 0;

    Py_XDECREF(number);
    Py_XDECREF(scale);
    if (!parts) {
        return -1;
    }
    out->seconds =
        PyLong_AsLongLongAndOverflow(PyTuple_GetItem(parts, 0), &overflow);
    out->nanoseconds =
        (uint32_t)PyLong_AsUnsignedLong(PyTuple_GetItem(parts, 1));
    Py_DECREF(parts);
    if (overflow) {
        out->seconds = overflow * SECONDS_MAX;
    }
    return 0;
}

/* Read a number of digits. Returns 0, or -1 with an exception. */
static int read_digits(unsigned *out, PyObject *object)
{
    Py_ssize_t digits = PyNumber_AsSsize_t(object, NULL);

    if (digits == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (digits < 0 || digits > GUIDON_TIME_DIGITS_MAX) {
        PyErr_Format(PyExc_ValueError,
                     "a fraction of a second has 0 to %d digits",
                     GUIDON_TIME_DIGITS_MAX);
        return -1;
    }
    *out = (unsigned)digits;
    return 0;
}

static PyObject *text_time_format(PyObject *module, PyObject *const *args,
                                  Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"time_ns", "digits"};
    static const gpy_parameters parameters = {"time_format", names, 2, 2, 1};
    char text[GUIDON_TIME_TEXT_MAX];
    unsigned digits = GUIDON_TIME_DIGITS_MAX;
    PyObject *values[2];
    guidon_time time;
    size_t len;

    (void)module;
    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        read_time_ns(&time, values[0]) < 0 ||
        (values[1] && read_digits(&digits, values[1]) < 0)) {
        return NULL;
    }
    if (guidon_time_format(text, sizeof text, &len, time, digits)) {
        PyErr_SetString(PyExc_ValueError,
                        "the time is before the year 0 or after 999999");
        return NULL;
    }
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

static const char *reason_of(guidon_status status)
{
    switch (status) {
    case GUIDON_E_LENGTH:
        return "the text of a time ends too early";
    case GUIDON_E_RANGE:
        return "no calendar or clock has this number";
    default:
        return "not a time such as 2026-02-22T19:22:22Z";
    }
}

static PyObject *text_time_parse(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_time time;
    guidon_status status;
    gpy_text text;
    size_t bad_at = 0;

    if (gpy_text_open(&text, object) < 0) {
        return NULL;
    }
    status = guidon_time_parse(&time, NULL, text.chars, text.len, &bad_at);
    gpy_text_close(&text);
    return status ? gpy_fail_reason(state, reason_of(status), object, bad_at)
                  : gpy_time_ns_object(time);
}

static PyMethodDef time_texts[] = {
    GPY_METHOD(time_format, text_time_format),
    GPY_METHOD_O(time_parse, text_time_parse),
    {NULL, NULL, 0, NULL},
};

int gpy_add_time_text(PyObject *module)
{
    return PyModule_AddFunctions(module, time_texts);
}
