/* SPDX-License-Identifier: MIT */
/* The class methods of guidon.ULID: ULIDs from other values and from times. */
#include "ulid.h"

static const guidon_accept parsed_forms = {GUIDON_FORM_BIT(GUIDON_FORM_ULID) |
                                           GUIDON_FORM_BIT(GUIDON_FORM_UUID) |
                                           GUIDON_FORM_BIT(GUIDON_FORM_HEX)};

static PyObject *wrong_type(const char *expected, PyObject *object)
{
    return PyErr_Format(PyExc_TypeError, "expected %s, not %R", expected,
                        (PyObject *)Py_TYPE(object));
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
        gpy_ulid_read(gpy_id_state(type), &id, value, parsed_forms,
                      lenient ? GUIDON_PARSE_LENIENT : 0) < 0) {
        return NULL;
    }
    return gpy_ulid_of(type, &id);
}

/* ---------------------------------------------- readers of arguments by their type */

static int read_str(const gpy_state *state, guidon_id *out, PyObject *text)
{
    return gpy_ulid_read(state, out, text, GUIDON_ACCEPT(GUIDON_FORM_ULID), 0);
}

static int read_hex(const gpy_state *state, guidon_id *out, PyObject *text)
{
    return gpy_ulid_read(state, out, text, GUIDON_ACCEPT(GUIDON_FORM_HEX), 0);
}

static int read_int(const gpy_state *state, guidon_id *out, PyObject *number)
{
    (void)state;
    return gpy_int_read(out, number);
}

static int read_uuid(const gpy_state *state, guidon_id *out, PyObject *uuid)
{
    int found = gpy_uuid_read(state, out, uuid);

    if (!found) {
        wrong_type("uuid.UUID", uuid);
    }
    return found > 0 ? 0 : -1;
}

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

/* Make the id that a function of the library makes of a time. */
static int make_of_time(const gpy_state *state, guidon_id *out, PyObject *time,
                        timed_function *function)
{
    guidon_time at;
    guidon_status status;

    if (read_time(state, &at, time) < 0) {
        return -1;
    }
    status = function(out, at);
    if (status == GUIDON_E_RANGE) {
        return time_out_of_range();
    }
    if (status) {
        gpy_fail(state, status);
    }
    return status ? -1 : 0;
}

static int make_at(const gpy_state *state, guidon_id *out, PyObject *time)
{
    return make_of_time(state, out, time, guidon_ulid_at);
}

static int make_floor(const gpy_state *state, guidon_id *out, PyObject *time)
{
    return make_of_time(state, out, time, guidon_ulid_floor);
}

static int make_ceil(const gpy_state *state, guidon_id *out, PyObject *time)
{
    return make_of_time(state, out, time, guidon_ulid_ceil);
}

/* ------------------------------------------------------------- the class methods */

#define IS_NUMBER(object)     (PyFloat_Check(object) || PyLong_Check(object))
#define IS_NO_NUMBER(object)  (!IS_NUMBER(object))
#define READER_CHECKS(object) true

/* The methods of one argument: the function, what its argument has to be, in C and in
 * words, and how the id is read from it or made. */
#define METHODS(ROW)                                                           \
  ROW(gpy_ulid_from_str, PyUnicode_Check, "str", read_str)                     \
  ROW(gpy_ulid_from_hex, PyUnicode_Check, "str", read_hex)                     \
  ROW(gpy_ulid_from_bytes, PyObject_CheckBuffer, "16 bytes", gpy_read_id)      \
  ROW(gpy_ulid_from_int, PyLong_Check, "int", read_int)                        \
  ROW(gpy_ulid_from_uuid, READER_CHECKS, "", read_uuid)                        \
  ROW(gpy_ulid_from_timestamp, IS_NUMBER,                                      \
      "a float of seconds or an int of milliseconds", make_at)                 \
  ROW(gpy_ulid_from_datetime, IS_NO_NUMBER, "an aware datetime.datetime",      \
      make_at)                                                                 \
  ROW(gpy_ulid_floor, READER_CHECKS, "", make_floor)                           \
  ROW(gpy_ulid_ceil, READER_CHECKS, "", make_ceil)

#define DEFINE(FUNCTION, CHECK, EXPECTED, READ)                                \
  PyObject *FUNCTION(PyObject *class, PyObject *object)                        \
  {                                                                            \
    PyTypeObject *type = (PyTypeObject *)class;                                \
    guidon_id id;                                                              \
                                                                               \
    if (!CHECK(object)) {                                                      \
      return wrong_type(EXPECTED, object);                                     \
    }                                                                          \
    return READ(gpy_id_state(type), &id, object) < 0 ? NULL                    \
                                                     : gpy_ulid_of(type, &id); \
  }

METHODS(DEFINE)
