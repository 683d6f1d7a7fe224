/* SPDX-License-Identifier: MIT */
/* What the files of the class guidon.ULID share. */
#ifndef GUIDON_PY_ULID_H
#define GUIDON_PY_ULID_H

#include "../guidon_py.h"

/* Return a new object of ULID, or of a class derived from it by a call of this
 * class with 16 bytes. */
PyObject *gpy_ulid_of(PyTypeObject *class, const guidon_id *id);

/*
 * Read the argument of the constructor and of ULID.parse.
 *
 *   accept  in  the forms of a str, as for guidon_parse
 *   flags   in  as for guidon_parse
 *
 * Returns 0, or -1 with an exception as gpy_read_id has it.
 */
int gpy_ulid_read(const gpy_state *state, guidon_id *out, PyObject *object,
                  guidon_accept accept, unsigned flags);

/* The class methods that return a ULID. */
PyObject *gpy_ulid_ceil(PyObject *class, PyObject *time);
PyObject *gpy_ulid_floor(PyObject *class, PyObject *time);
PyObject *gpy_ulid_from_bytes(PyObject *class, PyObject *bytes);
PyObject *gpy_ulid_from_datetime(PyObject *class, PyObject *datetime);
PyObject *gpy_ulid_from_hex(PyObject *class, PyObject *text);
PyObject *gpy_ulid_from_int(PyObject *class, PyObject *number);
PyObject *gpy_ulid_from_str(PyObject *class, PyObject *text);
PyObject *gpy_ulid_from_timestamp(PyObject *class, PyObject *timestamp);
PyObject *gpy_ulid_from_uuid(PyObject *class, PyObject *uuid);
PyObject *gpy_ulid_parse(PyObject *class, PyObject *args, PyObject *keywords);

#endif
