/* SPDX-License-Identifier: MIT */
/*
 * Faster methods of uuid.UUID, the class of the standard library, for guidon.patch().
 *
 * CPython calls a function of a class's table for each operation: tp_str for str(id), for
 * example. If the class defines __str__ in Python, CPython puts a function there that
 * looks the method up and calls it, and puts it there again whenever somebody sets the
 * attribute __str__. This file replaces such functions in the table. The attributes of
 * the class stay as they are, so that
 *
 *   - a derived class, which has a table of its own, works as before;
 *   - a mock, or any other method that a program sets, is called: CPython has then
 *     replaced the function of this file;
 *   - UUID.__str__(id), super().__init__(text) and inspect find the methods of the
 *     standard library.
 *
 * A function here does the usual cases alone: an object of the class itself with a plain
 * int, or one argument that is a plain str of 36 canonical characters or 32 digits, or 16
 * bytes. For everything else, and so for every error, it calls what was in the table
 * before.
 */
#include "../guidon_py.h"

#ifdef Py_LIMITED_API

/* The limited interface hides the table. */
void gpy_take_out_methods(const gpy_state *state)
{
    (void)state;
}

static PyObject *put_methods(PyObject *Py_UNUSED(module),
                             PyObject *Py_UNUSED(unused))
{
    Py_RETURN_FALSE;
}

static PyObject *take_out_methods(PyObject *Py_UNUSED(module),
                                  PyObject *Py_UNUSED(unused))
{
    Py_RETURN_NONE;
}

#else

/* The classes whose tables have functions of this file, and the states of their modules:
 * those of the sub-interpreters. A function of the table has no other way to its state.
 * A class for which there is no place keeps the functions of its own. */
enum { PLACES = 32 };

static struct {
    _Atomic(PyTypeObject *) class;
    _Atomic(const gpy_state *) state;
} places[PLACES];

/* What CPython puts into the table of a class with methods in Python; the same functions
 * in all sub-interpreters. */
static _Atomic(initproc) standard_init;
static _Atomic(reprfunc) standard_str;
static _Atomic(richcmpfunc) standard_compare;

/* Find the state of a class that has a place; NULL if it has none. */
static const gpy_state *state_of(PyTypeObject *class)
{
    for (size_t i = 0; i < PLACES; i++) {
        if (atomic_load_explicit(&places[i].class, memory_order_acquire) ==
            class) {
            return atomic_load_explicit(&places[i].state, memory_order_relaxed);
        }
    }
    return NULL;
}

/* ------------------------------------------------------------- the functions */

static PyObject *fast_str(PyObject *self)
{
    const gpy_state *state = state_of(Py_TYPE(self));
    PyObject *number = state ? gpy_uuid_plain_int(state, self) : NULL;
    guidon_id id;
    int status;

    if (!number) {
        return atomic_load(&standard_str)(self);
    }
    status = gpy_int_read(&id, number);
    Py_DECREF(number);
    if (status < 0) {
        PyErr_Clear();
        return atomic_load(&standard_str)(self);
    }
    return gpy_uuid_text(&id);
}

static PyObject *fast_compare(PyObject *self, PyObject *other, int operation)
{
    const gpy_state *state =
        Py_TYPE(self) == Py_TYPE(other) ? state_of(Py_TYPE(self)) : NULL;
    PyObject *a = state ? gpy_uuid_plain_int(state, self) : NULL;
    PyObject *b = a ? gpy_uuid_plain_int(state, other) : NULL;
    PyObject *result =
        b ? PyLong_Type.tp_richcompare(a, b, operation)
          : atomic_load(&standard_compare)(self, other, operation);

    Py_XDECREF(a);
    Py_XDECREF(b);
    return result;
}

/* This function marks a class whose __init__ is that of the standard library. */
static int same_init(PyObject *self, PyObject *args, PyObject *keywords)
{
    return atomic_load(&standard_init)(self, args, keywords);
}

/* Put hyphens between 32 characters. */
static void with_hyphens(char out[GUIDON_UUID_LEN], const char digits[32])
{
    memcpy(out, digits, 8);
    memcpy(out + 9, digits + 8, 4);
    memcpy(out + 14, digits + 12, 4);
    memcpy(out + 19, digits + 16, 4);
    memcpy(out + 24, digits + 20, 12);
    out[8] = out[13] = out[18] = out[23] = '-';
}

/* Read 36 characters, or 32 hexadecimal digits. */
static bool read_characters(guidon_id *out, const char *text, Py_ssize_t length)
{
    char canonical[GUIDON_UUID_LEN];

    if (length == 32) {
        with_hyphens(canonical, text);
        text = canonical;
    } else if (length != GUIDON_UUID_LEN) {
        return false;
    }
    return guidon_uuid_parse(out, text, GUIDON_UUID_LEN, NULL) == GUIDON_OK;
}

/* Is an object a plain str that is an id in canonical text or without hyphens? */
static bool read_text(guidon_id *out, PyObject *object)
{
    return PyUnicode_CheckExact(object) && PyUnicode_IS_COMPACT_ASCII(object) &&
           read_characters(out, (const char *)PyUnicode_1BYTE_DATA(object),
                           PyUnicode_GET_LENGTH(object));
}

/* Is a keyword argument hex=text or bytes=data, with an id of a plain class? */
static bool read_named(guidon_id *out, PyObject *name, PyObject *value)
{
    if (!PyUnicode_CheckExact(name)) {
        return false;
    }
    if (PyUnicode_CompareWithASCIIString(name, "hex") == 0) {
        return read_text(out, value);
    }
    if (!PyBytes_CheckExact(value) ||
        PyBytes_GET_SIZE(value) != sizeof out->bytes ||
        PyUnicode_CompareWithASCIIString(name, "bytes") != 0) {
        return false;
    }
    memcpy(out->bytes, PyBytes_AS_STRING(value), sizeof out->bytes);
    return true;
}

/* Read the one argument of a call. Returns false if there are more of them. */
static bool read_argument(guidon_id *out, PyObject *const *args, Py_ssize_t n,
                          PyObject *names)
{
    if (!names) {
        return n == 1 && read_text(out, args[0]);
    }
    return n == 0 && PyTuple_GET_SIZE(names) == 1 &&
           read_named(out, PyTuple_GET_ITEM(names, 0), args[0]);
}

/* Return a new dict of keyword arguments, or NULL with MemoryError. */
static PyObject *dict_of(PyObject *names, PyObject *const *values)
{
    PyObject *dict = PyDict_New();

    for (Py_ssize_t i = 0; dict && i < PyTuple_GET_SIZE(names); i++) {
        if (PyDict_SetItem(dict, PyTuple_GET_ITEM(names, i), values[i]) < 0) {
            Py_CLEAR(dict);
        }
    }
    return dict;
}

/* Call a class as CPython does if it has no tp_vectorcall. */
static PyObject *slow_call(PyObject *class, PyObject *const *args, Py_ssize_t n,
                           PyObject *names)
{
    PyObject *keywords = NULL, *result = NULL, *tuple = PyTuple_New(n);

    for (Py_ssize_t i = 0; tuple && i < n; i++) {
        Py_INCREF(args[i]);
        PyTuple_SET_ITEM(tuple, i, args[i]);
    }
    if (tuple && names) {
        keywords = dict_of(names, args + n);
    }
    if (tuple && (keywords || !names)) {
        result = PyType_Type.tp_call(class, tuple, keywords);
    }
    Py_XDECREF(tuple);
    Py_XDECREF(keywords);
    return result;
}

/* CPython does not replace tp_vectorcall when a program sets __init__ or __new__, but it
 * replaces tp_init or tp_new. */
static PyObject *fast_call(PyObject *object, PyObject *const *args, size_t n,
                           PyObject *names)
{
    PyTypeObject *class = (PyTypeObject *)object;
    const Py_ssize_t count = PyVectorcall_NARGS(n);
    const gpy_state *state;
    guidon_id id;

    if (read_argument(&id, args, count, names) && class->tp_init == same_init &&
        class->tp_new == PyBaseObject_Type.tp_new &&
        (state = state_of(class))) {
        return gpy_uuid_new(state, &id);
    }
    return slow_call(object, args, count, names);
}

/* ------------------------------------------------------------------ the table */

/* Remember a function of CPython. Returns whether it is the one that is known. */
#  define IS_STANDARD(KNOWN, FOUND)                                            \
    (atomic_load(&(KNOWN)) == NULL ? (atomic_store(&(KNOWN), FOUND), true)     \
                                   : atomic_load(&(KNOWN)) == (FOUND))

static void put(PyTypeObject *class)
{
    if (class->tp_str != fast_str && IS_STANDARD(standard_str, class->tp_str)) {
        class->tp_str = fast_str;
    }
    if (class->tp_richcompare != fast_compare &&
        IS_STANDARD(standard_compare, class->tp_richcompare)) {
        class->tp_richcompare = fast_compare;
    }
    if (class->tp_init != same_init &&
        IS_STANDARD(standard_init, class->tp_init)) {
        class->tp_init = same_init;
    }
    if (!class->tp_vectorcall) {
        class->tp_vectorcall = fast_call;
    }
}

static void take_out(PyTypeObject *class)
{
    if (class->tp_vectorcall == fast_call) {
        class->tp_vectorcall = NULL;
    }
    if (class->tp_init == same_init) {
        class->tp_init = atomic_load(&standard_init);
    }
    if (class->tp_richcompare == fast_compare) {
        class->tp_richcompare = atomic_load(&standard_compare);
    }
    if (class->tp_str == fast_str) {
        class->tp_str = atomic_load(&standard_str);
    }
}

/* Give a class a place. Returns whether there is one. */
static bool take_place(const gpy_state *state)
{
    for (size_t i = 0; i < PLACES; i++) {
        PyTypeObject *none = NULL;

        if (atomic_compare_exchange_strong(&places[i].class, &none,
                                           state->uuid_class)) {
            atomic_store(&places[i].state, state);
            return true;
        }
    }
    return false;
}

static void leave_place(const gpy_state *state)
{
    for (size_t i = 0; i < PLACES; i++) {
        if (atomic_load(&places[i].state) == state) {
            atomic_store(&places[i].state, NULL);
            atomic_store(&places[i].class, NULL);
        }
    }
}

void gpy_take_out_methods(const gpy_state *state)
{
    if (state->uuid_class && state_of(state->uuid_class) == state) {
        take_out(state->uuid_class);
        leave_place(state);
    }
}

static PyObject *put_methods(PyObject *module, PyObject *Py_UNUSED(unused))
{
    const gpy_state *state = gpy_state_of(module);
    bool is_new = !state_of(state->uuid_class) && take_place(state);

    if (state_of(state->uuid_class)) {
        put(state->uuid_class);
    }
    return PyBool_FromLong(is_new);
}

static PyObject *take_out_methods(PyObject *module, PyObject *Py_UNUSED(unused))
{
    gpy_take_out_methods(gpy_state_of(module));
    Py_RETURN_NONE;
}

#endif

/* For _patch.py alone, which has found that the class has the methods of the standard
 * library. */
static PyMethodDef functions[] = {
    {"_put_methods", put_methods, METH_NOARGS,
     "Let uuid.UUID(text), str(id) and comparisons use functions of C. Return whether they\n"
     "did not do so before."},
    {"_take_out_methods", take_out_methods, METH_NOARGS,
     "Undo what _put_methods of this module did."},
    {NULL, NULL, 0, NULL},
};

int gpy_add_uuid_methods(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
