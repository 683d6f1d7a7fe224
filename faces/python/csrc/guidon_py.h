/* SPDX-License-Identifier: MIT */
/* What the files of the extension module share. */
#ifndef GUIDON_PY_H
#define GUIDON_PY_H

#define PY_SSIZE_T_CLEAN
#include <guidon.h>
#include <Python.h>
#include <string.h>

/*
 * The state of the module. Each sub-interpreter has a module of its own, and its
 * own classes. The module owns all references.
 */
typedef struct gpy_state {
    PyTypeObject *uuid_class; /* uuid.UUID of the standard library */
    PyObject *safe_unknown;   /* uuid.SafeUUID.unknown */
#ifdef Py_LIMITED_API
    PyObject *int_name, *is_safe_name; /* the names of the slots */
#else
    Py_ssize_t int_offset, is_safe_offset; /* of the slots of uuid_class */
#endif
    /* guidon.ULID and guidon.TypeID, whose objects begin as a gpy_id_object; NULL
     * until they are added. */
    PyTypeObject *ulid_class, *typeid_class;
    PyObject *parse_error;    /* guidon.ParseError */
    PyObject *generate_error; /* guidon.GenerateError */
} gpy_state;

static inline gpy_state *gpy_state_of(PyObject *module)
{
    return (gpy_state *)PyModule_GetState(module);
}

/*
 * The parts of the module. Each adds its functions or classes to the module.
 * They return 0, or -1 with an exception.
 */
int gpy_add_errors(PyObject *module);
int gpy_add_uuid_class(PyObject *module);
int gpy_add_makers(PyObject *module);
int gpy_add_reading(PyObject *module);
int gpy_add_writing(PyObject *module);

/* ------------------------------------------------------------ uuid_class.c */

/* Return a new uuid.UUID with the value of an id and is_safe unknown, or NULL
 * with an exception. */
PyObject *gpy_uuid_new(const gpy_state *state, const guidon_id *id);

/*
 * Read the id of an object of uuid.UUID or of a class derived from it.
 *
 * Returns 1; 0 if the object is of another class; -1 with an exception.
 */
int gpy_uuid_read(const gpy_state *state, guidon_id *out, PyObject *object);

/* ------------------------------------------------------------------ text.c */

/* The characters of a str, each as one byte. A character outside ASCII is the
 * byte 0x80, which no text of an id has. */
typedef struct gpy_text {
    const char *chars; /* `len` bytes, valid while the str lives */
    size_t len;
    char *copy; /* owned, or NULL */
} gpy_text;

/* Open the characters of a str, or raise TypeError if the object is not one.
 * Returns 0, or -1 with an exception. After 0, call gpy_text_close. */
int gpy_text_open(gpy_text *out, PyObject *text);
void gpy_text_close(gpy_text *text);

/* --------------------------------------------------------------- read_id.c */

/* The beginning of the objects of guidon.ULID and guidon.TypeID. */
typedef struct gpy_id_object {
    PyObject_HEAD guidon_id id;
} gpy_id_object;

/*
 * Read the id of an argument: an object of uuid.UUID, guidon.ULID,
 * guidon.TypeID or of a class derived from them; a str in any form of
 * GUIDON_ACCEPT_ANY; or 16 contiguous bytes (an object with a buffer).
 *
 * Returns 0, or -1 with an exception: ParseError for a str that is not an id,
 * ValueError for another number of bytes, TypeError for all other objects.
 */
int gpy_read_id(const gpy_state *state, guidon_id *out, PyObject *object);

/* ---------------------------------------------------------------- errors.c */

/* Raise the exception of a status that is not GUIDON_OK. Returns NULL. */
PyObject *gpy_fail(const gpy_state *state, guidon_status status);

/*
 * Raise guidon.ParseError for a text that could not be read.
 *
 *   offset  in  of the first wrong character, in characters of the text
 *
 * Returns NULL.
 */
PyObject *gpy_fail_parse(const gpy_state *state, guidon_status status,
                         PyObject *text, size_t offset);

#endif
