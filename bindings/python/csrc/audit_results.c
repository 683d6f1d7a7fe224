/* SPDX-License-Identifier: MIT */
/* What an audit has counted: the attributes of guidon.Audit. */
#include "audit.h"

static int read_counts(guidon_audit_counts *out, PyObject *self)
{
    gpy_audit *audit = (gpy_audit *)self;

    if (gpy_audit_begin(audit) < 0) {
        return -1;
    }
    guidon_audit_read(out, &audit->counts);
    gpy_audit_end(audit);
    return 0;
}

/* What an audit knows of duplicates. Returns 1, 0 if it does not count them, or
 * -1 with an exception. */
static int read_duplicates(guidon_duplicates_counts *out, PyObject *self)
{
    gpy_audit *audit = (gpy_audit *)self;
    int are_counted;

    if (gpy_audit_begin(audit) < 0) {
        return -1;
    }
    guidon_duplicates_read(out, audit->duplicates);
    are_counted = audit->distinct > 0;
    gpy_audit_end(audit);
    return are_counted;
}

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

/* ------------------------------------------------------------------ numbers */

/* The number of 64 bits at an offset of a guidon_audit_counts. */
static PyObject *get_number(PyObject *self, void *offset)
{
    guidon_audit_counts counts;
    uint64_t number;

    if (read_counts(&counts, self) < 0) {
        return NULL;
    }
    memcpy(&number, (const char *)&counts + (size_t)offset, sizeof number);
    return PyLong_FromUnsignedLongLong(number);
}

/* The number of 64 bits at an offset of a guidon_duplicates_counts. */
static PyObject *get_known(PyObject *self, void *offset)
{
    guidon_duplicates_counts known;
    int are_counted = read_duplicates(&known, self);
    uint64_t number;

    if (are_counted < 0) {
        return NULL;
    }
    if (!are_counted) {
        Py_RETURN_NONE;
    }
    memcpy(&number, (const char *)&known + (size_t)offset, sizeof number);
    return PyLong_FromUnsignedLongLong(number);
}

static PyObject *get_duplicates(PyObject *self, void *Py_UNUSED(closure))
{
    guidon_duplicates_counts known;
    int are_counted = read_duplicates(&known, self);

    if (are_counted < 0) {
        return NULL;
    }
    if (!are_counted || known.one_in != 1) {
        Py_RETURN_NONE;
    }
    return PyLong_FromUnsignedLongLong(known.seen);
}

static PyObject *get_note(PyObject *self, void *Py_UNUSED(closure))
{
    guidon_duplicates_counts known;
    int are_counted = read_duplicates(&known, self);
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX];

    if (are_counted < 0) {
        return NULL;
    }
    guidon_duplicates_explain(note, are_counted ? &known : NULL);
    return PyUnicode_FromString(note);
}

/* -------------------------------------------------------------------- times */

static guidon_time time_at(const guidon_audit_counts *counts, bool is_latest)
{
    return is_latest ? counts->latest : counts->earliest;
}

/* The earliest time, or the latest one if the closure is not NULL. */
static PyObject *get_time(PyObject *self, void *is_latest)
{
    const gpy_state *state =
        (const gpy_state *)PyType_GetModuleState(Py_TYPE(self));
    guidon_audit_counts counts;
    PyObject *result;

    if (read_counts(&counts, self) < 0) {
        return NULL;
    }
    if (counts.timed == 0) {
        Py_RETURN_NONE;
    }
    result = gpy_time_object(state, time_at(&counts, is_latest));
    if (!result && PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Format(PyExc_OverflowError,
                     "the time is after the year 9999, the last of datetime; "
                     "%s_ns is the time as an int",
                     is_latest ? "latest" : "earliest");
    }
    return result;
}

static PyObject *get_time_ns(PyObject *self, void *is_latest)
{
    guidon_audit_counts counts;

    if (read_counts(&counts, self) < 0) {
        return NULL;
    }
    if (counts.timed == 0) {
        Py_RETURN_NONE;
    }
    return gpy_time_ns_object(time_at(&counts, is_latest));
}

/* ----------------------------------------------------------- kinds and bits */

/* Put a value into a dict. The reference to the value is taken, which may be
 * NULL with an exception. Returns 0, or -1 with an exception. */
static int put(PyObject *dict, PyObject *key, PyObject *value)
{
    int result = key && value ? PyDict_SetItem(dict, key, value) : -1;

    Py_XDECREF(key);
    Py_XDECREF(value);
    return result;
}

static int put_named(PyObject *dict, int kind, PyObject *value)
{
    const char *name = guidon_audit_kind_name((guidon_audit_kind)kind);

    return put(dict, PyUnicode_FromString(name), value);
}

static PyObject *kinds_of(const guidon_audit_counts *counts)
{
    PyObject *dict = PyDict_New();

    for (int kind = 0; dict && kind < GUIDON_AUDIT_KINDS; kind++) {
        if (counts->kinds[kind] > 0 &&
            put_named(dict, kind,
                      PyLong_FromUnsignedLongLong(counts->kinds[kind])) < 0) {
            Py_CLEAR(dict);
        }
    }
    return dict;
}

static PyObject *get_kinds(PyObject *self, void *Py_UNUSED(closure))
{
    guidon_audit_counts counts;

    return read_counts(&counts, self) < 0 ? NULL : kinds_of(&counts);
}

/* A new dict from the number of a weak bit to how often it is 1. */
static PyObject *bits_of(const guidon_id *weak, const uint64_t ones[128],
                         uint64_t ids)
{
    PyObject *dict = PyDict_New();

    for (int bit = 0; dict && bit < 128; bit++) {
        if (weak->bytes[bit / 8] >> (7 - bit % 8) & 1 &&
            put(dict, PyLong_FromLong(bit),
                PyFloat_FromDouble((double)ones[bit] / (double)ids)) < 0) {
            Py_CLEAR(dict);
        }
    }
    return dict;
}

/* Put the weak bits of a kind into a dict, if there are any. */
static int put_weak(PyObject *dict, int kind, const guidon_id *weak,
                    const uint64_t ones[128], uint64_t ids)
{
    static const guidon_id none;

    return guidon_equal(weak, &none)
               ? 0
               : put_named(dict, kind, bits_of(weak, ones, ids));
}

static PyObject *get_weak_bits(PyObject *self, void *Py_UNUSED(closure))
{
    guidon_audit_counts counts;
    PyObject *dict;

    if (read_counts(&counts, self) < 0) {
        return NULL;
    }
    dict = PyDict_New();
    if (dict && (put_weak(dict, 4, &counts.weak_v4, counts.ones_v4,
                          counts.kinds[4]) < 0 ||
                 put_weak(dict, 7, &counts.weak_v7, counts.ones_v7,
                          counts.kinds[7]) < 0)) {
        Py_CLEAR(dict);
    }
    return dict;
}

/* ---------------------------------------------------------- special methods */

static bool same_time(guidon_time a, guidon_time b)
{
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

/* The kinds say how many ids are timed, and with the ones which bits are
 * weak. */
static bool same_counts(const guidon_audit_counts *a,
                        const guidon_audit_counts *b)
{
    return memcmp(a->kinds, b->kinds, sizeof a->kinds) == 0 &&
           same_time(a->earliest, b->earliest) &&
           same_time(a->latest, b->latest) &&
           a->out_of_order == b->out_of_order && a->parts == b->parts &&
           memcmp(a->ones_v4, b->ones_v4, sizeof a->ones_v4) == 0 &&
           memcmp(a->ones_v7, b->ones_v7, sizeof a->ones_v7) == 0;
}

/* Are two audits equal? -1 with an exception. */
static int is_equal(PyObject *a, PyObject *b)
{
    guidon_audit_counts counts_a, counts_b;
    guidon_duplicates_counts known_a, known_b;
    int counted_a = read_duplicates(&known_a, a);
    int counted_b = counted_a < 0 ? -1 : read_duplicates(&known_b, b);

    if (counted_b < 0 || read_counts(&counts_a, a) < 0 ||
        read_counts(&counts_b, b) < 0) {
        return -1;
    }
    return counted_a == counted_b && same_counts(&counts_a, &counts_b) &&
           known_a.seen == known_b.seen && known_a.one_in == known_b.one_in &&
           known_a.at_most == known_b.at_most;
}

PyObject *gpy_audit_compare(PyObject *self, PyObject *other, int operation)
{
    int equal;

    if (Py_TYPE(self) != Py_TYPE(other) ||
        (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    equal = is_equal(self, other);
    return equal < 0 ? NULL : PyBool_FromLong(equal == (operation == Py_EQ));
}

PyObject *gpy_audit_repr(PyObject *self)
{
    guidon_audit_counts counts;
    PyObject *kinds, *result;

    if (read_counts(&counts, self) < 0) {
        return NULL;
    }
    kinds = kinds_of(&counts);
    result = kinds ? PyUnicode_FromFormat("<guidon.Audit ids=%llu kinds=%R>",
                                          (unsigned long long)counts.ids, kinds)
                   : NULL;
    Py_XDECREF(kinds);
    return result;
}

/* --------------------------------------------------------------- attributes */

#define NUMBER(name)                                                           \
  {                                                                            \
#    name, get_number, NULL, GPY_DOC_Audit_##name,                             \
        (void *)offsetof(guidon_audit_counts, name)                            \
  }
#define KNOWN(name, member)                                                    \
  {                                                                            \
#    name, get_known, NULL, GPY_DOC_Audit_##name,                              \
        (void *)offsetof(guidon_duplicates_counts, member)                     \
  }
#define LATEST ((void *)1)

PyGetSetDef gpy_audit_attributes[] = {
    NUMBER(ids),
    {"kinds", get_kinds, NULL, GPY_DOC_Audit_kinds, NULL},
    NUMBER(timed),
    {"earliest", get_time, NULL, GPY_DOC_Audit_earliest, NULL},
    {"latest", get_time, NULL, GPY_DOC_Audit_latest, LATEST},
    {"earliest_ns", get_time_ns, NULL, GPY_DOC_Audit_earliest_ns, NULL},
    {"latest_ns", get_time_ns, NULL, GPY_DOC_Audit_latest_ns, LATEST},
    NUMBER(out_of_order),
    NUMBER(parts),
    {"weak_bits", get_weak_bits, NULL, GPY_DOC_Audit_weak_bits, NULL},
    {"duplicates", get_duplicates, NULL, GPY_DOC_Audit_duplicates, NULL},
    KNOWN(duplicates_seen, seen),
    KNOWN(duplicates_at_most, at_most),
    {"duplicates_note", get_note, NULL, GPY_DOC_Audit_duplicates_note, NULL},
    KNOWN(sampled_1_in, one_in),
    {NULL, NULL, NULL, NULL, NULL},
};
