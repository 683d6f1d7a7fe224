/* SPDX-License-Identifier: MIT */
/* The class guidon.Audit, for the files that define it. */
#ifndef GUIDON_PY_AUDIT_H
#define GUIDON_PY_AUDIT_H

#include "../generator/generator.h"

/* ----------------------------------------------------------------- audit.c */

typedef struct gpy_audit {
    PyObject_HEAD guidon_audit counts;
    guidon_duplicates *duplicates; /* of PyMem; NULL before the first id */
    uint64_t distinct; /* duplicates are exact up to so many different
                                ids; 0: not counted */
    bool is_changing;  /* a thread is changing the members above */
    gpy_gate gate;     /* each access to these members is alone */
} gpy_audit;

/*
 * Begin an access to the members, and end it. In between, a thread must not run
 * code of Python, which might use the same audit.
 *
 * Returns 0, or -1 with an exception: that of a signal handler, or RuntimeError
 * in a forked child if another thread of its parent was changing the members.
 */
int gpy_audit_begin(gpy_audit *audit);
void gpy_audit_end(gpy_audit *audit);

/* The same for an access that changes the members. */
int gpy_audit_begin_change(gpy_audit *audit);
void gpy_audit_end_change(gpy_audit *audit);

/* The largest value of `distinct`. */
#define GPY_AUDIT_DISTINCT_MAX                                                 \
  (GUIDON_DUPLICATES_SLOTS_MAX - GUIDON_DUPLICATES_SLOTS_MAX / 4)

/* Return a state without ids, which PyMem_Free frees, or NULL with MemoryError. */
guidon_duplicates *gpy_audit_new_duplicates(size_t slots);

/*
 * Make room for the duplicates of so many more ids, as far as the audit may grow,
 * within a change. To grow takes long for many slots, so other threads run
 * meanwhile.
 *
 * Returns 0, or -1 with MemoryError.
 */
int gpy_audit_make_room(gpy_audit *audit, size_t ids);

/* ---------------------------------------------------------- audit_copies.c */

PyObject *gpy_audit_merge(PyObject *self, PyObject *other);
PyObject *gpy_audit_reduce(PyObject *self, PyObject *unused);
PyObject *gpy_audit_setstate(PyObject *self, PyObject *state);

/* --------------------------------------------------------- audit_results.c */

extern PyGetSetDef gpy_audit_attributes[];
PyObject *gpy_audit_json(PyObject *self, PyObject *unused);
PyObject *gpy_audit_repr(PyObject *self);
PyObject *gpy_audit_compare(PyObject *self, PyObject *other, int operation);

#endif
