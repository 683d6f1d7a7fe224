/* SPDX-License-Identifier: MIT */
/* What the files of the extension module share. */
#ifndef GUIDON_PY_H
#define GUIDON_PY_H

/* Python.h is first, because it decides what the headers of the system declare. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <docstrings.h> /* of _core.pyi; the build writes it */
#include <guidon.h>
#include <stdatomic.h>
#include <string.h>

/*
 * The state of the module. Each sub-interpreter has a module of its own, and its
 * own classes. The module owns all references.
 */
typedef struct gpy_state {
    PyTypeObject *uuid_class;           /* uuid.UUID of the standard library */
    PyObject *safe_unknown, *safe_safe; /* of uuid.SafeUUID */
    PyObject *mro_of_class, *dict_of_class; /* descriptors of `type` */
    PyObject *int_name;                     /* of a slot of uuid_class */
#ifdef Py_LIMITED_API
    PyObject *is_safe_name; /* of the other slot */
#else
    Py_ssize_t int_offset, is_safe_offset; /* of the slots of uuid_class */
#endif
    /* guidon.ULID and guidon.TypeID, whose objects begin as a gpy_id_object; NULL
     * until they are added. */
    PyTypeObject *ulid_class, *typeid_class;
    bool uuid_is_untracked; /* may the collector not track our uuid.UUIDs? */
    _Atomic(PyObject *) datetimes; /* see times.c; NULL until a time needs it */
    guidon_generator *ticks;       /* counts for uuid1 and uuid6, see make.c */
    PyTypeObject *stats_class; /* guidon.GeneratorStats */
    PyObject *parse_error;     /* guidon.ParseError */
    PyObject *generate_error;  /* guidon.GenerateError */
} gpy_state;

static inline gpy_state *gpy_state_of(PyObject *module)
{
    return (gpy_state *)PyModule_GetState(module);
}

/*
 * The parts of the module. Each adds its functions or classes to the module.
 * They return 0, or -1 with an exception.
 */
int gpy_add_audit(PyObject *module);
int gpy_add_bounds(PyObject *module);
int gpy_add_errors(PyObject *module);
int gpy_add_one_id(PyObject *module);
int gpy_add_foreign(PyObject *module);
int gpy_add_forms(PyObject *module);
int gpy_add_keys(PyObject *module);
int gpy_add_makers(PyObject *module);
int gpy_add_names(PyObject *module);
int gpy_add_orders(PyObject *module);
int gpy_add_prefixed(PyObject *module);
int gpy_add_time_text(PyObject *module);
int gpy_add_reading(PyObject *module);
int gpy_add_scan(PyObject *module);
int gpy_add_typeid(PyObject *module);
int gpy_add_ulid(PyObject *module);
int gpy_add_ulid_makers(PyObject *module);
int gpy_add_uuid_class(PyObject *module);
int gpy_add_uuid_methods(PyObject *module);
int gpy_add_validity(PyObject *module);
int gpy_add_writing(PyObject *module);
int gpy_add_batch_new(PyObject *module);
int gpy_add_batch_text(PyObject *module);
int gpy_add_batch_keys(PyObject *module);
int gpy_add_batch_arrow(PyObject *module);
int gpy_add_batch_arrow_fields(PyObject *module);
int gpy_add_batch_arrow_keys(PyObject *module);
int gpy_add_generator(PyObject *module);

/* --------------------------------------------------------------- foreign.c */

/*
 * Do the objects of `class` lie in memory as those of `base`, with more behind?
 * Only then may their memory be read. What a class says of itself shows it not:
 * see the head of the file.
 */
bool gpy_class_lies_as(PyTypeObject *class, PyTypeObject *base);

/* Does an object lie in memory as those of a class, which is NULL until it is
 * added? */
static inline bool gpy_lies_as(PyObject *object, PyTypeObject *class)
{
    return Py_TYPE(object) == class ||
           (class && gpy_class_lies_as(Py_TYPE(object), class));
}

/*
 * Find the class of this package whose layout a class has. NULL if there is none.
 *
 *   dealloc  in  the function Py_tp_dealloc of the class to be found, which no
 *                other class has
 */
PyTypeObject *gpy_defining_class(PyTypeObject *class, destructor dealloc);

/*
 * Get the attribute `int` of an object that says that it is of uuid.UUID or of a
 * class derived from it, whatever its layout is.
 *
 * Returns 1 with a new reference to any object; 0 if the object does not say so;
 * -1 with an exception.
 */
int gpy_claimed_int(const gpy_state *state, PyObject **out, PyObject *object);

/* ------------------------------------------------------------ uuid_class.c */

/* Return a new uuid.UUID with the value of an id and is_safe unknown, or NULL
 * with an exception. */
PyObject *gpy_uuid_new(const gpy_state *state, const guidon_id *id);

/* The same with is_safe safe: the id was made in a way that is safe between
 * processes, in the sense of uuid.SafeUUID. */
PyObject *gpy_uuid_new_safe(const gpy_state *state, const guidon_id *id);

/*
 * Read the id of an object of uuid.UUID itself; or of one that says that it is of a
 * class derived from uuid.UUID.
 *
 * Returns 1; 0 if the object is of another class; -1 with an exception.
 */
int gpy_uuid_read_exact(const gpy_state *state, guidon_id *out,
                        PyObject *object);
int gpy_uuid_read(const gpy_state *state, guidon_id *out, PyObject *object);

/* Return a new reference to the int of an object of uuid.UUID itself. NULL without an
 * exception if the object has none, or one of a class derived from int. */
PyObject *gpy_uuid_plain_int(const gpy_state *state, PyObject *object);

/* ---------------------------------------------------------- uuid_methods.c */

/* Give uuid.UUID the functions back that guidon.patch() of this module has replaced. */
void gpy_take_out_methods(const gpy_state *state);

/* ------------------------------------------------------------------ ints.c */

/* Return a new int of the 128 bits of an id, or NULL with an exception. */
PyObject *gpy_int_new(const guidon_id *id);

/* Read an int of 128 bits. Returns 0, or -1 with an exception: ValueError if the
 * int is below 0 or above 2^128 - 1. */
int gpy_int_read(guidon_id *out, PyObject *number);

/* ------------------------------------------------------------- id_class.c */

/* How the classes of this package are made: a class may be derived from them,
 * but their attributes cannot be set. */
#if PY_VERSION_HEX >= 0x030a0000
#  define GPY_CLASS_FLAGS                                                      \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE)
#else
#  define GPY_CLASS_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)
#endif

/* The beginning of the objects of guidon.ULID and guidon.TypeID. */
typedef struct gpy_id_object {
    PyObject_HEAD guidon_id id;
} gpy_id_object;

/* Return a new object that begins as a gpy_id_object. All bytes after the id are
 * zero. NULL with MemoryError. */
PyObject *gpy_id_object_new(PyTypeObject *class, const guidon_id *id);

/* Free the memory of such an object: the end of Py_tp_dealloc. */
void gpy_id_object_free(PyObject *object);

/* Return "Class('text')", for Py_tp_repr. */
PyObject *gpy_id_object_repr(PyObject *object);

/* What differs between the classes. */
typedef struct gpy_id_kind {
    destructor dealloc; /* Py_tp_dealloc, which no other class has */
    /* Return what a call of the class makes an equal object of, or NULL with an
     * exception. */
    PyObject *(*argument)(PyObject *self);
    /* The order of two objects: below, equal to or above 0. */
    int (*order)(PyObject *a, PyObject *b);
    const char *schema, *json_schema; /* functions of guidon._pydantic */
} gpy_id_kind;
extern const gpy_id_kind gpy_ulid_kind, gpy_typeid_kind;

/* The id of an object of such a class. */
static inline const guidon_id *gpy_id_of(PyObject *object)
{
    return &((const gpy_id_object *)object)->id;
}

/* Find the class of this package that a class is or is derived from; the state of its
 * module; and whether it is a derived one. */
PyTypeObject *gpy_id_class(PyTypeObject *class);
const gpy_state *gpy_id_state(PyTypeObject *class);
bool gpy_id_is_derived(PyTypeObject *class);

/* Return the hash of an object, whose reference is taken; it may be NULL with an
 * exception. */
Py_hash_t gpy_hash_of(PyObject *object);

/* Py_tp_richcompare, the getter of `uuid`, and the methods of GPY_ID_METHODS. An
 * object of another class, such as uuid.UUID, is never equal, and has no order. */
PyObject *gpy_id_compare(PyObject *self, PyObject *other, int operation);
PyObject *gpy_id_uuid(PyObject *self, void *closure);
PyObject *gpy_id_copy(PyObject *self, PyObject *memo);
PyObject *gpy_id_reduce(PyObject *self, PyObject *unused);
PyObject *gpy_id_core_schema(PyObject *class, PyObject *args);
PyObject *gpy_id_json_schema(PyObject *class, PyObject *args);
#define GPY_ID_METHODS                                                         \
  {"__copy__", gpy_id_copy, METH_NOARGS, NULL},                                \
      {"__deepcopy__", gpy_id_copy, METH_O, NULL},                             \
      {"__reduce__", gpy_id_reduce, METH_NOARGS, NULL},                        \
      {"__get_pydantic_core_schema__", gpy_id_core_schema,                     \
       METH_VARARGS | METH_CLASS, GPY_DOC_ULID___get_pydantic_core_schema__},  \
  {                                                                            \
    "__get_pydantic_json_schema__", gpy_id_json_schema,                        \
        METH_VARARGS | METH_CLASS, GPY_DOC_ULID___get_pydantic_json_schema__   \
  }

/* Make a class, keep it in *out, and add it to the module. Returns 0, or -1 with
 * an exception. */
int gpy_add_class(PyObject *module, PyTypeObject **out, PyType_Spec *spec);

/* ------------------------------------------------------------------ ulid.c */

/* Return a new object of guidon.ULID, or NULL with MemoryError. */
PyObject *gpy_ulid_new(const gpy_state *state, const guidon_id *id);

/* ------------------------------------------------------------- arguments.c */

/* The parameters of a function with METH_FASTCALL | METH_KEYWORDS. */
typedef struct gpy_parameters {
    const char *function;     /* its name, for errors */
    const char *const *names; /* `count` names */
    int count;
    int positional; /* the first ones, which need no keyword */
    int required;   /* the first ones, which have no default */
} gpy_parameters;

/*
 * Assign the arguments of a call to parameters.
 *
 *   values  out  `count` borrowed references; NULL where no argument is given
 *
 * Returns 0, or -1 with TypeError.
 */
int gpy_arguments(PyObject **values, const gpy_parameters *parameters,
                  PyObject *const *args, Py_ssize_t n, PyObject *keywords);

/* A function with more parameters than a PyCFunction as one. */
#define GPY_FASTCALL(function) ((PyCFunction)(void (*)(void))(function))

/* A row of a table of functions: of one object, or with keywords after METH_FASTCALL or
 * METH_VARARGS. */
#define GPY_METHOD_O(NAME, FUNCTION)                                           \
  {                                                                            \
#    NAME, FUNCTION, METH_O, GPY_DOC_##NAME                                    \
  }
#define GPY_METHOD(NAME, FUNCTION)                                             \
  {                                                                            \
#    NAME, GPY_FASTCALL(FUNCTION), METH_FASTCALL | METH_KEYWORDS,              \
        GPY_DOC_##NAME                                                         \
  }
#define GPY_METHOD_VARARGS(NAME, FUNCTION)                                     \
  {                                                                            \
#    NAME, GPY_FASTCALL(FUNCTION), METH_VARARGS | METH_KEYWORDS,               \
        GPY_DOC_##NAME                                                         \
  }

/* ------------------------------------------------------------------ data.c */

/* Bytes of an argument, valid until gpy_data_close. Do not copy it. */
typedef struct gpy_data {
    const void *bytes;
    size_t len;
    Py_buffer view; /* obj is NULL if the bytes are those of a str, or `own` */
    unsigned char own[16];
} gpy_data;

/*
 * Open the bytes of an object with a contiguous buffer.
 *
 * Returns 0, or -1 with an exception. After 0, call gpy_data_close.
 */
int gpy_data_open(gpy_data *out, PyObject *object);

/*
 * Open what is hashed of a name: the UTF-8 of a str, or the bytes of an object with
 * a contiguous buffer of bytes. Returns as gpy_data_open; TypeError for all others.
 */
int gpy_name_open(gpy_data *out, PyObject *object);

/*
 * Open what is hashed of data, by the rule of <guidon/keys.h>: as of a name, and
 * also 8 bytes of an int or another object with __index__, and 16 of an id.
 *
 * Returns as gpy_data_open; ValueError for an int that int64_t does not hold, and
 * TypeError for a bool and all others.
 */
int gpy_hashed_open(const gpy_state *state, gpy_data *out, PyObject *object);

/* Are the items of a buffer, opened with its format, single bytes? */
bool gpy_has_bytes(const Py_buffer *view);

void gpy_data_close(gpy_data *data);

/* ----------------------------------------------------------------- times.c */

/*
 * Read a time: an aware datetime.datetime, or milliseconds since 1970 as an int or
 * another object with __index__.
 *
 * Returns 0, or -1 with an exception: TypeError for other objects, ValueError
 * for a datetime without a time zone and an int that int64_t does not hold.
 */
int gpy_read_time(const gpy_state *state, guidon_time *out, PyObject *object);

/* The last nanosecond of the unit in which an object counts the time that
 * gpy_read_time read from it: the microsecond of a datetime, the millisecond of
 * an int. */
guidon_time gpy_end_of_unit(guidon_time time, PyObject *object);

/* Read a datetime.timedelta. Returns 0, or -1 with an exception. */
int gpy_read_duration(const gpy_state *state, guidon_time *out,
                      PyObject *object);

/* gpy_read_time in milliseconds, rounded towards the past. */
int gpy_read_time_ms(const gpy_state *state, int64_t *out, PyObject *object);

/*
 * Return a new aware datetime in UTC, rounded towards the past to microseconds.
 * NULL with OverflowError if the time is outside the years of datetime.
 */
PyObject *gpy_time_object(const gpy_state *state, guidon_time time);

/* Return a new int of nanoseconds since 1970, or NULL with an exception. */
PyObject *gpy_time_ns_object(guidon_time time);

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

/*
 * Read the id of an argument: an object of uuid.UUID, guidon.ULID,
 * guidon.TypeID or of a class derived from them; a str in any form of
 * GUIDON_ACCEPT_ANY; or 16 contiguous bytes (an object with a buffer).
 *
 * Returns 0, or -1 with an exception: ParseError for a str that is not an id,
 * ValueError for another number of bytes, TypeError for all other objects.
 */
int gpy_read_id(const gpy_state *state, guidon_id *out, PyObject *object);

/* The same with the form of a text. It is GUIDON_FORM_ULID for a guidon.ULID and
 * GUIDON_FORM_UUID for all other objects. */
int gpy_read_id_form(const gpy_state *state, guidon_id *out, guidon_form *form,
                     PyObject *object);

/* Does the form say that the id is a ULID? */
static inline bool gpy_is_ulid(guidon_form form)
{
    return form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER;
}

/* Read a str in any of the forms of `accept`, as guidon_parse does with these
 * flags. Returns 0, or -1 with an exception. */
int gpy_read_text(const gpy_state *state, guidon_id *out, guidon_form *form,
                  PyObject *object, guidon_accept accept, unsigned flags);

/* The same without flags, for one text of many, whose position is `index`. */
int gpy_read_text_item(const gpy_state *state, guidon_id *out,
                       guidon_form *form, PyObject *object,
                       guidon_accept accept, Py_ssize_t index);

/* ----------------------------------------------------------- new_objects.c */

/* Return new bytes with the 16 octets of an id, or a new str with the canonical
 * text of a UUID or of a ULID. NULL with MemoryError. */
PyObject *gpy_bytes(const guidon_id *id);
PyObject *gpy_ulid_text(const guidon_id *id);
PyObject *gpy_uuid_text(const guidon_id *id);

/* Add an object to the module, whose reference is taken. It may be NULL with an
 * exception. Returns 0, or -1 with an exception. */
int gpy_add_object(PyObject *module, const char *name, PyObject *object);

/* Call a function of a module of this package that is written in Python, which is
 * imported when it is needed. The second function takes the reference to `args`, which
 * may be NULL with an exception. */
PyObject *gpy_call_python(const char *module, const char *function,
                          PyObject *args, PyObject *keywords);
PyObject *gpy_call_python_with(const char *module, const char *function,
                               PyObject *args);

/* ----------------------------------------------------------------- forms.c */

/* Read the name of a form. Returns 0, or -1 with ValueError or TypeError. */
int gpy_read_form(guidon_form *out, PyObject *object);

/* Read the argument `accept`: NULL or None for GUIDON_ACCEPT_ANY, a name, or an
 * iterable of names. "any" is a name too. Returns 0, or -1 with an exception. */
int gpy_read_accept(guidon_accept *out, PyObject *accept);

/* Return a new tuple of names, or NULL with an exception. */
PyObject *gpy_names(const char *(*name_of_index)(int), int count);

/* ---------------------------------------------------------------- errors.c */

/* Raise the exception of a status that is not GUIDON_OK. Returns NULL. */
PyObject *gpy_fail(const gpy_state *state, guidon_status status);

/* The index of a text that is not one of many. */
#define GPY_NO_INDEX ((Py_ssize_t)-1)

/*
 * Raise guidon.ParseError for a text that could not be read.
 *
 *   option  in  how the caller names a form: " with accept" or " with form"
 *   offset  in  of the first wrong character, in characters of the text
 *   index   in  of the text among many, or GPY_NO_INDEX
 *
 * The reason of gpy_fail_text is the sentence of guidon_parse_reason for a str that
 * guidon_parse did not read with this `accept` and these `flags`. The reason of gpy_fail_parse is that
 * of the status, and that of gpy_fail_reason is the given one. All return NULL.
 */
PyObject *gpy_fail_reason(const gpy_state *state, const char *reason,
                          PyObject *read, size_t offset);
PyObject *gpy_fail_parse(const gpy_state *state, guidon_status status,
                         PyObject *read, size_t offset, Py_ssize_t index);
PyObject *gpy_fail_text(const gpy_state *state, guidon_status status,
                        PyObject *text, guidon_accept accept, unsigned flags,
                        const char *option, size_t offset, Py_ssize_t index);

#endif
