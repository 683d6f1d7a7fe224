/* SPDX-License-Identifier: MIT */
/* Copies of an audit: merges and pickles. */
#include "audit.h"

/* -------------------------------------------------------- copies and merges */

/* The members of an audit at one time. */
struct copy {
    guidon_audit counts;
    guidon_duplicates *duplicates; /* of PyMem, or NULL */
    uint64_t distinct;
};

static size_t duplicates_size(const guidon_duplicates *duplicates)
{
    return duplicates
               ? guidon_duplicates_size(guidon_duplicates_slots(duplicates))
               : 0;
}

/* Copy the members. Returns 0, or -1 with an exception. After 0, PyMem_Free the
 * duplicates. */
static int copy_members(struct copy *out, gpy_audit *audit)
{
    size_t size;
    int result = 0;

    out->duplicates = NULL;
    if (gpy_audit_begin(audit) < 0) {
        return -1;
    }
    out->counts = audit->counts;
    out->distinct = audit->distinct;
    size = duplicates_size(audit->duplicates);
    if (size > 0) {
        out->duplicates = (guidon_duplicates *)PyMem_Malloc(size);
        result = out->duplicates ? 0 : -1;
    }
    if (out->duplicates) {
        memcpy(out->duplicates, audit->duplicates, size);
    }
    gpy_audit_end(audit);
    if (result < 0) {
        PyErr_NoMemory();
    }
    return result;
}

/* Add the counts of a copy, within a change. Returns 0, or -1 with an exception. */
static int add_copy(gpy_audit *audit, const struct copy *other)
{
    if (audit->distinct > 0 && other->distinct == 0) {
        PyErr_SetString(
            PyExc_ValueError,
            "the other audit counts no duplicates (distinct=0), but "
            "this one does");
        return -1;
    }
    if (other->duplicates &&
        gpy_audit_make_room(audit, guidon_duplicates_held(other->duplicates)) <
            0) {
        return -1;
    }
    Py_BEGIN_ALLOW_THREADS;
    guidon_audit_merge(&audit->counts, &other->counts);
    if (audit->duplicates && other->duplicates) {
        guidon_duplicates_merge(audit->duplicates, other->duplicates);
    }
    Py_END_ALLOW_THREADS;
    return 0;
}

static int merge_copy(gpy_audit *audit, const struct copy *other)
{
    int result;

    if (gpy_audit_begin_change(audit) < 0) {
        return -1;
    }
    result = add_copy(audit, other);
    gpy_audit_end_change(audit);
    return result;
}

PyObject *gpy_audit_merge(PyObject *self, PyObject *other)
{
    struct copy copy;
    int result;

    if (Py_TYPE(other) != Py_TYPE(self)) {
        return PyErr_Format(PyExc_TypeError, "expected a guidon.Audit, not %R",
                            (PyObject *)Py_TYPE(other));
    }
    if (copy_members(&copy, (gpy_audit *)other) < 0) {
        return NULL;
    }
    result = merge_copy((gpy_audit *)self, &copy);
    PyMem_Free(copy.duplicates);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------ pickles */

/* guidon._audits puts the version and the byte order of the library in front of the
 * members, and checks them. */
PyObject *gpy_audit_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *state;
    struct copy copy;

    if (copy_members(&copy, (gpy_audit *)self) < 0) {
        return NULL;
    }
    state = gpy_call_python_with(
        "guidon._audits", "state_of",
        Py_BuildValue(
            "(ny#y#)", (Py_ssize_t)copy.distinct, (const char *)&copy.counts,
            (Py_ssize_t)sizeof copy.counts, (const char *)copy.duplicates,
            (Py_ssize_t)duplicates_size(copy.duplicates)));
    PyMem_Free(copy.duplicates);
    return state ? Py_BuildValue("O()N", (PyObject *)Py_TYPE(self), state)
                 : NULL;
}

/* The members of a pickle as they were read. */
struct pickled {
    Py_ssize_t distinct;
    char *counts, *duplicates; /* of bytes, which nobody changes meanwhile */
    Py_ssize_t counts_len, duplicates_len;
};

static int fail_pickle(const char *reason)
{
    PyErr_Format(PyExc_ValueError, "this is not a pickle of a guidon.Audit: %s",
                 reason);
    return -1;
}

/* Read the counts, if they are those of some ids. */
static int load_counts(guidon_audit *out, const struct pickled *pickled)
{
    if (pickled->counts_len != (Py_ssize_t)sizeof *out) {
        return fail_pickle("its counts have another size");
    }
    memcpy(out, pickled->counts, sizeof *out);
    return guidon_audit_check(out)
               ? 0
               : fail_pickle("its counts contradict each other");
}

/* Make duplicates of `slots` slots from bytes that were checked. The bytes may have
 * any ids at any places, so a merge puts the ids where a search finds them. */
static int copy_duplicates(guidon_duplicates **out, const char *bytes,
                           size_t slots)
{
    size_t size = guidon_duplicates_size(slots);
    guidon_duplicates *aligned = (guidon_duplicates *)PyMem_Malloc(size);

    if (!aligned) {
        PyErr_NoMemory();
        return -1;
    }
    *out = gpy_audit_new_duplicates(slots);
    if (*out) {
        Py_BEGIN_ALLOW_THREADS;
        memcpy(aligned, bytes, size);
        guidon_duplicates_merge(*out, aligned);
        Py_END_ALLOW_THREADS;
    }
    PyMem_Free(aligned);
    return *out ? 0 : -1;
}

/* Have the duplicates the ids of the counts? */
static bool same_ids(const guidon_duplicates *duplicates,
                     const guidon_audit *audit)
{
    guidon_duplicates_counts found;
    guidon_audit_counts counts;

    guidon_duplicates_read(&found, duplicates);
    guidon_audit_read(&counts, audit);
    return found.ids == counts.ids;
}

/* Read the duplicates, which are NULL without ids or with distinct=0. */
static int load_duplicates(guidon_duplicates **out,
                           const struct pickled *pickled,
                           const guidon_audit *counts)
{
    size_t distinct = (size_t)pickled->distinct, slots;

    *out = NULL;
    if (pickled->distinct < 0 || distinct > GPY_AUDIT_DISTINCT_MAX) {
        return fail_pickle("its `distinct` is out of range");
    }
    if (distinct == 0 && pickled->duplicates_len > 0) {
        return fail_pickle("it has duplicates, but its `distinct` is 0");
    }
    if (pickled->duplicates_len > 0) {
        Py_BEGIN_ALLOW_THREADS;
        slots = guidon_duplicates_check(pickled->duplicates,
                                        (size_t)pickled->duplicates_len);
        Py_END_ALLOW_THREADS;
        if (slots == 0 ||
            slots > guidon_duplicates_slots_for(NULL, distinct, distinct)) {
            return fail_pickle("its duplicates have another size, or "
                               "contradict each other");
        }
        if (copy_duplicates(out, pickled->duplicates, slots) < 0) {
            return -1;
        }
    }
    if (distinct > 0 && !same_ids(*out, counts)) {
        PyMem_Free(*out);
        return fail_pickle("its counts and its duplicates are of other ids");
    }
    return 0;
}

static int load(gpy_audit *audit, const struct pickled *pickled)
{
    guidon_duplicates *duplicates, *old;
    guidon_audit counts;

    if (load_counts(&counts, pickled) < 0 ||
        load_duplicates(&duplicates, pickled, &counts) < 0) {
        return -1;
    }
    if (gpy_audit_begin_change(audit) < 0) {
        PyMem_Free(duplicates);
        return -1;
    }
    audit->counts = counts;
    old = audit->duplicates;
    audit->duplicates = duplicates;
    audit->distinct = (uint64_t)pickled->distinct;
    gpy_audit_end_change(audit);
    PyMem_Free(old);
    return 0;
}

/* Read the members. Returns 0, or -1 with an exception. */
static int read_members(struct pickled *out, PyObject *members)
{
    PyObject *counts, *duplicates;

    *out = (struct pickled){0};
    if (!PyArg_ParseTuple(members, "nOO:__setstate__", &out->distinct, &counts,
                          &duplicates) ||
        PyBytes_AsStringAndSize(counts, &out->counts, &out->counts_len) < 0) {
        return -1;
    }
    return duplicates == Py_None
               ? 0
               : PyBytes_AsStringAndSize(duplicates, &out->duplicates,
                                         &out->duplicates_len);
}

PyObject *gpy_audit_setstate(PyObject *self, PyObject *state)
{
    PyObject *members = gpy_call_python_with("guidon._audits", "members_of",
                                             Py_BuildValue("(O)", state));
    struct pickled pickled;
    int result = members && read_members(&pickled, members) == 0
                     ? load((gpy_audit *)self, &pickled)
                     : -1;

    Py_XDECREF(members);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}
