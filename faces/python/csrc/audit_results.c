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

/* The repeats of an audit. Both are 0 if it does not count them. */
struct repeats {
    uint64_t count, one_in;
};

static int read_repeats(struct repeats *out, PyObject *self)
{
    gpy_audit *audit = (gpy_audit *)self;

    *out = (struct repeats){.one_in = audit->max_slots > 0};
    if (gpy_audit_begin(audit) < 0) {
        return -1;
    }
    if (audit->repeats) {
        out->count = guidon_repeats_count(&out->one_in, audit->repeats);
    }
    gpy_audit_end(audit);
    return 0;
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

static PyObject *get_repeats(PyObject *self, void *Py_UNUSED(closure))
{
    struct repeats repeats;

    if (read_repeats(&repeats, self) < 0) {
        return NULL;
    }
    if (((gpy_audit *)self)->max_slots == 0) {
        Py_RETURN_NONE;
    }
    return PyLong_FromUnsignedLongLong(repeats.count);
}

static PyObject *get_one_in(PyObject *self, void *Py_UNUSED(closure))
{
    struct repeats repeats;

    if (read_repeats(&repeats, self) < 0) {
        return NULL;
    }
    if (((gpy_audit *)self)->max_slots == 0) {
        Py_RETURN_NONE;
    }
    return PyLong_FromUnsignedLongLong(repeats.one_in);
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
    struct repeats repeats_a, repeats_b;

    if (read_counts(&counts_a, a) < 0 || read_counts(&counts_b, b) < 0 ||
        read_repeats(&repeats_a, a) < 0 || read_repeats(&repeats_b, b) < 0) {
        return -1;
    }
    return same_counts(&counts_a, &counts_b) &&
           repeats_a.count == repeats_b.count &&
           repeats_a.one_in == repeats_b.one_in &&
           !((gpy_audit *)a)->max_slots == !((gpy_audit *)b)->max_slots;
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

PyDoc_STRVAR(
    kinds_doc,
    "How many ids of each kind, as a dict: 'v0' .. 'v15' by the version\n"
    "of the RFC variant, 'nil', 'max', 'ncs', 'microsoft' and 'future'\n"
    "by the variant, 'ulid'. Only kinds that occur are keys.");
PyDoc_STRVAR(timed_doc,
             "How many ids have a time: versions 1, 6 and 7, and ULIDs.");
PyDoc_STRVAR(
    earliest_doc,
    "The earliest time as an aware datetime in UTC, or None without a\n"
    "time. A time after the year 9999 is an OverflowError.");
PyDoc_STRVAR(latest_doc,
             "The latest time as an aware datetime in UTC, or None without a\n"
             "time. A time after the year 9999 is an OverflowError.");
PyDoc_STRVAR(earliest_ns_doc,
             "The earliest time as an int of nanoseconds since 1970, or None.");
PyDoc_STRVAR(latest_ns_doc,
             "The latest time as an int of nanoseconds since 1970, or None.");
PyDoc_STRVAR(out_of_order_doc,
             "How many ids are below the id before them in their part.");
PyDoc_STRVAR(parts_doc,
             "How many audits with ids were merged; 1 without a merge, and 0\n"
             "without ids.");
PyDoc_STRVAR(
    weak_bits_doc,
    "Bits that are 1 too often or too rarely for random bits, as a dict: 'v4'\n"
    "and 'v7' to a dict from the number of the bit to how often it is 1, from\n"
    "0.0 to 1.0. Bit 0 is the highest bit of the first byte.\n\n"
    "Only kinds with weak bits are keys. Of version 4 all random bits are\n"
    "judged, of version 7 the last 32. A count of ones is weak if it is 8\n"
    "standard deviations or more from the mean, which needs 64 ids at least.");
PyDoc_STRVAR(
    repeats_doc,
    "How many ids were counted before: five equal ids are four repeats.\n"
    "See repeats_sampled_1_in. None if `distinct` is 0.");
PyDoc_STRVAR(
    one_in_doc,
    "1: `repeats` is exact. 8: it counts one of 8 different ids. 0: it\n"
    "counts none, because somebody has chosen the ids. None if `distinct`\n"
    "is 0.");

#define NUMBER(name, doc)                                                      \
  {                                                                            \
#    name, get_number, NULL, doc, (void *)offsetof(guidon_audit_counts, name)  \
  }
#define LATEST ((void *)1)

PyGetSetDef gpy_audit_attributes[] = {
    NUMBER(ids, "How many ids were counted."),
    {"kinds", get_kinds, NULL, kinds_doc, NULL},
    NUMBER(timed, timed_doc),
    {"earliest", get_time, NULL, earliest_doc, NULL},
    {"latest", get_time, NULL, latest_doc, LATEST},
    {"earliest_ns", get_time_ns, NULL, earliest_ns_doc, NULL},
    {"latest_ns", get_time_ns, NULL, latest_ns_doc, LATEST},
    NUMBER(out_of_order, out_of_order_doc),
    NUMBER(parts, parts_doc),
    {"weak_bits", get_weak_bits, NULL, weak_bits_doc, NULL},
    {"repeats", get_repeats, NULL, repeats_doc, NULL},
    {"repeats_sampled_1_in", get_one_in, NULL, one_in_doc, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
