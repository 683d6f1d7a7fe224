/* SPDX-License-Identifier: MIT */
/*
 * What an object of other code is.
 *
 * An object can say that it is of a class and yet lie in memory in another way. The
 * UUID of asyncpg has uuid.UUID in its __mro__, so isinstance and the C function
 * PyObject_TypeCheck both say that it is one. But an object of asyncpg keeps the
 * bytes of the id where an object of uuid.UUID keeps a pointer. A mock has another
 * __class__, and a metaclass may give any answer.
 *
 * So the functions here believe no answer of an object. CPython lays out a class by
 * its chain of tp_base, which no code of Python can set to a class of another
 * layout. Every other file asks these functions before it reads the memory of an
 * object that it was given.
 */
#include "guidon_py.h"

static PyTypeObject *base_of(PyTypeObject *class)
{
#ifdef Py_LIMITED_API
    return (PyTypeObject *)PyType_GetSlot(class, Py_tp_base);
#else
    return class->tp_base;
#endif
}

/* Before CPython 3.10, PyType_GetSlot refuses classes that are no heap types, such as
 * bytes. */
static destructor dealloc_of(PyTypeObject *class)
{
#ifdef Py_LIMITED_API
    return (destructor)PyType_GetSlot(class, Py_tp_dealloc);
#else
    return class->tp_dealloc;
#endif
}

bool gpy_class_lies_as(PyTypeObject *class, PyTypeObject *base)
{
    while (class && class != base) {
        class = base_of(class);
    }
    return class;
}

PyTypeObject *gpy_defining_class(PyTypeObject *class, destructor dealloc)
{
    while (class && dealloc_of(class) != dealloc) {
        class = base_of(class);
    }
    return class;
}

/* Call the method __get__ of a descriptor of `type`, which no metaclass replaces. */
static PyObject *get(PyObject *descriptor, PyObject *class)
{
    return PyObject_CallMethod(descriptor, "__get__", "O", class);
}

/* Does a class define the attribute itself? 1, 0, or -1 with an exception. */
static int defines(const gpy_state *state, PyObject *class, PyObject *name)
{
    PyObject *names = get(state->dict_of_class, class);
    int result = names ? PySequence_Contains(names, name) : -1;

    Py_XDECREF(names);
    return result;
}

/* Is a class before `last` in the order of the classes of an object the first that
 * defines the attribute? 1, 0, or -1 with an exception. */
static int defines_before(const gpy_state *state, PyObject *object,
                          PyTypeObject *last, PyObject *name)
{
    PyObject *mro = get(state->mro_of_class, (PyObject *)Py_TYPE(object));
    Py_ssize_t n = mro ? PyTuple_Size(mro) : -1;
    int result = n < 0 ? -1 : 0;

    for (Py_ssize_t i = 0; i < n && result == 0; i++) {
        PyObject *class = PyTuple_GetItem(mro, i);

        if (class == (PyObject *)last) {
            break;
        }
        result = defines(state, class, name);
    }
    Py_XDECREF(mro);
    return result;
}

/* Return the class that a program finds as uuid.UUID at present. It is another one
 * than at the import of this package after importlib.reload(uuid). NULL without an
 * exception if there is none. */
static PyTypeObject *present_uuid_class(void)
{
    PyObject *name = PyUnicode_FromString("uuid");
    PyObject *module = name ? PyImport_GetModule(name) : NULL;
    PyObject *class = module ? PyObject_GetAttrString(module, "UUID") : NULL;

    Py_XDECREF(name);
    Py_XDECREF(module);
    if (!class || !PyType_Check(class)) {
        Py_CLEAR(class);
        PyErr_Clear();
    }
    return (PyTypeObject *)class;
}

/* Return the attribute of an object that says that it is of a class. Without the
 * layout of the class, an object must not get to the slot of the class, because
 * CPython believes the __mro__ too. NULL with an exception. */
static PyObject *attribute_of(const gpy_state *state, PyObject *object,
                              PyTypeObject *class, PyObject *name)
{
    int has_own = gpy_lies_as(object, class)
                      ? 1
                      : defines_before(state, object, class, name);

    if (has_own > 0) {
        return PyObject_GetAttr(object, name);
    }
    if (has_own == 0) {
        PyErr_Format(PyExc_TypeError,
                     "%R has uuid.UUID in its __mro__, but neither the layout "
                     "of uuid.UUID nor an attribute %R of its own",
                     (PyObject *)Py_TYPE(object), name);
    }
    return NULL;
}

int gpy_claimed_int(const gpy_state *state, PyObject **out, PyObject *object)
{
    PyTypeObject *present = NULL, *class = state->uuid_class;
    int result = 0;

    *out = NULL;
    if (!PyObject_TypeCheck(object, class)) {
        /* Bytes are no UUID, and a program may have many of them. */
        class = present =
            PyObject_CheckBuffer(object) ? NULL : present_uuid_class();
    }
    if (class && PyObject_TypeCheck(object, class)) {
        *out = attribute_of(state, object, class, state->int_name);
        result = *out ? 1 : -1;
    }
    Py_XDECREF((PyObject *)present);
    return result;
}

int gpy_add_foreign(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);
    PyObject *names =
        PyObject_GetAttrString((PyObject *)&PyType_Type, "__dict__");

    state->int_name = PyUnicode_InternFromString("int");
    if (names) {
        state->mro_of_class = PyMapping_GetItemString(names, "__mro__");
        state->dict_of_class = PyMapping_GetItemString(names, "__dict__");
        Py_DECREF(names);
    }
    return state->int_name && state->mro_of_class && state->dict_of_class ? 0
                                                                          : -1;
}
