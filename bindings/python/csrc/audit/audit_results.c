/* SPDX-License-Identifier: MIT */
/* What an audit has counted: the attributes of guidon.Audit. guidon._audits makes
 * those of them that are no numbers. */
#include "audit.h"

/* ------------------------------------------------------------------- report */

PyObject *gpy_audit_json(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gpy_audit *audit = (gpy_audit *)self;
    char json[GUIDON_AUDIT_JSON_MAX];
    guidon_status status;
    size_t len = 0;

    if (gpy_audit_begin(audit) < 0) {
        return NULL;
    }
    status = guidon_audit_json(json, sizeof json, &len, &audit->counts,
                               audit->distinct > 0 ? audit->duplicates : NULL);
    gpy_audit_end(audit);
    if (status) { /* cannot be: every report fits */
        PyErr_SetString(PyExc_SystemError, guidon_status_text(status));
        return NULL;
    }
    return PyUnicode_FromStringAndSize(json, (Py_ssize_t)len);
}

/* ------------------------------------------------------------------- counts */

static const char *kind_name(int kind)
{
    return guidon_kind_name((guidon_id_kind)kind);
}

/* A new int of nanoseconds, or None if the audit has no time. */
static PyObject *time_ns(const guidon_audit_counts *counts, guidon_time time)
{
    if (counts->timed == 0) {
        Py_RETURN_NONE;
    }
    return gpy_time_ns_object(time);
}

/* A new int, or None if the audit does not count duplicates. */
static PyObject *known(bool is_counted, uint64_t number)
{
    if (!is_counted) {
        Py_RETURN_NONE;
    }
    return PyLong_FromUnsignedLongLong(number);
}

#define BYTES(array) (const char *)(array), (Py_ssize_t)sizeof(array)

/* Return a new dict of all that an audit has counted at one time. The bytes are
 * numbers of 64 bits of this machine, and bits. NULL with an exception. */
static PyObject *read_counts(PyObject *self)
{
    gpy_audit *audit = (gpy_audit *)self;
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX];
    size_t note_len = 0;
    guidon_duplicates_counts found;
    guidon_audit_counts counts;
    bool is_counted;

    if (gpy_audit_begin(audit) < 0) {
        return NULL;
    }
    guidon_audit_read(&counts, &audit->counts);
    guidon_duplicates_read(&found, audit->duplicates);
    is_counted = audit->distinct > 0;
    gpy_audit_end(audit);
    /* The sentence fits, so nothing can fail. */
    (void)!guidon_duplicates_explain(note, sizeof note, &note_len,
                                     is_counted ? &found : NULL);
    return Py_BuildValue("{sKsKsKsKsNsNsNsy#sy#sy#sy#sy#sNsNsNss#}", "ids",
                         (unsigned long long)counts.ids, "timed",
                         (unsigned long long)counts.timed, "out_of_order",
                         (unsigned long long)counts.out_of_order, "parts",
                         (unsigned long long)counts.parts, "earliest_ns",
                         time_ns(&counts, counts.earliest), "latest_ns",
                         time_ns(&counts, counts.latest), "kind_names",
                         gpy_names(kind_name, GUIDON_ID_KINDS), "by_kind",
                         BYTES(counts.kinds), "ones_v4", BYTES(counts.ones_v4),
                         "ones_v7", BYTES(counts.ones_v7), "weak_v4",
                         BYTES(counts.weak_v4.bytes), "weak_v7",
                         BYTES(counts.weak_v7.bytes), "duplicates_seen",
                         known(is_counted, found.seen), "duplicates_at_most",
                         known(is_counted, found.at_most), "sampled_1_in",
                         known(is_counted, found.one_in), "duplicates_note",
                         note, (Py_ssize_t)note_len);
}

/* --------------------------------------------------------------- attributes */

/* The count of a name. */
static PyObject *get_count(PyObject *self, void *name)
{
    PyObject *counts = read_counts(self);
    PyObject *value =
        counts ? PyMapping_GetItemString(counts, (const char *)name) : NULL;

    Py_XDECREF(counts);
    return value;
}

/* The value of a name, which guidon._audits makes of the counts. */
static PyObject *get_value(PyObject *self, void *name)
{
    PyObject *counts = read_counts(self);

    return counts ? gpy_call_python_with(
                        "guidon._audits", "value_of",
                        Py_BuildValue("(Ns)", counts, (const char *)name))
                  : NULL;
}

PyObject *gpy_audit_repr(PyObject *self)
{
    PyObject *counts = read_counts(self);

    return counts ? gpy_call_python_with("guidon._audits", "text_of",
                                         Py_BuildValue("(N)", counts))
                  : NULL;
}

/* All counts say whether two audits are equal. */
PyObject *gpy_audit_compare(PyObject *self, PyObject *other, int operation)
{
    PyObject *a, *b, *result;

    if (Py_TYPE(self) != Py_TYPE(other) ||
        (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    a = read_counts(self);
    b = a ? read_counts(other) : NULL;
    result = b ? PyObject_RichCompare(a, b, operation) : NULL;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return result;
}

#define ROW(name, get)                                                         \
  {                                                                            \
#    name, get, NULL, GPY_DOC_Audit_##name, (void *)#    name                  \
  }

PyGetSetDef gpy_audit_attributes[] = {
    ROW(ids, get_count),
    ROW(kinds, get_value),
    ROW(timed, get_count),
    ROW(earliest, get_value),
    ROW(latest, get_value),
    ROW(earliest_ns, get_count),
    ROW(latest_ns, get_count),
    ROW(out_of_order, get_count),
    ROW(parts, get_count),
    ROW(weak_bits, get_value),
    ROW(duplicates, get_value),
    ROW(duplicates_seen, get_count),
    ROW(duplicates_at_most, get_count),
    ROW(duplicates_note, get_count),
    ROW(sampled_1_in, get_count),
    {NULL, NULL, NULL, NULL, NULL},
};
