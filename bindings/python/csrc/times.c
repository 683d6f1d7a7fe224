/* SPDX-License-Identifier: MIT */
/* Times of Python to times of the library and back. */
#include "guidon_py.h"

#define DAY       86400
#define MICROS    1000000
#define MICROS_NS 1000
#define MILLIS_NS 1000000

/* No id holds a time further from 1970 than this, and int64_t holds its
 * milliseconds. */
#define UNIX_MS_MAX (1LL << 62)
#define DAYS_MAX    (UNIX_MS_MAX / 1000 / DAY - 1)

/* ------------------------------------------------------- the module datetime */

/* What gpy_state has in `datetimes`: a tuple of these. */
enum { DATETIME_CLASS, TIMEDELTA_CLASS, EPOCH };

/* Return a new tuple, or NULL with an exception. */
static PyObject *new_datetimes(PyObject *module)
{
    PyObject *datetime = PyObject_GetAttrString(module, "datetime");
    PyObject *timedelta = PyObject_GetAttrString(module, "timedelta");
    PyObject *zone = PyObject_GetAttrString(module, "timezone");
    PyObject *utc = zone ? PyObject_GetAttrString(zone, "utc") : NULL;
    PyObject *epoch = NULL, *result = NULL;

    if (datetime && timedelta && utc) {
        epoch = PyObject_CallFunction(datetime, "iiiiiiiO", 1970, 1, 1, 0, 0, 0,
                                      0, utc);
    }
    if (epoch) {
        result = PyTuple_Pack(3, datetime, timedelta, epoch);
    }
    Py_XDECREF(datetime);
    Py_XDECREF(timedelta);
    Py_XDECREF(zone);
    Py_XDECREF(utc);
    Py_XDECREF(epoch);
    return result;
}

/*
 * Return an item of the tuple, which the module owns, or NULL with an exception.
 *
 * The first time imports datetime. Few programs need it, and CPython 3.12.1 ends the
 * process when many sub-interpreters import it, one after the other.
 */
static PyObject *datetimes(const gpy_state *const_state, int index)
{
    gpy_state *state = (gpy_state *)const_state; /* that of a module */
    PyObject *tuple = atomic_load(&state->datetimes), *module, *none = NULL;

    if (!tuple) {
        module = PyImport_ImportModule("datetime");
        tuple = module ? new_datetimes(module) : NULL;
        Py_XDECREF(module);
        if (!tuple) {
            return NULL;
        }
        /* Another thread may have been faster. */
        if (!atomic_compare_exchange_strong(&state->datetimes, &none, tuple)) {
            Py_DECREF(tuple);
            tuple = none;
        }
    }
    return PyTuple_GetItem(tuple, index);
}

/* Is the object of a class of the module datetime? 1, 0, or -1 with an exception. */
static int is_instance(const gpy_state *state, PyObject *object, int index)
{
    PyObject *class = datetimes(state, index);

    return class ? PyObject_IsInstance(object, class) : -1;
}

/* ----------------------------------------------------------------- the functions */

/* Read an object with __index__: Unix milliseconds. Returns 0, or -1 with an
 * exception. */
static int read_unix_ms(guidon_time *out, PyObject *object)
{
    PyObject *number = PyNumber_Index(object);
    long long unix_ms, rest;
    int overflow;

    if (!number) {
        return -1;
    }
    unix_ms = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow || unix_ms > UNIX_MS_MAX || unix_ms < -UNIX_MS_MAX) {
        PyErr_SetString(PyExc_ValueError,
                        "the time is outside the milliseconds that an id holds "
                        "(1970 to the year 10889)");
        return -1;
    }
    rest = unix_ms % 1000 + (unix_ms % 1000 < 0 ? 1000 : 0);
    out->seconds = (unix_ms - rest) / 1000;
    out->nanoseconds = (uint32_t)rest * MILLIS_NS;
    return 0;
}

/* Read an attribute that is an int. Returns -1 with an exception on errors. */
static long long attribute(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    long long number = value ? PyLong_AsLongLong(value) : -1;

    Py_XDECREF(value);
    return number;
}

/* Read a timedelta since 1970. A derived class may have other numbers in it. */
static int read_delta(guidon_time *out, PyObject *delta)
{
    long long days = attribute(delta, "days");
    long long seconds = PyErr_Occurred() ? -1 : attribute(delta, "seconds");
    long long micros = PyErr_Occurred() ? -1 : attribute(delta, "microseconds");

    if (!PyErr_Occurred() &&
        (days > DAYS_MAX || days < -DAYS_MAX || seconds < 0 || seconds >= DAY ||
         micros < 0 || micros >= MICROS)) {
        PyErr_SetString(PyExc_ValueError,
                        "this is not the timedelta of a time");
    }
    if (PyErr_Occurred()) {
        return -1;
    }
    out->seconds = days * DAY + seconds;
    out->nanoseconds = (uint32_t)micros * MICROS_NS;
    return 0;
}

int gpy_read_duration(const gpy_state *state, guidon_time *out,
                      PyObject *object)
{
    int is_delta = is_instance(state, object, TIMEDELTA_CLASS);

    if (is_delta < 0) {
        return -1;
    }
    if (!is_delta) {
        PyErr_Format(PyExc_TypeError, "expected a datetime.timedelta, not %R",
                     (PyObject *)Py_TYPE(object));
        return -1;
    }
    return read_delta(out, object);
}

/* Check that a datetime is aware. Returns 0, or -1 with an exception. */
static int check_aware(PyObject *datetime)
{
    PyObject *offset = PyObject_CallMethod(datetime, "utcoffset", NULL);

    if (!offset) {
        return -1;
    }
    Py_DECREF(offset);
    if (offset == Py_None) {
        PyErr_SetString(
            PyExc_ValueError,
            "a datetime without a time zone is not a time: add one, "
            "such as tzinfo=datetime.timezone.utc, or call "
            "astimezone()");
        return -1;
    }
    return 0;
}

static int read_datetime(const gpy_state *state, guidon_time *out,
                         PyObject *datetime)
{
    PyObject *epoch = datetimes(state, EPOCH), *delta;
    int result;

    if (!epoch || check_aware(datetime) < 0) {
        return -1;
    }
    delta = PyNumber_Subtract(datetime, epoch);
    if (!delta) {
        return -1;
    }
    result = read_delta(out, delta);
    Py_DECREF(delta);
    return result;
}

int gpy_read_time(const gpy_state *state, guidon_time *out, PyObject *object)
{
    int is_datetime;

    /* A bool is an int, and hardly a time. */
    if (PyIndex_Check(object) && !PyBool_Check(object)) {
        return read_unix_ms(out, object);
    }
    is_datetime = is_instance(state, object, DATETIME_CLASS);
    if (is_datetime < 0) {
        return -1;
    }
    if (is_datetime) {
        return read_datetime(state, out, object);
    }
    PyErr_Format(PyExc_TypeError,
                 "expected a time (an aware datetime.datetime, or an int of "
                 "milliseconds since 1970), not %R",
                 (PyObject *)Py_TYPE(object));
    return -1;
}

guidon_time gpy_end_of_unit(guidon_time time, PyObject *object)
{
    time.nanoseconds += PyIndex_Check(object) ? MILLIS_NS - 1 : MICROS_NS - 1;
    return time;
}

int gpy_read_time_ms(const gpy_state *state, int64_t *out, PyObject *object)
{
    guidon_time time;

    if (gpy_read_time(state, &time, object) < 0) {
        return -1;
    }
    /* The time is within UNIX_MS_MAX, so the product fits. */
    *out = time.seconds * 1000 + time.nanoseconds / MILLIS_NS;
    return 0;
}

/* Return the timedelta of a time since 1970. The class carries seconds below 0 to
 * the day before. */
static PyObject *delta_of(const gpy_state *state, guidon_time time)
{
    PyObject *class = datetimes(state, TIMEDELTA_CLASS);

    return class ? PyObject_CallFunction(class, "Lii",
                                         (long long)(time.seconds / DAY),
                                         (int)(time.seconds % DAY),
                                         (int)(time.nanoseconds / MICROS_NS))
                 : NULL;
}

PyObject *gpy_time_object(const gpy_state *state, guidon_time time)
{
    PyObject *epoch = datetimes(state, EPOCH), *datetime;
    PyObject *delta = epoch ? delta_of(state, time) : NULL;

    if (!delta) {
        return NULL;
    }
    datetime = PyNumber_Add(epoch, delta);
    Py_DECREF(delta);
    if (!datetime && PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_SetString(
            PyExc_OverflowError,
            "the time is after the year 9999, the last of datetime; "
            "time_ns_of and ms_of return it as an int");
    }
    return datetime;
}

/* The result may have more than 64 bits. */
PyObject *gpy_time_ns_object(guidon_time time)
{
    PyObject *seconds = PyLong_FromLongLong(time.seconds);
    PyObject *scale = PyLong_FromLongLong(1000000000);
    PyObject *rest = PyLong_FromLong((long)time.nanoseconds);
    PyObject *product = NULL, *sum = NULL;

    if (seconds && scale && rest) {
        product = PyNumber_Multiply(seconds, scale);
    }
    if (product) {
        sum = PyNumber_Add(product, rest);
    }
    Py_XDECREF(seconds);
    Py_XDECREF(scale);
    Py_XDECREF(rest);
    Py_XDECREF(product);
    return sum;
}
