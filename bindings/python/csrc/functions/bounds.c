/* SPDX-License-Identifier: MIT */
/* The smallest and the largest id of a time: floor and ceil. */
#include "../guidon_py.h"

typedef guidon_status bound_function(guidon_id *out, guidon_time time);

/* The kinds of id that have bounds, and the years that they hold. */
static const struct kind {
    const char *name, *alias;
    bound_function *floor, *ceil;
    const char *years;
} kinds[] = {
    {"v1", "uuid1", guidon_v1_floor, guidon_v1_ceil,
     "1582-10-15 to 5236-03-31"},
    {"v6", "uuid6", guidon_v6_floor, guidon_v6_ceil,
     "1582-10-15 to 5236-03-31"},
    {"v7", "uuid7", guidon_v7_floor, guidon_v7_ceil, "1970 to 10889"},
    {"ulid", "ulid", guidon_ulid_floor, guidon_ulid_ceil, "1970 to 10889"},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* Return the kind of a name, or NULL with an exception. */
static const struct kind *find_kind(PyObject *name)
{
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "the name of a kind is a str, not %R",
                     (PyObject *)Py_TYPE(name));
        return NULL;
    }
    for (size_t i = 0; i < KINDS; i++) {
        if (PyUnicode_CompareWithASCIIString(name, kinds[i].name) == 0 ||
            PyUnicode_CompareWithASCIIString(name, kinds[i].alias) == 0) {
            return &kinds[i];
        }
    }
    PyErr_Format(PyExc_ValueError,
                 "unknown kind %R (expected v1, v6, v7 or ulid)", name);
    return NULL;
}

/*
 * The largest id of a time: of the last tick or millisecond of the time's unit.
 * The last unit that has ticks of version 1 and 6 has no more after their last.
 */
static guidon_status last_id(guidon_id *out, const struct kind *kind,
                             guidon_time first, guidon_time end)
{
    const uint64_t last_tick = (UINT64_C(1) << 60) - 1;
    guidon_id low;
    guidon_status status = kind->ceil(out, end);

    return status && !kind->floor(&low, first)
               ? kind->ceil(out, guidon_ticks_to_time(last_tick))
               : status;
}

/* Read a call function(kind, time) and return the bound. */
static PyObject *bound(const char *function, int is_ceil, PyObject *module,
                       PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"kind", "time"};
    const gpy_parameters parameters = {function, names, 2, 2, 2};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[2];
    const struct kind *kind;
    guidon_time time;
    guidon_id id;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        !(kind = find_kind(values[0])) ||
        gpy_read_time(state, &time, values[1]) < 0) {
        return NULL;
    }
    if (is_ceil ? last_id(&id, kind, time, gpy_end_of_unit(time, values[1]))
                : kind->floor(&id, time)) {
        return PyErr_Format(PyExc_ValueError, "%s holds the times %s",
                            kind->name, kind->years);
    }
    return gpy_uuid_new(state, &id);
}

static PyObject *bounds_floor(PyObject *module, PyObject *const *args,
                              Py_ssize_t n, PyObject *keywords)
{
    return bound("floor", 0, module, args, n, keywords);
}

static PyObject *bounds_ceil(PyObject *module, PyObject *const *args,
                             Py_ssize_t n, PyObject *keywords)
{
    return bound("ceil", 1, module, args, n, keywords);
}

static PyMethodDef bounds[] = {
    GPY_METHOD(ceil, bounds_ceil),
    GPY_METHOD(floor, bounds_floor),
    {NULL, NULL, 0, NULL},
};

int gpy_add_bounds(PyObject *module)
{
    return PyModule_AddFunctions(module, bounds);
}
