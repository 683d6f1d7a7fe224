/* SPDX-License-Identifier: MIT */
/* The class guidon.Audit: its life, and the ids that it counts. */
#include "audit.h"

#include "../batch/batch.h"

#define DISTINCT_DEFAULT 1000000

/* An audit counts so many ids before it lets other threads and signals in. */
#define IDS_AT_ONCE ((size_t)65536)

static const gpy_state *state_of(PyObject *self)
{
    return (const gpy_state *)PyType_GetModuleState(Py_TYPE(self));
}

/* ------------------------------------------------------------------ threads */

int gpy_audit_begin(gpy_audit *audit)
{
    if (gpy_gate_enter(&audit->gate, true, false) < 0) {
        return -1;
    }
    if (audit->is_changing) {
        gpy_audit_end(audit);
        PyErr_SetString(PyExc_RuntimeError,
                        "this process was forked while another thread changed "
                        "the audit, so its counts are lost here");
        return -1;
    }
    return 0;
}

void gpy_audit_end(gpy_audit *audit)
{
    gpy_gate_leave(&audit->gate, true, false);
}

int gpy_audit_begin_change(gpy_audit *audit)
{
    if (gpy_audit_begin(audit) < 0) {
        return -1;
    }
    audit->is_changing = true;
    return 0;
}

void gpy_audit_end_change(gpy_audit *audit)
{
    audit->is_changing = false;
    gpy_audit_end(audit);
}

/* ------------------------------------------------------------------ duplicates */

guidon_duplicates *gpy_audit_new_duplicates(size_t slots)
{
    void *memory = PyMem_Malloc(guidon_duplicates_size(slots));
    guidon_duplicates *duplicates;
    guidon_status status;

    Py_BEGIN_ALLOW_THREADS;
    status = guidon_duplicates_init(&duplicates, memory, slots);
    if (!status) {
        /* Without random bits, the state counts without a secret. */
        (void)!guidon_duplicates_set_random_secret(duplicates);
    }
    Py_END_ALLOW_THREADS;
    if (status) {
        PyErr_NoMemory();
    }
    return duplicates;
}

int gpy_audit_make_room(gpy_audit *audit, size_t ids)
{
    guidon_duplicates *old = audit->duplicates, *duplicates;
    size_t slots = guidon_duplicates_slots_for(old, ids, audit->distinct);

    if (audit->distinct == 0 ||
        (old && slots == guidon_duplicates_slots(old))) {
        return 0;
    }
    duplicates = gpy_audit_new_duplicates(slots);
    if (!duplicates) {
        return -1;
    }
    if (old) {
        Py_BEGIN_ALLOW_THREADS;
        guidon_duplicates_merge(duplicates, old);
        Py_END_ALLOW_THREADS;
    }
    audit->duplicates = duplicates;
    PyMem_Free(old);
    return 0;
}

/* May the duplicates grow for more ids than they have room for? */
static bool may_grow(const gpy_audit *audit)
{
    size_t room = guidon_duplicates_room(audit->duplicates);

    return guidon_duplicates_slots_for(audit->duplicates, room + 1,
                                       audit->distinct) >
           guidon_duplicates_slots(audit->duplicates);
}

/* How many of `n` ids fit before the duplicates must grow again. */
static size_t fitting(const gpy_audit *audit, size_t n)
{
    size_t most = n < IDS_AT_ONCE ? n : IDS_AT_ONCE, room;

    if (!audit->duplicates || !may_grow(audit)) {
        return most;
    }
    room = guidon_duplicates_room(audit->duplicates);
    return room < most ? room : most;
}

/* ----------------------------------------------------------------- counting */

struct counting {
    gpy_audit *audit;
    const guidon_id *ids;
    bool is_ulid;
};

static guidon_status count_step(void *job, size_t first, size_t n, size_t *done)
{
    const struct counting *counting = (const struct counting *)job;
    gpy_audit *audit = counting->audit;
    const guidon_id *ids = counting->ids + first;

    if (counting->is_ulid) {
        guidon_audit_add_ulid_many(&audit->counts, ids, n);
    } else {
        guidon_audit_add_many(&audit->counts, ids, n);
    }
    if (audit->duplicates) {
        guidon_duplicates_add_many(audit->duplicates, ids, n);
    }
    *done = n;
    return GUIDON_OK;
}

/* Count the first ids of `n`. Returns their number, or 0 with an exception. */
static size_t count_some(struct counting *counting, size_t n)
{
    gpy_audit *audit = counting->audit;
    guidon_status status;
    size_t done = 0;

    if (gpy_audit_begin_change(audit) < 0) {
        return 0;
    }
    /* With at most IDS_AT_ONCE ids there is a single step, and no signal. */
    if (gpy_audit_make_room(audit, 1) == 0) {
        gpy_in_steps(&status, &done, count_step, counting, fitting(audit, n));
    }
    gpy_audit_end_change(audit);
    return done;
}

/* Count ids that are all ULIDs, or none of them. Returns 0, or -1 with an
 * exception. */
static int count_ids(gpy_audit *audit, const guidon_id *ids, size_t n,
                     bool is_ulid)
{
    struct counting counting = {audit, ids, is_ulid};

    while (n > 0) {
        size_t done = count_some(&counting, n);

        counting.ids += done;
        n -= done;
        if (done == 0 || (n > 0 && PyErr_CheckSignals() < 0)) {
            return -1;
        }
    }
    return 0;
}

/* Count ids in runs of ULIDs and of others. */
static int count_runs(gpy_audit *audit, const gpy_ids *ids)
{
    size_t end;

    for (size_t at = 0; at < ids->n; at = end) {
        for (end = at + 1;
             end < ids->n && ids->is_ulid[end] == ids->is_ulid[at]; end++) {
        }
        if (count_ids(audit, ids->ids + at, end - at, ids->is_ulid[at]) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Read a call function(x, *, ulid=False). Returns 0, or -1. */
static int read_call(PyObject **out, int *ulid,
                     const gpy_parameters *parameters, PyObject *const *args,
                     Py_ssize_t n, PyObject *keywords)
{
    PyObject *values[2];

    if (gpy_arguments(values, parameters, args, n, keywords) < 0) {
        return -1;
    }
    *out = values[0];
    *ulid = values[1] ? PyObject_IsTrue(values[1]) : 0;
    return *ulid < 0 ? -1 : 0;
}

static PyObject *audit_add(PyObject *self, PyObject *const *args, Py_ssize_t n,
                           PyObject *keywords)
{
    static const char *const names[] = {"id", "ulid"};
    static const gpy_parameters parameters = {"add", names, 2, 1, 1};
    PyObject *object;
    guidon_form form;
    guidon_id id;
    int ulid;

    if (read_call(&object, &ulid, &parameters, args, n, keywords) < 0 ||
        gpy_read_id_form(state_of(self), &id, &form, object) < 0 ||
        count_ids((gpy_audit *)self, &id, 1, ulid || gpy_is_ulid(form)) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *audit_add_many(PyObject *self, PyObject *const *args,
                                Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"ids", "ulid"};
    static const gpy_parameters parameters = {"add_many", names, 2, 1, 1};
    gpy_audit *audit = (gpy_audit *)self;
    PyObject *object;
    int ulid, result;
    gpy_ids ids;

    if (read_call(&object, &ulid, &parameters, args, n, keywords) < 0 ||
        gpy_ids_open(state_of(self), &ids, object) < 0) {
        return NULL;
    }
    result = ids.is_ulid && !ulid ? count_runs(audit, &ids)
                                  : count_ids(audit, ids.ids, ids.n, ulid);
    gpy_ids_close(&ids);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* --------------------------------------------------------------- life cycle */

static PyObject *audit_new(PyTypeObject *class, PyObject *args,
                           PyObject *keywords)
{
    static char *names[] = {"distinct", NULL};
    PyObject *object = NULL, *self;
    long long distinct = DISTINCT_DEFAULT;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|$O:Audit", names,
                                     &object) ||
        (object && gpy_read_option(&distinct, "distinct", object, 0,
                                   GPY_AUDIT_DISTINCT_MAX) < 0)) {
        return NULL;
    }
    self = PyType_GenericAlloc(class, 0);
    if (self && gpy_gate_init(&((gpy_audit *)self)->gate) < 0) {
        Py_CLEAR(self);
    }
    if (self) {
        ((gpy_audit *)self)->distinct = (uint64_t)distinct;
    }
    return self;
}

static void audit_dealloc(PyObject *self)
{
    PyTypeObject *class = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(class, Py_tp_free);

    PyMem_Free(((gpy_audit *)self)->duplicates);
    gpy_gate_destroy(&((gpy_audit *)self)->gate);
    release(self);
    Py_DECREF(class);
}

static PyMethodDef methods[] = {
    {"add", GPY_FASTCALL(audit_add), METH_FASTCALL | METH_KEYWORDS,
     GPY_DOC_Audit_add},
    {"add_many", GPY_FASTCALL(audit_add_many), METH_FASTCALL | METH_KEYWORDS,
     GPY_DOC_Audit_add_many},
    {"json", gpy_audit_json, METH_NOARGS, GPY_DOC_Audit_json},
    {"merge", gpy_audit_merge, METH_O, GPY_DOC_Audit_merge},
    {"__reduce__", gpy_audit_reduce, METH_NOARGS, NULL},
    {"__setstate__", gpy_audit_setstate, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)GPY_DOC_Audit},
    {Py_tp_new, (void *)audit_new},
    {Py_tp_dealloc, (void *)audit_dealloc},
    {Py_tp_repr, (void *)gpy_audit_repr},
    {Py_tp_hash, (void *)PyObject_HashNotImplemented},
    {Py_tp_richcompare, (void *)gpy_audit_compare},
    {Py_tp_methods, methods},
    {Py_tp_getset, gpy_audit_attributes},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "guidon.Audit",
    .basicsize = sizeof(gpy_audit),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

int gpy_add_audit(PyObject *module)
{
    return gpy_add_object(module, "Audit",
                          PyType_FromModuleAndSpec(module, &spec, NULL));
}
