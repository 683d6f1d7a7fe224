/* SPDX-License-Identifier: MIT */
/* The class methods of guidon.ULID: ULIDs from other values and from times. */
#include "ulid.h"

#define READ_TEXT GUIDON_ACCEPT(GUIDON_FORM_ULID)
#define READ_FORMS                                                             \
  (READ_TEXT | GUIDON_ACCEPT(GUIDON_FORM_UUID) | GUIDON_ACCEPT(GUIDON_FORM_HEX))

static PyObject *wrong_type(const char *expected, PyObject *object)
{
    return PyErr_Format(PyExc_TypeError, "expected %s, not %R", expected,
                        (PyObject *)Py_TYPE(object));
}

/* Return the ULID of a str in one of the accepted forms. */
static PyObject *from_text(PyObject *class, PyObject *text, uint64_t accept)
{
    PyTypeObject *type = (PyTypeObject *)class;
    guidon_id id;

    if (!PyUnicode_Check(text)) {
        return wrong_type("str", text);
    }
    return gpy_ulid_read(gpy_id_state(type), &id, text, accept) < 0
               ? NULL
               : gpy_ulid_of(type, &id);
}

PyObject *gpy_ulid_from_str(PyObject *class, PyObject *text)
{
    return from_text(class, text, READ_TEXT);
}

PyObject *gpy_ulid_from_hex(PyObject *class, PyObject *text)
{
    return from_text(class, text, GUIDON_ACCEPT(GUIDON_FORM_HEX));
}

PyObject *gpy_ulid_parse(PyObject *class, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"value", "lenient", NULL};
    PyTypeObject *type = (PyTypeObject *)class;
    PyObject *value;
    int lenient = 0;
    guidon_id id;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$p:parse", names,
                                     &value, &lenient) ||
        gpy_ulid_read(gpy_id_state(type), &id, value,
                      READ_FORMS | (lenient ? GUIDON_ACCEPT_LENIENT : 0)) < 0) {
        return NULL;
    }
    return gpy_ulid_of(type, &id);
}

PyObject *gpy_ulid_from_bytes(PyObject *class, PyObject *bytes)
{
    PyTypeObject *type = (PyTypeObject *)class;
    guidon_id id;

    if (!PyObject_CheckBuffer(bytes)) {
        return wrong_type("16 bytes", bytes);
    }
    return gpy_read_id(gpy_id_state(type), &id, bytes) < 0
               ? NULL
               : gpy_ulid_of(type, &id);
}

PyObject *gpy_ulid_from_int(PyObject *class, PyObject *number)
{
    guidon_id id;

    if (!PyLong_Check(number)) {
        return wrong_type("int", number);
    }
    return gpy_int_read(&id, number) < 0
               ? NULL
               : gpy_ulid_of((PyTypeObject *)class, &id);
}

PyObject *gpy_ulid_from_uuid(PyObject *class, PyObject *uuid)
{
    PyTypeObject *type = (PyTypeObject *)class;
    guidon_id id;
    int found = gpy_uuid_read(gpy_id_state(type), &id, uuid);

    if (!found) {
        return wrong_type("uuid.UUID", uuid);
    }
    return found < 0 ? NULL : gpy_ulid_of(type, &id);
}

/* -------------------------------------------------------- ULIDs of a time */

static int time_out_of_range(void)
{
    PyErr_SetString(PyExc_ValueError,
                    "a ULID has a time of the years 1970 to 10889 (48 bits of "
                    "milliseconds)");
    return -1;
}

/*
 * Convert seconds to milliseconds, rounded towards the past: to the last
 * millisecond whose float of seconds, `timestamp` of a ULID, is not above. The
 * product cannot tell, because it rounds up from just below a millisecond.
 */
static int read_seconds(guidon_time *at, double seconds)
{
    int64_t nearest, unix_ms;

    if (!(seconds >= 0 && seconds < 281474976710.656)) {
        return time_out_of_range();
    }
    nearest = (int64_t)(seconds * 1000 + 0.5);
    unix_ms = nearest - ((double)nearest / 1000 > seconds);
    *at = (guidon_time){unix_ms / 1000, (uint32_t)(unix_ms % 1000) * 1000000};
    return 0;
}

/* Read a float of seconds, an int of milliseconds or an aware datetime. */
static int read_time(const gpy_state *state, guidon_time *at, PyObject *time)
{
    if (PyFloat_Check(time)) {
        return read_seconds(at, PyFloat_AsDouble(time));
    }
    return gpy_read_time(state, at, time);
}

typedef guidon_status timed_function(guidon_id *out, guidon_time time);

/* Return the ULID that a function of the library makes of a time. */
static PyObject *of_time(PyTypeObject *class, timed_function *function,
                         PyObject *time)
{
    const gpy_state *state = gpy_id_state(class);
    guidon_time at;
    guidon_id id;
    guidon_status status;

    if (read_time(state, &at, time) < 0) {
        return NULL;
    }
    status = function(&id, at);
    if (status == GUIDON_E_RANGE) {
        time_out_of_range();
        return NULL;
    }
    return status ? gpy_fail(state, status) : gpy_ulid_of(class, &id);
}

static int is_number(PyObject *object)
{
    return PyFloat_Check(object) || PyLong_Check(object);
}

PyObject *gpy_ulid_from_timestamp(PyObject *class, PyObject *timestamp)
{
    return is_number(timestamp)
               ? of_time((PyTypeObject *)class, guidon_ulid_at, timestamp)
               : wrong_type("a float of seconds or an int of milliseconds",
                            timestamp);
}

PyObject *gpy_ulid_from_datetime(PyObject *class, PyObject *datetime)
{
    return is_number(datetime)
               ? wrong_type("an aware datetime.datetime", datetime)
               : of_time((PyTypeObject *)class, guidon_ulid_at, datetime);
}

PyObject *gpy_ulid_floor(PyObject *class, PyObject *time)
{
    return of_time((PyTypeObject *)class, guidon_ulid_floor, time);
}

PyObject *gpy_ulid_ceil(PyObject *class, PyObject *time)
{
    return of_time((PyTypeObject *)class, guidon_ulid_ceil, time);
}
