/* SPDX-License-Identifier: MIT */
/*
 * The three functions of a maker: NAME returns a uuid.UUID, NAME_str its text and
 * NAME_bytes its 16 bytes.
 */
#ifndef GUIDON_PY_MAKERS_H
#define GUIDON_PY_MAKERS_H

#include "../guidon_py.h"

/*
 * Define the functions NAME_uuid, NAME_str and NAME_bytes. The file defines the
 * function that makes the id. It returns 0, or -1 with an exception:
 *
 *   static int NAME(const gpy_state *state, guidon_id *out,
 *                   PyObject *const *args, Py_ssize_t n, PyObject *keywords);
 */
#define GPY_DEFINE_MAKER(NAME)                                                 \
  static PyObject *NAME##_uuid(PyObject *module, PyObject *const *args,        \
                               Py_ssize_t n, PyObject *keywords)               \
  {                                                                            \
    const gpy_state *state = gpy_state_of(module);                             \
    guidon_id id;                                                              \
                                                                               \
    return NAME(state, &id, args, n, keywords) < 0 ? NULL                      \
                                                   : gpy_uuid_new(state, &id); \
  }                                                                            \
  static PyObject *NAME##_str(PyObject *module, PyObject *const *args,         \
                              Py_ssize_t n, PyObject *keywords)                \
  {                                                                            \
    guidon_id id;                                                              \
                                                                               \
    return NAME(gpy_state_of(module), &id, args, n, keywords) < 0              \
               ? NULL                                                          \
               : gpy_uuid_text(&id);                                           \
  }                                                                            \
  static PyObject *NAME##_bytes(PyObject *module, PyObject *const *args,       \
                                Py_ssize_t n, PyObject *keywords)              \
  {                                                                            \
    guidon_id id;                                                              \
                                                                               \
    return NAME(gpy_state_of(module), &id, args, n, keywords) < 0              \
               ? NULL                                                          \
               : gpy_bytes(&id);                                               \
  }

/* The three rows of a maker in a table of functions. */
#define GPY_MAKER_METHODS(NAME)                                                \
  GPY_METHOD(NAME, NAME##_uuid), GPY_METHOD(NAME##_str, NAME##_str),           \
      GPY_METHOD(NAME##_bytes, NAME##_bytes)

#endif
