/* SPDX-License-Identifier: MIT */
/* The validity of an id as a UUID of RFC 9562. */
#include "../guidon_py.h"

/* The arguments of validate and valid. */
struct check {
    PyObject *object;
    guidon_time now, slack;
    const guidon_time *now_given, *slack_given; /* NULL, or the member */
};

/* Read a call function(id, *, now, slack). Returns 0, or -1. */
static int read_call(struct check *out, const char *function,
                     const gpy_state *state, PyObject *const *args,
                     Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"id", "now", "slack"};
    const gpy_parameters parameters = {function, names, 3, 1, 1};
    PyObject *values[3];

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0) {
        return -1;
    }
    out->object = values[0];
    out->now_given = values[1] && values[1] != Py_None ? &out->now : NULL;
    out->slack_given = values[2] && values[2] != Py_None ? &out->slack : NULL;
    if ((out->now_given && gpy_read_time(state, &out->now, values[1]) < 0) ||
        (out->slack_given &&
         gpy_read_duration(state, &out->slack, values[2]) < 0)) {
        return -1;
    }
    if (out->slack_given && out->slack.seconds < 0) {
        PyErr_SetString(PyExc_ValueError, "slack is below 0");
        return -1;
    }
    if (out->now_given) {
        out->now = gpy_end_of_unit(out->now, values[1]);
    }
    return 0;
}

static PyObject *fail_version(const guidon_id *id)
{
    if (guidon_variant_of(id) == GUIDON_VARIANT_RFC) {
        return PyErr_Format(PyExc_ValueError,
                            "not a valid UUID: RFC 9562 has versions 1 to 8, "
                            "this id has version %u",
                            guidon_version_of(id));
    }
    PyErr_SetString(
        PyExc_ValueError,
        "not a valid UUID: the variant is not that of RFC 9562 (the "
        "20th hexadecimal digit is 8, 9, a or b)");
    return NULL;
}

static PyObject *fail_future(const struct check *check)
{
    PyErr_SetString(PyExc_ValueError,
                    check->slack_given
                        ? "the time of the id is after now plus slack"
                        : "the time of the id is after now");
    return NULL;
}

static PyObject *validity_validate(PyObject *module, PyObject *const *args,
                                   Py_ssize_t n, PyObject *keywords)
{
    const gpy_state *state = gpy_state_of(module);
    struct check check;
    guidon_id id;

    if (read_call(&check, "validate", state, args, n, keywords) < 0 ||
        gpy_read_id(state, &id, check.object) < 0) {
        return NULL;
    }
    switch (guidon_validate(&id, check.now_given, check.slack_given)) {
    case GUIDON_OK:
        return gpy_uuid_new(state, &id);
    case GUIDON_E_FUTURE:
        return fail_future(&check);
    default:
        return fail_version(&id);
    }
}

static PyObject *validity_valid(PyObject *module, PyObject *const *args,
                                Py_ssize_t n, PyObject *keywords)
{
    const gpy_state *state = gpy_state_of(module);
    struct check check;
    guidon_id id;

    if (read_call(&check, "valid", state, args, n, keywords) < 0) {
        return NULL;
    }
    if (gpy_read_id(state, &id, check.object) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError)) {
            return NULL;
        }
        PyErr_Clear();
        Py_RETURN_FALSE;
    }
    return PyBool_FromLong(
        guidon_validate(&id, check.now_given, check.slack_given) == GUIDON_OK);
}

static PyMethodDef checks[] = {
    GPY_METHOD(valid, validity_valid),
    GPY_METHOD(validate, validity_validate),
    {NULL, NULL, 0, NULL},
};

int gpy_add_validity(PyObject *module)
{
    return PyModule_AddFunctions(module, checks);
}
