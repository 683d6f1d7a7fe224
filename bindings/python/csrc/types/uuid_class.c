/* SPDX-License-Identifier: MIT */
/*
 * Objects of uuid.UUID, the class of the standard library.
 *
 * UUID.__init__ takes over a microsecond, most of it for checks that an id of
 * this package cannot fail. An object of the class has two slots, `int` and
 * `is_safe`, and each slot is a member descriptor that knows its offset. So this
 * file allocates an object and writes both slots. With the limited interface,
 * which hides the offsets, object.__setattr__ writes the slots by name.
 *
 * The cyclic garbage collector does not track the objects that are made here. An int
 * refers to no object, and a member of SafeUUID to no id, so an id of both is in no
 * cycle. A program that keeps many ids would pay more for each of them in the
 * collector than here. docs/decisions/0048-untracked-ids.md has the details. The
 * collector of a free-threaded build finds its objects in another way, so objects are
 * allocated there as every other code does it.
 */
#include "../guidon_py.h"

#ifndef Py_LIMITED_API
#  include <structmember.h>
#endif

#ifdef Py_LIMITED_API

static PyObject *new_uuid(const gpy_state *state, const guidon_id *id,
                          PyObject *is_safe)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(state->uuid_class, Py_tp_alloc);
    PyObject *object = alloc(state->uuid_class, 0);
    PyObject *number = object ? gpy_int_new(id) : NULL;

    if (!number ||
        PyObject_GenericSetAttr(object, state->int_name, number) < 0 ||
        PyObject_GenericSetAttr(object, state->is_safe_name, is_safe) < 0) {
        Py_CLEAR(object);
    }
    Py_XDECREF(number);
    if (object && state->uuid_is_untracked) {
        PyObject_GC_UnTrack(object);
    }
    return object;
}

/* Return a new reference to the slot `int` of an object of the class itself. */
static PyObject *uuid_int(const gpy_state *state, PyObject *object)
{
    return PyObject_GetAttr(object, state->int_name);
}

#else

static PyObject **slot_at(PyObject *object, Py_ssize_t offset)
{
    return (PyObject **)((char *)object + offset);
}

/* Allocate an object of the class, whose slots the caller writes. */
static PyObject *allocate(const gpy_state *state)
{
    PyTypeObject *class = state->uuid_class;
    PyObject *object;

    if (!state->uuid_is_untracked) {
        return class->tp_alloc(class, 0);
    }
    object = PyObject_GC_New(PyObject, class);
    if (object && class->tp_weaklistoffset > 0) {
        *slot_at(object, class->tp_weaklistoffset) = NULL;
    }
    return object;
}

static PyObject *new_uuid(const gpy_state *state, const guidon_id *id,
                          PyObject *is_safe)
{
    PyObject *number = gpy_int_new(id), *object;

    if (!number) {
        return NULL;
    }
    object = allocate(state);
    if (!object) {
        Py_DECREF(number);
        return NULL;
    }
    *slot_at(object, state->int_offset) = number;
    Py_INCREF(is_safe);
    *slot_at(object, state->is_safe_offset) = is_safe;
    return object;
}

#  ifdef Py_GIL_DISABLED

/* Without a GIL, object.__setattr__ of another thread may free the int between a
 * plain read of the slot and the new reference to it. */
static PyObject *uuid_int(const gpy_state *state, PyObject *object)
{
    PyMemberDef slot = {
        .name = "int", .type = Py_T_OBJECT_EX, .offset = state->int_offset};

    return PyMember_GetOne((const char *)object, &slot);
}

#  else

/* Return a new reference to the slot `int` of an object of the class itself.
 * UUID.__new__ leaves the slot empty. */
static PyObject *uuid_int(const gpy_state *state, PyObject *object)
{
    PyObject *number = *slot_at(object, state->int_offset);

    if (!number) {
        PyErr_SetString(PyExc_AttributeError, "this UUID has no int");
        return NULL;
    }
    Py_INCREF(number);
    return number;
}

#  endif

#endif

PyObject *gpy_uuid_plain_int(const gpy_state *state, PyObject *object)
{
    PyObject *number = uuid_int(state, object);

    if (!number) {
        PyErr_Clear();
    } else if (!PyLong_CheckExact(number)) {
        Py_CLEAR(number);
    }
    return number;
}

PyObject *gpy_uuid_new(const gpy_state *state, const guidon_id *id)
{
    return new_uuid(state, id, state->safe_unknown);
}

PyObject *gpy_uuid_new_safe(const gpy_state *state, const guidon_id *id)
{
    return new_uuid(state, id, state->safe_safe);
}

/* Read the int of a UUID, whose reference is taken and which may be NULL with an
 * exception. Returns 1, or -1 with an exception. */
static int read_int(guidon_id *out, PyObject *number)
{
    int result;

    if (!number) {
        return -1;
    }
    result = PyLong_Check(number) ? gpy_int_read(out, number) : -1;
    if (result < 0 && !PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "the int of a UUID is not an int");
    }
    Py_DECREF(number);
    return result < 0 ? -1 : 1;
}

int gpy_uuid_read_exact(const gpy_state *state, guidon_id *out,
                        PyObject *object)
{
    return Py_IS_TYPE(object, state->uuid_class)
               ? read_int(out, uuid_int(state, object))
               : 0;
}

int gpy_uuid_read(const gpy_state *state, guidon_id *out, PyObject *object)
{
    PyObject *number;
    int found = gpy_uuid_read_exact(state, out, object);

    if (found) {
        return found;
    }
    found = gpy_claimed_int(state, &number, object);
    return found > 0 ? read_int(out, number) : found;
}

#ifdef Py_LIMITED_API

static int find_slots(gpy_state *state)
{
    state->is_safe_name = PyUnicode_InternFromString("is_safe");
    return state->is_safe_name ? 0 : -1;
}

#else

/* Is this descriptor that of a slot for an object, in the layout of the class? */
static bool is_slot(PyTypeObject *class, PyObject *descriptor)
{
    return Py_IS_TYPE(descriptor, &PyMemberDescr_Type) &&
           ((PyMemberDescrObject *)descriptor)->d_member->type == T_OBJECT_EX &&
           gpy_class_lies_as(class, PyDescr_TYPE(descriptor));
}

/* Return the offset of a slot of a class, or -1 with an exception. */
static Py_ssize_t slot_offset(PyTypeObject *class, const char *name)
{
    PyObject *slot = PyObject_GetAttrString((PyObject *)class, name);
    Py_ssize_t offset;

    if (!slot) {
        return -1;
    }
    if (!is_slot(class, slot)) {
        PyErr_Format(PyExc_ImportError,
                     "uuid.UUID.%s is not a slot in this version of Python",
                     name);
        Py_DECREF(slot);
        return -1;
    }
    offset = ((PyMemberDescrObject *)slot)->d_member->offset;
    Py_DECREF(slot);
    return offset;
}

static int find_slots(gpy_state *state)
{
    state->int_offset = slot_offset(state->uuid_class, "int");
    if (state->int_offset < 0) {
        return -1;
    }
    state->is_safe_offset = slot_offset(state->uuid_class, "is_safe");
    return state->is_safe_offset < 0 ? -1 : 0;
}

#endif

#ifndef Py_GIL_DISABLED

/* Return a number that `type` has for a class, or -1 without an exception. */
static Py_ssize_t number_of_class(PyTypeObject *class, const char *name)
{
    PyObject *object = PyObject_GetAttrString((PyObject *)class, name);
    Py_ssize_t number = object ? PyLong_AsSsize_t(object) : -1;

    Py_XDECREF(object);
    PyErr_Clear();
    return number;
}

/* Are the two slots, and before CPython 3.12 a list of weak references, all that an
 * object of the class has? Then no attribute of an object of ours leads back to it,
 * and nobody but the caller of allocate() writes its memory. */
static bool has_only_slots(PyTypeObject *class)
{
    const bool has_list = number_of_class(class, "__weakrefoffset__") > 0;
    const size_t words = has_list ? 3 : 2;
    PyObject *base = PyObject_GetAttrString((PyObject *)class, "__base__");
    bool is_known =
        base == (PyObject *)&PyBaseObject_Type &&
        number_of_class(class, "__dictoffset__") == 0 &&
        number_of_class(class, "__basicsize__") ==
            (Py_ssize_t)(sizeof(PyObject) + words * sizeof(PyObject *));

    Py_XDECREF(base);
    PyErr_Clear();
    return is_known;
}

#  ifdef Py_LIMITED_API

static bool may_be_untracked(PyTypeObject *class)
{
    return has_only_slots(class);
}

#  else

/* May objects of the class be allocated untracked, by PyObject_GC_New? */
static bool may_be_untracked(PyTypeObject *class)
{
    return has_only_slots(class) && PyType_IS_GC(class) &&
           class->tp_itemsize == 0 && class->tp_alloc == PyType_GenericAlloc &&
           class->tp_free == PyObject_GC_Del;
}

#  endif

#else

static bool may_be_untracked(PyTypeObject *class)
{
    (void)class;
    return false;
}

#endif

/* Add an id whose bits are all equal. After patch(), the module uuid, and with it the
 * class of the id, refers to this module. So the collector must see that the id refers
 * to its class: otherwise it never frees the two modules of a program that imports
 * both again. */
static int add_constant(PyObject *module, const char *name, const guidon_id *id)
{
    PyObject *made = gpy_uuid_new(gpy_state_of(module), id);

    if (made && !PyObject_GC_IsTracked(made)) {
        PyObject_GC_Track(made);
    }
    return gpy_add_object(module, name, made);
}

/* Add the ids whose bits are all zero and all one (RFC 9562, sections 5.9 and
 * 5.10). */
static int add_constants(PyObject *module)
{
    const guidon_id nil = guidon_nil(), max = guidon_max();

    return add_constant(module, "NIL", &nil) < 0
               ? -1
               : add_constant(module, "MAX", &max);
}

int gpy_add_uuid_class(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);
    PyObject *uuid = PyImport_ImportModule("uuid"), *safe = NULL;

    if (!uuid) {
        return -1;
    }
    state->uuid_class = (PyTypeObject *)PyObject_GetAttrString(uuid, "UUID");
    safe = PyObject_GetAttrString(uuid, "SafeUUID");
    Py_DECREF(uuid);
    if (safe) {
        state->safe_unknown = PyObject_GetAttrString(safe, "unknown");
        state->safe_safe = PyObject_GetAttrString(safe, "safe");
        Py_DECREF(safe);
    }
    if (!state->uuid_class || !state->safe_unknown || !state->safe_safe) {
        return -1;
    }
    state->uuid_is_untracked = may_be_untracked(state->uuid_class);
    return find_slots(state) < 0 ? -1 : add_constants(module);
}
